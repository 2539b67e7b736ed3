//! The sessions of one vault: their transcripts, the catalogue of them, and what is kept of each.

use std::{cmp::Reverse, sync::Arc};

use mnemic_core::{record::scope::Reach, settings::Settings};

use super::Listed;
use crate::{error::Error, host::Host, scribe::Scribe};

/// The sessions of one vault.
pub(crate) struct Sessions {
    pub(super) host: Arc<Host>,
    pub(super) scribe: Arc<Scribe>,
}

impl Sessions {
    pub(crate) fn new(host: Arc<Host>, scribe: Arc<Scribe>) -> Self {
        Self { host, scribe }
    }

    pub(crate) fn settings(&self) -> &Settings {
        self.host.settings()
    }

    /// The sessions within reach, those written last first.
    pub(crate) fn list(&self, reach: &Reach) -> Result<Vec<Listed>, Error> {
        let vault = self.host.vault();
        let folders = vault.session_folders().map_err(Error::file("list", vault.root()))?;
        let mut listed = Vec::new();
        for (scope, folder) in folders.into_iter().filter(|(scope, _)| reach.covers(scope)) {
            let sessions = self.catalogue(&folder)?.sessions.into_iter();
            listed.extend(sessions.map(|entry| Listed { scope: scope.clone(), entry }));
        }
        listed.sort_by_key(|it| Reverse((it.entry.updated_at, it.entry.id.clone())));
        Ok(listed)
    }
}
