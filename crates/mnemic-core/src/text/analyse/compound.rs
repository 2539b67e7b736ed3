//! Compounds: words that are written together by one and apart by another.
//!
//! What a hyphen parts is one word, too (`stand-up` is `standup`), and what capitals part inside a name of code is
//! several (`parseTariffTable` is `parse tariff table`). A name of two parts with a capital in front is left as it is:
//! `JavaScript` is not about Java.

use std::borrow::Cow;

use super::{MAX_QUERY_CHARS, is_content_word};
use crate::text::word::{is_inside, is_unspaced};

/// A word of more parts is a phrase or an identifier that nobody types in one. Chosen by hand, as are the numbers below.
const MOST_JOINED: usize = 3;
/// A longer one is nothing that anyone says.
const LONGEST_JOINED: usize = 32;
/// A longer run is no name.
const LONGEST_NAME: usize = 64;

/// A text with each compound followed by what else it is.
pub(super) fn with_compounds(text: &str) -> Cow<'_, str> {
    if !may_hold_any(text) {
        return Cow::Borrowed(text);
    }
    let mut with_compounds = String::new();
    let mut written = 0;
    for chunk in chunks(text) {
        let others = others(chunk);
        if others.is_empty() {
            continue;
        }
        let end = chunk.as_ptr() as usize - text.as_ptr() as usize + chunk.len();
        with_compounds.push_str(&text[written..end]);
        for other in others {
            with_compounds.push(' ');
            with_compounds.push_str(&other);
        }
        written = end;
    }
    if written == 0 {
        return Cow::Borrowed(text);
    }
    with_compounds.push_str(&text[written..]);
    Cow::Owned(with_compounds)
}

/// The telling parts of the names of code in a question, in lower case.
pub(crate) fn asked_parts(question: &str) -> Vec<String> {
    if !may_hold_any(question) {
        return Vec::new();
    }
    let end = question.char_indices().nth(MAX_QUERY_CHARS);
    let question = &question[..end.map_or(question.len(), |(index, _)| index)];
    let runs = chunks(question).flat_map(|chunk| chunk.split('-'));
    let parts = runs.flat_map(parts).map(str::to_lowercase);
    parts.filter(|part| is_content_word(part)).collect()
}

/// Whether a look at its bytes leaves a compound possible.
fn may_hold_any(text: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let bytes = text.as_bytes();
    let parted = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    let joined = |three: &[u8]| three[1] == b'-' && is_word(three[0]) && is_word(three[2]);
    bytes.windows(2).any(parted) || bytes.windows(3).any(joined)
}

/// Runs of letters, digits and hyphens, without the hyphens around them.
fn chunks(text: &str) -> impl Iterator<Item = &str> {
    let is_outside = |character: char| !(is_inside(character) || character == '-');
    let chunks = text.split(is_outside).map(|chunk| chunk.trim_matches('-'));
    chunks.filter(|chunk| !chunk.is_empty())
}

fn others(chunk: &str) -> Vec<Cow<'_, str>> {
    let runs: Vec<&str> = chunk.split('-').collect();
    let parts = runs.iter().flat_map(|run| parts(run)).map(Cow::Borrowed);
    joined(&runs).map(Cow::Owned).into_iter().chain(parts).collect()
}

/// Runs with hyphens between them as one word.
fn joined(runs: &[&str]) -> Option<String> {
    let is_number = |run: &&str| run.bytes().all(|byte| byte.is_ascii_digit());
    let is_one_word = (2..=MOST_JOINED).contains(&runs.len())
        && runs.iter().all(|run| !run.is_empty() && !run.contains(is_unspaced))
        && !runs.iter().all(is_number);
    let joined = is_one_word.then(|| runs.concat())?;
    (joined.chars().count() <= LONGEST_JOINED).then_some(joined)
}

/// The parts of a name of code; nothing for any other word.
fn parts(run: &str) -> Vec<&str> {
    let bytes = run.as_bytes();
    if bytes.len() > LONGEST_NAME || !bytes.iter().all(u8::is_ascii_alphanumeric) {
        return Vec::new();
    }
    let begins = |place: usize| {
        let follows = |is: fn(&u8) -> bool| bytes.get(place + 1).is_some_and(is);
        bytes[place].is_ascii_uppercase()
            && (!bytes[place - 1].is_ascii_uppercase() || follows(u8::is_ascii_lowercase))
    };
    let mut parts = Vec::new();
    let mut start = 0;
    for place in (1..bytes.len()).filter(|place| begins(*place)).chain([bytes.len()]) {
        parts.push(&run[start..place]);
        start = place;
    }
    let least = if run.starts_with(|first: char| first.is_ascii_lowercase()) { 2 } else { 3 };
    let is_name = parts.len() >= least && parts.iter().all(|part| part.len() > 1);
    if is_name { parts } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_written_together_or_apart_is_both() {
        for (text, expected) in [
            ("the stand-up.", "the stand-up standup."),
            ("ABX-4417, on-call", "ABX-4417 ABX4417, on-call oncall"),
            ("UTF-8 e-mail", "UTF-8 UTF8 e-mail email"),
            ("parseTariffTable(x)", "parseTariffTable parse Tariff Table(x)"),
            ("HTTPServerConfig", "HTTPServerConfig HTTP Server Config"),
            ("pre-parseTable", "pre-parseTable preparseTable parse Table"),
            ("café-bar", "café-bar cafébar"),
        ] {
            assert_eq!(with_compounds(text), expected, "{text}");
        }
    }

    #[test]
    fn other_words_stay_as_they_are() {
        for text in [
            "",
            "plain words - and a dash",
            "2026-11-16 and 555-1234",
            "state-of-the-art",
            "a--b --flag -x",
            "JavaScript GitHub UUIDv7 iPhone McDonald OpenAI",
            "東京-タワー",
            "aB3dE5fG",
        ] {
            assert!(
                matches!(with_compounds(text), Cow::Borrowed(_)),
                "{text}: {}",
                with_compounds(text)
            );
        }
    }

    #[test]
    fn a_name_of_code_is_asked_for_by_its_parts() {
        assert_eq!(asked_parts("what does parseTariffTable do"), ["parse", "tariff", "table"]);
        assert!(asked_parts("what does JavaScript do on-call").is_empty());
    }

    proptest! {
        #[test]
        fn nothing_is_taken_out(text in "[a-zA-Z0-9é猫 .-]{0,60}") {
            let with_compounds = with_compounds(&text);
            let mut rest = with_compounds.chars();
            prop_assert!(text.chars().all(|character| rest.any(|other| other == character)));
        }
    }
}
