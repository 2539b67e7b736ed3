//! How good a ranking is, as pure functions.
//!
//! A ranking is a list of marks, best place first: whether the memory there is evidence. `evidence` is how many
//! there are in all, found or not; at least one.

use std::collections::BTreeSet;

/// The share of the evidence that is among the first `k`.
pub fn recall_at(k: usize, marks: &[bool], evidence: usize) -> f64 {
    found(k, marks) as f64 / evidence as f64
}

/// 1 when any evidence is among the first `k`, else 0.
pub fn hit_at(k: usize, marks: &[bool]) -> f64 {
    if found(k, marks) > 0 { 1.0 } else { 0.0 }
}

/// The gain of the first `k`, less the later a piece of evidence comes, as a share of the best possible.
pub fn ndcg_at(k: usize, marks: &[bool], evidence: usize) -> f64 {
    let places = marks.iter().take(k).enumerate();
    let gain: f64 = places.filter(|(_, mark)| **mark).map(|(place, _)| gain(place)).sum();
    let ideal: f64 = (0..evidence.min(k)).map(self::gain).sum();
    gain / ideal
}

/// 1 / the place of the first piece of evidence, 0 without one.
pub fn reciprocal_rank(marks: &[bool]) -> f64 {
    let first = marks.iter().position(|mark| *mark);
    first.map_or(0.0, |place| 1.0 / (place + 1) as f64)
}

/// The share of the evidence's sessions that are among the first `k` sessions, each counted where it comes first.
pub fn session_recall_at(k: usize, ranking: &[&str], evidence: &BTreeSet<&str>) -> f64 {
    let mut first: Vec<&str> = Vec::new();
    for session in ranking {
        if first.len() < k && !first.contains(session) {
            first.push(session);
        }
    }
    let found = first.iter().filter(|session| evidence.contains(*session)).count();
    found as f64 / evidence.len() as f64
}

/// About how many tokens a language model makes of a text: one for four characters.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}

fn found(k: usize, marks: &[bool]) -> usize {
    marks.iter().take(k).filter(|mark| **mark).count()
}

/// What evidence counts at a place, from 0.
fn gain(place: usize) -> f64 {
    1.0 / ((place + 2) as f64).log2()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x` is evidence, `.` is not.
    fn marks(ranking: &str) -> Vec<bool> {
        ranking.chars().map(|mark| mark == 'x').collect()
    }

    fn assert_near(value: f64, expected: f64, what: &str) {
        assert!((value - expected).abs() < 1e-6, "{what}: {value} is not {expected}");
    }

    #[test]
    fn recall_is_the_share_of_the_evidence_that_is_found() {
        for (k, ranking, evidence, expected) in [
            (5, "x....", 1, 1.0),
            (5, ".....x", 1, 0.0),
            (10, ".....x", 1, 1.0),
            (5, "x.x.x", 4, 0.75),
            (5, "", 3, 0.0),
            (2, "xxx", 3, 2.0 / 3.0),
        ] {
            assert_near(recall_at(k, &marks(ranking), evidence), expected, ranking);
        }
    }

    #[test]
    fn a_hit_is_any_evidence_in_time() {
        for (k, ranking, expected) in
            [(10, "x", 1.0), (10, ".........x", 1.0), (10, "..........x", 0.0), (10, "", 0.0)]
        {
            assert_near(hit_at(k, &marks(ranking)), expected, ranking);
        }
    }

    #[test]
    fn ndcg_by_hand() {
        // Gains by place: 1, 0.630930, 0.5, 0.430677, 0.386853.
        for (k, ranking, evidence, expected) in [
            (10, "x", 1, 1.0),
            (10, ".x", 1, 0.630_930),
            (10, "..x", 1, 0.5),
            (10, "x.x", 2, 1.5 / 1.630_930),
            (10, "xx", 2, 1.0),
            (10, "x....", 2, 1.0 / 1.630_930),
            (2, "xx", 5, 1.0),
            (10, "..........x", 1, 0.0),
            (10, "", 1, 0.0),
            (10, ".x.xx", 3, (0.630_930 + 0.430_677 + 0.386_853) / 2.130_930),
        ] {
            assert_near(ndcg_at(k, &marks(ranking), evidence), expected, ranking);
        }
    }

    #[test]
    fn the_reciprocal_rank_is_that_of_the_first_piece_of_evidence() {
        for (ranking, expected) in [("x", 1.0), (".x", 0.5), ("...x.x", 0.25), ("..", 0.0)] {
            assert_near(reciprocal_rank(&marks(ranking)), expected, ranking);
        }
    }

    #[test]
    fn a_session_counts_where_it_comes_first() {
        for (k, ranking, evidence, expected) in [
            (2, "a a a b c", "b", 1.0),
            (2, "a a a b c", "c", 0.0),
            (3, "a a a b c", "c d", 0.5),
            (5, "a", "a b c d", 0.25),
            (5, "", "a", 0.0),
        ] {
            let ranking: Vec<&str> = ranking.split_whitespace().collect();
            let evidence: BTreeSet<&str> = evidence.split_whitespace().collect();
            assert_near(session_recall_at(k, &ranking, &evidence), expected, "sessions");
        }
    }

    #[test]
    fn four_characters_are_a_token_and_a_rest_is_one_more() {
        for (text, expected) in [("", 0), ("abc", 1), ("abcd", 1), ("abcde", 2), ("äöüß", 1)] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }
}
