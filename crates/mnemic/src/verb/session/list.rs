//! Listing sessions.

use mnemic_core::{record::scope::Scope, safety::caller::Caller, session::SessionEntry};

use crate::{engine::Engine, error::Error};

/// A session of a scope.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Whose memory it adds to.
    pub scope: Scope,
    /// The session.
    pub entry: SessionEntry,
}

impl Engine {
    /// The sessions within reach, those written last first.
    pub fn list_sessions(&self, caller: &Caller) -> Result<Vec<Listed>, Error> {
        let reach = &caller.reach;
        self.sessions().list(reach)
    }
}
