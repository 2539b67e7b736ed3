//! Reading a configuration: every fault is told at once, and what is sound is still used.

use std::collections::HashMap;

use thiserror::Error;

use super::{
    Settings,
    fault::Fault,
    key::{Key, UnknownKey, find, normalised},
    origin::Origin,
    schema::KEYS,
    yaml::{self, Leaf, YamlValue},
};
use crate::settings::preset::Preset;

/// What a file, and whoever opens the vault, say.
#[derive(Debug, Clone, Default)]
pub struct Configuration {
    /// The settings that come of it. Where there is a fault, what would hold without that line.
    pub settings: Settings,
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
    said: HashMap<&'static str, GivenValue>,
}

/// What was said of a key, and where.
#[derive(Debug, Clone)]
struct GivenValue {
    text: String,
    origin: Origin,
}

impl Configuration {
    /// Settings that someone made by hand.
    pub fn of_settings(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Where the value of a key comes from.
    pub fn origin(&self, key: &Key) -> Origin {
        if let Some(said) = self.said.get(key.name) {
            return said.origin;
        }
        let preset = self.settings.preset;
        let is_own = key.value(&Settings::of(preset)) != key.value(&Settings::default());
        if key.is_policy() && is_own { Origin::Preset(preset) } else { Origin::Default }
    }

    fn take_leaf(&mut self, leaf: &Leaf) -> Result<(), Fault> {
        let fault = |message: String| Fault::of_key(leaf.line, &leaf.path, message);
        let key = match find(&leaf.path) {
            Ok(key) => key,
            Err(unknown) => {
                return no_key(leaf, &unknown).map_or(Ok(()), |message| Err(fault(message)));
            }
        };
        let text = match &leaf.value {
            YamlValue::Scalar { text, .. } => text.clone(),
            YamlValue::Nothing { .. } => {
                return Err(fault(format!(
                    "`{}` has no value; it takes {}",
                    leaf.path,
                    key.allowed()
                )));
            }
            YamlValue::Other(what) => {
                return Err(fault(format!(
                    "`{}` is {what}, but takes {}",
                    leaf.path,
                    key.allowed()
                )));
            }
        };
        if let Some(GivenValue { origin: Origin::File { line }, .. }) = self.said.get(key.name) {
            return Err(fault(format!(
                "`{}` sets `{}` again; line {line} does so first",
                leaf.path, key.name
            )));
        }
        key.put(&text, &mut Settings::default()).map_err(fault)?;
        self.said.insert(key.name, GivenValue { text, origin: Origin::File { line: leaf.line } });
        Ok(())
    }

    fn settle(&mut self) {
        let preset = self.said.get("preset").and_then(|said| said.text.parse().ok());
        self.settings = Settings::of(preset.unwrap_or(Preset::Default));
        for key in &KEYS {
            if let Some(said) = self.said.get(key.name) {
                key.put(&said.text, &mut self.settings).expect("what was said was checked");
            }
        }
    }
}

/// Reads a file, if there is one, and puts what is said for this once above it.
pub fn configure(source: Option<&str>, overrides: &[Override]) -> Configuration {
    let mut configuration = Configuration::default();
    if let Some(source) = source {
        let yaml = yaml::read(source);
        configuration.faults = yaml.faults;
        for leaf in &yaml.leaves {
            let taken = configuration.take_leaf(leaf);
            configuration.faults.extend(taken.err());
        }
    }
    for Override { key, text } in overrides {
        configuration
            .said
            .insert(key.name, GivenValue { text: text.clone(), origin: Origin::Override });
    }
    configuration.settle();
    configuration
}

/// What is wrong with something that is no key. A group that has no keys yet is nothing wrong.
fn no_key(leaf: &Leaf, unknown: &UnknownKey) -> Option<String> {
    let path = normalised(&leaf.path);
    let is_below = |name: &&str| name.strip_prefix(&path).is_some_and(|rest| rest.starts_with('.'));
    let below = KEYS.iter().flat_map(Key::names).find(is_below);
    match (&leaf.value, below) {
        (YamlValue::Nothing { .. }, Some(_)) => None,
        (YamlValue::Nothing { .. }, None) if path == "memory" => None,
        (_, Some(key)) => {
            Some(format!("`{}` is a group and takes keys, as `{key}`, no value", leaf.path))
        }
        _ => Some(unknown.to_string()),
    }
}

/// A value for this once.
#[derive(Debug, Clone)]
pub struct Override {
    key: &'static Key,
    text: String,
}

impl Override {
    /// Reads `search.max_results=5`.
    pub fn parse(text: &str) -> Result<Self, OverrideError> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| OverrideError::Shape(text.to_owned()))?;
        let key = find(name)?;
        key.put(value, &mut Settings::default()).map_err(OverrideError::Value)?;
        Ok(Self { key, text: value.to_owned() })
    }

    /// The key.
    pub fn key(&self) -> &'static Key {
        self.key
    }

    /// Its value, as it was typed.
    pub fn value(&self) -> &str {
        &self.text
    }
}

/// Why a value for this once cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OverrideError {
    /// It is not a key and a value.
    #[error("`{0}` is not of the form KEY=VALUE")]
    Shape(String),
    /// No key has that name.
    #[error(transparent)]
    Key(#[from] UnknownKey),
    /// The value is not allowed.
    #[error("{0}")]
    Value(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault_messages(source: &str) -> Vec<String> {
        configure(Some(source), &[]).faults.iter().map(ToString::to_string).collect()
    }

    fn origin(configuration: &Configuration, name: &str) -> String {
        let key = find(name).unwrap();
        format!("{} ({})", key.value(&configuration.settings), configuration.origin(key))
    }

    #[test]
    fn the_later_word_counts_default_preset_file_command_line() {
        let over = [Override::parse("search.max_results=3").unwrap()];
        let source = "preset: praxis\nsearch:\n  max_results: 7\n";
        let [nothing, preset, file, once] = [
            configure(None, &[]),
            configure(Some("preset: praxis\n"), &[]),
            configure(Some(source), &[]),
            configure(Some(source), &over),
        ];
        let origins = [nothing, preset, file, once]
            .map(|configuration| origin(&configuration, "search.max_results"));
        assert_eq!(
            origins,
            [
                "10 (default)",
                "15 (preset praxis)",
                "7 (config/memory.yaml line 3)",
                "3 (command line)"
            ]
        );
    }

    #[test]
    fn a_preset_for_this_once_leaves_what_the_file_says() {
        let over = [Override::parse("preset=koshi").unwrap()];
        let configuration = configure(Some("preset: praxis\ntext: {max_chars: 90}\n"), &over);
        assert_eq!(origin(&configuration, "preset"), "koshi (command line)");
        assert_eq!(origin(&configuration, "text.max_chars"), "90 (config/memory.yaml line 2)");
        assert_eq!(origin(&configuration, "search.max_results"), "5 (preset koshi)");
    }

    #[test]
    fn the_seeds_own_names_are_understood() {
        let source = "memory:\n  reinforceWeight: 5\n  demoteWeight: 2\n  search:\n    max_results: 4\nmaxMemorySize: 60000\n";
        let Configuration { settings, faults, .. } = configure(Some(source), &[]);
        assert_eq!(faults, []);
        let policies = settings.policies;
        assert_eq!((policies.reinforce_weight, policies.demote_weight), (5, 2));
        assert_eq!((policies.max_results, policies.document_chars), (4, 60_000));
    }

    #[test]
    fn every_fault_is_told_at_once_and_what_is_sound_is_used() {
        let source = "search:\n  max_resluts: 5\n  max_results: none\npreset:\n  - koshi\ntext.max_chars:\ntext:\n  max_chars: 80\n  maxChars: 90\nsignal: 3\n";
        let Configuration { settings, faults, .. } = configure(Some(source), &[]);
        let messages: Vec<String> = faults.iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(messages.join("\n"), @r"
        line 2: `search.max_resluts` is not a key of this version; did you mean `search.max_results`?
        line 3: `search.max_results` is `none`, but takes a whole number from 1 to 1000
        line 4: `preset` is a list, but takes one of default, openclaw, koshi, brain, praxis, engine
        line 6: `text.max_chars` has no value; it takes a whole number from 1 to 1048576
        line 9: `text.maxChars` sets `text.max_chars` again; line 8 does so first
        line 10: `signal` is a group and takes keys, as `signal.reinforce_weight`, no value
        ");
        assert_eq!(settings.policies.rules.max_chars, 80);
        assert_eq!(faults[0].key.as_deref(), Some("search.max_resluts"));
    }

    #[test]
    fn an_empty_file_or_group_is_nothing_wrong() {
        for source in ["", "# nothing\n", "---\n", "search:\nmemory:\n"] {
            assert_eq!(fault_messages(source), Vec::<String>::new(), "{source}");
        }
    }

    #[test]
    fn a_value_for_this_once_is_checked() {
        let fault = |text: &str| Override::parse(text).unwrap_err().to_string();
        assert_eq!(fault("search"), "`search` is not of the form KEY=VALUE");
        assert!(fault("prest=koshi").contains("did you mean `preset`?"));
        assert!(fault("preset=kochi").contains("one of default"));
    }
}
