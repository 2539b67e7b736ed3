//! What a long text says after its opening: the passage there that says most of what a question looks for.
//!
//! Only words that are the question's own count. Comparing every word of a long text by its meaning would cost more
//! than all openings together.

use std::collections::VecDeque;

use crate::{
    recall::question::Question,
    text::{
        analyse::{self, OPENING_WORDS},
        word,
    },
};

/// So many words are a passage. Chosen by hand: measured on BEAM-100K, 60 and 100 words do about as well.
const PASSAGE_WORDS: usize = 60;

/// Which terms of a question the best passage after the opening holds, the first of equally good ones; none for a
/// text that is all opening.
pub fn held(text: &str, question: &Question, weights: &[f64]) -> Vec<bool> {
    let mut best = Best::new(weights);
    let (mut place, mut scratch) = (0, Vec::new());
    word::each_folded_word(&analyse::index_text(text), |word| {
        if place >= OPENING_WORDS {
            let terms = question.terms_of(word, &mut scratch);
            terms.iter().for_each(|term| best.read(place, *term));
        }
        place += 1;
    });
    best.held
}

/// The best passage so far, and the one that ends with the last word read.
struct Best<'a> {
    weights: &'a [f64],
    held: Vec<bool>,
    weight: f64,
    /// Where which terms stand in the passage.
    read: VecDeque<(usize, usize)>,
}

impl<'a> Best<'a> {
    fn new(weights: &'a [f64]) -> Self {
        Self { weights, held: vec![false; weights.len()], weight: 0.0, read: VecDeque::new() }
    }

    fn read(&mut self, place: usize, term: usize) {
        self.read.push_back((place, term));
        while self.read.front().is_some_and(|(first, _)| first + PASSAGE_WORDS <= place) {
            self.read.pop_front();
        }
        let mut held = vec![false; self.weights.len()];
        self.read.iter().for_each(|(_, term)| held[*term] = true);
        let weight = self.weights.iter().zip(&held).filter(|(_, held)| **held);
        let weight: f64 = weight.map(|(weight, _)| weight).sum();
        if weight > self.weight + 1e-9 {
            (self.held, self.weight) = (held, weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(text: &str, question: &str) -> Vec<bool> {
        let question = Question::of(question);
        super::held(text, &question, &question.weights())
    }

    #[test]
    fn a_passage_after_the_opening_says_what_stands_close_together() {
        let padding = "padding ".repeat(OPENING_WORDS);
        let late = format!("{padding} the gateway listens on port 8443 {padding} port of call");
        assert_eq!(held(&late, "gateway port manager"), [true, true, false]);
        let apart = format!("{padding} port port port {padding} the gateway");
        assert_eq!(held(&apart, "gateway port"), [false, true], "the first of equally good ones");
    }

    #[test]
    fn a_word_that_counts_as_several_says_all_of_them() {
        let asked = "parse tariff table";
        let mut question = Question::of(asked);
        question.joined_words(asked).iter().for_each(|joined| question.join(joined));
        let late = format!("{} PARSETARIFFTABLE", "padding ".repeat(OPENING_WORDS));
        assert_eq!(super::held(&late, &question, &question.weights()), [true; 3]);
    }

    #[test]
    fn what_the_opening_says_is_not_said_later() {
        let padding = "padding ".repeat(OPENING_WORDS);
        assert_eq!(held(&format!("the gateway {padding}"), "gateway"), [false]);
        assert_eq!(held("the gateway", "gateway"), [false]);
        assert_eq!(held("", ""), [false; 0]);
    }
}
