//! The words of a question with their place, case and what stands between them: for reading dates and names.
//!
//! [`query_terms`](super::analyse::query_terms) forgets all that; a date is recognised by it.

use std::ops::Range;

use super::word;

/// A word as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// In lower case.
    pub lower: String,
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// Whether it begins with a capital letter.
    pub capital: bool,
    /// What stands before it.
    pub gap: Gap,
}

/// What stands between a word and the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing: it is the first.
    Start,
    /// Space alone.
    Space,
    /// A comma.
    Comma,
    /// A hyphen or dash.
    Dash,
    /// A slash.
    Slash,
    /// An apostrophe.
    Apostrophe,
    /// A full stop.
    Stop,
    /// What else ends a sentence or begins one.
    Sentence,
    /// Anything else.
    Other,
}

impl Word {
    /// Whether its capital letter may be due to its place alone.
    pub fn starts_sentence(&self) -> bool {
        matches!(self.gap, Gap::Start | Gap::Stop | Gap::Sentence)
    }

    /// Whether its capital letter says something.
    pub fn is_name_like(&self) -> bool {
        self.capital && !self.starts_sentence()
    }

    /// Whether it stands in one phrase with the word before.
    pub fn continues(&self) -> bool {
        matches!(self.gap, Gap::Space | Gap::Comma)
    }
}

/// The words of a text, in order.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut before = None;
    let words = word::spans(text).map(|span| {
        let end = span.end;
        positioned(text, span, before.replace(end))
    });
    words.collect()
}

/// As much of a question as is read.
pub(super) fn beginning(question: &str) -> &str {
    let end = question.char_indices().nth(super::analyse::MAX_QUERY_CHARS);
    &question[..end.map_or(question.len(), |(index, _)| index)]
}

fn positioned(text: &str, range: Range<usize>, before: Option<usize>) -> Word {
    let written = &text[range.clone()];
    let gap = before.map_or(Gap::Start, |end| gap(&text[end..range.start]));
    let capital = written.chars().next().is_some_and(char::is_uppercase);
    Word { lower: written.to_lowercase(), range, capital, gap }
}

fn gap(between: &str) -> Gap {
    match between.trim() {
        "" if between.contains('\n') => Gap::Sentence,
        "" => Gap::Space,
        "," => Gap::Comma,
        "-" | "–" | "—" => Gap::Dash,
        "/" => Gap::Slash,
        "'" | "’" => Gap::Apostrophe,
        "." => Gap::Stop,
        other if other.contains(['.', '?', '!', ':', ';', '\n']) => Gap::Sentence,
        _ => Gap::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_place_and_what_stands_before_them() {
        let text = "On May 8, 2023–what's “new”? Élan/x";
        let found: Vec<_> = words(text)
            .into_iter()
            .map(|word| (text[word.range.clone()].to_owned(), word.capital, word.gap))
            .collect();
        let expected = [
            ("On", true, Gap::Start),
            ("May", true, Gap::Space),
            ("8", false, Gap::Space),
            ("2023", false, Gap::Comma),
            ("what", false, Gap::Dash),
            ("s", false, Gap::Apostrophe),
            ("new", false, Gap::Other),
            ("Élan", true, Gap::Sentence),
            ("x", false, Gap::Slash),
        ];
        assert_eq!(found, expected.map(|(word, capital, gap)| (word.to_owned(), capital, gap)));
    }
}
