//! The user's own aliases: words that are looked up with a word, kept in a small file of the vault's configuration.
//!
//! Which of them and of those that come with Mnemic count is decided by `search.aliases` and by who asks.

use mnemic_core::safety::caller::{Caller, Right};
pub use mnemic_core::text::alias::OwnAliases;

use crate::{
    engine::Engine,
    error::Error,
    recall::alias::{self, FILE},
    vault::disk::blocking,
};

impl Engine {
    /// The user's own aliases.
    pub fn own_aliases(&self) -> Result<OwnAliases, Error> {
        alias::own(self.root())
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
}
