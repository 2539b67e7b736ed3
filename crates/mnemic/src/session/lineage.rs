//! Which sessions are one conversation: a fork is no second witness of what its parent heard.

use std::collections::HashMap;

use mnemic_core::{
    record::scope::{Reach, Scope},
    session::witness::Witness,
};

use crate::verb::session::promote::{WITNESSES_MOST, witness};
use crate::{engine::Engine, error::Error, vault::transcript::SessionFiles};

/// The first session of each session's line.
#[derive(Debug, Default)]
pub(crate) struct Lineage(HashMap<String, String>);

impl Lineage {
    /// The first session of the line of a session; one that is not kept here is a line of its own.
    pub(crate) fn root_of<'a>(&'a self, session: &'a str) -> &'a str {
        self.0.get(session).map_or(session, String::as_str)
    }
}

impl Engine {
    /// The lines of all sessions of the vault.
    pub(crate) fn lineage(&self) -> Result<Lineage, Error> {
        let sessions = self.list_sessions(&Reach::Vault)?.into_iter();
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
            let files = SessionFiles::new(self.vault.root(), &folder, &entry.id);
            if let Some(kept) = self.kept(&files)? {
                witnesses.push(witness(&kept, entry.agent));
            }
        }
        Ok(witnesses)
    }
}
