//! Scripts without spaces between words: what is written in them is looked up in pairs of syllables.
//!
//! A syllable here is a letter with the marks that follow it. Where a word begins and ends is thus of no importance: all
//! pairs of a word are pairs of any sentence that holds it.

use std::ops::Range;

use super::is_mark;

/// Whether a letter belongs to a script that is written without spaces.
pub(crate) fn is_unspaced(letter: char) -> bool {
    is_east_asian(letter) || is_south_east_asian(letter)
}

/// Han, kana, Hangul, and their extensions.
fn is_east_asian(letter: char) -> bool {
    matches!(u32::from(letter),
        0x1100..=0x11FF | 0x2E80..=0x2FDF | 0x3005..=0x3007 | 0x3041..=0x30FF | 0x3105..=0x318E
        | 0x31A0..=0x31BF | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xA960..=0xA97C
        | 0xAC00..=0xD7FB | 0xF900..=0xFAFF | 0xFF66..=0xFFDC | 0x20000..=0x3FFFF)
        && letter.is_alphanumeric()
}

/// Thai, Lao, Burmese, Khmer and their relatives, which Unicode cannot break into lines without a dictionary
/// (`Line_Break=SA`). Their digits are numbers like any other.
fn is_south_east_asian(letter: char) -> bool {
    matches!(u32::from(letter),
        0x0E01..=0x0EDF | 0x1000..=0x109F | 0x1780..=0x17DC | 0x1950..=0x19DF | 0x1A20..=0x1AAD
        | 0xA9E0..=0xA9FE | 0xAA60..=0xAADF)
        && letter.is_alphabetic()
}

/// Where each syllable of a run in such a script stands, in bytes.
pub(crate) fn syllables(run: &str) -> Vec<Range<usize>> {
    let mut syllables: Vec<Range<usize>> = Vec::new();
    for (place, character) in run.char_indices() {
        let end = place + character.len_utf8();
        match syllables.last_mut().filter(|_| is_mark(character)) {
            Some(syllable) => syllable.end = end,
            None => syllables.push(place..end),
        }
    }
    syllables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_syllable_is_a_letter_with_its_marks() {
        for (run, expected) in [
            ("東京", vec!["東", "京"]),
            ("ကျောင်း", vec!["ကျော", "င်း"]),
            ("ភាសា", vec!["ភា", "សា"]),
            ("ภาษา", vec!["ภ", "า", "ษ", "า"]),
            ("か\u{3099}", vec!["か\u{3099}"]),
            ("", vec![]),
        ] {
            let found: Vec<&str> = syllables(run).into_iter().map(|span| &run[span]).collect();
            assert_eq!(found, expected, "{run}");
        }
    }

    #[test]
    fn digits_and_spaced_scripts_are_written_with_spaces() {
        for (letter, expected) in [
            ('猫', true),
            ('ក', true),
            ('မ', true),
            ('ไ', true),
            ('ລ', true),
            ('๕', false),
            ('၅', false),
            ('ह', false),
            ('ა', false),
            ('a', false),
        ] {
            assert_eq!(is_unspaced(letter), expected, "{letter}");
        }
    }
}
