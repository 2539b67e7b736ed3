//! Which sessions are one conversation: a fork is no second witness of what its parent heard.

use std::collections::HashMap;

use mnemic_core::{
    learn::finding::Finding,
    record::scope::{Reach, Scope},
    session::{Header, witness::Witness},
};

use super::{SessionFindings, Sessions, catalogue::scope_folder};
use crate::{error::Error, vault::transcript::SessionFiles};

/// How many sessions are asked whether they found the same.
pub(crate) const WITNESSES_MOST: usize = 50;

/// The first session of each session's line.
#[derive(Debug, Default)]
pub(crate) struct Lineage(HashMap<String, String>);

impl Lineage {
    /// The first session of the line of a session; one that is not kept here is a line of its own.
    pub(crate) fn root_of<'a>(&'a self, session: &'a str) -> &'a str {
        self.0.get(session).map_or(session, String::as_str)
    }
}

impl Sessions {
    /// The lines of all sessions of the vault.
    pub(crate) fn lineage(&self) -> Result<Lineage, Error> {
        let sessions = self.list(&Reach::Vault)?.into_iter();
        let forked = sessions.filter_map(|listed| {
            let root = listed.entry.parent?.root;
            Some((listed.entry.id.to_string(), root.to_string()))
        });
        Ok(Lineage(forked.collect()))
    }

    /// What the last sessions of a scope found.
    pub(crate) fn witnesses_in(&self, scope: &Scope) -> Result<Vec<Witness>, Error> {
        let Some(folder) = scope.directory() else { return Ok(Vec::new()) };
        let mut witnesses = Vec::new();
        for entry in self.catalogue(&folder)?.sessions.into_iter().rev().take(WITNESSES_MOST) {
            let files = SessionFiles::new(self.host.vault().root(), &folder, &entry.id);
            if let Some(kept) = self.kept(&files)? {
                witnesses.push(witness(&kept, entry.agent));
            }
        }
        Ok(witnesses)
    }

    /// What this session and the last ones of its scope found.
    pub(crate) fn witnesses(
        &self,
        files: &SessionFiles,
        header: &Header,
        kept: &SessionFindings,
    ) -> Result<Vec<Witness>, Error> {
        let folder = scope_folder(files);
        let mut witnesses = vec![witness(kept, header.agent.clone())];
        let sessions = self.catalogue(&folder)?.sessions.into_iter().rev();
        for entry in sessions.filter(|entry| entry.id != header.session).take(WITNESSES_MOST) {
            let files = SessionFiles::new(self.host.vault().root(), &folder, &entry.id);
            if let Some(kept) = self.kept(&files)? {
                witnesses.push(witness(&kept, entry.agent));
            }
        }
        Ok(witnesses)
    }
}

fn witness(kept: &SessionFindings, agent: Option<String>) -> Witness {
    let root = kept.parent.as_ref().map_or(&kept.session, |parent| &parent.root);
    let (resolving, others): (Vec<Finding>, Vec<Finding>) =
        kept.all().into_iter().partition(|finding| finding.resolves.is_some());
    let fingerprints =
        |findings: Vec<Finding>| findings.into_iter().map(|it| it.fingerprint).collect();
    Witness {
        root: root.to_string(),
        agent,
        resolving: fingerprints(resolving),
        others: fingerprints(others),
    }
}
