//! Evidence: what can be told of how well a memory answers a question, as numbers that are comparable between
//! questions. All lie between 0 and 1, cosines between −1 and 1.
//!
//! What was said around a short memory tells of it, and so does the heading it stands under; a long one speaks for
//! itself.

mod label;
pub mod later;
mod meaning;
pub mod passage;
mod session;
mod time;

use std::collections::HashSet;

use self::{
    label::Labels,
    passage::{Likeness, Passage, Said},
    session::Sessions,
};
use super::{gather::material::Material, question::Question};
use crate::{
    port::embedder::Lexicon,
    text::{analyse::OPENING_WORDS, word},
};

/// What can be told of one memory. Every number has a name; a ranking gives each a weight.
pub type Evidence = Vec<(&'static str, f64)>;

/// Neighbours, and how much what they say counts.
const WINDOW: [(Side, f64); 3] =
    [(Side::Before(0), 0.9), (Side::Before(1), 0.7), (Side::After(0), 0.7)];

/// How soon more of the same word counts no more, and how far a long opening's words count less.
const SATURATION: f64 = 0.9;
const LENGTH_PENALTY: f64 = 0.4;

/// Two words stand close together at most so many words apart.
const CLOSE: u16 = 3;
/// What two words count that stand together the other way round.
const TURNED_ROUND: f64 = 0.75;
/// So many names are as good as more.
const NAMES_ENOUGH: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before(usize),
    After(usize),
}

/// The evidence of each candidate.
pub fn evidence(
    question: &Question,
    material: &Material,
    lexicon: Option<&dyn Lexicon>,
) -> Vec<Evidence> {
    let scene = Scene::of(question, material, lexicon);
    let sessions = Sessions::of(&scene);
    let told = |place| {
        let mut evidence = scene.of_words(place);
        evidence.push(("later", scene.later(place)));
        evidence.extend(scene.of_surroundings(place));
        evidence.extend(scene.of_labels(place));
        evidence.extend(scene.of_itself(place));
        evidence.extend(scene.of_time(place));
        evidence.extend(sessions.evidence(&scene, place));
        if scene.has_lexicon {
            evidence.extend(scene.of_likeness(place));
        }
        evidence.extend(scene.of_plain_meaning(place));
        evidence.extend(scene.of_deep_meaning(place));
        evidence
    };
    (0..material.candidates.len()).map(told).collect()
}

/// Everything read, so that each memory can be seen beside the others.
struct Scene<'a> {
    question: &'a Question,
    material: &'a Material,
    /// How much each term counts; together 1.
    weights: Vec<f64>,
    passages: Vec<Passage>,
    labels: Labels,
    /// How well each passage's opening holds the terms.
    opening: Vec<f64>,
    named: HashSet<&'a str>,
    has_lexicon: bool,
}

impl<'a> Scene<'a> {
    fn of(
        question: &'a Question,
        material: &'a Material,
        lexicon: Option<&'a dyn Lexicon>,
    ) -> Self {
        let mut likeness = Likeness::new(question, lexicon);
        let said = material.said();
        let passages: Vec<Passage> =
            said.iter().map(|said| Passage::read(*said, question, &mut likeness)).collect();
        let memories = material.candidates.iter().map(|candidate| &candidate.memory);
        let labels = Labels::read(memories, question, &mut likeness);
        let weights = question.weights();
        let sum = |held: Vec<f64>| weighed(&weights, |term| held[term]);
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
    fn weighed(&self, value: impl Fn(usize) -> f64) -> f64 {
        weighed(&self.weights, value)
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

    /// The greatest of what a memory and its neighbours have, theirs by how much they count.
    fn window(&self, place: usize, sides: &[(Side, f64)], value: impl Fn(usize) -> f64) -> f64 {
        let beside = sides.iter().filter_map(|(side, weight)| {
            let (other, openness) = self.beside(place, *side)?;
            Some(weight * openness * value(other))
        });
        beside.fold(value(place), f64::max)
    }

    fn of_words(&self, place: usize) -> Evidence {
        let passage = &self.passages[place];
        vec![
            ("opening", self.opening[place]),
            ("coverage", self.weighed(|term| f64::from(passage.covers(term)))),
            ("proximity", self.proximity(passage)),
        ]
    }

    /// How much more of the question a long text says in a later passage than in its opening.
    fn later(&self, place: usize) -> f64 {
        let (passage, candidate) = (&self.passages[place], &self.material.candidates[place]);
        // What holds a word anywhere was found by its words, unless many others hold more.
        if passage.words <= OPENING_WORDS || candidate.keyword.is_none() {
            return 0.0;
        }
        let held = later::held(&candidate.memory.text, self.question, &self.weights);
        let likeness = |term: usize| passage.likeness[term].max(f64::from(passage.covers(term)));
        self.weighed(|term| if held[term] { 1.0 - likeness(term).min(1.0) } else { 0.0 })
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

    fn of_surroundings(&self, place: usize) -> Evidence {
        let told = |side: Side| {
            self.beside(place, side).map_or(0.0, |(other, openness)| openness * self.opening[other])
        };
        let before = told(Side::Before(0));
        let answers = self
            .beside(place, Side::Before(0))
            .is_some_and(|(other, _)| self.passages[other].ends_asking);
        vec![
            ("before", before),
            ("before_2", told(Side::Before(1))),
            ("after", told(Side::After(0))),
            ("answers", if answers { before } else { 0.0 }),
        ]
    }

    fn of_itself(&self, place: usize) -> Evidence {
        let passage = &self.passages[place];
        let candidate = &self.material.candidates[place];
        let source = &candidate.memory.source;
        let author = source.author.as_deref().unwrap_or_default();
        let is_first = source.session.is_some() && self.material.around[place].before.is_empty();
        let wants = self.question.wants;
        let names = passage.names.min(NAMES_ENOUGH) as f64 / NAMES_ENOUGH as f64;
        vec![
            ("author", f64::from(self.is_named(author))),
            ("user", f64::from(is_user(author))),
            ("assistant", f64::from(is_assistant(author) && wants.assistant)),
            ("personal", f64::from(passage.is_personal)),
            ("number", f64::from(passage.has_number)),
            ("names", if wants.name { names * self.held_around(place) } else { 0.0 }),
            ("first", f64::from(is_first)),
        ]
    }

    /// How much of the question is said in a memory and around it: a name that has nothing to do with it is no answer.
    fn held_around(&self, place: usize) -> f64 {
        let like = |place: usize, term: usize| {
            let passage = &self.passages[place];
            passage.likeness[term].max(f64::from(passage.authored[term]))
        };
        self.weighed(|term| self.window(place, &WINDOW, |place| like(place, term)))
    }

    fn is_named(&self, author: &str) -> bool {
        let mut named = false;
        word::each_folded_word(author, |word| named |= self.named.contains(word));
        named
    }

    fn of_likeness(&self, place: usize) -> Evidence {
        let like = |place: usize, term: usize| self.passages[place].likeness[term];
        let window = |term: usize| self.window(place, &WINDOW, |place| like(place, term));
        vec![
            ("likeness", self.weighed(|term| like(place, term))),
            ("likeness_window", self.weighed(window)),
        ]
    }
}

/// How close together two words stand: in the order of the question, the other way round, or not at all.
fn closeness(one: &[u16], other: &[u16]) -> f64 {
    let pairs = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
    let close = pairs.filter(|(one, other)| one.abs_diff(**other) <= CLOSE);
    close.map(|(one, other)| if one < other { 1.0 } else { TURNED_ROUND }).fold(0.0, f64::max)
}

fn weighed(weights: &[f64], value: impl Fn(usize) -> f64) -> f64 {
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
fn named_authors<'a>(question: &'a Question, said: &[Said<'_>]) -> HashSet<&'a str> {
    let asked: HashSet<&str> = question.words.iter().map(String::as_str).collect();
    let (mut named, mut unnamed) = (HashSet::new(), false);
    for Said { author, .. } in said {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::{Around, Candidate, Statistics, tests::memory};

    /// A conversation: author and text of each turn.
    fn material(turns: &[(&str, &str)]) -> Material {
        let mut material = Material::default();
        for (place, (author, text)) in turns.iter().enumerate() {
            let mut turn = memory(place as u64 + 1);
            turn.text = (*text).to_owned();
            turn.source.author = Some((*author).to_owned());
            turn.source.session = Some("s".to_owned());
            material.candidates.push(Candidate::unranked(turn));
            let before = (0..place).rev().take(2).collect();
            let after = (place + 1..turns.len()).take(2).collect();
            material.around.push(Around { before, after });
        }
        material
    }

    fn told(question: &str, turns: &[(&str, &str)]) -> Vec<Evidence> {
        let mut question = Question::of(question);
        let frequencies = vec![1; question.terms.len()];
        question.weigh(&Statistics { memories: turns.len() as u64, frequencies });
        evidence(&question, &material(turns), None)
    }

    fn value(evidence: &Evidence, name: &str) -> f64 {
        evidence.iter().find(|(told, _)| *told == name).map_or(f64::NAN, |(_, value)| *value)
    }

    #[test]
    fn an_answer_is_told_by_the_question_before_it() {
        let turns = [("Ada", "Which database do you use?"), ("Bob", "SQLite, always.")];
        let told = told("What database does Bob use?", &turns);
        assert!(value(&told[1], "answers") > 0.2);
        assert_eq!(value(&told[0], "answers"), 0.0);
        assert_eq!((value(&told[0], "author"), value(&told[1], "author")), (0.0, 1.0));
    }

    #[test]
    fn around_a_long_text_nothing_counts() {
        let long = "padding ".repeat(150);
        let told = told("database", &[("Ada", "the database"), ("Bob", &long)]);
        assert_eq!(value(&told[1], "before"), 0.0);
    }

    #[test]
    fn a_heading_and_tags_tell_of_what_is_short_and_of_no_session() {
        let mut question = Question::of("port of the staging database");
        let frequencies = vec![1; question.terms.len()];
        question.weigh(&Statistics { memories: 9, frequencies });
        let long = "padding ".repeat(150);
        let turns = [("", "Port: 5433"), ("", "Port: 6380"), ("", &long), ("", "Port: 1")];
        let mut material = material(&turns);
        for (candidate, heading) in material.candidates.iter_mut().zip([
            "Staging database",
            "Elsewhere",
            "Staging database",
            "Staging database",
        ]) {
            candidate.memory.source.session = None;
            candidate.memory.tags = vec![heading.replace(' ', "-")];
        }
        material.candidates[3].memory.source.session = Some("s".to_owned());
        let told = evidence(&question, &material, None);
        let labels = [0, 1, 2, 3].map(|place| value(&told[place], "label"));
        assert!((labels[0] - 0.6).abs() < 1e-9, "two of three words by nine tenths: {labels:?}");
        assert_eq!(labels[1..], [0.0; 3]);
    }

    #[test]
    fn what_a_long_text_says_later_counts() {
        let padding = "padding ".repeat(100);
        let late = format!("{padding} the emergency contact is Ulrike");
        let early = format!("the emergency contact is Ulrike {padding} emergency contact");
        let turns = [("Ada", late.as_str()), ("Ada", &early), ("Ada", "short")];
        let mut material = material(&turns);
        let place = Some(crate::recall::Place { rank: 1, relevance: 1.0 });
        material.candidates.iter_mut().for_each(|candidate| candidate.keyword = place);
        let mut question = Question::of("emergency contact");
        question.weigh(&Statistics { memories: 3, frequencies: vec![2, 2] });
        let told = evidence(&question, &material, None);
        let later = [0, 1, 2].map(|turn| value(&told[turn], "later"));
        assert_eq!(later, [1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_name_counts_by_how_much_of_the_question_is_held() {
        let told = told("which port does redis use", &[("", "The frontend has React and Vite")]);
        assert_eq!(value(&told[0], "names"), 0.0);
        let turns = [("", "we met Ada in Paris"), ("", "later we met in Rome")];
        let told = self::told("where did we meet Ada", &turns);
        assert!(value(&told[0], "names") > value(&told[1], "names"));
    }

    #[test]
    fn a_name_that_everyone_has_tells_nothing() {
        let told = told("What did Ada say?", &[("Ada", "one"), ("Ada", "two")]);
        assert!(told.iter().all(|evidence| value(evidence, "author") == 0.0));
    }

    #[test]
    fn words_that_stand_together_in_the_question_count_where_they_stand_together() {
        let apart = "the disk is full and, as always after such a day, nobody backs anything up";
        let turns = [("Ada", "a full backup"), ("Ada", "backups are full"), ("Ada", apart)];
        let told = told("full backups?", &turns);
        let proximity = [0, 1, 2].map(|turn| value(&told[turn], "proximity"));
        assert_eq!(proximity, [1.0, TURNED_ROUND, 0.0]);
    }

    #[test]
    fn every_number_is_comparable() {
        let turns =
            [("user", "I moved 3 times?"), ("assistant", "Where to, and when?"), ("user", "")];
        for evidence in told("Where did you move, when and how often?", &turns) {
            for (name, value) in evidence {
                assert!((0.0..=1.0 + 1e-9).contains(&value), "{name} {value}");
            }
        }
    }
}
