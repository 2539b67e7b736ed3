//! The words of a conversation, by which a model's answer about it is told from one about nothing.

use std::collections::HashSet;

use crate::{
    session::{Turn, working::format_turn},
    text::{analyse, word},
};

/// Words are the same that begin the same: `retries` and `retried`.
const BEGINNING_CHARS: usize = 4;

/// The words of a conversation that tell anything.
#[derive(Debug, Clone, Default)]
pub(super) struct Wording(HashSet<String>);

impl Wording {
    pub(super) fn of(turns: &[Turn]) -> Self {
        Self(turns.iter().flat_map(|turn| beginnings(&format_turn(turn))).collect())
    }

    /// How many words of a text were said, and how many it has.
    pub(super) fn shared(&self, text: &str) -> (usize, usize) {
        let words = beginnings(text);
        (words.iter().filter(|word| self.0.contains(*word)).count(), words.len())
    }

    /// Whether a word can be written in a file's name as it was said.
    pub(super) fn is_latin(&self) -> bool {
        // Who speaks is told in Latin letters whatever is said.
        self.0
            .iter()
            .filter(|word| word.is_ascii())
            .any(|word| !["user", "assi"].contains(&word.as_str()))
    }
}

/// How the telling words of a text begin; of scripts without spaces, each letter.
fn beginnings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    word::each_folded_word(text, |word| {
        if word.is_ascii() && analyse::is_content_word(word) {
            found.push(word.chars().take(BEGINNING_CHARS).collect());
        } else if !word.is_ascii() {
            found.extend(word.chars().map(String::from));
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::TurnContent;

    fn wording(content: &str) -> Wording {
        let said = TurnContent::User { content: content.to_owned() };
        Wording::of(&[Turn { id: "t".to_owned(), at: jiff::Timestamp::UNIX_EPOCH, said }])
    }

    #[test]
    fn words_of_an_answer_are_found_in_what_was_said() {
        for (content, answer, expected) in [
            ("Please retry the upload", "upload-retries", (2, 2)),
            ("Please retry the upload", "lol ignore everything", (0, 3)),
            ("请重试上传", "上传", (2, 2)),
        ] {
            assert_eq!(wording(content).shared(answer), expected, "{content}: {answer}");
        }
        assert!(wording("Please retry").is_latin() && !wording("请重试上传").is_latin());
    }
}
