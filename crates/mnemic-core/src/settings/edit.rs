//! Setting one key in a file and leaving everything else as it is: comments, order, spelling, spaces.
//!
//! The text is changed at one place only. Afterwards the file is read again: had anything else changed its
//! meaning, the change would be refused.

mod insertion;

use std::ops::Range;

use thiserror::Error;

use super::{
    Settings,
    fault::Fault,
    key::{Key, find, normalised},
    yaml::{self, Leaf, Yaml, YamlValue},
};

/// A file with a key set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The whole file.
    pub source: String,
    /// The line the key stands on.
    pub line: usize,
}

/// Why a key could not be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EditError {
    /// The value is not allowed.
    #[error("{0}")]
    Value(String),
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(Fault),
    /// The key is there more than once.
    #[error("`{key}` is set on lines {first} and {second}; remove one of them")]
    Twice {
        /// The key.
        key: &'static str,
        /// Where it is set first.
        first: usize,
        /// And again.
        second: usize,
    },
    /// The file is written in a way that only a person can change.
    #[error("`{key}` cannot be set without changing more than its value; edit the file by hand")]
    ByHand {
        /// The key.
        key: &'static str,
    },
}

/// Sets a key in a file.
pub fn set(source: &str, key: &'static Key, text: &str) -> Result<Edited, EditError> {
    key.put(text, &mut Settings::default()).map_err(EditError::Value)?;
    let yaml = yaml::read(source);
    if let Some(fault) = yaml.faults.into_iter().next() {
        return Err(EditError::Unreadable(fault));
    }
    let yaml = Yaml { faults: Vec::new(), ..yaml };
    let mut there = yaml.leaves.iter().filter(|leaf| is_of(leaf, key));
    let change = match (there.next(), there.next()) {
        (Some(first), Some(second)) => {
            let (first, second) = (first.line, second.line);
            return Err(EditError::Twice { key: key.name, first, second });
        }
        (Some(leaf), None) => change_value(source, leaf, text),
        (None, _) => Some(insertion::add(source, &yaml, key, text)),
    };
    let by_hand = || EditError::ByHand { key: key.name };
    let Change { place, with } = change.ok_or_else(by_hand)?;
    let mut edited = source.to_owned();
    edited.replace_range(place, &with);
    let line = line_if_only_changed(&yaml, &edited, key, text).ok_or_else(by_hand)?;
    Ok(Edited { source: edited, line })
}

/// What is put where.
struct Change {
    place: Range<usize>,
    with: String,
}

impl Change {
    fn insert(at: usize, with: String) -> Self {
        Self { place: at..at, with }
    }
}

fn is_of(leaf: &Leaf, key: &Key) -> bool {
    find(&leaf.path).is_ok_and(|found| found.name == key.name)
}

fn change_value(source: &str, leaf: &Leaf, text: &str) -> Option<Change> {
    match &leaf.value {
        YamlValue::Scalar { span, .. } => {
            let with = match source[span.clone()].chars().next() {
                Some('\'') if !text.contains('\'') => format!("'{text}'"),
                Some('"') => quoted(text),
                _ => scalar(text),
            };
            Some(Change { place: span.clone(), with })
        }
        YamlValue::Nothing { after } => {
            let colon = after + source[*after..].find(':')? + 1;
            Some(Change::insert(colon, format!(" {}", scalar(text))))
        }
        YamlValue::Other(_) => None,
    }
}

/// A value as YAML: plain where nothing in it could be taken for something else.
fn scalar(text: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_./".contains(character);
    let begins = text.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '/');
    let rest = text.chars().all(|character| plain(character) || character == '-');
    if begins && rest { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The line of the key, if it has the value now and nothing else has changed.
fn line_if_only_changed(before: &Yaml, edited: &str, key: &Key, text: &str) -> Option<usize> {
    let after = yaml::read(edited);
    let others = |yaml: &Yaml| -> Vec<(String, Option<String>)> {
        let others = yaml.leaves.iter().filter(|leaf| !is_of(leaf, key));
        let values = others.map(|leaf| match &leaf.value {
            YamlValue::Scalar { text, .. } => (leaf.path.clone(), Some(text.clone())),
            YamlValue::Nothing { .. } | YamlValue::Other(_) => (leaf.path.clone(), None),
        });
        values.filter(|(path, value)| value.is_some() || !is_group_of(path, key)).collect()
    };
    let set = after.leaves.iter().find(|leaf| is_of(leaf, key))?;
    let says_so = matches!(&set.value, YamlValue::Scalar { text: now, .. } if now == text);
    (after.faults.is_empty() && says_so && others(before) == others(&after)).then_some(set.line)
}

fn is_named(path: &str, group: &str) -> bool {
    normalised(path) == group
}

fn is_group_of(path: &str, key: &Key) -> bool {
    key.name.rsplit_once('.').is_some_and(|(group, _)| is_named(path, group))
}

#[cfg(test)]
mod tests;
