//! Spreading: what asks for several things is answered in several places. The more of a session is ahead of a memory, the
//! less likely it says something that is not in the answer yet.

use std::collections::HashMap;

use crate::recall::{
    Factor,
    hit::{self, Hit, rounded},
    select::diversity::session_of,
};

/// What each memory of the same session that is ahead takes from the logarithm of the odds. Measured: at 0.3 to 0.6 more of
/// what answers such questions is among the first ten, from 0.7 on other answers suffer.
const STEP: f64 = 0.5;

/// Puts hits, best first, in the order that speaks for several sessions.
pub fn spread(hits: &mut [Hit]) {
    let mut ahead: HashMap<String, u32> = HashMap::new();
    for hit in hits.iter_mut() {
        let Some(session) = session_of(&hit.memory.source) else { continue };
        let before = ahead.entry(session.to_owned()).or_default();
        if *before > 0 {
            let value = share(hit.scoring.relevance, f64::from(*before) * STEP);
            hit.score = rounded(hit.score * value);
            hit.scoring.factors.push(Factor { name: "spread", value });
        }
        *before += 1;
    }
    hit::sort(hits);
}

/// What is left of a chance, as a share of it, when that much is taken from the logarithm of its odds.
fn share(chance: f64, taken: f64) -> f64 {
    // The odds are p / (1 − p); with less of them, q = p e / (1 − p + p e).
    let kept = (-taken).exp();
    kept / (1.0 - chance + chance * kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        recall::{
            hit::{Scoring, tests},
            tests::memory,
        },
        record::{memory::Memory, source::Source},
    };

    fn hit(number: u64, relevance: f64, session: &str) -> Hit {
        let source = Source { session: Some(session.to_owned()), ..Source::default() };
        let scoring = Scoring { relevance, ..Scoring::default() };
        tests::hit(Memory { source, ..memory(number) }, relevance, scoring)
    }

    fn order(hits: &[Hit]) -> Vec<f64> {
        hits.iter().map(|hit| hit.scoring.relevance).collect()
    }

    #[test]
    fn what_is_nearly_as_good_and_of_another_session_comes_first() {
        let mut hits = [hit(1, 0.6, "a"), hit(2, 0.55, "a"), hit(3, 0.5, "b"), hit(4, 0.1, "c")];
        spread(&mut hits);
        assert_eq!(order(&hits), [0.6, 0.5, 0.55, 0.1]);
        assert_eq!(hits[0].scoring.factors, []);
        let [factor] = hits[2].scoring.factors.as_slice() else { panic!("one factor") };
        assert!((hits[2].score - 0.55 * factor.value).abs() < 1e-5);
    }

    #[test]
    fn what_is_much_better_stays_ahead() {
        let mut hits = [hit(1, 0.9, "a"), hit(2, 0.8, "a"), hit(3, 0.5, "b")];
        spread(&mut hits);
        assert_eq!(order(&hits), [0.9, 0.8, 0.5]);
    }

    #[test]
    fn a_chance_stays_a_chance() {
        assert!((share(0.5, 0.3) * 0.5 - 1.0 / (1.0 + 0.3_f64.exp())).abs() < 1e-12);
        assert!((share(1.0, 0.3) - 1.0).abs() < 1e-12);
        assert!((share(0.0, 0.3) - (-0.3_f64).exp()).abs() < 1e-12);
    }
}
