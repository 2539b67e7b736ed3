//! Links: a memory's text may name another memory, by its number (`[id:12]`) or by its anchor (`^k7f3q9ab`,
//! `[[k7f3q9ab]]`, `[[MEMORY#^k7f3q9ab]]`).
//!
//! Only a whole name counts, never the beginning of one, and what no memory is called names nothing.

use std::{fmt, str::FromStr};

use crate::record::{
    id::{Anchor, IdError, MemoryId},
    memory::Memory,
};

/// So many names of a text count, the first ones: more is a list of contents.
pub const NAMES_MOST: usize = 16;

/// One memory names another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link {
    /// The memory whose text names the other.
    pub from: MemoryId,
    /// The memory that is named.
    pub to: MemoryId,
}

/// What a text calls a memory by.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Name {
    /// Its running number.
    Number(u64),
    /// Its anchor.
    Anchor(Anchor),
}

/// A memory and what texts call it by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// The memory.
    pub id: MemoryId,
    /// Its names.
    pub names: Vec<Name>,
}

impl Called {
    /// What texts call a memory by.
    pub fn of(memory: &Memory) -> Self {
        let number = memory.number.map(Name::Number);
        let names = number.into_iter().chain([Name::Anchor(memory.anchor.clone())]).collect();
        Self { id: memory.id, names }
    }
}

/// The names of memories in a text, each once, in their order, at most [`NAMES_MOST`].
pub fn names_in(text: &str) -> Vec<Name> {
    let mut names = Vec::new();
    for (place, mark) in text.match_indices(['^', '[']) {
        let (before, after) = (&text[..place], &text[place + mark.len()..]);
        let name = if mark == "^" { anchor(before, after) } else { bracketed(after) };
        if let Some(name) = name.filter(|name| !names.contains(name)) {
            names.push(name);
        }
        if names.len() == NAMES_MOST {
            break;
        }
    }
    names
}

/// What follows a `^`, unless that stands inside a word, as in `x^2`.
fn anchor(before: &str, after: &str) -> Option<Name> {
    if before.ends_with(|letter: char| letter.is_alphanumeric()) {
        return None;
    }
    let (anchor, _) = parted(after, |letter| letter.is_alphanumeric() || "-_".contains(letter));
    anchor.parse().ok().map(Name::Anchor)
}

/// What follows a `[`: `id:12]`, or `[k7f3q9ab]]` with or without other words for it.
fn bracketed(after: &str) -> Option<Name> {
    if let Some(after) = after.strip_prefix("id:") {
        let (number, rest) = parted(after, |letter| letter.is_ascii_digit());
        let number = rest.starts_with(']').then_some(number)?;
        return number.parse().ok().map(Name::Number);
    }
    let after = after.strip_prefix('[')?.trim_start();
    let (anchor, rest) = parted(after, |letter| letter.is_ascii_alphanumeric() || letter == '-');
    let rest = rest.trim_start();
    let is_whole = rest.starts_with("]]") || rest.starts_with('|');
    is_whole.then_some(anchor)?.parse().ok().map(Name::Anchor)
}

/// A text as far as its letters are of one sort, and the rest. Nothing is looked at twice, however long a text is.
fn parted(text: &str, is_part: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|letter| !is_part(letter)).unwrap_or(text.len()))
}

/// As a text writes it.
impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(formatter, "[id:{number}]"),
            Self::Anchor(anchor) => write!(formatter, "^{anchor}"),
        }
    }
}

impl FromStr for Name {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let names = names_in(text);
        let whole = names.into_iter().find(|name| name.to_string() == text);
        whole.ok_or_else(|| IdError::Reference(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let names: Vec<String> = names_in(text).iter().map(Name::to_string).collect();
        assert_eq!(names, expected, "{text}");
        for name in names_in(text) {
            assert_eq!(name.to_string().parse::<Name>().unwrap(), name);
        }
    }

    #[test]
    fn memories_are_named_by_number_and_by_anchor() {
        check("see [id:7], and again [id:7]", &["[id:7]"]);
        check("as ^k7f3q9ab says (^own-id).", &["^k7f3q9ab", "^own-id"]);
        check("[[k7f3q9ab]] [[ b8k2m4np | the plan ]] [[^c9]]", &["^k7f3q9ab", "^b8k2m4np", "^c9"]);
        check("[[MEMORY#^k7f3q9ab|why]] [[id:12]]", &["^k7f3q9ab", "[id:12]"]);
        check("[id:007]", &["[id:7]"]);
    }

    #[test]
    fn what_only_looks_like_a_name_is_none() {
        for text in [
            "x^2 and e^k7f3q9ab",
            "[id:x] [id:] [id:-1] [id:7",
            "[[ -f file ]] [[1, 2], [3]] [[Some page]]",
            "^ ^é ^k7f3q9abé ^a_b",
            "id:7 #7 7 k7f3q9ab",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn a_text_of_brackets_is_read_once() {
        for part in ["[", "[[", "[id:", "[id:7", "^", "[[ ", "[[a", "[[a|"] {
            let names = names_in(&part.repeat(300_000));
            assert!(names.len() <= 1, "{part}");
        }
    }

    #[test]
    fn a_list_of_contents_names_its_first_entries() {
        let text: String = (1..=40).map(|number| format!("[id:{number}] ")).collect();
        let names = names_in(&text);
        assert_eq!(names.len(), NAMES_MOST);
        assert_eq!(names.last(), Some(&Name::Number(16)));
    }

    #[test]
    fn nothing_but_a_name_reads_as_one() {
        for text in ["", "7", "[id:7] ", "k7f3q9ab", "[[k7f3q9ab]]", "^a ^b"] {
            assert!(text.parse::<Name>().is_err(), "{text:?}");
        }
    }
}
