//! The vocabulary: which word of a memory a misspelt one may be meant to be.

use mnemic_core::{
    record::{filter::Filter, scope::Reach},
    text::{spelling as fuzzy, word::store},
};

use super::{contents::Contents, filter, posting::searched_text};

/// How many of the nearest words are tried until one stands in a memory that may be seen.
const MOST_TRIED: usize = 8;

impl Contents {
    /// The word that `word` is most likely a misspelling of, as a memory writes it.
    pub(super) fn spelling(&self, reach: &Reach, filter: &Filter, word: &str) -> Option<String> {
        let spellings = store::stemmed_and_whole(word);
        let whole = spellings.last()?;
        let known = || {
            let letters = fuzzy::first_letters(whole);
            letters.flat_map(|letter| self.postings.beginning_with_letter(letter))
        };
        let mut nearest =
            spellings.iter().flat_map(|word| fuzzy::nearest(word, MOST_TRIED, known()));
        nearest.find_map(|near| {
            let holding = self.postings.holding(&near.word);
            let mut seen = holding.filter_map(|id| self.get(reach, id));
            let memory = seen.find(|memory| filter::passes(filter, memory))?;
            let written = store::written(&near.word, &searched_text(memory))?;
            fuzzy::may_mean(whole, &written).then_some(written)
        })
    }
}
