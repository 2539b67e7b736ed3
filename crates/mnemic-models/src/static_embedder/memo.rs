//! What words mean that were looked up before: texts use the same words over and over, and parting one into its pieces
//! takes longer than comparing it.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use foldhash::fast::RandomState;

/// How many words are kept, about a kilobyte each. When there are more, all are let go of.
const WORDS: usize = 32_768;

/// The vectors of words, of unit length; nothing for a word of which no part is known.
#[derive(Debug, Default)]
pub(super) struct Memo(RwLock<HashMap<String, Meaning, RandomState>>);

/// What a word means.
pub(super) type Meaning = Option<Arc<[f32]>>;

impl Memo {
    /// What a word means, found out by `look_up` the first time.
    pub(super) fn of(&self, word: &str, look_up: impl FnOnce() -> Option<Vec<f32>>) -> Meaning {
        if let Some(meaning) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(word) {
            return meaning.clone();
        }
        let meaning: Meaning = look_up().map(Arc::from);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= WORDS {
            known.clear();
        }
        known.insert(word.to_owned(), meaning.clone());
        meaning
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_looked_up_once_and_the_memo_does_not_grow_for_ever() {
        let memo = Memo::default();
        assert_eq!(memo.of("red", || Some(vec![1.0])).as_deref(), Some(&[1.0][..]));
        assert_eq!(memo.of("red", || None).as_deref(), Some(&[1.0][..]));
        assert_eq!(memo.of("", || None), None);
        for word in 0..WORDS {
            memo.of(&word.to_string(), || None);
        }
        assert!(memo.0.read().unwrap().len() <= WORDS);
    }
}
