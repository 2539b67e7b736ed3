//! The user's own aliases: words that are looked up with a word, kept in a small file of the vault's configuration.
//!
//! Which of them and of those that come with Mnemic count is decided by `search.aliases` and by who asks.

pub use mnemic_core::text::alias::OwnAliases;
use mnemic_core::{
    safety::caller::{Caller, Right},
    settings::{EditError, Fault},
    text::alias::{Aliases, Occasion, Widening},
};

use crate::{
    engine::Engine,
    error::Error,
    vault::disk::{self, Content, blocking},
};

const FILE: &str = "config/aliases.json";

impl Engine {
    /// The user's own aliases.
    pub fn own_aliases(&self) -> Result<OwnAliases, Error> {
        let fault = match disk::read_document(self.root(), FILE) {
            Content::Missing => return Ok(OwnAliases::new()),
            Content::Text { text, .. } => match serde_json::from_str(&text) {
                Ok(aliases) => return Ok(aliases),
                Err(error) => format!("`{FILE}`: {error}"),
            },
            Content::Unreadable { reason, .. } => format!("`{FILE}` {reason}"),
        };
        Err(EditError::Unreadable(Fault::of_file(fault)).into())
    }

    /// Has other words looked up with a word, in place of those that were; none takes the word's own aliases away.
    /// Says what was there.
    pub async fn set_alias(
        &self,
        caller: &Caller,
        word: &str,
        synonyms: Vec<String>,
    ) -> Result<Option<Vec<String>>, Error> {
        caller.require(Right::Administer)?;
        let _held = self.ledger().hold_write_lock().await?;
        let mut aliases = self.own_aliases()?;
        let before = match synonyms.is_empty() {
            true => aliases.remove(word),
            false => aliases.insert(word.to_owned(), synonyms),
        };
        let text = serde_json::to_string_pretty(&aliases).unwrap_or_default();
        let pending = self.scribe().write_beside(FILE, &format!("{text}\n")).await?;
        let placed =
            blocking(move || pending.exchange().and_then(|displaced| pending.retire(&displaced)))
                .await;
        placed.map_err(Error::file("write", self.vault().document(FILE)))?;
        Ok(before)
    }

    /// What a question is widened by. A file that cannot be read widens nothing.
    pub(crate) fn aliases(&self, occasion: Occasion) -> Aliases {
        let widening = self.settings().policies.lookup.aliases;
        if widening == Widening::None {
            return Aliases::default();
        }
        let own = self.own_aliases().unwrap_or_else(|error| {
            tracing::warn!(%error, "no aliases of yours count");
            OwnAliases::new()
        });
        widening.aliases(occasion, &own)
    }
}
