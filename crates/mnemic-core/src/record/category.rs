//! What a note is about, and which section of a document it therefore lives in.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize, de::Error as _};
use thiserror::Error;

use crate::text::word;

/// What a note is about: one of the nine below, or any word a user brings.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Category(String);

impl Category {
    /// The categories Mnemic itself assigns.
    pub const KNOWN: [&str; 9] = [
        "decision",
        "architecture",
        "pattern",
        "warning",
        "discovery",
        "error",
        "preference",
        "file_change",
        "task_progress",
    ];
    const MAX_CHARS: usize = 40;

    /// The category as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The category that the words of a text suggest; the first rule that fits wins.
    pub fn of_text(text: &str) -> Self {
        let text = text.to_lowercase().replace('’', "'");
        let words: Vec<&str> = text.split(|c: char| !(word::is_inside(c) || c == '\'')).collect();
        let says = |candidates: &[&str]| words.iter().any(|word| candidates.contains(word));
        let name = if says(&["never", "don't", "dont", "avoid", "warning"]) {
            "warning"
        } else if says(&["decided", "chose", "use", "decision"]) {
            "decision"
        } else if says(&["pattern", "patterns", "convention", "conventions", "always"]) {
            "pattern"
        } else if says(&["prefer", "prefers", "preferred", "preference", "style"]) {
            "preference"
        } else {
            "discovery"
        };
        Self(name.to_owned())
    }

    /// The section of MEMORY.md that notes of this category live in.
    pub fn section(category: Option<&Self>) -> &'static str {
        match category.map(Self::as_str) {
            Some("decision" | "architecture") => "Decisions",
            Some("preference") => "User Preferences",
            Some("pattern") => "Patterns",
            _ => "Facts",
        }
    }

    /// The category of a note that stands under these headings (outer to inner) without showing one.
    pub fn implied_by(headings: &[String]) -> Option<Self> {
        headings.iter().rev().find_map(|heading| {
            let name = match heading.to_lowercase().as_str() {
                "decisions" => "decision",
                "user preferences" | "preferences" => "preference",
                "patterns" => "pattern",
                _ => return None,
            };
            Some(Self(name.to_owned()))
        })
    }
}

impl fmt::Display for Category {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for Category {
    type Err = CategoryError;

    fn from_str(text: &str) -> Result<Self, CategoryError> {
        let name = text.trim().to_lowercase().replace(' ', "_");
        let allowed =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte);
        let fits = (2..=Self::MAX_CHARS).contains(&name.len()) && name.bytes().all(allowed);
        if !fits || !name.starts_with(|first: char| first.is_ascii_lowercase()) {
            return Err(CategoryError(text.to_owned()));
        }
        Ok(Self(name))
    }
}

impl<'de> Deserialize<'de> for Category {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// A category that cannot be shown in a document.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a category: use 2 to 40 of the characters a-z 0-9 _ -, beginning with a letter"
)]
pub struct CategoryError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_text_suggest_its_category() {
        for (text, category) in [
            ("Never force-push to main", "warning"),
            ("Don’t run migrations by hand", "warning"),
            ("We decided on SQLite", "decision"),
            ("Use tabs", "decision"),
            ("The user prefers tabs", "preference"),
            ("Always run the linter first", "pattern"),
            ("The build takes 4 minutes", "discovery"),
            ("Because of the refusal", "discovery"),
        ] {
            assert_eq!(Category::of_text(text).as_str(), category, "{text}");
        }
    }

    #[test]
    fn a_section_implies_the_category_it_is_for() {
        let implied = |headings: &[&str]| {
            let headings: Vec<String> =
                headings.iter().map(|heading| (*heading).to_owned()).collect();
            Category::implied_by(&headings).map(|category| category.to_string())
        };
        assert_eq!(implied(&["Memory", "Decisions"]).as_deref(), Some("decision"));
        assert_eq!(implied(&["Decisions", "User Preferences"]).as_deref(), Some("preference"));
        assert_eq!(implied(&["Patterns", "Technical Patterns"]).as_deref(), Some("pattern"));
        assert_eq!(implied(&["Facts"]), None);
        for category in Category::KNOWN {
            let category: Category = category.parse().unwrap();
            assert!(
                ["Decisions", "User Preferences", "Patterns", "Facts"]
                    .contains(&Category::section(Some(&category)))
            );
        }
    }

    #[test]
    fn a_category_is_any_word_that_fits_in_brackets() {
        assert_eq!("Release Notes".parse::<Category>().unwrap().as_str(), "release_notes");
        for text in ["", "x", "1st", "a]b", "é"] {
            assert!(text.parse::<Category>().is_err(), "{text:?} was accepted");
        }
    }
}
