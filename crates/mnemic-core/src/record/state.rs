//! What tells one state of a memory from another, on every machine.
//!
//! Versions are counted where they arise: after the journals of two machines are merged, one number may
//! stand for two texts. What a change was based on is therefore named by what it said.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::record::memory::Memory;

/// The first 64 bits of BLAKE3 over what a person would call the memory's state. Signals, names, homes and
/// importance are left out: they change without a new version, or differ between machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateHash(pub u64);

impl StateHash {
    /// The hash of a memory's present state. What goes into it is fixed: journals hold these hashes.
    pub fn of(memory: &Memory) -> Self {
        let mut hasher = blake3::Hasher::new();
        let mut add = |field: &str| {
            hasher.update(&(field.len() as u64).to_le_bytes());
            hasher.update(field.as_bytes());
        };
        add(&memory.scope.to_string());
        add(memory.kind());
        add(&memory.category.as_ref().map(ToString::to_string).unwrap_or_default());
        add(memory.status.name());
        add(memory.lifecycle.name());
        add(&memory.updated_at.as_nanosecond().to_string());
        add(&memory.created_at.as_nanosecond().to_string());
        memory.tags.iter().for_each(|tag| add(tag));
        add(&memory.text);
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        Self(u64::from_be_bytes(bytes))
    }
}

impl std::str::FromStr for StateHash {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

impl Serialize for StateHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
        text.parse().map_err(|_| de::Error::custom("not a hash"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Memory {
        let json = serde_json::json!({
            "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "k7f3q9ab", "number": 1,
            "scope": "global", "kind": "note", "text": "Chose SQLite", "tags": ["storage"],
            "category": "decision", "source": {"origin": "human"}, "trust": "high",
            "importance": 0.5, "confidence": 1.0, "version": 1,
            "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z"
        });
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn the_hash_never_changes_between_releases() {
        assert_eq!(StateHash::of(&memory()).to_string(), "d349749c0dd8d500");
    }

    #[test]
    fn only_what_a_change_sets_counts() {
        let one = StateHash::of(&memory());
        let same = Memory { version: 7, number: Some(9), importance: 0.9, ..memory() };
        assert_eq!(StateHash::of(&same), one);
        let other = Memory { text: "Chose Postgres".to_owned(), ..memory() };
        assert_ne!(StateHash::of(&other), one);
        let untagged = Memory { tags: Vec::new(), ..memory() };
        assert_ne!(StateHash::of(&untagged), one);
    }

    #[test]
    fn it_reads_back_as_it_was_written() {
        let hash = StateHash(0x00ff_0000_0000_0001);
        let json = serde_json::to_string(&hash).unwrap();
        assert_eq!(json, r#""00ff000000000001""#);
        assert_eq!(serde_json::from_str::<StateHash>(&json).unwrap(), hash);
    }
}
