//! Selecting: which of the ranked memories become the answer, and why each of them stays.
//!
//! What scores too low goes first, then what one session has too much of, then what says the same again; the limit
//! comes last, so that what was dropped makes room. Only the lowest share is a share of what the limit leaves.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::{
    cut::{Cutoff, cut},
    diversity::{Mmr, mmr, per_session, session_of},
    selection::{Dropped, Reason, Selection},
};
use crate::{
    recall::{Hit, rank::profile::Base},
    text::word::{self, Word},
};

/// What may be dropped from an answer. Zero is off, and by default everything is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Selecting {
    /// The least relevance, between 0 and 1.
    pub min_score: f64,
    /// The share of the lowest scores that goes, of what would be the answer.
    pub drop_share: f64,
    /// At most how many of one session.
    pub max_per_session: usize,
    /// How much relevance counts against saying something new, up to 1.
    pub mmr: f64,
}

/// An answer and what did not get into it.
#[derive(Debug, Clone)]
pub struct Selected {
    /// The memories, best first.
    pub hits: Vec<Hit>,
    /// How many were dropped, by reason. What the limit alone leaves out is not counted.
    pub dropped: Drops,
    /// The best of what is not in the answer.
    pub left_out: Vec<LeftOut>,
}

/// A candidate that is not in an answer.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// The candidate.
    pub hit: Hit,
    /// Its place among all, from 1.
    pub place: usize,
    /// Why it is not.
    pub reason: String,
}

/// So many of what is left out are told of. Chosen by hand: a receipt stays small.
const LEFT_OUT_MOST: usize = 20;

/// How many memories were dropped for each reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Drops(BTreeMap<&'static str, usize>);

impl Drops {
    /// Whether nothing was dropped.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each reason with how many were dropped for it.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.0.iter().map(|(reason, count)| (*reason, *count))
    }

    fn count(&mut self, reason: &Reason) {
        if let Some(name) = named(reason) {
            *self.0.entry(name).or_default() += 1;
        }
    }
}

fn named(reason: &Reason) -> Option<&'static str> {
    match reason {
        Reason::BelowLeast { .. } => Some("below_least"),
        Reason::AmongLowest { .. } => Some("among_lowest"),
        Reason::BelowMedian { .. } => Some("below_median"),
        Reason::SessionFull { .. } => Some("session_full"),
        Reason::Alike { .. } => Some("alike"),
        Reason::NoRoom { .. } => None,
    }
}

/// Selects from hits, best first, at most `limit`.
pub fn select(hits: Vec<Hit>, selecting: Selecting, base: Base, limit: usize) -> Selected {
    let pool = hits.len();
    let mut choice = Choice::new(hits);
    let Selecting { min_score, drop_share, max_per_session, mmr: lambda } = selecting;
    if min_score > 0.0 {
        let relevances = normalised(&choice.hits, base);
        choice.keep(|_| cut(&relevances, Cutoff::Absolute(min_score)));
        let by = if matches!(base, Base::Fused(_)) { " by what found it" } else { "" };
        let relevances = choice.places.iter().map(|place| relevances[place - 1]);
        let notes = relevances
            .map(|relevance| format!("relevance {relevance:.3}{by} of at least {min_score}"));
        choice.note(notes.collect());
    }
    if drop_share > 0.0 {
        choice.keep(|hits| lowest_of_the_first(hits, drop_share, limit));
        choice.note_each(|_| format!("not among the lowest {:.0} %", drop_share * 100.0));
    }
    if max_per_session > 0 {
        choice.keep(|hits| {
            let sessions: Vec<_> = hits.iter().map(|hit| session_of(&hit.memory.source)).collect();
            per_session(&sessions, max_per_session)
        });
        choice.note_each(|hit| match session_of(&hit.memory.source) {
            Some(session) => format!("one of at most {max_per_session} of session `{session}`"),
            None => "of no session".to_owned(),
        });
    }
    if lambda > 0.0 {
        choice.keep(|hits| differing(hits, Mmr { lambda, most: limit }));
        choice.note(novelty(&choice.hits));
    }
    choice.finish(pool, limit)
}

/// Hits that are still in, each with its place among all and why it stays.
struct Choice {
    hits: Vec<Hit>,
    places: Vec<usize>,
    reasons: Vec<Vec<String>>,
    dropped: Drops,
    left_out: Vec<LeftOut>,
}

impl Choice {
    fn new(hits: Vec<Hit>) -> Self {
        let places = (1..=hits.len()).collect();
        let reasons = vec![Vec::new(); hits.len()];
        Self { hits, places, reasons, dropped: Drops::default(), left_out: Vec::new() }
    }

    /// Keeps what a rule selects, in its order.
    fn keep(&mut self, rule: impl FnOnce(&[Hit]) -> Selection) {
        let selection = rule(&self.hits);
        selection.dropped.iter().for_each(|dropped| self.dropped.count(&dropped.reason));
        let mut hits: Vec<Option<Hit>> =
            std::mem::take(&mut self.hits).into_iter().map(Some).collect();
        for dropped in &selection.dropped {
            let place = self.places[dropped.index];
            let reason = dropped.reason.to_string();
            let hit = hits[dropped.index].take();
            self.left_out.extend(hit.map(|hit| LeftOut { hit, place, reason }));
        }
        let taken = selection.kept.iter().filter_map(|index| hits[*index].take());
        self.hits = taken.collect();
        self.places = selection.kept.iter().map(|index| self.places[*index]).collect();
        self.reasons =
            selection.kept.iter().map(|index| std::mem::take(&mut self.reasons[*index])).collect();
    }

    /// Notes why each hit that a rule kept stays.
    fn note_each(&mut self, why: impl Fn(&Hit) -> String) {
        self.note(self.hits.iter().map(why).collect());
    }

    /// Notes one reason for each hit.
    fn note(&mut self, notes: Vec<String>) {
        for (reasons, note) in self.reasons.iter_mut().zip(notes) {
            reasons.push(note);
        }
    }

    fn finish(mut self, pool: usize, limit: usize) -> Selected {
        let beyond = self.hits.split_off(limit.min(self.hits.len()));
        let places = self.places.iter().skip(limit);
        let reason = format!("the answer holds {limit}");
        self.left_out.extend(beyond.into_iter().zip(places).map(|(hit, place)| LeftOut {
            hit,
            place: *place,
            reason: reason.clone(),
        }));
        self.left_out.sort_by_key(|left_out| left_out.place);
        self.left_out.truncate(LEFT_OUT_MOST);
        for ((hit, place), reasons) in self.hits.iter_mut().zip(self.places).zip(self.reasons) {
            let place = format!("place {place} of {pool} candidates");
            hit.kept = std::iter::once(place).chain(reasons).collect::<Vec<_>>().join("; ");
        }
        Selected { hits: self.hits, dropped: self.dropped, left_out: self.left_out }
    }
}

/// Relevance between 0 and 1, before factors: those may bring it above 1.
fn normalised(hits: &[Hit], base: Base) -> Vec<f64> {
    let relevances = hits.iter().map(|hit| hit.scoring.relevance);
    match base {
        Base::Keyword => relevances.map(|relevance| relevance / (1.0 + relevance)).collect(),
        Base::Fused(fusion) => fusion.by_finders(hits.iter().map(|hit| &hit.scoring.found)),
        Base::Measured | Base::KeywordShare | Base::KeywordBands => relevances.collect(),
    }
}

/// Drops the lowest of what would be the answer. What comes after it is lower still and takes nothing's place.
fn lowest_of_the_first(hits: &[Hit], share: f64, limit: usize) -> Selection {
    let (first, others) = hits.split_at(limit.min(hits.len()));
    let scores: Vec<f64> = first.iter().map(|hit| hit.score).collect();
    let mut selection = cut(&scores, Cutoff::Percentile(share));
    let beyond = first.len()..first.len() + others.len();
    let reason = Reason::NoRoom { most: limit };
    selection.dropped.extend(beyond.map(|index| Dropped { index, reason: reason.clone() }));
    selection
}

/// Takes again and again what is both good and new; alike is what shares its words.
fn differing(hits: &[Hit], balance: Mmr) -> Selection {
    let best = hits.iter().map(|hit| hit.score).fold(f64::MIN_POSITIVE, f64::max);
    let shares: Vec<f64> = hits.iter().map(|hit| hit.score / best).collect();
    let said = stem_sets(hits);
    mmr(&shares, balance, |one, other| overlap(&said[one], &said[other]))
}

/// How new each of these is among those that were taken before it.
fn novelty(hits: &[Hit]) -> Vec<String> {
    let said = stem_sets(hits);
    let describe = |place: usize| {
        let before = said[..place].iter().map(|other| overlap(&said[place], other));
        match before.fold(0.0, f64::max) {
            _ if place == 0 => "taken first".to_owned(),
            0.0 => "shares no words with those before it".to_owned(),
            most => format!("shares at most {:.0} % of the words with one before it", most * 100.0),
        }
    };
    (0..hits.len()).map(describe).collect()
}

fn stem_sets(hits: &[Hit]) -> Vec<HashSet<Word>> {
    hits.iter().map(|hit| word::stems(&hit.memory.text).into_iter().collect()).collect()
}

/// The share of their words that two texts have in common.
fn overlap(one: &HashSet<Word>, other: &HashSet<Word>) -> f64 {
    let shared = one.intersection(other).count();
    let all = one.len() + other.len() - shared;
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        recall::{
            ArmRank,
            hit::{FoundBy, Scoring, tests},
            rank::fuse::Fusion,
            tests::memory,
        },
        record::{memory::Memory, source::Source},
    };
    use proptest::prelude::*;

    fn hit(number: u64, score: f64, session: Option<&str>, text: &str) -> Hit {
        let source = Source { session: session.map(str::to_owned), ..Source::default() };
        let memory = Memory { source, text: text.to_owned(), ..memory(number) };
        tests::hit(memory, score, Scoring { relevance: score, ..Scoring::default() })
    }

    fn hits() -> Vec<Hit> {
        vec![
            hit(1, 0.9, Some("a"), "red apple pie"),
            hit(2, 0.8, Some("a"), "red apple pies"),
            hit(3, 0.7, Some("a"), "a blue plum"),
            hit(4, 0.4, None, "green pears"),
            hit(5, 0.2, None, "nothing else"),
        ]
    }

    fn check(selecting: Selecting, limit: usize, numbers: &[u64], dropped: &[(&str, usize)]) {
        let selected = select(hits(), selecting, Base::Measured, limit);
        let found: Vec<u64> = selected.hits.iter().filter_map(|hit| hit.memory.number).collect();
        assert_eq!(found, numbers, "{selecting:?}");
        assert_eq!(selected.dropped.iter().collect::<Vec<_>>(), dropped, "{selecting:?}");
    }

    #[test]
    fn nothing_is_dropped_unless_asked() {
        check(Selecting::default(), 10, &[1, 2, 3, 4, 5], &[]);
        check(Selecting::default(), 2, &[1, 2], &[]);
    }

    #[test]
    fn each_rule_drops_its_own() {
        let off = Selecting::default();
        check(Selecting { min_score: 0.5, ..off }, 10, &[1, 2, 3], &[("below_least", 2)]);
        check(Selecting { drop_share: 0.3, ..off }, 10, &[1, 2, 3, 4], &[("among_lowest", 1)]);
        check(Selecting { drop_share: 0.5, ..off }, 4, &[1, 2], &[("among_lowest", 2)]);
        check(Selecting { drop_share: 0.5, ..off }, 2, &[1, 2], &[]);
        check(Selecting { max_per_session: 2, ..off }, 10, &[1, 2, 4, 5], &[("session_full", 1)]);
        check(Selecting { mmr: 0.5, ..off }, 3, &[1, 3, 4], &[("alike", 1)]);
    }

    #[test]
    fn what_is_dropped_makes_room() {
        let selecting = Selecting { max_per_session: 1, ..Selecting::default() };
        check(selecting, 2, &[1, 4], &[("session_full", 2)]);
    }

    #[test]
    fn what_stays_says_why() {
        let selecting = Selecting { min_score: 0.1, drop_share: 0.3, max_per_session: 2, mmr: 1.0 };
        let kept = |index: usize| {
            let mut selected = select(hits(), selecting, Base::Measured, 10);
            selected.hits.remove(index).kept
        };
        assert_eq!(
            kept(0),
            "place 1 of 5 candidates; relevance 0.900 of at least 0.1; not among the lowest 30 %; \
             one of at most 2 of session `a`; taken first"
        );
        assert!(kept(1).ends_with("shares at most 50 % of the words with one before it"));
        assert!(kept(2).ends_with("shares no words with those before it"));
        assert!(
            kept(2).starts_with("place 4 of 5 candidates") && kept(2).contains("of no session")
        );
    }

    #[test]
    fn keyword_relevance_is_brought_below_1_before_it_is_cut() {
        let selecting = Selecting { min_score: 0.5, ..Selecting::default() };
        let hits = vec![hit(1, 3.0, None, "x"), hit(2, 0.9, None, "y")];
        let selected = select(hits, selecting, Base::Keyword, 10);
        assert_eq!(selected.hits.len(), 1);
    }

    #[test]
    fn what_only_one_arm_found_is_cut_by_what_that_arm_says() {
        let selecting = Selecting { min_score: 0.5, ..Selecting::default() };
        let at = |rank| Some(ArmRank { rank, relevance: 9.0 });
        let found_by = |number: u64, relevance: f64, found: FoundBy| {
            let mut hit = hit(number, relevance, None, "x");
            hit.scoring.found = found;
            hit
        };
        let hits = vec![
            found_by(1, 0.7, FoundBy { vector: at(1), ..FoundBy::default() }),
            found_by(2, 0.3, FoundBy { keyword: at(1), ..FoundBy::default() }),
            found_by(3, 0.1, FoundBy { keyword: at(99), ..FoundBy::default() }),
        ];
        let selected = select(hits, selecting, Base::Fused(Fusion::RECIPROCAL), 10);
        let kept: Vec<&str> = selected.hits.iter().map(|hit| hit.kept.as_str()).collect();
        assert_eq!(
            kept,
            [1, 2].map(|place| format!(
                "place {place} of 3 candidates; relevance 1.000 by what found it of at least 0.5"
            ))
        );
    }

    proptest! {
        #[test]
        fn an_answer_never_grows_and_is_never_above_its_limit(
            scores in prop::collection::vec(0.0f64..2.0, 0..30),
            min_score in 0.0f64..1.0,
            drop_share in 0.0f64..1.0,
            max_per_session in 0usize..3,
            mmr in 0.0f64..1.0,
            limit in 0usize..40,
        ) {
            let mut hits: Vec<Hit> = (1..).zip(&scores)
                .map(|(number, score)| hit(number, *score, Some("a"), "same words"))
                .collect();
            hits.sort_by(|a, b| b.score.total_cmp(&a.score));
            let selecting = Selecting { min_score, drop_share, max_per_session, mmr };
            let selected = select(hits, selecting, Base::Measured, limit);
            let dropped: usize = selected.dropped.iter().map(|(_, count)| count).sum();
            prop_assert!(selected.hits.len() <= limit);
            prop_assert!(selected.hits.len() + dropped <= scores.len());
        }
    }
}
