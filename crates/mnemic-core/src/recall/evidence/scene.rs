//! The scene: candidates and what stands around them, read once, so that each can be seen beside the others.

use std::collections::HashSet;

use super::{
    EvidenceKind, EvidenceValues,
    label::Labels,
    later,
    passage::{AuthoredText, Likeness, Passage},
};
use crate::{
    port::embedder::Lexicon,
    recall::{gather::material::Material, question::Question},
    text::{analyse::OPENING_WORDS, word},
};

/// Neighbours, and how much what they say counts. Chosen by hand on LoCoMo and BEAM-100K.
const WINDOW: [(Side, f64); 3] =
    [(Side::Before(0), 0.9), (Side::Before(1), 0.7), (Side::After(0), 0.7)];

/// How soon more of the same word counts no more, and how far a long opening's words count less. Chosen by hand
/// on LoCoMo and BEAM-100K.
const SATURATION: f64 = 0.9;
const LENGTH_PENALTY: f64 = 0.4;

/// Two words stand close together at most so many words apart. Chosen by hand, as are the next two.
const CLOSE: u16 = 3;
/// What two words count that stand together the other way round.
pub(super) const TURNED_ROUND: f64 = 0.75;
/// So many names are as good as more.
const NAMES_ENOUGH: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before(usize),
    After(usize),
}

/// Everything read, so that each memory can be seen beside the others.
pub(super) struct Scene<'a> {
    pub(super) question: &'a Question,
    pub(super) material: &'a Material,
    /// How much each term counts; together 1.
    pub(super) weights: Vec<f64>,
    pub(super) passages: Vec<Passage>,
    pub(super) labels: Labels,
    /// How well each passage's opening holds the terms.
    pub(super) opening: Vec<f64>,
    named: HashSet<&'a str>,
    pub(super) has_lexicon: bool,
}

impl<'a> Scene<'a> {
    pub(super) fn of(
        question: &'a Question,
        material: &'a Material,
        lexicon: Option<&'a dyn Lexicon>,
    ) -> Self {
        let mut likeness = Likeness::new(question, lexicon);
        let said = material.authored_texts();
        let passages: Vec<Passage> =
            said.iter().map(|said| Passage::read(said, question, &mut likeness)).collect();
        let memories = material.candidates.iter().map(|candidate| &candidate.memory);
        let labels = Labels::read(memories, question, &mut likeness);
        let weights = question.weights();
        let sum = |held: Vec<f64>| weighted_sum(&weights, |term| held[term]);
        Self {
            question,
            material,
            opening: held(&passages).into_iter().map(sum).collect(),
            weights,
            passages,
            labels,
            named: named_authors(question, &said),
            has_lexicon: lexicon.is_some(),
        }
    }

    /// The sum over all terms, each by its weight.
    pub(super) fn weighted_sum(&self, value: impl Fn(usize) -> f64) -> f64 {
        weighted_sum(&self.weights, value)
    }

    /// Who stands on that side, and how far it tells of the candidate.
    pub(super) fn beside(&self, place: usize, side: Side) -> Option<(usize, f64)> {
        let around = &self.material.around[place];
        let other = match side {
            Side::Before(distance) => *around.before.get(distance)?,
            Side::After(distance) => *around.after.get(distance)?,
        };
        let openness = self.passages[place].openness() * self.passages[other].openness();
        (openness > 0.0).then_some((other, openness))
    }

    /// The greatest of what a memory and its neighbours have, theirs by how much they count.
    pub(super) fn window(
        &self,
        place: usize,
        sides: &[(Side, f64)],
        value: impl Fn(usize) -> f64,
    ) -> f64 {
        let beside = sides.iter().filter_map(|(side, weight)| {
            let (other, openness) = self.beside(place, *side)?;
            Some(weight * openness * value(other))
        });
        beside.fold(value(place), f64::max)
    }

    pub(super) fn of_words(&self, place: usize) -> EvidenceValues {
        let passage = &self.passages[place];
        vec![
            (EvidenceKind::Opening, self.opening[place]),
            (EvidenceKind::Coverage, self.weighted_sum(|term| f64::from(passage.covers(term)))),
            (EvidenceKind::Proximity, self.proximity(passage)),
        ]
    }

    /// How much more of the question a long text says in a later passage than in its opening.
    pub(super) fn later(&self, place: usize) -> f64 {
        let (passage, candidate) = (&self.passages[place], &self.material.candidates[place]);
        // What holds a word anywhere was found by its words, unless many others hold more.
        if passage.words <= OPENING_WORDS || candidate.keyword.is_none() {
            return 0.0;
        }
        let held = later::held(&candidate.memory.text, self.question, &self.weights);
        let likeness = |term: usize| passage.likeness[term].max(f64::from(passage.covers(term)));
        self.weighted_sum(|term| if held[term] { 1.0 - likeness(term).min(1.0) } else { 0.0 })
    }

    /// Which part of the pairs of the question stand close together, by the rarer of both.
    fn proximity(&self, passage: &Passage) -> f64 {
        let (mut close, mut all) = (0.0, 0.0);
        for (one, other) in &self.question.pairs {
            let rarity = |term: usize| self.question.terms[term].rarity;
            let weight = rarity(*one).min(rarity(*other));
            all += weight;
            close += weight * closeness(&passage.places[*one], &passage.places[*other]);
        }
        if all > 0.0 { close / all } else { 0.0 }
    }

    pub(super) fn of_surroundings(&self, place: usize) -> EvidenceValues {
        let opening_beside = |side: Side| {
            self.beside(place, side).map_or(0.0, |(other, openness)| openness * self.opening[other])
        };
        let before = opening_beside(Side::Before(0));
        let answers = self
            .beside(place, Side::Before(0))
            .is_some_and(|(other, _)| self.passages[other].ends_asking);
        vec![
            (EvidenceKind::Before, before),
            (EvidenceKind::Before2, opening_beside(Side::Before(1))),
            (EvidenceKind::After, opening_beside(Side::After(0))),
            (EvidenceKind::Answers, if answers { before } else { 0.0 }),
        ]
    }

    pub(super) fn of_itself(&self, place: usize) -> EvidenceValues {
        let passage = &self.passages[place];
        let candidate = &self.material.candidates[place];
        let source = &candidate.memory.source;
        let author = source.author.as_deref().unwrap_or_default();
        let is_first = source.session.is_some() && self.material.around[place].before.is_empty();
        let wants = self.question.wants;
        let names = passage.names.min(NAMES_ENOUGH) as f64 / NAMES_ENOUGH as f64;
        vec![
            (EvidenceKind::Author, f64::from(self.is_named(author))),
            (EvidenceKind::User, f64::from(is_user(author))),
            (EvidenceKind::Assistant, f64::from(is_assistant(author) && wants.assistant)),
            (EvidenceKind::Personal, f64::from(passage.is_personal)),
            (EvidenceKind::Number, f64::from(passage.has_number)),
            (EvidenceKind::Names, if wants.name { names * self.held_around(place) } else { 0.0 }),
            (EvidenceKind::First, f64::from(is_first)),
        ]
    }

    /// How much of the question is said in a memory and around it: a name that has nothing to do with it is no answer.
    fn held_around(&self, place: usize) -> f64 {
        let like = |place: usize, term: usize| {
            let passage = &self.passages[place];
            passage.likeness[term].max(f64::from(passage.authored[term]))
        };
        self.weighted_sum(|term| self.window(place, &WINDOW, |place| like(place, term)))
    }

    fn is_named(&self, author: &str) -> bool {
        let mut named = false;
        word::each_folded_word(author, |word| named |= self.named.contains(word));
        named
    }

    pub(super) fn of_likeness(&self, place: usize) -> EvidenceValues {
        let like = |place: usize, term: usize| self.passages[place].likeness[term];
        let window = |term: usize| self.window(place, &WINDOW, |place| like(place, term));
        vec![
            (EvidenceKind::Likeness, self.weighted_sum(|term| like(place, term))),
            (EvidenceKind::LikenessWindow, self.weighted_sum(window)),
        ]
    }
}

/// How close together two words stand: in the order of the question, the other way round, or not at all.
fn closeness(one: &[u16], other: &[u16]) -> f64 {
    let pairs = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
    let close = pairs.filter(|(one, other)| one.abs_diff(**other) <= CLOSE);
    close.map(|(one, other)| if one < other { 1.0 } else { TURNED_ROUND }).fold(0.0, f64::max)
}

pub(super) fn weighted_sum(weights: &[f64], value: impl Fn(usize) -> f64) -> f64 {
    weights.iter().enumerate().map(|(term, weight)| weight * value(term)).sum()
}

/// How well each passage's opening holds each term: BM25 as a share of what endless repetition would give.
fn held(passages: &[Passage]) -> Vec<Vec<f64>> {
    let total: f64 = passages.iter().map(Passage::opening_words).sum();
    let average = (total / passages.len().max(1) as f64).max(1.0);
    let held = |passage: &Passage| {
        let length = passage.opening_words() / average;
        let damping = SATURATION * (1.0 - LENGTH_PENALTY + LENGTH_PENALTY * length);
        let share = |places: &Vec<u16>| places.len() as f64 / (places.len() as f64 + damping);
        passage.places.iter().map(share).collect()
    };
    passages.iter().map(held).collect()
}

/// The words of the question that name an author among the memories, unless everyone is called so.
fn named_authors<'a>(question: &'a Question, said: &[AuthoredText<'_>]) -> HashSet<&'a str> {
    let asked: HashSet<&str> = question.words.iter().map(String::as_str).collect();
    let (mut named, mut unnamed) = (HashSet::new(), false);
    for AuthoredText { author, .. } in said {
        let author = author.unwrap_or_default();
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
