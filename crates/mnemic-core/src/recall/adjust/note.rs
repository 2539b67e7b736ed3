//! Notes: memories of no session that nobody in particular said. What stands around a turn of a conversation, its
//! session and its author tell much of it; a note lacks all of that, and is not the less likely to answer.
//!
//! The order stays what it is. How many of the best hits are notes decides for all of them, so that where both kinds
//! are found none is favoured.

use crate::recall::{
    Factor,
    hit::{Hit, Shift, rounded},
    rank::{log_odds::shift_log_odds, measured},
};

/// So many of the best hits are looked at: which candidates come last is chance. Chosen by hand.
const LOOKED_AT: usize = 20;

/// The share of the best hits that are notes.
fn share(hits: &[Hit]) -> f64 {
    let is_note = |hit: &&Hit| {
        let source = &hit.memory.source;
        source.session.is_none() && source.author.is_none()
    };
    let best = &hits[..hits.len().min(LOOKED_AT)];
    best.iter().filter(is_note).count() as f64 / best.len().max(1) as f64
}

/// Makes the relevance of hits, best first, the chance that they answer.
pub fn calibrate(hits: &mut [Hit]) {
    let share = share(hits);
    for hit in hits.iter_mut().filter(|_| share > 0.0) {
        let scoring = &mut hit.scoring;
        let adds = share * measured::notes(&scoring.evidence);
        scoring.note = Some(Shift { value: share, adds });
        scoring.relevance = shift_log_odds(scoring.relevance, adds);
        let (score, product) = (shift_log_odds(hit.score, adds), scoring.product());
        // Factors count as they do where chances are small.
        if product > 0.0 && (score / product - 1.0).abs() > NOTICEABLE {
            scoring.factors.push(Factor { name: "note", value: score / product });
        }
        hit.score = rounded(score);
    }
}

/// What a hit would score if it were none: how far one is behind another is told by that.
pub fn uncalibrated(hit: &Hit) -> f64 {
    hit.scoring.note.map_or(hit.score, |note| shift_log_odds(hit.score, -note.adds))
}

/// A factor that is nearer to 1 is none: explanations show four digits.
const NOTICEABLE: f64 = 1e-4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        recall::{
            EvidenceKind,
            hit::{Scoring, tests},
            tests::memory,
        },
        record::source::Source,
    };

    fn hit(number: u64, relevance: f64, factor: Option<f64>) -> Hit {
        let evidence = [(EvidenceKind::Meaning, 0.0)].into_iter().collect();
        let factors = factor.map(|value| Factor { name: "score", value }).into_iter().collect();
        let scoring = Scoring { relevance, evidence, factors, ..Scoring::default() };
        tests::hit(memory(number), relevance * factor.unwrap_or(1.0), scoring)
    }

    fn turn() -> Source {
        Source { session: Some("s".to_owned()), ..Source::default() }
    }

    #[test]
    fn a_note_may_be_likely_and_the_order_stays() {
        let mut hits = [hit(1, 0.01, Some(1.2)), hit(2, 0.011, None), hit(3, 0.0001, None)];
        calibrate(&mut hits);
        assert!(hits.is_sorted_by(|one, other| one.score > other.score), "{hits:?}");
        assert!(hits[1].score > 0.5 && hits[2].score < 0.2, "{hits:?}");
        assert_eq!(hits[1].score, rounded(hits[1].scoring.relevance));
        for hit in &hits {
            assert!((hit.scoring.product() - hit.score).abs() < 1e-5, "{hit:?}");
        }
        for (hit, before) in hits.iter().zip([0.012, 0.011, 0.0001]) {
            assert!((uncalibrated(hit) / before - 1.0).abs() < 1e-3, "{hit:?}");
        }
    }

    #[test]
    fn turns_of_a_conversation_stay_what_they_are() {
        let mut hits = [hit(1, 0.7, Some(2.0))];
        hits[0].memory.source = turn();
        calibrate(&mut hits);
        assert_eq!((hits[0].score, hits[0].scoring.relevance), (1.4, 0.7));
        assert_eq!(uncalibrated(&hits[0]), 1.4);
    }

    #[test]
    fn notes_have_neither_session_nor_author() {
        let mut hits = [hit(1, 0.7, None), hit(2, 0.6, None)];
        hits[1].memory.source = turn();
        assert_eq!(share(&hits), 0.5);
        assert_eq!(share(&[]), 0.0);
    }
}
