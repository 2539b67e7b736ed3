//! The doctor looks for secrets that a person typed into a document: the memories hold placeholders, the document is
//! left as it is.

use std::collections::BTreeMap;

use mnemic_core::document::place::Place;

use super::{Code, Health};
use crate::{engine::Engine, error::Error, vault::disk::blocking, verb::scan};

/// So many lines of a document are named.
const NAMED: usize = 3;

impl Engine {
    pub(super) async fn examine_secrets(&self, health: &mut Health) -> Result<(), Error> {
        let root = self.vault().root().to_path_buf();
        let policy = self.settings().policies.secrets;
        let is_document = |path: &str| Place::at(path).is_some();
        let scanned = blocking(move || scan::scan(&root, &policy, &is_document)).await;
        let scanned = scanned.map_err(Error::file("read the files of", self.vault().root()))?;
        let mut documents: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for secret in scanned.secrets {
            let place = format!("line {} ({})", secret.line, secret.kind);
            documents.entry(secret.path).or_default().push(place);
        }
        for (path, places) in documents {
            let more = places.len().saturating_sub(NAMED);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let named: Vec<String> = places.into_iter().take(NAMED).collect();
            let what = format!("`{path}` contains secrets: {}{more}", named.join(", "));
            health.add(Code::SecretInDocument, what);
        }
        Ok(())
    }
}
