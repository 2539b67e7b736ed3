//! Listing sessions.

use mnemic_core::{
    record::scope::{Reach, Scope},
    session::Entry,
};

use crate::{engine::Engine, error::Error};

/// A session of a scope.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Whose memory it adds to.
    pub scope: Scope,
    /// The session.
    pub entry: Entry,
}

impl Engine {
    /// The sessions within reach, those written last first.
    pub fn list_sessions(&self, reach: &Reach) -> Result<Vec<Listed>, Error> {
        let folders = self.vault.session_folders().map_err(Error::file("list", self.root()))?;
        let mut listed = Vec::new();
        for (scope, folder) in folders.into_iter().filter(|(scope, _)| reach.covers(scope)) {
            let sessions = self.catalogue(&folder)?.sessions.into_iter();
            listed.extend(sessions.map(|entry| Listed { scope: scope.clone(), entry }));
        }
        listed.sort_by_key(|it| std::cmp::Reverse((it.entry.updated_at, it.entry.id.clone())));
        Ok(listed)
    }
}
