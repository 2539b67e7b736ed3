//! How many tokens a text is for a language model: counted by a trait, estimated by default.

/// Counts tokens.
pub trait TokenCounter: Send + Sync {
    /// How many tokens a text is, at most a little under the truth.
    fn count(&self, text: &str) -> usize;
}

/// A guess that needs no vocabulary and is rather too high than too low.
///
/// Words cost by their length, signs and digits nearly one each, and what is not Latin by its character: byte-pair
/// vocabularies hold common English words whole and take everything else to pieces.
#[derive(Debug, Clone, Copy, Default)]
pub struct Estimator;

impl TokenCounter for Estimator {
    fn count(&self, text: &str) -> usize {
        let mut tenths = 0;
        let (mut run, mut kind) = (0, Kind::Space);
        for character in text.chars() {
            let next = Kind::of(character);
            if next != kind {
                tenths += kind.tenths(run);
                (run, kind) = (0, next);
            }
            run += 1;
        }
        tenths += kind.tenths(run);
        tenths.div_ceil(10)
    }
}

/// What sort of characters stand together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    Break,
    Letter,
    Accented,
    Digit,
    Sign,
    Ideograph,
    Other,
}

impl Kind {
    fn of(character: char) -> Self {
        match character {
            '\n' | '\r' => Self::Break,
            _ if character.is_whitespace() => Self::Space,
            'a'..='z' | 'A'..='Z' | '\'' => Self::Letter,
            '0'..='9' => Self::Digit,
            _ if character.is_ascii() => Self::Sign,
            '\u{80}'..='\u{24f}' | '\u{2010}'..='\u{2027}' => Self::Accented,
            '\u{370}'..='\u{1fff}' => Self::Other,
            _ => Self::Ideograph,
        }
    }

    /// What a run of so many characters costs, in tenths of a token.
    fn tenths(self, run: usize) -> usize {
        match self {
            // One space belongs to the word after it.
            Self::Space => (run.saturating_sub(1)) * 3,
            Self::Break => 10,
            Self::Letter => 10 + run.saturating_sub(6) * 2,
            Self::Accented => 8 * run,
            Self::Digit => run.div_ceil(3) * 10,
            Self::Sign => 9 + run.saturating_sub(1) * 5,
            Self::Ideograph => 11 * run,
            Self::Other => 6 * run,
        }
    }
}
