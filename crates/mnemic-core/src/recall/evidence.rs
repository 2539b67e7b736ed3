//! Evidence: what can be told of how well a memory answers a question, as numbers that are comparable between
//! questions. Most lie between 0 and 1.
//!
//! What was said around a short memory tells of it; a long one speaks for itself.

use std::collections::{HashMap, HashSet};

use super::{
    candidate::Candidate,
    passage::{Likeness, Passage},
    question::Question,
};
use crate::{embed::Lexicon, memory::Memory, word};

/// What is looked at: candidates and what was said around them.
#[derive(Debug, Default)]
pub struct Material {
    /// The memories that arms found.
    pub candidates: Vec<Candidate>,
    /// Memories that are looked at only because they stand beside a candidate.
    pub others: Vec<Memory>,
    /// What stands around each candidate: places among the candidates, then the others.
    pub around: Vec<Around>,
    /// How near the meaning of each of them is to the question's, for each embedder that was asked.
    pub meanings: Vec<Meaning>,
}

/// What stands around a candidate, the nearest first.
#[derive(Debug, Clone, Default)]
pub struct Around {
    /// Before it.
    pub before: Vec<usize>,
    /// After it.
    pub after: Vec<usize>,
}

/// How near memories are to a question, by one embedder.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// By an embedder without context: the cosine of each memory as a whole.
    Plain(Vec<f64>),
    /// By an embedder with context: the same, and for each word of the question how near the memory's nearest is.
    Deep {
        /// The cosine of each memory as a whole.
        whole: Vec<f64>,
        /// For each memory, by the words of the question that tell something.
        words: Vec<Vec<f64>>,
        /// How much each of those words counts; together 1.
        weights: Vec<f64>,
    },
}

/// What can be told of one memory. Every number has a name; a ranking gives each a weight.
pub type Evidence = Vec<(&'static str, f64)>;

/// How much what stands before and after counts in a window.
const WINDOW: [(Side, f64); 3] =
    [(Side::Before(0), 0.9), (Side::Before(1), 0.7), (Side::After(0), 0.7)];
const DEEP_WINDOW: [(Side, f64); 3] =
    [(Side::Before(0), 0.95), (Side::Before(1), 0.9), (Side::After(0), 0.9)];

/// How often a word counts again: BM25's saturation and length penalty, for openings and for whole texts.
const OPENING: Saturation = Saturation { k: 0.9, b: 0.4 };
const WHOLE: Saturation = Saturation { k: 1.2, b: 0.75 };

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before(usize),
    After(usize),
}

struct Saturation {
    k: f64,
    b: f64,
}

impl Saturation {
    /// From 0 to 1: how much `count` occurrences are of what endless ones would be.
    fn of(&self, count: f64, length: f64, average: f64) -> f64 {
        count / (count + self.k * (1.0 - self.b + self.b * length / average.max(1.0)))
    }
}

/// The evidence of each candidate.
pub fn evidence(
    question: &Question,
    material: &Material,
    lexicon: Option<&dyn Lexicon>,
) -> Vec<Evidence> {
    let scene = Scene::of(question, material, lexicon);
    (0..material.candidates.len()).map(|place| scene.evidence(place)).collect()
}

/// Everything read, so that each memory can be seen beside the others.
struct Scene<'a> {
    question: &'a Question,
    material: &'a Material,
    weights: Vec<f64>,
    passages: Vec<Passage>,
    /// How well each passage's opening holds each term.
    held: Vec<Vec<f64>>,
    average_words: f64,
    named: HashSet<&'a str>,
    sessions: HashMap<&'a str, Session>,
    has_lexicon: bool,
}

#[derive(Debug, Default)]
struct Session {
    best: Vec<f64>,
    covered: Vec<f64>,
}

impl<'a> Scene<'a> {
    fn of(
        question: &'a Question,
        material: &'a Material,
        lexicon: Option<&'a dyn Lexicon>,
    ) -> Self {
        let mut likeness = Likeness::new(question, lexicon);
        let memories = material.candidates.iter().map(|candidate| &candidate.memory);
        let memories: Vec<&Memory> = memories.chain(&material.others).collect();
        let passages: Vec<Passage> =
            memories.iter().map(|memory| Passage::read(memory, question, &mut likeness)).collect();
        let count = passages.len().max(1) as f64;
        let average_opening = passages.iter().map(Passage::opening).sum::<f64>() / count;
        let held = passages.iter().map(|passage| {
            let places = passage.places.iter();
            let held = |places: &Vec<u16>| {
                OPENING.of(places.len() as f64, passage.opening(), average_opening)
            };
            places.map(held).collect()
        });
        let total = question.total_rarity();
        let mut scene = Self {
            question,
            material,
            weights: question.terms.iter().map(|sought| sought.rarity / total).collect(),
            held: held.collect(),
            average_words: passages.iter().map(|passage| passage.words as f64).sum::<f64>() / count,
            passages,
            named: named_authors(question, &memories),
            sessions: HashMap::new(),
            has_lexicon: lexicon.is_some(),
        };
        scene.sum_up_sessions();
        scene
    }

    fn sum_up_sessions(&mut self) {
        for (place, candidate) in self.material.candidates.iter().enumerate() {
            let Some(session) = candidate.memory.source.session.as_deref() else { continue };
            let open = self.weighed(|term| self.held[place][term]);
            let session = self.sessions.entry(session).or_default();
            session.best.push(open);
            session.covered.resize(self.weights.len(), 0.0);
            for (covered, held) in session.covered.iter_mut().zip(&self.held[place]) {
                *covered = f64::max(*covered, f64::from(*held > 0.0));
            }
        }
        for session in self.sessions.values_mut() {
            session.best.sort_by(|one, other| other.total_cmp(one));
            session.best.truncate(3);
        }
    }

    /// The sum over all terms, each by its weight.
    fn weighed(&self, value: impl Fn(usize) -> f64) -> f64 {
        self.weights.iter().enumerate().map(|(term, weight)| weight * value(term)).sum()
    }

    /// Who stands on that side, and how far it tells of the candidate.
    fn beside(&self, place: usize, side: Side) -> Option<(usize, f64)> {
        let around = &self.material.around[place];
        let other = match side {
            Side::Before(distance) => *around.before.get(distance)?,
            Side::After(distance) => *around.after.get(distance)?,
        };
        let openness = self.passages[place].openness() * self.passages[other].openness();
        (openness > 0.0).then_some((other, openness))
    }

    fn evidence(&self, place: usize) -> Evidence {
        let mut evidence = self.of_words(place);
        evidence.extend(self.of_surroundings(place));
        evidence.extend(self.of_itself(place));
        evidence.extend(self.of_session(place));
        if self.has_lexicon {
            evidence.extend(self.of_likeness(place));
        }
        for meaning in &self.material.meanings {
            evidence.extend(self.of_meaning(place, meaning));
        }
        evidence
    }

    fn of_words(&self, place: usize) -> Evidence {
        let passage = &self.passages[place];
        let held = &self.held[place];
        let whole = |term: usize| {
            WHOLE.of(f64::from(passage.counts[term]), passage.words as f64, self.average_words)
        };
        let covers = |term: usize| f64::from(held[term] > 0.0 || passage.authored[term]);
        vec![
            ("opening", self.weighed(|term| held[term])),
            ("whole", self.weighed(whole)),
            ("coverage", self.weighed(covers)),
            ("proximity", self.proximity(passage)),
        ]
    }

    /// Which part of the pairs of the question stand close together, by the rarer of both.
    fn proximity(&self, passage: &Passage) -> f64 {
        let (mut close, mut all) = (0.0, 0.0);
        for (one, other) in &self.question.pairs {
            let rarity = |term: usize| self.question.terms[term].rarity;
            let weight = rarity(*one).min(rarity(*other));
            all += weight;
            let others = &passage.places[*other];
            let near = |place: &u16| others.iter().any(|other| place.abs_diff(*other) <= 3);
            if passage.places[*one].iter().any(near) {
                close += weight;
            }
        }
        if all > 0.0 { close / all } else { 0.0 }
    }

    fn of_surroundings(&self, place: usize) -> Evidence {
        let own = &self.held[place];
        let told = |side: Side| {
            let Some((other, openness)) = self.beside(place, side) else { return 0.0 };
            openness * self.weighed(|term| self.held[other][term])
        };
        let added = |side: Side| {
            let Some((other, openness)) = self.beside(place, side) else { return 0.0 };
            let adds = |term: usize| self.held[other][term] > 0.0 && own[term] == 0.0;
            openness * self.weighed(|term| f64::from(adds(term)))
        };
        let window = |term: usize| {
            let held = |place: usize| {
                self.held[place][term].max(f64::from(self.passages[place].authored[term]) / 1.9)
            };
            self.window(place, &WINDOW, held)
        };
        let before = told(Side::Before(0));
        let answers = self.beside(place, Side::Before(0));
        let answers = answers.is_some_and(|(other, _)| self.passages[other].ends_asking);
        vec![
            ("before", before),
            ("before_2", told(Side::Before(1))),
            ("after", told(Side::After(0))),
            ("answers", if answers { before } else { 0.0 }),
            ("before_adds", added(Side::Before(0))),
            ("after_adds", added(Side::After(0))),
            ("window", self.weighed(window)),
        ]
    }

    /// The greatest of what a memory and its neighbours have, theirs by how much they count.
    fn window(&self, place: usize, sides: &[(Side, f64)], value: impl Fn(usize) -> f64) -> f64 {
        let beside = sides.iter().filter_map(|(side, weight)| {
            let (other, openness) = self.beside(place, *side)?;
            Some(weight * openness * value(other))
        });
        beside.fold(value(place), f64::max)
    }

    fn of_itself(&self, place: usize) -> Evidence {
        let passage = &self.passages[place];
        let candidate = &self.material.candidates[place];
        let memory = &candidate.memory;
        let wants = self.question.wants;
        let author = memory.source.author.as_deref().unwrap_or_default();
        let is_first =
            memory.source.session.is_some() && self.material.around[place].before.is_empty();
        let words = passage.words as f64;
        vec![
            ("author", f64::from(self.is_named(author))),
            ("user", f64::from(is_user(author))),
            ("assistant", f64::from(is_assistant(author) && wants.assistant)),
            ("ends_asking", f64::from(passage.ends_asking)),
            ("asked", passage.asked),
            ("length", words.min(100.0).ln_1p() / 101_f64.ln()),
            ("telling", (passage.telling as f64).ln_1p() / 50_f64.ln()),
            ("personal", f64::from(passage.personal > 0.0)),
            ("personal_share", passage.personal.min(0.2) * 5.0),
            ("long", ((words - 100.0) / 200.0).clamp(0.0, 1.0)),
            ("tells_time", f64::from(passage.speaks_of_time && wants.time)),
            ("speaks_of_time", f64::from(passage.speaks_of_time)),
            ("has_number", f64::from(passage.has_number)),
            ("tells_number", f64::from(passage.has_number && wants.number)),
            ("first", f64::from(is_first)),
            ("timely", candidate.timeliness),
        ]
    }

    fn is_named(&self, author: &str) -> bool {
        let mut named = false;
        word::each_folded_word(author, |word| named |= self.named.contains(word));
        named
    }

    fn of_session(&self, place: usize) -> Evidence {
        let session = self.material.candidates[place].memory.source.session.as_deref();
        let session = session.and_then(|session| self.sessions.get(session));
        let best = session.map_or(0.0, |session| session.best.iter().sum::<f64>() / 3.0);
        let covered = session.map_or(0.0, |session| self.weighed(|term| session.covered[term]));
        vec![("session", best), ("session_covers", covered)]
    }

    fn of_likeness(&self, place: usize) -> Evidence {
        let like = |place: usize, term: usize| self.passages[place].likeness[term];
        let own = self.weighed(|term| like(place, term));
        let window = self.weighed(|term| self.window(place, &WINDOW, |place| like(place, term)));
        let added = |side: Side| {
            let Some((other, openness)) = self.beside(place, side) else { return 0.0 };
            self.weighed(|term| (openness * like(other, term) - like(place, term)).max(0.0))
        };
        vec![
            ("likeness", own),
            ("likeness_window", window),
            ("likeness_before", added(Side::Before(0))),
            ("likeness_before_2", added(Side::Before(1))),
            ("likeness_after", added(Side::After(0))),
        ]
    }

    fn of_meaning(&self, place: usize, meaning: &Meaning) -> Evidence {
        let beside = |whole: &[f64]| {
            let sides = [Side::Before(0), Side::After(0)].into_iter();
            let near = sides.filter_map(|side| {
                let (other, openness) = self.beside(place, side)?;
                Some(openness * whole[other])
            });
            near.fold(0.0, f64::max)
        };
        match meaning {
            Meaning::Plain(whole) => vec![("plain", whole[place]), ("plain_beside", beside(whole))],
            Meaning::Deep { whole, words, weights } => {
                let near =
                    |place: usize, word: usize| words[place].get(word).copied().unwrap_or(0.0);
                let sum = |value: &dyn Fn(usize) -> f64| -> f64 {
                    weights.iter().enumerate().map(|(word, weight)| weight * value(word)).sum()
                };
                let added = |side: Side| {
                    let Some((other, openness)) = self.beside(place, side) else { return 0.0 };
                    sum(&|word| (openness * near(other, word) - near(place, word)).max(0.0))
                };
                vec![
                    ("deep", whole[place]),
                    ("deep_beside", beside(whole)),
                    ("deep_words", sum(&|word| near(place, word))),
                    (
                        "deep_window",
                        sum(&|word| self.window(place, &DEEP_WINDOW, |place| near(place, word))),
                    ),
                    ("deep_before", added(Side::Before(0))),
                    ("deep_before_2", added(Side::Before(1))),
                    ("deep_after", added(Side::After(0))),
                ]
            }
        }
    }
}

/// The words of the question that name an author among the memories, unless everyone is called so.
fn named_authors<'a>(question: &'a Question, memories: &[&Memory]) -> HashSet<&'a str> {
    let asked: HashSet<&str> = question.words.iter().map(String::as_str).collect();
    let (mut named, mut unnamed) = (HashSet::new(), false);
    for memory in memories {
        let author = memory.source.author.as_deref().unwrap_or_default();
        let mut is_named = false;
        if !is_user(author) && !is_assistant(author) {
            word::each_folded_word(author, |word| {
                if let Some(word) = asked.get(word) {
                    named.insert(*word);
                    is_named = true;
                }
            });
        }
        unnamed |= !is_named;
    }
    if unnamed { named } else { HashSet::new() }
}

fn is_user(author: &str) -> bool {
    ["user", "human", "me"].iter().any(|role| author.eq_ignore_ascii_case(role))
}

fn is_assistant(author: &str) -> bool {
    let roles = ["assistant", "ai", "agent", "bot", "model", "system"];
    roles.iter().any(|role| author.eq_ignore_ascii_case(role))
}
