//! Characters that nobody sees and models read.
//!
//! Many are there for a reason: joiners in Persian and Hindi and between emoji, soft hyphens and zero-width spaces in what
//! is pasted from web pages, direction marks beside Arabic and Hebrew. Only what has no such reason is a sign.

use super::fold::{is_disguised, is_look_alike};

/// Zero-width characters in a row that spell something: two bits each, a letter at least.
const RUN: usize = 4;
/// Words with a zero-width character inside; web pages put them between words, and one slips in with a paste.
const BROKEN_WORDS: usize = 2;
/// Words with letters of two scripts. One may be a unit or a formula.
const DISGUISED_WORDS: usize = 2;

/// Whether a text has characters that nobody sees, or sees as others, without a reason.
pub fn has_hidden_characters(text: &str) -> bool {
    if has_terminal_tricks(text) {
        return true;
    }
    if text.is_ascii() {
        return false;
    }
    if text.chars().any(is_look_alike)
        && text.split(|it: char| !it.is_alphanumeric()).filter(|it| is_spelled_twice(it)).count()
            >= DISGUISED_WORDS
    {
        return true;
    }
    if !text.chars().any(is_odd) {
        return false;
    }
    let characters: Vec<char> = text.chars().collect();
    has_tags(&characters)
        || has_overrides(&characters)
        || has_runs(&characters)
        || has_selectors(&characters)
        || broken_words(&characters) >= BROKEN_WORDS
        || characters.iter().any(|it| is_never_meant(*it))
}

/// Whether one of the tests below could look at it.
const fn is_odd(character: char) -> bool {
    if (character as u32) < 0xad {
        return false;
    }
    is_zero_width(character)
        || is_never_meant(character)
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e01ef}')
}

/// A word of three letters or more in two scripts, such as `pаssword` with a Cyrillic `а`. Names of units and formulas
/// are shorter or have one foreign letter at an end, as `Δt` and `10kΩ` do.
fn is_spelled_twice(word: &str) -> bool {
    let inner = word.chars().skip(1);
    is_disguised(word)
        && word.chars().count() >= 3
        && (inner.clone().any(is_look_alike)
            || inner.filter(char::is_ascii_alphabetic).count() >= 2)
}

/// Escapes of a terminal that hide what stands behind them, and backspaces that take it away.
fn has_terminal_tricks(text: &str) -> bool {
    let has_backspaces = || text.matches('\u{8}').count() >= 3;
    let hides = |at: usize| {
        let codes = text[at + 1..].strip_prefix('[').unwrap_or("");
        let end = codes.find(|it: char| !it.is_ascii_digit() && it != ';');
        end.is_some_and(|end| {
            codes[end..].starts_with('m') && codes[..end].split(';').any(|it| it == "8")
        })
    };
    text.match_indices('\u{1b}').any(|(at, _)| hides(at)) || has_backspaces()
}

/// Characters that no text written by a person has.
const fn is_never_meant(character: char) -> bool {
    matches!(
        character,
        '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{2061}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
    )
}

/// Tags spell text, except behind a black flag, where they name a region.
fn has_tags(characters: &[char]) -> bool {
    let is_tag = |it: char| ('\u{e0000}'..='\u{e007f}').contains(&it);
    let mut before = ' ';
    for character in characters {
        if is_tag(*character) {
            if before != '\u{1f3f4}' {
                return true;
            }
        } else {
            before = *character;
        }
    }
    false
}

/// Overrides turn the order of letters; embeddings and isolates have a reason only beside letters that are written from
/// the right.
fn has_overrides(characters: &[char]) -> bool {
    let is_override = |it: &char| matches!(it, '\u{202d}' | '\u{202e}');
    let is_embedding = |it: &char| matches!(it, '\u{202a}' | '\u{202b}' | '\u{2066}'..='\u{2068}');
    characters.iter().any(is_override)
        || characters.iter().any(is_embedding) && !characters.iter().any(is_from_the_right)
}

fn is_from_the_right(character: &char) -> bool {
    matches!(
        character,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}'
    )
}

const fn is_zero_width(character: char) -> bool {
    matches!(
        character,
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{180e}' | '\u{34f}' | '\u{ad}'
    )
}

fn has_runs(characters: &[char]) -> bool {
    let mut run = 0;
    characters.iter().any(|it| {
        run = if is_zero_width(*it) { run + 1 } else { 0 };
        run >= RUN
    })
}

/// Selectors choose how one picture or ideograph looks: two in a row, or one behind a letter, choose nothing.
fn has_selectors(characters: &[char]) -> bool {
    let is_selector = |it: char| matches!(it, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
    let is_supplementary = |it: char| matches!(it, '\u{e0100}'..='\u{e01ef}');
    characters.windows(2).any(|pair| {
        let [before, it] = [pair[0], pair[1]];
        is_selector(it) && is_selector(before)
            || is_supplementary(it) && !matches!(before, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
            || is_selector(it) && before.is_ascii_alphabetic()
    })
}

/// How many zero-width characters stand between two letters of ASCII. Soft hyphens belong there.
fn broken_words(characters: &[char]) -> usize {
    let is_break = |it: char| is_zero_width(it) && it != '\u{ad}';
    characters
        .windows(3)
        .filter(|it| it[0].is_ascii_alphabetic() && is_break(it[1]) && it[2].is_ascii_alphabetic())
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_with_a_reason_are_no_sign() {
        for text in [
            "plain",
            "family 👨\u{200d}👩\u{200d}👧 and ❤\u{fe0f}",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} flag",
            "می\u{200c}خواهم",
            "\u{feff}# Title",
            "auto\u{ad}ma\u{ad}tic hy\u{ad}phen",
            "שלום \u{202a}abc\u{202c} עולם",
            "one\u{200b} two\u{200b} three",
            "葛\u{e0100}城",
        ] {
            assert!(!has_hidden_characters(text), "{text:?}");
        }
    }

    #[test]
    fn characters_that_spell_or_turn_something_are_one() {
        for text in [
            "hi\u{e0068}\u{e0069}",
            "file\u{202e}gnp.exe",
            "\u{2066}abc\u{2069} def",
            "a\u{200b}\u{200c}\u{200b}\u{200d}b",
            "ig\u{200b}no\u{200b}re",
            "😀\u{e0112}\u{e0113}\u{e0120}",
            "x\u{fe01}",
            "a\u{3164}b",
        ] {
            assert!(has_hidden_characters(text), "{text:?}");
        }
    }
}
