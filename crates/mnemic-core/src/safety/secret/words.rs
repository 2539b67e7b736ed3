//! Words of a sentence, and where the sentence ends and code begins.

use std::ops::Range;

use super::{odd::is_odd, set::is_random, written::sentence_end};

/// The next words of a paragraph, without the signs around them.
pub fn words(text: &str, from: usize, most: usize) -> Vec<Range<usize>> {
    let rest = &text[from..];
    let paragraph = &rest[..rest.find("\n\n").unwrap_or(rest.len())];
    let mut words = Vec::new();
    let mut place = 0;
    let mut ends_line = true;
    for piece in paragraph.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        // What the name names is redacted already.
        if is_code(word) || word.contains("[REDACTED:") {
            break;
        }
        let opened = word.len()
            - word
                .trim_start_matches(['"', '\'', '`', '(', '«', '“', '„', '*', ',', ':', '‘', '['])
                .len();
        let bare = word[opened..].trim_end_matches(['"', '\'', '`', '»', '”', '*', ';', ',', '’']);
        let range = sentence_end(text, from + place + opened..from + place + opened + bare.len());
        let range = sentence_end(
            text,
            range.start
                ..range.start + text[range.clone()].trim_end_matches(['"', '\'', '`', '”']).len(),
        );
        if !range.is_empty() {
            words.push(range);
        }
        place += piece.len();
        ends_line = if word.is_empty() { ends_line } else { word.ends_with([':', '→', '?']) };
        // A sentence goes on in the next line; a list, code and configuration do not.
        let goes_on = ends_line || is_wrapped(paragraph, place);
        if words.len() == most || place > 240 || (piece.ends_with('\n') && !goes_on) {
            break;
        }
    }
    words
}

/// Whether a word is code: then what follows is no sentence.
fn is_code(word: &str) -> bool {
    let ends = word.ends_with([';', '{', '}', '[', '(']) && word.len() > 1
        || matches!(word, "=" | "==" | "{" | "}" | "=>" | "|" | "||" | "&&" | "->" | "::");
    ends || (word.starts_with(['"', '{']) && word.contains("\":"))
        || word.contains("\",\"")
        || word.contains("</")
        || word.contains("=\"")
}

/// Whether the line that ends at a place was broken because it was long, and the next begins with a small letter.
fn is_wrapped(paragraph: &str, place: usize) -> bool {
    let line = paragraph[..place].trim_end_matches('\n').rsplit('\n').next().unwrap_or_default();
    let next = &paragraph[place..];
    line.len() > 50 && next.starts_with(|it: char| it.is_lowercase() || it.is_ascii_digit())
}

/// The words before a place, the nearest first.
pub fn words_before(text: &str, to: usize, most: usize) -> Vec<Range<usize>> {
    let mut from = to.saturating_sub(120);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let line = text[from..to].rfind('\n').map_or(from, |newline| from + newline + 1);
    let mut all = words(text, line, usize::MAX);
    all.retain(|range| range.end <= to);
    all.reverse();
    all.truncate(most);
    all
}

/// Whether a name stands in a line of a `.netrc` file.
pub fn is_netrc(text: &str, name: &Range<usize>) -> bool {
    let before = &text[..name.start];
    let from = before.len().saturating_sub(160);
    let near: String = before.bytes().skip(from).map(char::from).collect();
    near.contains("login ")
        && (near.contains("machine ") || near.contains("default "))
        && text[name.end..].starts_with([' ', '\n', '\t'])
}

/// What a command prints, when it is one word: the line behind one that begins with a prompt.
pub fn printed(text: &str, from: usize) -> Option<Range<usize>> {
    let start = text[..from].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].trim_start();
    if !line.starts_with("$ ")
        && !line.starts_with("# ")
        && !line.starts_with("> ")
        && !line.starts_with("% ")
    {
        return None;
    }
    let end = from + text[from..].find('\n')?;
    let next = text[end + 1..].split('\n').next()?;
    let word = next.trim();
    let is_one = !word.contains(char::is_whitespace) && word.len() >= 12;
    let begin = end + 1 + next.find(word)?;
    (is_one && is_random(word) && is_odd(word)).then(|| begin..begin + word.len())
}
