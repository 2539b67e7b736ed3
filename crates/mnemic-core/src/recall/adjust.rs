//! Adjusting: passes over ranked hits that look at what the hits are to one another.
//!
//! Which passes there are and in which order they run is said here and nowhere else (`Pass::ORDER`).

pub mod beside;
pub mod lift;
pub mod note;
pub mod spread;
pub mod version;

use std::collections::HashMap;

use super::{
    hit::{Hit, LedBy},
    question::Question,
    rank::profile::Base,
};
use crate::record::{id::MemoryId, link::Link};

/// What the passes know beside the hits.
#[derive(Debug, Clone, Copy)]
pub struct Adjusting<'a> {
    /// Which hits name which.
    pub links: &'a [Link],
    /// Which hit each that no arm found stands beside.
    pub neighbours: &'a HashMap<MemoryId, LedBy>,
    /// What was asked.
    pub question: &'a Question,
    /// What relevance is made of: some passes only make sense of chances.
    pub base: Base,
}

/// Adjusts hits, best first, and leaves them best first.
pub fn adjust(hits: &mut [Hit], adjusting: &Adjusting<'_>) {
    Pass::ORDER.into_iter().for_each(|pass| pass.run(hits, adjusting));
}

/// A pass over all hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    Lift,
    TellNeighbours,
    Spread,
    NewerFirst,
    CalibrateNotes,
}

impl Pass {
    const ORDER: [Self; 5] = [
        // A link passes on the relevance that ranking found, and what it lifts is lifted for all that follow.
        Self::Lift,
        // Only what not even a link led to says beside what it stands. No score changes, so that this may come
        // anywhere after links.
        Self::TellNeighbours,
        // What is ahead in a session counts as it is after links, and less of a session must not undo which of two
        // versions comes first.
        Self::Spread,
        // Two versions are compared as they stand, so that nothing after this may change the order.
        Self::NewerFirst,
        // Keeps the order: how many of the best are notes is counted when the best are known, and the passes before
        // compare chances as they were fitted.
        Self::CalibrateNotes,
    ];

    fn run(self, hits: &mut [Hit], adjusting: &Adjusting<'_>) {
        let Adjusting { links, neighbours, question, base } = *adjusting;
        let is_chance = base == Base::Measured;
        match self {
            Self::Lift => lift::lift(hits, links),
            Self::TellNeighbours => beside::note_beside(hits, neighbours),
            Self::Spread if is_chance && question.wants.several => spread::spread(hits),
            Self::NewerFirst if is_chance => version::newer_first(hits),
            Self::CalibrateNotes if is_chance => note::calibrate(hits),
            Self::Spread | Self::NewerFirst | Self::CalibrateNotes => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        recall::{
            ArmRank, EvidenceKind,
            hit::{FoundBy, Scoring, tests},
            tests::memory,
        },
        record::{memory::Memory, source::Source},
    };

    fn hit(number: u64, relevance: f64, session: Option<&str>, day: &str, text: &str) -> Hit {
        let source = Source { session: session.map(str::to_owned), ..Source::default() };
        let created_at = format!("{day}T10:00:00Z").parse().unwrap();
        let memory = Memory { source, created_at, text: text.to_owned(), ..memory(number) };
        let keyword = Some(ArmRank { rank: 1, relevance });
        let found = FoundBy { keyword, ..FoundBy::default() };
        let evidence = [(EvidenceKind::Meaning, 0.0)].into_iter().collect();
        tests::hit(memory, relevance, Scoring { found, evidence, relevance, ..Scoring::default() })
    }

    /// A good answer that names a hit of its session and one that nothing found, and two versions of a fact.
    fn adjusted(order: [Pass; 5]) -> Vec<(u64, f64, Scoring)> {
        let mut hits = [
            hit(1, 0.4, Some("s"), "2026-01-01", "see [id:5] and [id:4]"),
            hit(2, 0.3, Some("s"), "2026-01-01", "Upload limit for attachments is 10 MB"),
            hit(3, 0.2, None, "2026-02-01", "Upload limit for attachments was raised to 25 MB"),
            hit(4, 0.15, None, "2026-01-01", "something else"),
            hit(5, 0.001, Some("s"), "2026-01-01", "far"),
        ];
        hits[3].scoring.found = FoundBy::default();
        let link = |to: u64| Link { from: memory(1).id, to: memory(to).id };
        let place = ArmRank { rank: 1, relevance: 0.4 };
        let adjusting = Adjusting {
            links: &[link(4), link(5)],
            neighbours: &[(memory(4).id, LedBy { place, via: None })].into(),
            question: &Question::of("how many limits are there"),
            base: Base::Measured,
        };
        order.into_iter().for_each(|pass| pass.run(&mut hits, &adjusting));
        hits.map(|hit| (hit.memory.number.unwrap(), hit.score, hit.scoring)).to_vec()
    }

    #[test]
    fn passes_run_in_their_order() {
        let lines = adjusted(Pass::ORDER).into_iter().map(|(number, score, scoring)| {
            let Scoring { found, factors, .. } = scoring;
            let factors: Vec<String> =
                factors.iter().map(|it| format!("{} {:.3}", it.name, it.value)).collect();
            let led = [("linked", found.link), ("beside", found.beside)];
            let led = led.into_iter().filter(|(_, led)| led.is_some()).map(|(name, _)| name);
            format!("{number} {score:.3} {:?} {factors:?}", led.collect::<Vec<_>>())
        });
        insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"), @r#"
        1 0.931 [] []
        3 0.839 [] ["newer 1.032", "note 0.976"]
        2 0.839 [] ["spread 0.688", "note 1.362"]
        4 0.780 ["linked"] []
        5 0.451 ["linked"] ["spread 0.393", "note 1.663"]
        "#);
    }

    #[test]
    fn two_passes_that_change_places_change_what_comes_out() {
        let expected = adjusted(Pass::ORDER);
        for one in 0..Pass::ORDER.len() {
            for other in one + 1..Pass::ORDER.len() {
                let mut order = Pass::ORDER;
                order.swap(one, other);
                let commute = order[one..=other] == [Pass::Spread, Pass::TellNeighbours];
                assert_eq!(adjusted(order) == expected, commute, "{order:?}");
            }
        }
    }
}
