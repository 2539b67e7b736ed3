//! Keys: how they are named, found and set.

use thiserror::Error;

use super::{
    KEYS, Settings,
    nearest::nearest,
    slot::{Slot, Value},
};
use crate::text::nearest::suggestion;

/// One thing that can be configured.
#[derive(Debug)]
pub struct Key {
    /// Its name, in snake case, its groups separated by dots.
    pub name: &'static str,
    /// Other names that are accepted.
    pub aliases: &'static [&'static str],
    /// What it is for, in one line.
    pub help: &'static str,
    pub(super) group: Group,
    pub(super) slot: Slot,
}

/// Who sets a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    /// The vault's owner.
    Vault,
    /// Presets; the vault's owner may say otherwise.
    Policy,
}

impl Key {
    /// Whether presets set it.
    pub fn is_policy(&self) -> bool {
        self.group == Group::Policy
    }

    /// Its value.
    pub fn value(&self, settings: &Settings) -> Value {
        self.slot.read(settings)
    }

    /// Sets its value, as someone wrote it. What is not allowed is told together with what is.
    pub fn put(&self, text: &str, settings: &mut Settings) -> Result<(), String> {
        let wrong = || format!("`{}` is `{text}`, but takes {}", self.name, self.allowed());
        self.slot.put(text, settings).ok_or_else(wrong)
    }

    /// What it takes.
    pub fn allowed(&self) -> String {
        self.slot.to_string()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// Finds a key by any of its names, in snake or camel case, with or without a leading `memory`.
pub fn find(name: &str) -> Result<&'static Key, UnknownKey> {
    let plain = normalised(name);
    let found = KEYS.iter().find(|key| key.names().any(|known| known == plain));
    found.ok_or_else(|| UnknownKey { name: name.to_owned(), nearest: nearest(&plain) })
}

/// A name in snake case without a leading `memory`.
pub(super) fn normalised(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for character in name.trim().chars() {
        if character.is_uppercase() && !snake.is_empty() && !snake.ends_with(['.', '_']) {
            snake.push('_');
        }
        snake.extend(character.to_lowercase());
    }
    match snake.strip_prefix("memory.") {
        Some(rest) => rest.to_owned(),
        None => snake,
    }
}

/// No key has that name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{name}` is not a key of this version{}", suggestion(*nearest))]
pub struct UnknownKey {
    /// The name given.
    pub name: String,
    /// The key that may be meant.
    pub nearest: Option<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_by_any_of_its_names() {
        for (name, key) in [
            ("search.max_results", "search.max_results"),
            ("memory.search.max_results", "search.max_results"),
            ("search.maxResults", "search.max_results"),
            ("topK", "search.max_results"),
            ("memory.reinforceWeight", "signal.reinforce_weight"),
            ("reinforceWeight", "signal.reinforce_weight"),
            ("demote_weight", "signal.demote_weight"),
            ("maxMemorySize", "document.max_chars"),
            ("memory.storage.path", "index.path"),
            ("configPreset", "preset"),
        ] {
            assert_eq!(find(name).unwrap().name, key, "{name}");
        }
    }

    #[test]
    fn a_misspelt_key_gets_the_nearest_one_suggested() {
        let error = find("search.max_resluts").unwrap_err().to_string();
        assert_eq!(
            error,
            "`search.max_resluts` is not a key of this version; did you mean `search.max_results`?"
        );
        let error = find("colour").unwrap_err().to_string();
        assert_eq!(error, "`colour` is not a key of this version");
    }

    #[test]
    fn no_two_keys_share_a_name_and_every_default_is_allowed() {
        let mut names: Vec<&str> = KEYS.iter().flat_map(Key::names).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for preset in crate::settings::preset::Preset::ALL {
            for key in &KEYS {
                let mut settings = Settings::of(preset);
                let value = key.value(&settings);
                key.put(&value.to_string(), &mut settings).unwrap();
                assert_eq!(settings, Settings::of(preset), "{}", key.name);
            }
        }
    }

    #[test]
    fn a_wrong_value_says_what_is_allowed() {
        for (name, text, allowed) in [
            ("search.max_results", "0", "a whole number from 1 to 1000"),
            ("search.max_results", "many", "a whole number from 1 to 1000"),
            ("ranking.score_weight", "NaN", "a number from 0 to 1"),
            ("ranking.score_weight", "1.5", "a number from 0 to 1"),
            ("category.automatic", "perhaps", "true or false"),
            ("journal.segment_size", "1B", "a size from 64KB to 1GB"),
            ("preset", "kochi", "one of default, openclaw, koshi, brain, praxis, engine"),
            ("index.path", "global", "an absolute path, or one below the vault"),
        ] {
            let error = find(name).unwrap().put(text, &mut Settings::default()).unwrap_err();
            let beginning = format!("`{name}` is `{text}`, but takes {allowed}");
            assert!(error.starts_with(&beginning), "{error}");
        }
    }
}
