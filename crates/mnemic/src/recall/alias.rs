//! What a question is expanded with: the user's own aliases and those that come with Mnemic.

use std::path::Path;

use mnemic_core::{
    settings::{EditError, Fault},
    text::alias::{Aliases, Expansion, Occasion, OwnAliases},
};

use super::Recaller;
use crate::{
    error::Error,
    vault::disk::{self, Content},
};

/// The user's own aliases.
pub(crate) const FILE: &str = "config/aliases.json";

/// The user's own aliases of a vault.
pub(crate) fn own(root: &Path) -> Result<OwnAliases, Error> {
    let fault = match disk::read_document(root, FILE) {
        Content::Missing => return Ok(OwnAliases::new()),
        Content::Text { text, .. } => match serde_json::from_str(&text) {
            Ok(aliases) => return Ok(aliases),
            Err(error) => format!("`{FILE}`: {error}"),
        },
        Content::Unreadable { reason, .. } => format!("`{FILE}` {reason}"),
    };
    Err(EditError::Unreadable(Fault::of_file(fault)).into())
}

impl Recaller {
    /// What a question is expanded with. A file that cannot be read expands nothing.
    pub(super) fn aliases(&self, occasion: Occasion) -> Aliases {
        let expansion = self.host.settings().policies.lookup.aliases;
        if expansion == Expansion::None {
            return Aliases::default();
        }
        let own = own(self.host.vault().root()).unwrap_or_else(|error| {
            tracing::warn!(%error, "no aliases of yours count");
            OwnAliases::new()
        });
        expansion.aliases(occasion, &own)
    }
}
