//! The cut-off: which scores are too low to be worth returning.

use super::selection::{Reason, Selection};

/// How low scores are cut.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Cutoff {
    /// Not at all.
    #[default]
    None,
    /// Below this score. It means something only for scores that were brought between 0 and 1.
    Absolute(f64),
    /// The lowest of them, as a share rounded down; nothing when there are fewer than three.
    Percentile(f64),
    /// Below this share of the median; nothing when there are fewer than three.
    BelowMedian(f64),
}

impl Cutoff {
    /// Drops the lowest three of ten, as the profile `praxis` requires.
    pub const LOWEST_THIRTY_PERCENT: Self = Self::Percentile(0.3);
    /// Drops what scores less than half of the median. Chosen by hand.
    pub const HALF_OF_MEDIAN: Self = Self::BelowMedian(0.5);
    /// With fewer scores there is no lowest share worth the name.
    const FEWEST: usize = 3;
}

/// Which scores survive the cut, in their order. A score that is no number is the lowest of all.
pub fn cut(scores: &[f64], cutoff: Cutoff) -> Selection {
    let few = scores.len() < Cutoff::FEWEST;
    match cutoff {
        Cutoff::None => keep_all(scores),
        Cutoff::Absolute(least) => drop_below(scores, least, Reason::BelowLeast { least }),
        Cutoff::Percentile(_) | Cutoff::BelowMedian(_) if few => keep_all(scores),
        Cutoff::Percentile(share) => drop_lowest(scores, share),
        Cutoff::BelowMedian(share) => {
            let least = median(scores) * share;
            drop_below(scores, least, Reason::BelowMedian { least })
        }
    }
}

fn keep_all(scores: &[f64]) -> Selection {
    Selection::from_reasons(scores.iter().map(|_| None))
}

fn drop_below(scores: &[f64], least: f64, reason: Reason) -> Selection {
    // A score that is no number is below everything, so it is not enough to ask whether it is less.
    let survives = |score: &f64| *score >= least;
    Selection::from_reasons(scores.iter().map(|score| (!survives(score)).then(|| reason.clone())))
}

/// Of equal scores the later ones go.
fn drop_lowest(scores: &[f64], share: f64) -> Selection {
    let dropped = (share.clamp(0.0, 1.0) * scores.len() as f64).floor() as usize;
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|a, b| value(scores[*b]).total_cmp(&value(scores[*a])).then(a.cmp(b)));
    let lowest = &order[scores.len() - dropped..];
    let reason = |index| lowest.contains(&index).then_some(Reason::AmongLowest { dropped });
    Selection::from_reasons((0..scores.len()).map(reason))
}

fn median(scores: &[f64]) -> f64 {
    let mut sorted: Vec<f64> = scores.iter().copied().map(value).collect();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { sorted[middle - 1].midpoint(sorted[middle]) }
}

fn value(score: f64) -> f64 {
    if score.is_nan() { f64::NEG_INFINITY } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn low_scores_are_cut_and_few_are_left_alone() {
        let ten: Vec<f64> = (1..=10).rev().map(|score| f64::from(score) / 10.0).collect();
        for (scores, cutoff, kept) in [
            (&ten[..], Cutoff::None, vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
            (&ten[..], Cutoff::Absolute(0.5), vec![0, 1, 2, 3, 4, 5]),
            (&ten[..], Cutoff::LOWEST_THIRTY_PERCENT, vec![0, 1, 2, 3, 4, 5, 6]),
            (&ten[..], Cutoff::HALF_OF_MEDIAN, vec![0, 1, 2, 3, 4, 5, 6, 7]),
            (&[0.9, 0.1], Cutoff::LOWEST_THIRTY_PERCENT, vec![0, 1]),
            (&[0.9, 0.1], Cutoff::HALF_OF_MEDIAN, vec![0, 1]),
            (&[0.9, 0.1], Cutoff::Absolute(0.5), vec![0]),
            (&[0.9, 0.5, 0.1], Cutoff::LOWEST_THIRTY_PERCENT, vec![0, 1, 2]),
            (&[0.9, 0.5, 0.1], Cutoff::HALF_OF_MEDIAN, vec![0, 1]),
            (&[0.5, 0.5, 0.5, 0.5], Cutoff::LOWEST_THIRTY_PERCENT, vec![0, 1, 2]),
            (&[0.1, 0.9, 0.8, 0.7], Cutoff::LOWEST_THIRTY_PERCENT, vec![1, 2, 3]),
            (&[0.9, f64::NAN, 0.8, 0.7], Cutoff::LOWEST_THIRTY_PERCENT, vec![0, 2, 3]),
            (&[0.9, f64::NAN], Cutoff::Absolute(0.0), vec![0]),
            (&[], Cutoff::LOWEST_THIRTY_PERCENT, vec![]),
        ] {
            assert_eq!(cut(scores, cutoff).kept, kept, "{scores:?} {cutoff:?}");
        }
    }

    #[test]
    fn what_is_cut_says_why() {
        let selection = cut(&[0.9, 0.5, 0.1], Cutoff::HALF_OF_MEDIAN);
        assert_eq!(selection.dropped[0].index, 2);
        assert_eq!(
            selection.dropped[0].reason.to_string(),
            "score below 0.250, too far under the median"
        );
    }

    proptest! {
        #[test]
        fn every_score_is_kept_or_dropped(
            scores in prop::collection::vec(prop::num::f64::ANY, 0..20),
            share in prop::num::f64::ANY,
        ) {
            for cutoff in [
                Cutoff::None,
                Cutoff::Absolute(share),
                Cutoff::Percentile(share),
                Cutoff::BelowMedian(share),
            ] {
                let selection = cut(&scores, cutoff);
                prop_assert_eq!(selection.kept.len() + selection.dropped.len(), scores.len());
            }
        }
    }
}
