//! How many tokens a text is for a language model: counted by a trait, estimated by default.

/// Counts tokens.
pub trait TokenCounter: Send + Sync {
    /// How many tokens a text is, at most a little under the truth.
    fn count(&self, text: &str) -> usize;
}

/// Who counts tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tokenizer {
    /// The [`Estimator`].
    #[default]
    Estimate,
    /// The vocabulary of GPT-4 and GPT-3.5.
    Cl100k,
    /// The vocabulary of GPT-4o and later models.
    O200k,
}

impl Tokenizer {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Estimate, Self::Cl100k, Self::O200k];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Estimate => "estimate",
            Self::Cl100k => "cl100k",
            Self::O200k => "o200k",
        }
    }
}

/// A guess that needs no vocabulary and is rather too high than too low. Its numbers were chosen by hand; a
/// test holds them between 0.85 and 2.5 times what GPT's vocabularies count.
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
    Picture,
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
            '\u{2028}'..='\u{2bff}' | '\u{1f000}'..='\u{1ffff}' => Self::Picture,
            _ => Self::Ideograph,
        }
    }

    /// What a run of so many characters costs, in tenths of a token.
    fn tenths(self, run: usize) -> usize {
        match self {
            // One space belongs to the word after it, many are one token.
            Self::Space => {
                if run > 1 {
                    10
                } else {
                    0
                }
            }
            Self::Break => 10,
            Self::Letter => 10 + run.saturating_sub(7) * 2,
            Self::Accented => 9 * run,
            Self::Digit => run.div_ceil(3) * 10,
            Self::Sign => 8 + run.saturating_sub(1) * 4,
            Self::Ideograph => 11 * run,
            Self::Picture => 25 * run,
            Self::Other => 8 * run,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLES: [(&str, &str); 8] = [
        (
            "prose",
            "We chose SQLite over Postgres for the local default, because nobody wants to run a server just to \
             remember things. Migrations are written by hand; they are reviewed by two people, and each of them has \
             a test with the bytes that the former version wrote. Nothing is deleted silently: what goes is archived.",
        ),
        (
            "chat",
            "Hey Mel! Good to see you! How have you been? I went to a support group yesterday and it was so powerful. \
             Wow, that's cool! What happened that was so awesome? Did you hear any inspiring stories?",
        ),
        (
            "rust",
            "pub(crate) fn held(passages: &[Passage]) -> Vec<Vec<f64>> {\n    let total: f64 = passages.iter()\
             .map(Passage::opening_words).sum();\n    let average = (total / passages.len().max(1) as f64).max(1.0);\n\
             \x20   passages.iter().map(|passage| share(passage, average)).collect()\n}\n",
        ),
        (
            "python",
            "def load(path: str, *, strict=False) -> dict[str, int]:\n    \"\"\"Reads counts.\"\"\"\n    with open(path) as f:\n\
             \x20       return {k: int(v) for k, v in (line.split('=') for line in f if '=' in line)}\n",
        ),
        (
            "json",
            r#"{"id": 12, "tags": ["storage", "db"], "score": 0.75, "nested": {"ok": true, "at": "2026-11-15T10:00:00Z"}}"#,
        ),
        (
            "hashes",
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 commit 0a2ed6a fd77fa1",
        ),
        (
            "chinese and japanese",
            "我们决定使用默认存储，因为它不需要服务器，也不需要网络。用户喜欢深色主题，并且总是使用四个空格缩进。\
             データベースは一つだけです。ユーザーは簡潔な回答を好みます。次のリリースは来週の金曜日です。",
        ),
        (
            "other languages",
            "Мы решили использовать хранилище по умолчанию. Wir haben uns für den Standardspeicher entschieden, \
             weil die Größe überschaubar bleibt. Nous préférons des réponses brèves. 우리는 간결한 답변을 선호합니다.",
        ),
    ];

    #[test]
    fn the_estimate_is_never_far_below_what_a_model_counts() {
        let vocabularies =
            [tiktoken_rs::cl100k_base_singleton(), tiktoken_rs::o200k_base_singleton()];
        for (name, text) in SAMPLES {
            let estimate = Estimator.count(text) as f64;
            for vocabulary in vocabularies {
                let counted = vocabulary.encode_ordinary(text).len() as f64;
                assert!(estimate >= 0.85 * counted, "{name}: {estimate} of {counted}");
                assert!(estimate <= 2.5 * counted, "{name}: {estimate} of {counted}");
            }
        }
    }

    #[test]
    fn parts_that_end_lines_cost_together_at_most_what_they_cost_alone() {
        for (_, text) in SAMPLES {
            let (one, other) = (format!("{text}\n"), format!("- {text}\n"));
            let together = Estimator.count(&format!("{one}{other}"));
            assert!(together <= Estimator.count(&one) + Estimator.count(&other));
        }
        assert_eq!(Estimator.count(""), 0);
    }
}
