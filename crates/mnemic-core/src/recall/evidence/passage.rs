//! A passage: what a memory says of the terms of a question, read once and looked at from several sides.

use std::borrow::Cow;

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use foldhash::fast::RandomState;

use crate::{
    port::embedder::Lexicon,
    recall::question::Question,
    record::memory::Memory,
    text::{
        analyse::{self, OPENING_WORDS},
        word,
    },
};

/// Words less alike than this are not alike. Chosen by hand on LoCoMo and BEAM-100K.
const LEAST_LIKENESS: f32 = 0.3;
/// A text up to so many words is short: what was said around it tells of it. Both lengths were chosen by hand between
/// two measurements: windows help on LoCoMo, whose turns have 23 words, and hurt on BEAM-100K, whose have 314.
const SHORT: f64 = 60.0;
/// A text of so many words is long: what was said around it tells nothing of it.
const LONG: f64 = 120.0;

/// The texts that one question looks at have about so many different words. A guess: it only saves growing a map.
const USUAL_WORDS: usize = 4_096;

/// Who said what.
#[derive(Debug, Clone)]
pub struct AuthoredText<'a> {
    /// Who.
    pub author: Option<&'a str>,
    /// What.
    pub text: Cow<'a, str>,
}

impl<'a> AuthoredText<'a> {
    /// What a memory says, with the words of its body.
    pub fn by_memory(memory: &'a Memory) -> Self {
        let text = match memory.searched_words() {
            Some(words) => Cow::Owned(format!("{}\n{words}", memory.text)),
            None => Cow::Borrowed(memory.text.as_str()),
        };
        Self { author: memory.source.author.as_deref(), text }
    }
}

/// What a memory says of the terms of a question.
#[derive(Debug, Clone, Default)]
pub struct Passage {
    /// Where in its opening each term stands.
    pub places: Vec<Vec<u16>>,
    /// Whether its author's name holds each term.
    pub authored: Vec<bool>,
    /// How like each term its likest word is, from 0 to 1.
    pub likeness: Vec<f64>,
    /// How many words it has; of a long text some.
    pub words: usize,
    /// Whether it ends with a question.
    pub ends_asking: bool,
    /// Whether its opening speaks of the speaker.
    pub is_personal: bool,
    /// Whether its opening holds a number.
    pub has_number: bool,
    /// How many different names its opening has, as far as capitals tell.
    pub names: usize,
}

impl Passage {
    /// Reads what was said for a question.
    pub fn read(said: &AuthoredText<'_>, question: &Question, likeness: &mut Likeness<'_>) -> Self {
        let terms = question.terms.len();
        let mut passage = Self {
            places: vec![Vec::new(); terms],
            authored: vec![false; terms],
            likeness: vec![0.0; terms],
            ..Self::default()
        };
        passage.read_text(&said.text, question, likeness);
        passage.read_author(said.author, question, likeness);
        passage.ends_asking = ends_asking(&said.text);
        passage.names = if question.wants.name { names(&said.text) } else { 0 };
        passage
    }

    fn read_text(&mut self, text: &str, question: &Question, likeness: &mut Likeness<'_>) {
        let mut scratch = Vec::new();
        // A text of that many words is long, however many more it has.
        let text = analyse::first_words(text, LONG as usize);
        word::each_folded_word(&analyse::index_text(text), |word| {
            let place = self.words;
            self.words += 1;
            if place >= OPENING_WORDS {
                return;
            }
            for term in question.terms_of(word, &mut scratch) {
                self.places[*term].push(place as u16);
                self.likeness[*term] = 1.0;
            }
            self.is_personal = self.is_personal || PERSONAL.contains(&word);
            self.has_number |= word.bytes().all(|byte| byte.is_ascii_digit());
            likeness.raise(word, &mut self.likeness);
        });
    }

    fn read_author(
        &mut self,
        author: Option<&str>,
        question: &Question,
        likeness: &mut Likeness<'_>,
    ) {
        let Some(author) = author else { return };
        let mut scratch = Vec::new();
        word::each_folded_word(author, |word| {
            for term in question.terms_of(word, &mut scratch) {
                self.authored[*term] = true;
            }
            likeness.raise(word, &mut self.likeness);
        });
    }

    /// Whether its opening holds a term.
    pub fn holds(&self, term: usize) -> bool {
        !self.places[term].is_empty()
    }

    /// Whether its opening or its author's name holds a term.
    pub fn covers(&self, term: usize) -> bool {
        self.holds(term) || self.authored[term]
    }

    /// How many of its words are looked at closely.
    pub fn opening_words(&self) -> f64 {
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
    /// The terms whose meaning is known, and their vectors.
    places: Vec<usize>,
    vectors: Vec<&'a [f32]>,
    /// Which of `alike` belong to a word.
    known: HashMap<String, Range<usize>, RandomState>,
    alike: Vec<Alike>,
}

/// A term, and how like it a word is.
type Alike = (usize, f64);

impl<'a> Likeness<'a> {
    /// Compares with the terms of `question`; without a lexicon nothing is alike but what is the same.
    pub fn new(question: &'a Question, lexicon: Option<&'a dyn Lexicon>) -> Self {
        let terms = question.terms.iter().enumerate();
        let known = terms.filter_map(|(place, sought)| Some((place, sought.vector.as_deref()?)));
        let (places, vectors) = known.unzip();
        let known = HashMap::with_capacity_and_hasher(USUAL_WORDS, RandomState::default());
        Self { lexicon, places, vectors, known, alike: Vec::new() }
    }

    fn raise(&mut self, word: &str, likeness: &mut [f64]) {
        let Some(lexicon) = self.lexicon else { return };
        let alike = match self.known.get(word) {
            Some(alike) => alike.clone(),
            None => {
                let alike = self.look_up(lexicon, word);
                self.known.insert(word.to_owned(), alike.clone());
                alike
            }
        };
        for (term, value) in &self.alike[alike] {
            likeness[*term] = likeness[*term].max(*value);
        }
    }

    fn look_up(&mut self, lexicon: &dyn Lexicon, word: &str) -> Range<usize> {
        let before = self.alike.len();
        if !word::is_code(word) && analyse::is_content_word(word) {
            let mut places = self.places.iter();
            lexicon.each_cosine(word, &self.vectors, &mut |cosine| {
                let above = (cosine - LEAST_LIKENESS) / (1.0 - LEAST_LIKENESS);
                if let Some(place) = places.next()
                    && above > 0.0
                {
                    self.alike.push((*place, f64::from(above.min(1.0))));
                }
            });
        }
        before..self.alike.len()
    }
}

/// Whether a text ends with a question, signs and pictures after it aside.
fn ends_asking(text: &str) -> bool {
    // What is shown with a text, as `[photo: a dog]`, is not said.
    let said = match text.trim_end().strip_suffix(']').and_then(|text| text.rfind('[')) {
        Some(start) if start > 0 => &text[..start],
        _ => text,
    };
    let end = said.trim_end_matches(|character: char| {
        !word::is_inside(character) && !matches!(character, '?' | '？' | '.' | '!' | '。' | '！')
    });
    end.ends_with(['?', '？'])
}

/// How many different words inside sentences have a capital.
fn names(text: &str) -> usize {
    let mut names = HashSet::new();
    let mut follows = false;
    for word in text.split(' ').take(OPENING_WORDS) {
        let mut letters = word.chars();
        let capital = letters.next().is_some_and(|first| first.is_uppercase());
        let name = word.trim_end_matches(|character: char| !word::is_inside(character));
        if follows && capital && letters.next().is_some_and(char::is_lowercase) {
            names.insert(name);
        }
        follows = word.ends_with(|last: char| last.is_lowercase() || last == ',' || last == ';');
    }
    names.len()
}

const PERSONAL: [&str; 7] = ["i", "my", "me", "we", "our", "im", "ive"];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, question: &str) -> Passage {
        let question = Question::of(question);
        let passage = AuthoredText { author: Some("Ada Lovelace"), text: text.into() };
        Passage::read(&passage, &question, &mut Likeness::new(&question, None))
    }

    #[test]
    fn a_passage_knows_where_each_term_stands() {
        let passage = read("We chose SQLite. SQLite it is!", "Why choose SQLite?");
        assert_eq!(passage.places, [vec![1], vec![2, 3]]);
        assert_eq!(passage.words, 6);
    }

    #[test]
    fn a_name_in_the_question_is_found_in_the_author() {
        assert_eq!(read("hello", "What did Ada say?").authored, [true, false]);
    }

    #[test]
    fn questions_are_told_from_answers() {
        for (text, ends) in [
            ("Where is it?", true),
            ("It is here. Where is yours? 🙂", true),
            ("Look at this, is it good? [photo: a dog]", true),
            ("Why? Because.", false),
            ("", false),
            ("[x]", false),
            ("是吗？", true),
        ] {
            assert_eq!(ends_asking(text), ends, "{text}");
        }
    }

    #[test]
    fn names_are_told_by_capitals_inside_sentences() {
        assert_eq!(names("We met Ada in Paris, Ada and Bob. Then home"), 3);
        assert_eq!(names("Nothing here. But capitals"), 0);
    }

    #[test]
    fn around_a_long_text_nothing_tells_of_it() {
        assert_eq!(Passage { words: 10, ..Passage::default() }.openness(), 1.0);
        assert_eq!(Passage { words: 90, ..Passage::default() }.openness(), 0.5);
        assert_eq!(Passage { words: 500, ..Passage::default() }.openness(), 0.0);
    }
}
