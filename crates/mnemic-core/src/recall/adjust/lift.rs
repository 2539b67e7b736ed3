//! Lifting: what a good answer names, and what names it, may belong to the answer though it shares no word with the
//! question.
//!
//! A memory passes on a part of its own chance to answer. What it names shares that part evenly, so that a list of
//! names lifts nothing much, and cannot be lifted much either. Only what a memory has by itself is passed on: links in
//! a circle come to nothing more.

use std::{collections::HashMap, fmt};

use serde::{Deserialize, Serialize};

use crate::{
    recall::{
        ArmRank,
        hit::{self, Hit, LedBy, Shift, rounded},
        rank::log_odds::logit,
    },
    record::{
        id::MemoryId,
        link::{self, Called, Link},
        memory::Memory,
    },
};

/// The part of its chance that a memory passes on to what it names. Both parts were chosen by hand: neither set of
/// conversations that ranking is measured on has links.
const TO_NAMED: f64 = 0.5;
/// The same to what names it, which may be about anything.
const TO_NAMING: f64 = 0.25;

/// Which way leads to a memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Via {
    /// It is named by this memory.
    NamedBy(String),
    /// It names this memory.
    Names(String),
    /// It was said beside this memory.
    Beside(String),
}

impl fmt::Display for Via {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NamedBy(name) => write!(formatter, "named by {name}"),
            Self::Names(name) => write!(formatter, "names {name}"),
            Self::Beside(name) => write!(formatter, "beside {name}"),
        }
    }
}

/// What a link gives a memory.
struct Given {
    relevance: f64,
    via: Via,
}

/// Lifts hits, best first, by the links between them, and puts them in order again.
pub fn lift(hits: &mut [Hit], links: &[Link]) {
    if links.is_empty() {
        return;
    }
    let given = given(hits, links);
    let mut places: Vec<(MemoryId, f64)> =
        given.iter().map(|(id, given)| (*id, given.relevance)).collect();
    places.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let places: HashMap<MemoryId, usize> =
        (1..).zip(places).map(|(place, (id, _))| (id, place)).collect();
    for hit in hits.iter_mut() {
        if let Some(given) = given.get(&hit.memory.id) {
            raise(hit, given, places[&hit.memory.id]);
        }
    }
    hit::sort(hits);
}

/// The most that any link gives to each.
fn given(hits: &[Hit], links: &[Link]) -> HashMap<MemoryId, Given> {
    let known: HashMap<MemoryId, &Hit> = hits.iter().map(|hit| (hit.memory.id, hit)).collect();
    let mut all: HashMap<MemoryId, Given> = HashMap::new();
    let mut names: HashMap<MemoryId, f64> = HashMap::new();
    let mut give = |to: MemoryId, given: Given| {
        let most = all.get(&to).map_or(0.0, |most| most.relevance);
        if given.relevance > most {
            all.insert(to, given);
        }
    };
    for link in links {
        let (Some(from), Some(to)) = (known.get(&link.from), known.get(&link.to)) else { continue };
        let names = *names
            .entry(link.from)
            .or_insert_with(|| link::names_in(&from.memory.text).len().max(1) as f64);
        let part = |whole: f64, hit: &Hit| whole * hit.scoring.relevance / names;
        let via = Via::NamedBy(name(&from.memory));
        give(link.to, Given { relevance: part(TO_NAMED, from), via });
        let via = Via::Names(name(&to.memory));
        give(link.from, Given { relevance: part(TO_NAMING, to), via });
    }
    all
}

/// Raises a hit to what a link gives it. One that is as relevant by itself only tells of the link if nothing else has
/// found it.
fn raise(hit: &mut Hit, given: &Given, rank: usize) {
    let scoring = &mut hit.scoring;
    let relevance = given.relevance;
    let lifts = relevance > scoring.relevance;
    if lifts || scoring.found.is_empty() {
        let place = ArmRank { rank, relevance };
        scoring.found.link = Some(LedBy { place, via: Some(given.via.clone()) });
    }
    if lifts {
        let adds = logit(relevance) - logit(scoring.relevance);
        scoring.link = Some(Shift { value: relevance, adds });
        scoring.relevance = relevance;
        hit.score = rounded(scoring.product());
    }
}

fn name(memory: &Memory) -> String {
    Called::of(memory).names.first().map(ToString::to_string).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::{
        Factor,
        hit::{Scoring, tests},
        rank::log_odds::logistic,
        tests::memory,
    };

    fn hit(number: u64, relevance: f64, text: &str) -> Hit {
        let memory = Memory { text: text.to_owned(), ..memory(number) };
        let factors = vec![Factor { name: "score", value: 2.0 }];
        tests::hit(memory, 2.0 * relevance, Scoring { relevance, factors, ..Scoring::default() })
    }

    fn link(from: u64, to: u64) -> Link {
        Link { from: memory(from).id, to: memory(to).id }
    }

    fn lifted(mut hits: Vec<Hit>, links: &[Link]) -> Vec<(u64, f64)> {
        lift(&mut hits, links);
        hits.iter().map(|hit| (hit.memory.number.unwrap(), hit.score)).collect()
    }

    fn hits() -> Vec<Hit> {
        vec![hit(1, 0.8, "see [id:3]"), hit(2, 0.3, "other"), hit(3, 0.001, "far")]
    }

    #[test]
    fn what_a_good_answer_names_comes_after_it() {
        assert_eq!(lifted(hits(), &[link(1, 3)]), [(1, 1.6), (3, 0.8), (2, 0.6)]);
    }

    #[test]
    fn what_names_a_good_answer_is_lifted_less() {
        let mut hits = hits();
        hits[0].memory.text = "the plan".to_owned();
        hits[2].memory.text = "more on [id:1]".to_owned();
        assert_eq!(lifted(hits, &[link(3, 1)]), [(1, 1.6), (2, 0.6), (3, 0.4)]);
    }

    #[test]
    fn without_links_nothing_changes() {
        assert_eq!(lifted(hits(), &[]), [(1, 1.6), (2, 0.6), (3, 0.002)]);
        assert_eq!(lifted(hits(), &[link(8, 9)]), [(1, 1.6), (2, 0.6), (3, 0.002)]);
    }

    #[test]
    fn what_names_much_passes_little_on_to_each() {
        let mut hits = hits();
        hits[0].memory.text = "[id:3] [id:4] [id:5] [id:6]".to_owned();
        assert_eq!(lifted(hits, &[link(1, 3)]), [(1, 1.6), (2, 0.6), (3, 0.2)]);
    }

    #[test]
    fn links_in_a_circle_lift_by_what_each_has_by_itself() {
        let mut hits = hits();
        hits[1].memory.text = "[id:1]".to_owned();
        hits[2].memory.text = "[id:2]".to_owned();
        let circle = [link(1, 3), link(3, 2), link(2, 1)];
        assert_eq!(lifted(hits, &circle), [(1, 1.6), (3, 0.8), (2, 0.6)]);
    }

    #[test]
    fn a_lift_says_where_it_comes_from_and_what_it_adds() {
        let mut hits = hits();
        lift(&mut hits, &[link(1, 3)]);
        let Scoring { found, link, relevance, .. } = &hits[1].scoring;
        let via = Some(Via::NamedBy("[id:1]".to_owned()));
        assert_eq!(found.link, Some(LedBy { place: ArmRank { rank: 1, relevance: 0.4 }, via }));
        let log_odds = logit(0.001) + link.unwrap().adds;
        assert!((logistic(log_odds) - relevance).abs() < 1e-12);
        assert_eq!(hits[0].scoring.link, None, "it needed no lift");
    }
}
