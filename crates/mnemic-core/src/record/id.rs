//! The names of things. A memory has an internal id, an anchor and a running number; a person may type any of them.
//!
//! Each id is a type of its own, so that the id of an act is never looked up as that of a memory.

mod receipt;
mod session;
mod uuid;

use std::{fmt, str::FromStr};

pub use receipt::ReceiptId;
pub use session::SessionId;
use thiserror::Error;
pub use uuid::{ActId, MemoryId, RunId};

use super::serde_text::serde_as_text;
use crate::port::clock::Randomness;

/// The short form of an id that people type and that marks the block in a document: an Obsidian block id.
///
/// Ours have 8 characters and begin with a letter; one that a person wrote may be any block id.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Anchor(String);

impl Anchor {
    /// The longest anchor.
    pub const MAX_CHARS: usize = 64;
    const LETTERS: &[u8; 22] = b"abcdefghjkmnpqrstvwxyz";
    const CHARACTERS: &[u8; 32] = b"abcdefghjkmnpqrstvwxyz0123456789";

    /// A new anchor.
    pub fn new(randomness: &dyn Randomness) -> Self {
        let mut random = [0; 8];
        randomness.fill(&mut random);
        Self::spelled(&random)
    }

    /// The anchor that `id` falls back to when its own is taken: the same on every machine.
    pub fn derived(id: MemoryId) -> Self {
        let hash = blake3::hash(id.as_bytes());
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&hash.as_bytes()[..8]);
        Self::spelled(&bytes)
    }

    fn spelled(random: &[u8; 8]) -> Self {
        let letter =
            |alphabet: &[u8], byte: u8| char::from(alphabet[usize::from(byte) % alphabet.len()]);
        let first = letter(Self::LETTERS, random[0]);
        let rest = random[1..].iter().map(|byte| letter(Self::CHARACTERS, *byte));
        Self(std::iter::once(first).chain(rest).collect())
    }

    /// The anchor as text, without the `^`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Anchor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for Anchor {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if text.is_empty() || text.len() > Self::MAX_CHARS || !text.bytes().all(allowed) {
            return Err(IdError::Anchor(text.to_owned()));
        }
        Ok(Self(text.to_owned()))
    }
}

serde_as_text!(Anchor);

/// What someone typed for a memory: any of its names, or a prefix that only one has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    text: String,
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Any,
    Number,
    Anchor,
}

impl Reference {
    /// The shortest prefix that is looked up.
    pub const MIN_PREFIX: usize = 2;

    /// The running number, when the reference may be one.
    pub fn number(&self) -> Option<u64> {
        (self.form != Form::Anchor).then(|| self.text.parse().ok()).flatten()
    }

    /// The text to compare with ids and anchors, when the reference may be one.
    pub fn name(&self) -> Option<&str> {
        (self.form != Form::Number).then_some(self.text.as_str())
    }

    /// The whole internal id, when the reference is one.
    pub fn id(&self) -> Option<MemoryId> {
        self.name().filter(|name| name.len() == 36)?.parse().ok()
    }

    /// The text as a prefix of anchors and ids, when it is long enough to be one.
    pub fn prefix(&self) -> Option<&str> {
        self.name().filter(|name| name.len() >= Self::MIN_PREFIX)
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            Form::Any => formatter.write_str(&self.text),
            Form::Number => write!(formatter, "[id:{}]", self.text),
            Form::Anchor => write!(formatter, "^{}", self.text),
        }
    }
}

impl From<MemoryId> for Reference {
    fn from(id: MemoryId) -> Self {
        Self { text: id.to_string(), form: Form::Any }
    }
}

impl FromStr for Reference {
    type Err = IdError;

    fn from_str(typed: &str) -> Result<Self, IdError> {
        let typed = typed.trim();
        let bare = typed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(typed);
        let (text, form) = if let Some(number) = bare.strip_prefix("id:") {
            (number, Form::Number)
        } else if let Some(anchor) = bare.strip_prefix('^') {
            (anchor, Form::Anchor)
        } else {
            (bare.strip_prefix('#').unwrap_or(bare), Form::Any)
        };
        let well_formed = match form {
            Form::Number => text.parse::<u64>().is_ok(),
            Form::Any | Form::Anchor => text.parse::<Anchor>().is_ok(),
        };
        if !well_formed {
            return Err(IdError::Reference(typed.to_owned()));
        }
        Ok(Self { text: text.to_owned(), form })
    }
}

/// A name that no memory can have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IdError {
    /// Not a UUID.
    #[error("`{0}` is not a memory id")]
    MemoryId(String),
    /// Not a UUID.
    #[error("`{0}` is not the id of an act")]
    ActId(String),
    /// Not a UUID.
    #[error("`{0}` is not the id of a run")]
    RunId(String),
    /// Not a block id.
    #[error("`{0}` is not an anchor: use letters, digits and dashes")]
    Anchor(String),
    /// Nothing that could name a memory.
    #[error(
        "`{0}` does not name a memory: use its number (`12` or `[id:12]`), its anchor (`^k7f3q9ab`) or its id"
    )]
    Reference(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counting(std::sync::atomic::AtomicU8);

    impl Randomness for Counting {
        fn fill(&self, buffer: &mut [u8]) {
            buffer.fill_with(|| self.0.fetch_add(37, std::sync::atomic::Ordering::Relaxed));
        }
    }

    #[test]
    fn anchors_have_eight_characters_and_begin_with_a_letter() {
        let randomness = Counting(0.into());
        for _ in 0..300 {
            let anchor = Anchor::new(&randomness);
            assert_eq!(anchor.as_str().len(), 8);
            assert!(anchor.as_str().starts_with(|first: char| first.is_ascii_lowercase()));
            assert_eq!(anchor.as_str().parse::<Anchor>().unwrap(), anchor);
        }
    }

    #[test]
    fn every_way_to_name_a_memory_is_understood() {
        let reference = |text: &str| text.parse::<Reference>().unwrap();
        for text in ["12", "[id:12]", "id:12", "#12"] {
            assert_eq!(reference(text).number(), Some(12), "{text}");
        }
        assert_eq!(reference("[id:12]").name(), None);
        assert_eq!(reference("^12").number(), None);
        assert_eq!(reference("^k7f3q9ab").name(), Some("k7f3q9ab"));
        assert_eq!(reference("#a1b2").prefix(), Some("a1b2"));
        assert_eq!(reference("a").prefix(), None);
    }

    #[test]
    fn what_cannot_name_a_memory_is_refused() {
        for text in ["", "^", "[id:x]", "a b", "../x", "id:"] {
            assert!(text.parse::<Reference>().is_err(), "{text:?} was accepted");
        }
    }
}
