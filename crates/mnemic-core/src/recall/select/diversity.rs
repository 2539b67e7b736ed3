//! Diversity: not everything from one session, and not the same thing twice.

use std::collections::HashMap;

use super::selection::{Dropped, Reason, Selection};
use crate::record::source::Source;

/// Keeps at most so many candidates of each session, the best ranked. Those without a session all stay.
pub fn per_session(sessions: &[Option<&str>], most: usize) -> Selection {
    let mut taken: HashMap<&str, usize> = HashMap::new();
    Selection::from_reasons(sessions.iter().map(|session| {
        let session = (*session)?;
        let taken = taken.entry(session).or_default();
        *taken += 1;
        (*taken > most).then(|| Reason::SessionFull { session: session.to_owned(), most })
    }))
}

/// The session that counts for diversity: one in which something was learnt together. What a person entered or an
/// import brought in shares only the way it came, even where that is noted as a session called `manual`.
pub fn session_of(source: &Source) -> Option<&str> {
    let session = source.session.as_deref()?.trim();
    (!matches!(session, "" | "manual" | "import" | "imported")).then_some(session)
}

/// How much relevance counts against difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mmr {
    /// From 0, only difference counts after the first, to 1, only relevance.
    pub lambda: f64,
    /// At most how many are kept.
    pub most: usize,
}

/// Maximal marginal relevance: takes again and again the candidate with the greatest λ × relevance − (1 − λ) × its
/// likeness to what was taken, in that order. Relevance and similarity should both lie between 0 and 1; what is no
/// number counts as 0. Ties go to the better place.
pub fn mmr(relevance: &[f64], mmr: Mmr, similarity: impl Fn(usize, usize) -> f64) -> Selection {
    let number = |value: f64| if value.is_nan() { 0.0 } else { value };
    let lambda = number(mmr.lambda).clamp(0.0, 1.0);
    let mut left: Vec<Candidate> = relevance
        .iter()
        .enumerate()
        .map(|(index, relevance)| Candidate { index, relevance: number(*relevance), like: None })
        .collect();
    let mut kept = Vec::new();
    while kept.len() < mmr.most {
        let best = left
            .iter()
            .enumerate()
            .rev()
            .max_by(|(_, a), (_, b)| a.marginal(lambda).total_cmp(&b.marginal(lambda)));
        let Some((place, _)) = best else { break };
        let chosen = left.remove(place).index;
        for candidate in &mut left {
            candidate.compare(chosen, number(similarity(candidate.index, chosen)));
        }
        kept.push(chosen);
    }
    let dropped = left.iter().map(|candidate| Dropped {
        index: candidate.index,
        reason: candidate.reason(&kept, relevance, mmr.most),
    });
    Selection { dropped: dropped.collect(), kept }
}

/// A candidate that was not taken yet.
struct Candidate {
    index: usize,
    relevance: f64,
    /// Which of those taken it is most like, and how much.
    like: Option<(usize, f64)>,
}

impl Candidate {
    fn marginal(&self, lambda: f64) -> f64 {
        let likeness = self.like.map_or(0.0, |(_, similarity)| similarity);
        // Adding zero turns −0 into 0, which would otherwise not be a tie.
        lambda * self.relevance - (1.0 - lambda) * likeness + 0.0
    }

    fn compare(&mut self, other: usize, similarity: f64) {
        if self.like.is_none_or(|(_, most)| similarity > most) {
            self.like = Some((other, similarity));
        }
    }

    /// It was too much like another if it was more relevant than something that stays.
    fn reason(&self, kept: &[usize], relevance: &[f64], most: usize) -> Reason {
        let passed_over = kept.iter().any(|index| relevance[*index] < self.relevance);
        match self.like {
            Some((other, similarity)) if passed_over => Reason::Alike { other, similarity },
            _ => Reason::NoRoom { most },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_session_gives_no_more_than_its_share() {
        let (a, b) = (Some("a"), Some("b"));
        for (sessions, most, kept) in [
            (vec![a, a, b, a, b, b], 2, vec![0, 1, 2, 4]),
            (vec![None, None, None, a], 2, vec![0, 1, 2, 3]),
            (vec![a, a], 0, vec![]),
            (vec![], 2, vec![]),
        ] {
            assert_eq!(per_session(&sessions, most).kept, kept, "{sessions:?}");
        }
        let dropped = per_session(&[a, a, a], 2).dropped.remove(0);
        assert_eq!(
            (dropped.index, dropped.reason.to_string()),
            (2, "session `a` has 2 already".into())
        );
    }

    #[test]
    fn what_was_entered_by_hand_has_no_session() {
        let session = |session: Option<&str>| {
            let source = Source { session: session.map(str::to_owned), ..Source::default() };
            session_of(&source).map(str::to_owned)
        };
        assert_eq!(session(Some("s-1")).as_deref(), Some("s-1"));
        for exempt in [None, Some(""), Some(" "), Some("manual"), Some("import")] {
            assert_eq!(session(exempt), None, "{exempt:?}");
        }
    }

    /// 0 and 1 say the same, 2 something else.
    fn alike(a: usize, b: usize) -> f64 {
        if a + b == 1 { 0.95 } else { 0.1 }
    }

    #[test]
    fn the_same_thing_is_not_taken_twice() {
        let relevance = [0.9, 0.85, 0.5, 0.1];
        for (lambda, most, kept) in [
            (1.0, 3, vec![0, 1, 2]),
            (0.5, 2, vec![0, 2]),
            (0.5, 4, vec![0, 2, 3, 1]),
            (0.0, 2, vec![0, 2]),
            (0.5, 0, vec![]),
        ] {
            let selection = mmr(&relevance, Mmr { lambda, most }, alike);
            assert_eq!(selection.kept, kept, "{lambda} {most}");
        }
        let dropped = mmr(&relevance, Mmr { lambda: 0.5, most: 2 }, alike).dropped;
        let reasons: Vec<_> = dropped.iter().map(|dropped| dropped.reason.to_string()).collect();
        assert_eq!(reasons, ["too much like place 1 (0.95)", "not among the best 2"]);
    }

    proptest! {
        #[test]
        fn every_candidate_is_kept_or_dropped_once(
            relevance in prop::collection::vec(prop::num::f64::ANY, 0..12),
            lambda in prop::num::f64::ANY,
            most in 0usize..15,
            similarity in prop::num::f64::ANY,
        ) {
            let selection = mmr(&relevance, Mmr { lambda, most }, |_, _| similarity);
            let mut all = selection.kept.clone();
            all.extend(selection.dropped.iter().map(|dropped| dropped.index));
            all.sort_unstable();
            prop_assert_eq!(all, (0..relevance.len()).collect::<Vec<_>>());
            prop_assert_eq!(selection.kept.len(), most.min(relevance.len()));
        }
    }
}
