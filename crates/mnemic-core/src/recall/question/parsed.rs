//! A question taken apart: what it looks for, how telling each of its words is, and what sort of answer it wants.

use std::collections::HashMap;

use super::{Wording, timing::Timing, wants::ExpectedAnswer};
use crate::{
    port::embedder::Lexicon,
    recall::gather::Statistics,
    text::{
        analyse::{self, Term, compound},
        word::{self, Word, irregular},
    },
};

/// A question taken apart.
#[derive(Debug, Clone)]
pub struct Question {
    /// What it looks for, each once, in order.
    pub terms: Vec<QueryTerm>,
    /// Which two terms stand side by side in it.
    pub pairs: Vec<(usize, usize)>,
    /// All its words, in lower case.
    pub words: Vec<String>,
    /// What it asks about.
    pub wants: ExpectedAnswer,
    /// What it says of when.
    pub timing: Timing,
    /// Whether words that no memory holds were taken for others.
    pub is_guess: bool,
    pub(super) by_stem: HashMap<Word, Vec<usize>>,
    pub(super) beginnings: Beginnings,
    pub(super) prefixes: Vec<(Word, usize)>,
}

/// A word that a question looks for.
#[derive(Debug, Clone)]
pub struct QueryTerm {
    /// What is asked of the store.
    pub term: Term,
    /// How rare it is: greater the fewer memories hold it.
    pub rarity: f64,
    /// Whether it belongs to the asking more than to what is asked for, as `kind` in `what kind of`.
    pub is_frame: bool,
    /// What it means without context, where that is known.
    pub vector: Option<Vec<f32>>,
}

impl Question {
    /// Takes a question apart, its words as they are. Its terms are all equally telling until [`Question::weigh`].
    pub fn of(text: &str) -> Self {
        Self::read(text, &Wording::default())
    }

    /// Takes a question apart.
    pub fn read(text: &str, wording: &Wording) -> Self {
        let words = word::folded_words(text);
        let mut question = Self {
            terms: Vec::new(),
            pairs: Vec::new(),
            wants: ExpectedAnswer::of(&words),
            is_guess: false,
            timing: Timing::default(),
            words,
            by_stem: HashMap::new(),
            beginnings: Beginnings::of(std::iter::empty()),
            prefixes: Vec::new(),
        };
        for term in analyse::query_terms(text) {
            question.seek(term);
        }
        for part in compound::asked_parts(text) {
            question.seek(Term::word(part));
        }
        question.beginnings = Beginnings::of(question.by_stem.keys());
        question.take(wording);
        question.pairs = question.pairs();
        question
    }

    /// Which two terms follow each other, words that tell nothing aside.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let terms: Vec<usize> = self.words.iter().flat_map(|word| self.terms_in(word)).collect();
        let pairs = terms.windows(2).map(|pair| (pair[0], pair[1]));
        pairs.filter(|(one, other)| one != other).collect()
    }

    /// Adds a term unless another form of it is there.
    fn seek(&mut self, mut term: Term) {
        let next = self.terms.len();
        let stems = word::stems(&term.text);
        let [stem] = &stems[..] else {
            // A sign that no text is parted at is found by the store alone.
            self.terms.push(QueryTerm { term, rarity: 1.0, is_frame: false, vector: None });
            return;
        };
        if self.by_stem.contains_key(stem) {
            return;
        }
        if term.prefix {
            self.prefixes.push((stem.clone(), next));
        }
        self.by_stem.insert(stem.clone(), vec![next]);
        for form in irregular::other_forms(&term.text) {
            term.forms.push(form.to_owned());
            for stem in word::stems(form) {
                self.by_stem.entry(stem).or_insert_with(|| vec![next]);
            }
        }
        let is_frame = is_frame(&term.text);
        self.terms.push(QueryTerm { term, rarity: 1.0, is_frame, vector: None });
    }

    /// What is asked of the store.
    pub fn store_terms(&self) -> Vec<Term> {
        self.terms.iter().map(|sought| sought.term.clone()).collect()
    }

    /// Weighs each term by how many memories hold it.
    pub fn weigh(&mut self, statistics: &Statistics) {
        for (sought, frequency) in self.terms.iter_mut().zip(&statistics.frequencies) {
            sought.rarity = rarity(statistics.memories, *frequency);
        }
    }

    /// Looks up what each term means. Codes mean only themselves.
    pub fn look_up_vectors(&mut self, lexicon: &dyn Lexicon) {
        for sought in &mut self.terms {
            let text = &sought.term.text;
            sought.vector = if word::is_code(text) { None } else { lexicon.vector(text) };
        }
    }

    /// The term that a word in lower case is a form of; the first, when it counts as several.
    pub fn term_of(&self, word: &str, scratch: &mut Vec<u8>) -> Option<usize> {
        self.terms_of(word, scratch).first().copied()
    }

    /// The terms that a word in lower case counts as: nearly always one or none.
    pub fn terms_of(&self, word: &str, scratch: &mut Vec<u8>) -> &[usize] {
        // Stemming takes off endings: a word that begins otherwise is no form of any term.
        if !self.beginnings.have(word.as_bytes()) {
            return &[];
        }
        scratch.clear();
        scratch.extend_from_slice(word.as_bytes());
        word::stem(scratch);
        if let Some(places) = self.by_stem.get(scratch.as_slice()) {
            return places;
        }
        let prefixed = self.prefixes.iter().find(|(prefix, _)| word.as_bytes().starts_with(prefix));
        prefixed.map_or(&[], |(_, place)| std::slice::from_ref(place))
    }

    /// The terms in one of its words: a run of Chinese, Japanese or Korean has several.
    fn terms_in(&self, word: &str) -> Vec<usize> {
        let (mut terms, mut scratch) = (Vec::new(), Vec::new());
        word::each_folded_word(&analyse::index_text(word), |part| {
            terms.extend(self.term_of(part, &mut scratch));
        });
        terms
    }

    /// Whether any of its words tells something by itself.
    pub fn has_content_words(&self) -> bool {
        self.terms.iter().any(|sought| analyse::is_content_word(&sought.term.text))
    }

    /// How much each term counts by its rarity; together 1.
    pub fn weights(&self) -> Vec<f64> {
        let weight = |sought: &QueryTerm| {
            if sought.is_frame { FRAME * sought.rarity } else { sought.rarity }
        };
        let total = self.terms.iter().map(weight).sum::<f64>().max(f64::MIN_POSITIVE);
        self.terms.iter().map(|sought| weight(sought) / total).collect()
    }

    /// What a word of the question counts that is no term by itself, as in another embedder's words.
    pub fn weight_of(&self, word: &str) -> f64 {
        let mut scratch = Vec::new();
        let term = self.term_of(word, &mut scratch);
        term.map_or(0.0, |term| {
            let QueryTerm { rarity, is_frame, .. } = self.terms[term];
            if is_frame { FRAME * rarity } else { rarity }
        })
    }

    /// Its telling words, in order; all of them when none is.
    pub fn content_text(&self) -> String {
        let telling = |word: &&String| !self.terms_in(word).is_empty();
        let words: Vec<String> = self.words.iter().filter(telling).cloned().collect();
        if words.is_empty() { self.words.join(" ") } else { words.join(" ") }
    }
}

/// What stems begin with, a bit for each two bytes, so that most words need no stemming to be told apart.
#[derive(Debug, Clone)]
pub(super) struct Beginnings(Vec<u64>);

impl Beginnings {
    fn of<'a>(stems: impl Iterator<Item = &'a Word>) -> Self {
        let mut beginnings = Self(vec![0; 1 << 10]);
        stems.for_each(|stem| beginnings.add(stem));
        beginnings
    }

    pub(super) fn add(&mut self, stem: &[u8]) {
        let place = beginning(stem);
        self.0[place / 64] |= 1 << (place % 64);
    }

    /// Whether the stem of this word may be among them.
    fn have(&self, word: &[u8]) -> bool {
        // Of a few words nothing but the first letter is left.
        let places = [beginning(word), beginning(&word[..word.len().min(1)])];
        places.iter().any(|place| self.0[place / 64] >> (place % 64) & 1 == 1)
    }
}

/// The first two bytes; stemming makes `y` an `i`.
fn beginning(word: &[u8]) -> usize {
    let byte = |place: usize| usize::from(word.get(place).copied().unwrap_or_default());
    let second = if byte(1) == usize::from(b'y') { usize::from(b'i') } else { byte(1) };
    byte(0) << 8 | second
}

fn rarity(memories: u64, holding: u64) -> f64 {
    let (all, holding) = (memories as f64, holding as f64);
    (1.0 + ((all - holding).max(0.0) + 0.5) / (holding + 0.5)).ln()
}

/// What a word of the asking counts beside what is asked for. Chosen by hand on LoCoMo and BEAM-100K, as are the
/// words.
const FRAME: f64 = 0.4;

/// Words that questions are made of.
const FRAME_WORDS: [&str; 32] = [
    "according",
    "across",
    "based",
    "certain",
    "considered",
    "currently",
    "described",
    "different",
    "happened",
    "items",
    "kinds",
    "likely",
    "many",
    "mentioned",
    "much",
    "named",
    "number",
    "often",
    "recently",
    "said",
    "say",
    "sort",
    "specific",
    "tell",
    "told",
    "things",
    "total",
    "types",
    "usually",
    "various",
    "way",
    "ways",
];

fn is_frame(word: &str) -> bool {
    let stem = word::stems(word);
    FRAME_WORDS.iter().any(|frame| word::stems(frame) == stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(question: &str) -> Vec<String> {
        Question::of(question).terms.into_iter().map(|sought| sought.term.text).collect()
    }

    #[test]
    fn a_question_looks_for_each_word_once_whatever_its_form() {
        assert_eq!(terms("Where did she go when she went running runs?"), ["go", "running"]);
        let question = Question::of("Where did we go?");
        assert_eq!(question.terms[0].term.forms, ["went", "gone"]);
        let mut scratch = Vec::new();
        for word in ["go", "going", "went", "gone"] {
            assert_eq!(question.term_of(word, &mut scratch), Some(0), "{word}");
        }
        assert_eq!(question.term_of("goat", &mut scratch), None);
    }

    #[test]
    fn a_form_is_recognised_whatever_stemming_leaves_of_it() {
        for (asked, held) in [("eye", "eyed"), ("dies", "dying"), ("aed", "aed"), ("sky", "skies")]
        {
            let question = Question::of(asked);
            let same = word::stems(asked) == word::stems(held);
            let found = question.term_of(held, &mut Vec::new()).is_some();
            assert_eq!(found, same, "{asked} {held}");
        }
    }

    #[test]
    fn a_single_character_of_chinese_is_found_in_pairs() {
        let question = Question::of("猫");
        let mut scratch = Vec::new();
        assert_eq!(question.term_of("猫很", &mut scratch), Some(0));
        assert_eq!(question.term_of("我的", &mut scratch), None);
    }

    #[test]
    fn what_is_written_without_spaces_tells_something() {
        for (question, telling) in [
            ("上海仓库联系人", "上海仓库联系人"),
            ("which port 上海仓库", "port 上海仓库"),
            ("https://example.org/x", "https example org x"),
        ] {
            assert_eq!(Question::of(question).content_text(), telling, "{question}");
        }
        assert_eq!(Question::of("上海仓").pairs, [(0, 1)]);
    }

    #[test]
    fn a_question_of_nothing_but_small_words_tells_nothing() {
        for (question, telling) in
            [("what is it", false), ("the", false), ("what is the port", true), ("猫", true)]
        {
            assert_eq!(Question::of(question).has_content_words(), telling, "{question}");
        }
    }

    #[test]
    fn rare_words_tell_more_and_every_word_tells_something() {
        let mut question = Question::of("apple quince");
        question.weigh(&Statistics { memories: 100, frequencies: vec![100, 1] });
        assert!(question.terms[0].rarity > 0.0);
        assert!(question.terms[1].rarity > 3.0 * question.terms[0].rarity);
    }

    #[test]
    fn neighbouring_terms_are_pairs() {
        assert_eq!(Question::of("red apple, red pear").pairs, [(0, 1), (1, 0), (0, 2)]);
    }

    #[test]
    fn words_of_the_asking_count_less() {
        let question = Question::of("What kind of music was mentioned?");
        let weights = question.weights();
        assert_eq!(terms("What kind of music was mentioned?"), ["kind", "music", "mentioned"]);
        assert!(weights[1] > 2.0 * weights[0] && weights[0] == weights[2]);
        assert_eq!(question.content_text(), "kind music mentioned");
    }
}
