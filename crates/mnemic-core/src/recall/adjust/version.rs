//! Versions: of two memories that say much the same and answer about equally well, the newer is the one that holds.

use std::collections::HashSet;

use crate::{
    recall::{
        Factor,
        hit::{self, Hit, rounded},
        rank::log_odds::logit,
    },
    text::{
        analyse,
        word::{self, Word},
    },
};

/// So many of the best hits are compared. Chosen by hand, as are the next two. Preferring what is newer in general costs
/// BEAM-100K up to a point and a half of nDCG, this half a point.
const COMPARED: usize = 12;
/// Evidence that differs less, in the logarithm of the odds, is nearly equal.
const NEARLY: f64 = 0.5;
/// Two texts say much the same when this share of the shorter one's telling words is in both.
const SHARED: f64 = 0.6;
/// What is put first is so much ahead: more than rounding to six digits takes away.
const AHEAD: f64 = 1.0001;

/// Puts the newer version of a fact before the older, among hits, best first.
pub fn newer_first(hits: &mut [Hit]) {
    let compared = hits.len().min(COMPARED);
    let mut said: Vec<Option<HashSet<Word>>> = vec![None; compared];
    for newer in 1..compared {
        for older in 0..newer {
            let is_newer = hits[newer].memory.created_at > hits[older].memory.created_at;
            if !is_newer || logit(hits[older].score) - logit(hits[newer].score) > NEARLY {
                continue;
            }
            for place in [older, newer] {
                said[place].get_or_insert_with(|| content_words(&hits[place].memory.text));
            }
            if are_restatements(&said[older], &said[newer]) {
                raise_above(hits[older].score, &mut hits[newer]);
                break;
            }
        }
    }
    hit::sort(hits);
}

fn raise_above(score: f64, newer: &mut Hit) {
    if newer.score > 0.0 && score >= newer.score {
        let value = score * AHEAD / newer.score;
        newer.score = rounded(newer.score * value);
        newer.scoring.factors.push(Factor { name: "newer", value });
    }
}

fn content_words(text: &str) -> HashSet<Word> {
    let words = word::folded_words(&analyse::index_text(analyse::opening(text)));
    let content_words = words.iter().filter(|word| analyse::is_content_word(word));
    content_words.flat_map(|word| word::stems(word)).collect()
}

fn are_restatements(one: &Option<HashSet<Word>>, other: &Option<HashSet<Word>>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return false };
    let shorter = one.len().min(other.len());
    shorter > 0 && one.intersection(other).count() as f64 >= SHARED * shorter as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        recall::{
            hit::{Scoring, tests},
            tests::memory,
        },
        record::memory::Memory,
    };

    fn hit(number: u64, relevance: f64, day: &str, text: &str) -> Hit {
        let created_at = format!("{day}T10:00:00Z").parse().unwrap();
        let memory = Memory { text: text.to_owned(), created_at, ..memory(number) };
        tests::hit(memory, relevance, Scoring { relevance, ..Scoring::default() })
    }

    fn order(mut hits: Vec<Hit>) -> Vec<u64> {
        newer_first(&mut hits);
        assert!(hits.is_sorted_by(|one, other| one.score >= other.score));
        hits.iter().filter_map(|hit| hit.memory.number).collect()
    }

    #[test]
    fn of_two_versions_the_newer_comes_first() {
        let old = || hit(1, 0.029, "2025-06-01", "Upload limit for attachments is 10 MB");
        let new =
            |score| hit(2, score, "2026-02-01", "Upload limit for attachments was raised to 25 MB");
        let other = |score| hit(3, score, "2026-03-01", "Rate limit: 100 requests per minute");
        assert_eq!(order(vec![old(), new(0.025), other(0.024)]), [2, 1, 3]);
        assert_eq!(order(vec![old(), other(0.028), new(0.025)]), [2, 1, 3]);
        assert_eq!(order(vec![old(), new(0.015)]), [1, 2], "much less likely");
        assert_eq!(order(vec![new(0.03), old()]), [2, 1]);
        assert_eq!(order(Vec::new()), [0; 0]);
    }

    #[test]
    fn what_is_put_first_says_so() {
        let mut hits =
            vec![hit(1, 0.5, "2025-01-01", "port 80"), hit(2, 0.4, "2026-01-01", "Port: 80")];
        newer_first(&mut hits);
        let [Factor { name: "newer", value }] = hits[0].scoring.factors[..] else {
            panic!("{:?}", hits[0].scoring)
        };
        assert!((hits[0].score - 0.4 * value).abs() < 1e-5);
        assert!(hits[1].scoring.factors.is_empty());
    }
}
