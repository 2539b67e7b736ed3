//! What a model reads of a text: the numbers of its tokens, between a mark for the beginning and one for the end.

use std::ops::{ControlFlow, Range};

use crate::{
    vocabulary::Vocabulary,
    word::{Case, each_word},
};

/// How many tokens of a text are read, marks included; all-MiniLM-L6-v2 was trained with this length.
pub(super) const MAX_TOKENS: usize = 256;

/// A text as tokens.
#[derive(Debug, PartialEq)]
pub(super) struct Sequence {
    pub tokens: Vec<u32>,
    /// The words that have letters or digits, each with the places of its tokens.
    pub words: Vec<(String, Range<usize>)>,
}

/// Makes sequences of texts.
#[derive(Debug)]
pub(super) struct Tokenizer {
    vocabulary: Vocabulary,
    /// The number of each piece of the vocabulary.
    ids: Vec<u32>,
    case: Case,
    max_tokens: usize,
    begin: u32,
    end: u32,
    unknown: u32,
}

impl Tokenizer {
    /// A tokenizer for a model that takes `positions` tokens at most.
    pub(super) fn new(tokens: &[String], case: Case, positions: usize) -> Result<Self, String> {
        let (vocabulary, ids) = Vocabulary::arrange(tokens.iter().map(String::as_str));
        let id = |token: &str| {
            let piece =
                vocabulary.find(token).ok_or_else(|| format!("it has no token `{token}`"))?;
            Ok::<_, String>(ids[piece])
        };
        let (begin, end, unknown) = (id("[CLS]")?, id("[SEP]")?, id("[UNK]")?);
        Ok(Self {
            max_tokens: MAX_TOKENS.min(positions),
            begin,
            end,
            unknown,
            vocabulary,
            ids,
            case,
        })
    }

    /// The beginning of the text, as far as the model reads.
    pub(super) fn sequence(&self, text: &str) -> Sequence {
        let mut tokens = vec![self.begin];
        let mut words = Vec::new();
        let mut pieces = Vec::new();
        each_word(text, self.case, |word| {
            let start = tokens.len();
            pieces.clear();
            if self.vocabulary.part(word, &mut pieces) {
                tokens.extend(pieces.iter().map(|piece| self.ids[*piece]));
            } else {
                tokens.push(self.unknown);
            }
            tokens.truncate(self.max_tokens - 1);
            if start < tokens.len() && word.chars().any(char::is_alphanumeric) {
                words.push((word.to_lowercase(), start..tokens.len()));
            }
            if tokens.len() < self.max_tokens - 1 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        tokens.push(self.end);
        Sequence { tokens, words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokenizer(positions: usize) -> Tokenizer {
        let tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "we", "choose", "##s", ",", "[MASK]"];
        Tokenizer::new(&tokens.map(str::to_owned), Case::Folded, positions).unwrap()
    }

    #[test]
    fn a_text_stands_between_its_marks_and_words_know_their_tokens() {
        let sequence = tokenizer(512).sequence("We, CHOOSES zebras");
        assert_eq!(sequence.tokens, [2, 4, 7, 5, 6, 1, 3]);
        let words = [("we", 1..2), ("chooses", 3..5), ("zebras", 5..6)];
        assert_eq!(sequence.words, words.map(|(word, places)| (word.to_owned(), places)));
    }

    #[test]
    fn what_is_beyond_the_models_length_is_not_read() {
        let long = "chooses ".repeat(1000);
        let sequence = tokenizer(512).sequence(&long);
        assert_eq!(sequence.tokens.len(), MAX_TOKENS);
        assert_eq!(sequence.words.len(), 127);
        let short = tokenizer(4).sequence(&long);
        assert_eq!(short.tokens, [2, 5, 6, 3]);
        let cut = tokenizer(5).sequence(&long);
        assert_eq!(cut.words.last(), Some(&("chooses".to_owned(), 3..4)));
    }

    #[test]
    fn an_empty_text_is_its_marks() {
        assert_eq!(tokenizer(512).sequence("").tokens, [2, 3]);
    }

    #[test]
    fn marks_in_a_text_are_words_like_others() {
        assert!(!tokenizer(512).sequence("[MASK] [SEP]").tokens[1..].starts_with(&[8]));
    }

    #[test]
    fn a_vocabulary_without_marks_is_refused() {
        let reason = Tokenizer::new(&["a".to_owned()], Case::Folded, 512).unwrap_err();
        assert_eq!(reason, "it has no token `[CLS]`");
    }
}
