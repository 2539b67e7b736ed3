//! The keyword arm: which memories hold the words of a question, best first. Relevance is BM25 as FTS5
//! computes it, so that both stores rank alike.

use std::collections::{BTreeSet, HashMap};

use mnemic_core::{
    recall::{KeywordHit, KeywordQuery, MAX_TERMS, Matching, Statistics},
    record::{id::MemoryId, scope::Reach},
    text::{
        analyse::{Term, column::WEIGHTS},
        word::store::words,
    },
};

use super::{
    contents::Contents,
    filter,
    posting::{Places, Postings},
};

/// How soon more of the same word counts no more.
const SATURATION: f64 = 1.2;
/// How far a long memory's words count less.
const LENGTH_PENALTY: f64 = 0.75;
/// What a term counts that most memories hold.
const LEAST_RARITY: f64 = 1e-6;
/// Terms in more memories than this count as equally common.
const COMMON: usize = 1_000;

impl Contents {
    /// The memories that hold a term of the query, best first.
    pub(super) fn search(&self, reach: &Reach, query: &KeywordQuery) -> Vec<KeywordHit> {
        let terms = selective_places(&self.postings, &query.lookups(), query.matching);
        let mut relevances: HashMap<MemoryId, f64> = HashMap::new();
        for places in terms.iter().flatten() {
            for (id, relevance) in relevances_of(&self.postings, places) {
                *relevances.entry(id).or_default() += relevance;
            }
        }
        if query.matching == Matching::All {
            let held = |forms: &Vec<Places>, id: &MemoryId| {
                forms.iter().any(|places| places.contains_key(id))
            };
            relevances.retain(|id, _| terms.iter().all(|forms| held(forms, id)));
        }
        let mut found: Vec<(MemoryId, f64)> = relevances.into_iter().collect();
        found.retain(|(id, _)| {
            let memory = self.get(reach, *id);
            memory.is_some_and(|memory| filter::passes(&query.filter, memory))
        });
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let hits = found.into_iter().take(query.pool);
        hits.filter_map(|(id, relevance)| {
            let memory = self.memories.get(&id)?.clone();
            Some(KeywordHit { memory, relevance })
        })
        .collect()
    }
}

impl Contents {
    /// How many memories there are, and how many of them hold each term.
    pub(super) fn statistics(&self, terms: &[Term]) -> Statistics {
        let memories = self.memories.len() as u64;
        let most = Statistics::counted_to(memories);
        let holding = |term: &Term| {
            let forms = places_of(&self.postings, term);
            (holding(&forms).len() as u64).min(most)
        };
        Statistics { memories, frequencies: terms.iter().map(holding).collect() }
    }
}

/// Where each term stands in any of its forms: all terms, or the rarest when there are too many. One that does not
/// occur tells something only when every term must.
fn selective_places(postings: &Postings, terms: &[Term], matching: Matching) -> Vec<Vec<Places>> {
    let mut found: Vec<Vec<Places>> = terms.iter().map(|term| places_of(postings, term)).collect();
    if terms.len() > MAX_TERMS {
        let holding = |forms: &Vec<Places>| holding(forms).len();
        found.retain(|forms| holding(forms) > 0 || matching == Matching::All);
        found.sort_by_key(|forms| holding(forms).min(COMMON));
        found.truncate(MAX_TERMS);
    }
    found
}

/// Where a term stands, and where each of its other forms does.
fn places_of(postings: &Postings, term: &Term) -> Vec<Places> {
    let forms = term.forms.iter().map(|form| postings.places(&words(form), false));
    std::iter::once(postings.places(&words(&term.text), term.prefix)).chain(forms).collect()
}

/// The memories that hold a term in any of its forms.
fn holding(forms: &[Places]) -> BTreeSet<MemoryId> {
    forms.iter().flat_map(|places| places.keys().copied()).collect()
}

/// How well each memory matches one term, given where it stands.
fn relevances_of(postings: &Postings, places: &Places) -> impl Iterator<Item = (MemoryId, f64)> {
    let (all, holding) = (postings.memories() as f64, places.len() as f64);
    let rarity = ((all - holding + 0.5) / (holding + 0.5)).ln();
    let rarity = if rarity > 0.0 { rarity } else { LEAST_RARITY };
    let average = postings.average_length();
    places.iter().map(move |(id, places)| {
        let frequency: f64 = places.iter().map(|place| WEIGHTS[place.column]).sum();
        let length = postings.length(*id) as f64 / average;
        let damping = SATURATION * (1.0 - LENGTH_PENALTY + LENGTH_PENALTY * length);
        (*id, rarity * (frequency * (SATURATION + 1.0) / (frequency + damping)))
    })
}
