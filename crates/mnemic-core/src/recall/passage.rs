//! A passage: what a memory says of the terms of a question, read once and looked at from several sides.

use std::collections::{HashMap, HashSet};

use super::question::Question;
use crate::{
    analyse::{self, OPENING_WORDS},
    embed::Lexicon,
    memory::Memory,
    word,
};

/// Words less alike than this are not alike.
const LEAST_LIKENESS: f32 = 0.3;
/// A text up to so many words is short: what was said around it tells of it.
const SHORT: f64 = 60.0;
/// A text of so many words is long: what was said around it tells nothing of it.
const LONG: f64 = 120.0;

/// What a memory says of the terms of a question.
#[derive(Debug, Clone, Default)]
pub struct Passage {
    /// Where in its opening each term stands.
    pub places: Vec<Vec<u16>>,
    /// How often each term stands in the whole text.
    pub counts: Vec<u16>,
    /// Whether its author's name holds each term.
    pub authored: Vec<bool>,
    /// How like each term its likest word is, from 0 to 1.
    pub likeness: Vec<f64>,
    /// How many words it has.
    pub words: usize,
    /// How many different telling words its opening has.
    pub telling: usize,
    /// Which part of its words stands in questions.
    pub asked: f64,
    /// Whether it ends with a question.
    pub ends_asking: bool,
    /// Which part of its opening's words speak of the speaker.
    pub personal: f64,
    /// Whether its opening speaks of time.
    pub speaks_of_time: bool,
    /// Whether its opening holds a number.
    pub has_number: bool,
}

impl Passage {
    /// Reads a memory for a question.
    pub fn read(memory: &Memory, question: &Question, likeness: &mut Likeness<'_>) -> Self {
        let terms = question.terms.len();
        let mut passage = Self {
            places: vec![Vec::new(); terms],
            counts: vec![0; terms],
            authored: vec![false; terms],
            likeness: vec![0.0; terms],
            ..Self::default()
        };
        passage.read_text(memory, question, likeness);
        passage.read_author(memory, question, likeness);
        (passage.asked, passage.ends_asking) = asking(&memory.text);
        passage
    }

    fn read_text(&mut self, memory: &Memory, question: &Question, likeness: &mut Likeness<'_>) {
        let (mut scratch, mut personal) = (Vec::new(), 0);
        let mut telling = HashSet::new();
        word::each_folded_word(&analyse::index_text(&memory.text), |word| {
            let place = self.words;
            self.words += 1;
            let term = question.term_of(word, &mut scratch);
            if let Some(term) = term {
                self.counts[term] = self.counts[term].saturating_add(1);
            }
            if place >= OPENING_WORDS {
                return;
            }
            if let Some(term) = term {
                self.places[term].push(place as u16);
                self.likeness[term] = 1.0;
            }
            personal += usize::from(PERSONAL.contains(&word));
            self.speaks_of_time |= TIMES.contains(&word);
            self.has_number |= word.bytes().all(|byte| byte.is_ascii_digit());
            if analyse::is_telling(word) && telling.insert(word.to_owned()) {
                likeness.raise(word, &mut self.likeness);
            }
        });
        self.telling = telling.len();
        self.personal = personal as f64 / self.words.clamp(5, OPENING_WORDS) as f64;
    }

    fn read_author(&mut self, memory: &Memory, question: &Question, likeness: &mut Likeness<'_>) {
        let Some(author) = &memory.source.author else { return };
        let mut scratch = Vec::new();
        word::each_folded_word(author, |word| {
            if let Some(term) = question.term_of(word, &mut scratch) {
                self.authored[term] = true;
            }
            likeness.raise(word, &mut self.likeness);
        });
    }

    /// How many of its words are looked at closely.
    pub fn opening(&self) -> f64 {
        self.words.min(OPENING_WORDS) as f64
    }

    /// How far what was said around it tells of it: 1 for a short text, 0 for a long one.
    pub fn openness(&self) -> f64 {
        ((LONG - self.words as f64) / (LONG - SHORT)).clamp(0.0, 1.0)
    }
}

/// How like the words of texts are to the terms of one question; each word is looked up once.
pub struct Likeness<'a> {
    lexicon: Option<&'a dyn Lexicon>,
    question: &'a Question,
    known: HashMap<String, Vec<(usize, f64)>>,
}

impl<'a> Likeness<'a> {
    /// Compares with the terms of `question`; without a lexicon nothing is alike but what is the same.
    pub fn new(question: &'a Question, lexicon: Option<&'a dyn Lexicon>) -> Self {
        Self { lexicon, question, known: HashMap::new() }
    }

    fn raise(&mut self, word: &str, likeness: &mut [f64]) {
        let Some(lexicon) = self.lexicon else { return };
        if !self.known.contains_key(word) {
            let alike = alike(self.question, lexicon, word);
            self.known.insert(word.to_owned(), alike);
        }
        for (term, value) in &self.known[word] {
            likeness[*term] = likeness[*term].max(*value);
        }
    }
}

fn alike(question: &Question, lexicon: &dyn Lexicon, word: &str) -> Vec<(usize, f64)> {
    let Some(vector) = lexicon.vector(word) else { return Vec::new() };
    let like = |(place, sought): (usize, &super::question::Sought)| {
        let term = sought.vector.as_ref()?;
        let cosine: f32 = term.iter().zip(&vector).map(|(one, other)| one * other).sum();
        let above = (cosine - LEAST_LIKENESS) / (1.0 - LEAST_LIKENESS);
        (above > 0.0).then(|| (place, f64::from(above.min(1.0))))
    };
    question.terms.iter().enumerate().filter_map(like).collect()
}

/// Which part of a text's words stands in questions, and whether it ends with one.
fn asking(text: &str) -> (f64, bool) {
    let (mut all, mut asked, mut sentence, mut inside) = (0_usize, 0_usize, 0_usize, false);
    for character in text.chars() {
        let is_word = !character.is_whitespace();
        if is_word && !inside {
            sentence += 1;
            all += 1;
        }
        inside = is_word;
        match character {
            '?' | '？' => {
                asked += sentence;
                sentence = 0;
            }
            '.' | '!' | '。' | '！' => sentence = 0,
            _ => {}
        }
    }
    let end = text.trim_end_matches(|character: char| {
        character.is_whitespace()
            || matches!(character, ')' | ']' | '"' | '\'' | '*' | '_')
            || (!character.is_alphanumeric() && !character.is_ascii() && character != '？')
    });
    (asked as f64 / all.max(1) as f64, end.ends_with(['?', '？']))
}

const PERSONAL: [&str; 8] = ["i", "my", "me", "we", "our", "im", "ive", "us"];

const TIMES: [&str; 36] = [
    "yesterday",
    "today",
    "tomorrow",
    "tonight",
    "ago",
    "last",
    "next",
    "week",
    "weekend",
    "month",
    "year",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "morning",
    "evening",
    "since",
    "until",
    "deadline",
    "weeks",
    "months",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::tests::memory;

    fn read(text: &str, question: &str) -> Passage {
        let question = Question::of(question);
        let mut told = memory(1);
        told.text = text.to_owned();
        told.source.author = Some("Ada Lovelace".to_owned());
        Passage::read(&told, &question, &mut Likeness::new(&question, None))
    }

    #[test]
    fn a_passage_knows_where_each_term_stands() {
        let passage = read("We chose SQLite. SQLite it is!", "Why choose SQLite?");
        assert_eq!(passage.places, [vec![1], vec![2, 3]]);
        assert_eq!(passage.counts, [1, 2]);
        assert_eq!(passage.words, 6);
    }

    #[test]
    fn a_name_in_the_question_is_found_in_the_author() {
        assert_eq!(read("hello", "What did Ada say?").authored, [true, false]);
    }

    #[test]
    fn questions_are_told_from_answers() {
        for (text, asked, ends) in [
            ("Where is it?", 1.0, true),
            ("It is here. Where is yours? 🙂", 3.0 / 7.0, true),
            ("Why? Because.", 0.5, false),
            ("", 0.0, false),
            ("是吗？", 1.0, true),
        ] {
            let (found, found_ends) = asking(text);
            assert!((found - asked).abs() < 1e-9, "{text} {found}");
            assert_eq!(found_ends, ends, "{text}");
        }
    }

    #[test]
    fn around_a_long_text_nothing_tells_of_it() {
        assert_eq!(Passage { words: 10, ..Passage::default() }.openness(), 1.0);
        assert_eq!(Passage { words: 90, ..Passage::default() }.openness(), 0.5);
        assert_eq!(Passage { words: 500, ..Passage::default() }.openness(), 0.0);
    }
}
