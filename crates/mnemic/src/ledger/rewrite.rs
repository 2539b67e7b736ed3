//! Taking secrets out of the journal, and out of everything that is derived from it.

use super::Ledger;
use crate::{error::Error, vault::disk::blocking};

impl Ledger {
    /// Rewrites every line that holds a secret, then rebuilds the index. Writers wait; readers notice that the journal was
    /// replaced. Returns the segments that changed.
    pub(crate) async fn rewrite_journal(&self) -> Result<Vec<String>, Error> {
        // Who builds an index reads the segments by their bytes.
        let building = self.hold_build_lock().await?;
        let writing = self.hold_write_lock().await?;
        let (vault, redactor) = (self.host.vault().clone(), self.host.shared_redactor());
        let replaced = blocking(move || {
            vault.journal().rewrite(&vault.rewriting_folder(), &|text| redactor.redact(text))
        })
        .await;
        let replaced =
            replaced.map_err(Error::file("rewrite", self.host.vault().root().join("journal")))?;
        drop(writing);
        self.reindex_under(building).await?;
        Ok(replaced)
    }
}
