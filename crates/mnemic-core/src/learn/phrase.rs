//! A sentence as its words, to look for turns of phrase in it. Here `don't` and `snake_case` are one word each.

use crate::text::word;

/// The words of a sentence in lower case, with a space before and after each.
#[derive(Debug, Clone)]
pub(super) struct Phrasing(String);

impl Phrasing {
    pub(super) fn of(sentence: &str) -> Self {
        let lower = sentence.to_lowercase().replace(['’', '‘'], "'");
        let is_inside = |it: char| word::is_inside(it) || matches!(it, '\'' | '_');
        let mut words = String::from(" ");
        for word in lower.split(|it: char| !is_inside(it)) {
            let word = word.trim_matches('\'');
            if !word.is_empty() {
                words.push_str(word);
                words.push(' ');
            }
        }
        Self(words)
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.0.split_whitespace()
    }

    pub(super) fn count(&self) -> usize {
        self.words().count()
    }

    /// Whether it says one of these, whole words only.
    pub(super) fn contains_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| {
            self.0.match_indices(phrase).any(|(start, _)| {
                let end = start + phrase.len();
                self.0[..start].ends_with(' ') && self.0[end..].starts_with(' ')
            })
        })
    }

    /// Whether it begins with one of these.
    pub(super) fn begins(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| {
            self.0[1..].strip_prefix(phrase).is_some_and(|rest| rest.starts_with(' '))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_as_whole_words() {
        let phrasing = Phrasing::of("Don’t use `npm`, because we decided on pnpm!");
        assert!(phrasing.contains_any(&["don't use"]) && phrasing.begins(&["don't"]));
        assert!(phrasing.contains_any(&["we decided"]) && !phrasing.begins(&["use"]));
        assert!(!phrasing.contains_any(&["cause", "we decide"]));
        assert_eq!(phrasing.count(), 8);
    }
}
