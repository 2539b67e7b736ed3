//! What one character is to a word of FTS5, and how letters are folded: lower case, then without accents.
//!
//! Case is that of Unicode 6.1, as FTS5 has it: a script that was given cases later keeps both.

use unicode_normalization::char::decompose_canonical;

use super::separator;

/// What a character is to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Character {
    /// Part of a word, folded.
    Letter(char),
    /// Belongs to the letter before it and is dropped.
    Accent,
    /// Between words.
    Separator,
}

impl Character {
    /// What a character is to a word.
    pub(super) fn of(character: char) -> Self {
        if character.is_ascii_alphanumeric() {
            Self::Letter(character.to_ascii_lowercase())
        } else if character.is_ascii() {
            Self::Separator
        } else if is_accent(character) {
            Self::Accent
        } else if separator::is_separator(character) {
            Self::Separator
        } else {
            Self::Letter(folded(character))
        }
    }
}

/// A letter in lower case and without accents.
pub(super) fn folded(letter: char) -> char {
    without_accent(lower(letter))
}

/// The combining marks that are dropped within a word; any other ends it.
pub(super) fn is_accent(character: char) -> bool {
    matches!(u32::from(character),
        0x300..=0x304 | 0x306..=0x30C | 0x30F | 0x311 | 0x31B | 0x323..=0x328 | 0x32D | 0x32E
        | 0x330 | 0x331)
}

fn lower(character: char) -> char {
    if let Ok(variant) = VARIANTS.binary_search_by_key(&character, |(variant, _)| *variant) {
        return VARIANTS[variant].1;
    }
    if got_its_case_later(character) {
        return character;
    }
    let mut lower = character.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(lower), None) => lower,
        _ => character,
    }
}

/// Letters that are another form of a lower-case letter.
const VARIANTS: [(char, char); 13] = [
    ('µ', 'μ'),
    ('İ', 'i'),
    ('ſ', 's'),
    ('ς', 'σ'),
    ('ϐ', 'β'),
    ('ϑ', 'θ'),
    ('ϕ', 'φ'),
    ('ϖ', 'π'),
    ('ϰ', 'κ'),
    ('ϱ', 'ρ'),
    ('ϵ', 'ε'),
    ('ẛ', 's'),
    ('\u{1FBE}', 'ι'),
];

fn got_its_case_later(character: char) -> bool {
    matches!(u32::from(character),
        0x037F | 0x0528..=0x052F | 0x13A0..=0x13F5 | 0x1C80..=0x1CBF | 0x2C2F | 0xA698..=0xA69F
        | 0xA796..=0xA79F | 0xA7AB..=0xA7FF | 0x10428..)
}

/// The letter of the alphabet that an accented letter is a form of. `ǡ` is none.
fn without_accent(letter: char) -> char {
    if letter == 'ǡ' {
        return letter;
    }
    let mut base = None;
    decompose_canonical(letter, |part| {
        base.get_or_insert(part);
    });
    base.filter(char::is_ascii_alphabetic).unwrap_or(letter)
}
