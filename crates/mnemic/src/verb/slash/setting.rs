//! Slash commands that look at the configuration or change it. A change holds for whatever opens the vault afterwards.

use mnemic_core::{
    learn::promotion::Readiness, safety::caller::Caller, settings, text::alias::Expansion,
};
use serde_json::json;

use super::SlashAnswer;
use crate::{engine::Engine, error::Error};

impl Engine {
    pub(super) async fn slash_budget(
        &self,
        caller: &Caller,
        tokens: Option<&str>,
    ) -> Result<SlashAnswer, Error> {
        let Some(tokens) = tokens else {
            let budget = self.default_budget();
            let text = format!("A context may cost {budget} tokens");
            return Ok(SlashAnswer::new(text, json!({ "budget": budget })));
        };
        let budget = self.put(caller, "context.budget", tokens).await?;
        let text = match budget.as_str() {
            "0" => "A context may cost what is usual for the window".to_owned(),
            budget => format!("A context may cost {budget} tokens from now on"),
        };
        Ok(SlashAnswer::new(text, json!({ "budget": budget.parse::<usize>().ok() })))
    }

    pub(super) async fn slash_auto(
        &self,
        caller: &Caller,
        on: Option<bool>,
    ) -> Result<SlashAnswer, Error> {
        let now = match on {
            None => self.settings().policies.learning.auto,
            Some(on) => {
                self.put(caller, "learning.auto", if on { "true" } else { "false" }).await?;
                on
            }
        };
        let text = match now {
            true => "Learning by itself is on: what sessions teach is remembered",
            false => "Learning by itself is off: only what someone asks for is remembered",
        };
        Ok(SlashAnswer::new(text, json!({ "auto": now })))
    }

    pub(super) async fn slash_readiness(
        &self,
        caller: &Caller,
        readiness: Option<Readiness>,
    ) -> Result<SlashAnswer, Error> {
        let now = match readiness {
            None => self.settings().policies.learning.readiness,
            Some(readiness) => {
                self.put(caller, "learning.readiness", readiness.name()).await?;
                readiness
            }
        };
        let names = Readiness::ALL.map(Readiness::name).join(", ");
        let text = format!(
            "What sessions found is remembered in the manner `{}` (of {names})",
            now.name()
        );
        Ok(SlashAnswer::new(text, json!({ "config": now.name() })))
    }

    pub(super) fn slash_aliases(&self) -> Result<SlashAnswer, Error> {
        let own = self.own_aliases()?;
        let lines = own.iter().map(|(word, synonyms)| format!("{word} → {}", synonyms.join(", ")));
        let mut lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            lines.push("There are no aliases of yours".to_owned());
        }
        Ok(SlashAnswer::new(lines.join("\n"), json!({ "aliases": own })))
    }

    pub(super) async fn slash_add_alias(
        &self,
        caller: &Caller,
        word: &str,
        synonyms: &[String],
    ) -> Result<SlashAnswer, Error> {
        let before = self.set_alias(caller, word, synonyms.to_vec()).await?;
        let instead = before.map(|before| format!(", instead of {}", before.join(", ")));
        let silent = match self.settings().policies.lookup.aliases {
            Expansion::None => "; aliases do not count while `search.aliases` is none",
            Expansion::Own | Expansion::Automatic | Expansion::Always => "",
        };
        let text = format!(
            "Mnemic searches {} along with `{word}`{}{silent}",
            synonyms.join(", "),
            instead.unwrap_or_default()
        );
        Ok(SlashAnswer::new(text, json!({ "word": word, "synonyms": synonyms })))
    }

    pub(super) async fn slash_remove_alias(
        &self,
        caller: &Caller,
        word: &str,
    ) -> Result<SlashAnswer, Error> {
        let removed = self.set_alias(caller, word, Vec::new()).await?;
        let text = match &removed {
            Some(_) => format!("`{word}` has no aliases of yours any more"),
            None => format!("`{word}` had no aliases of yours"),
        };
        Ok(SlashAnswer::new(text, json!({ "word": word, "removed": removed.is_some() })))
    }

    async fn put(&self, caller: &Caller, key: &'static str, value: &str) -> Result<String, Error> {
        let key = settings::find(key).expect("the key is one of the schema");
        self.configure(caller, key, value).await?;
        let mut settings = self.settings().clone();
        key.put(value, &mut settings).expect("a value that was set is allowed");
        Ok(key.value(&settings).to_string())
    }
}
