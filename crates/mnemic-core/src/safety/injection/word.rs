//! Words: those of a text that the vocabulary knows, with their places, so that patterns read nothing else.

use super::vocabulary::{ClassId, Vocabulary};

/// Longer words are names, keys and codes.
const LONGEST: usize = 20;

/// A known word of a text.
#[derive(Debug, Clone, Copy)]
pub struct Word<'v> {
    /// What it stands for.
    pub classes: &'v [ClassId],
    /// Which word of the text it is, known or not.
    pub place: u32,
    /// Which sentence it is in.
    pub sentence: u32,
    /// How many words of its clause stand before it.
    pub nth: u32,
    /// Whether a clause begins with it: behind a mark, or behind "please", "then" and the like.
    pub begins: bool,
    /// Where it begins and ends, in bytes.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
}

/// The known words of a folded text.
pub fn words<'v>(text: &str, vocabulary: &'v Vocabulary) -> Vec<Word<'v>> {
    let bytes = text.as_bytes();
    let mut words = Vec::with_capacity(bytes.len() / 12);
    // The clause begins at the place `clause`.
    let (mut at, mut place, mut clause, mut sentence, mut is_led) = (0, 0, 0, 0, false);
    while at < bytes.len() {
        if is_inside(bytes[at]) {
            let start = at;
            at = end_of_word(bytes, at);
            let classes = look_up(bytes, start, at, vocabulary);
            if let Some(classes) = classes {
                let (nth, begins) = (place - clause, place == clause || is_led);
                words.push(Word { classes, place, sentence, nth, begins, start, end: at });
            }
            is_led = classes.is_some_and(|it| vocabulary.leads(it));
            place += 1;
            continue;
        }
        match mark(bytes, at) {
            Mark::Sentence => (sentence, clause) = (sentence + 1, place),
            Mark::Clause => clause = place,
            Mark::LineFeed => {
                clause = place;
                at += 1;
            }
            Mark::None => {}
        }
        at += 1;
    }
    words
}

/// What a byte between words does.
enum Mark {
    /// Ends a sentence.
    Sentence,
    /// Begins a clause.
    Clause,
    /// Is the first half of a line feed as JSON writes it.
    LineFeed,
    None,
}

fn mark(bytes: &[u8], at: usize) -> Mark {
    let next = bytes.get(at + 1).copied().unwrap_or(b' ');
    let is_after_space = at == 0 || bytes[at - 1].is_ascii_whitespace();
    let is_before_space = next.is_ascii_whitespace();
    match bytes[at] {
        b' ' => Mark::None,
        b'\\' if matches!(next, b'n' | b't' | b'r') => Mark::LineFeed,
        b'.' | b'!' | b'?' | b';'
            if is_before_space || matches!(next, b'"' | b'\'' | b')' | b'\\' | b'<' | b'*') =>
        {
            Mark::Sentence
        }
        b'{' | b'}' | b'=' => Mark::Sentence,
        b'\n' if ends_sentence(bytes, at) => Mark::Sentence,
        b'\n' | b'>' | b'*' | b'#' | b'|' | b'!' | b'?' => Mark::Clause,
        b',' | b':' | b';' | b'-' | b')' | b']' if is_before_space || next == b'"' => Mark::Clause,
        b'"' | b'\'' | b'`' | b'(' | b'[' if is_after_space || bytes[at - 1] == b':' => {
            Mark::Clause
        }
        _ => Mark::None,
    }
}

/// Letters of other scripts belong to words, too; none of them is known.
const fn is_inside(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

/// An apostrophe between letters belongs to the word.
fn end_of_word(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        let is_apostrophe =
            *byte == b'\'' && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
        if !is_inside(*byte) && !is_apostrophe {
            break;
        }
        at += 1;
    }
    at
}

/// What a word stands for. With a dot before it is the end of a name, as in `.env` and `.com`; with an at sign inside it
/// is an address.
fn look_up<'v>(
    bytes: &[u8],
    start: usize,
    end: usize,
    vocabulary: &'v Vocabulary,
) -> Option<&'v [ClassId]> {
    let before = if start > 0 { bytes[start - 1] } else { b' ' };
    if before == b'@' && start > 1 && is_inside(bytes[start - 2]) {
        return vocabulary.classes(b"@");
    }
    if before == b'.'
        && let Some(classes) = vocabulary.classes(&bytes[start - 1..end])
    {
        return Some(classes);
    }
    let word = &bytes[start..end];
    if word.len() > LONGEST || is_code(bytes, start, end) {
        return None;
    }
    if let Some(classes) = vocabulary.classes(word) {
        return Some(classes);
    }
    let has = |is: fn(&u8) -> bool| word.iter().any(is);
    if word.contains(&b'\'') {
        let plain: Vec<u8> = word.iter().copied().filter(|it| *it != b'\'').collect();
        let owner = word.strip_suffix(b"'s");
        return vocabulary.classes(&plain).or_else(|| vocabulary.classes(owner?));
    }
    // Letters written as digits: `1gn0re`.
    if word.len() > 3 && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) {
        let spelled: Vec<u8> = word.iter().map(|it| spelled(*it)).collect();
        return vocabulary.classes(&spelled);
    }
    None
}

/// Whether it is a name in code and not said: `request.form`, `login(`, `key=`.
fn is_code(bytes: &[u8], start: usize, end: usize) -> bool {
    let before = |back: usize| start.checked_sub(back).map_or(b' ', |at| bytes[at]);
    let after = |ahead: usize| bytes.get(end + ahead).copied().unwrap_or(b' ');
    matches!(before(1), b'.' | b':')
        && (is_inside(before(2)) || matches!(before(2), b')' | b']' | b':'))
        || matches!(after(0), b'(' | b'=' | b'[')
        || after(0) == b':' && after(1) == b':'
}

const fn spelled(digit: u8) -> u8 {
    match digit {
        b'0' => b'o',
        b'1' => b'i',
        b'3' => b'e',
        b'4' => b'a',
        b'5' => b's',
        b'7' => b't',
        other => other,
    }
}

/// Whether a line feed ends a sentence: before a blank line or a new item of a list, behind a line of code.
fn ends_sentence(bytes: &[u8], at: usize) -> bool {
    let line = &bytes[at + 1..];
    let indent = line.iter().take_while(|it| matches!(it, b' ' | b'\t' | b'\r')).count();
    let begins_item = |first: &u8| matches!(first, b'\n' | b'-' | b'*' | b'#' | b'|' | b'>');
    line.get(indent).is_none_or(begins_item)
        || at > 0 && matches!(bytes[at - 1], b';' | b'{' | b'}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_sentences_and_beginnings() {
        let vocabulary = Vocabulary::new("A: ignore rule* tell .env @\nLEAD: please");
        for (text, wanted) in [
            ("please ignore the rules", vec![(0, 0, true), (1, 0, true), (3, 0, false)]),
            ("ignore it. tell", vec![(0, 0, true), (2, 1, true)]),
            ("a\\nignore", vec![(1, 0, true)]),
            ("read .env of a@b.c", vec![(1, 0, false), (4, 0, false)]),
            ("1gn0re user's ru1e5", vec![(0, 0, true)]),
            ("one\ntell\n\n- tell", vec![(1, 0, true), (2, 2, true)]),
            ("a.tell tell(x) tell", vec![(4, 0, true)]),
        ] {
            let words = words(text, &vocabulary);
            let found: Vec<_> = words.iter().map(|it| (it.place, it.sentence, it.begins)).collect();
            assert_eq!(found, wanted, "{text:?}");
        }
    }
}
