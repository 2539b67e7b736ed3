//! The measured ranking: evidence by weights that were fitted on conversations with known answers.
//!
//! `mnemic-bench … --evidence` writes down what can be told of each candidate, `scripts/fit-ranking.py` finds the
//! weights; both say how well they do on conversations they were not fitted on. Conversations have no headings: what
//! those tell counts as much as words that are said (`coverage`) or stand beside (`likeness_window`). Nor do they ask for
//! what is new (`newest`): that counts as much as decides between memories that say about the same.
//!
//! Where the numbers come from: weights and levels were fitted that way on LoCoMo and BEAM-100K, but for those of `label`
//! and `newest`, which were reasoned as said here, and of `later`, which was chosen by hand (every weight up to 6 does about
//! as well on BEAM-100K). `notes` makes the chances of the first five hits right on average on two sets of notes, which
//! ask for 7.0 to 9.3; that of vectors with context was chosen by hand. `docs/benchmarks.md` has the figures.

use super::log_odds::logistic;
use crate::recall::evidence::{
    Depth, Evidence,
    EvidenceKind::{self, *},
};

/// What each kind of evidence counts; nothing where it did not help.
type Weights = [f64; EvidenceKind::COUNT];

/// How evidence becomes the chance that a memory answers.
struct Calibration {
    weights: Weights,
    /// What is added, so that the relevance is the chance that the memory answers the question.
    level: f64,
    /// What is added on top where memories are notes: they lack all that a session and an author tell.
    notes: f64,
}

const fn weights(given: &[(EvidenceKind, f64)]) -> Weights {
    let mut weights = [0.0; EvidenceKind::COUNT];
    let mut place = 0;
    while place < given.len() {
        weights[given[place].0 as usize] = given[place].1;
        place += 1;
    }
    weights
}

/// When only words can be compared.
static WORDS: Calibration = Calibration {
    weights: weights(&[
        (Opening, 1.2),
        (Coverage, 4.0),
        (Proximity, 0.7),
        (Before, 1.9),
        (Before2, 2.9),
        (After, 1.8),
        (Answers, 4.7),
        (Session, 1.9),
        (SessionCovers, 3.7),
        (Author, 2.6),
        (User, 1.9),
        (Assistant, 3.3),
        (Personal, 0.4),
        (Number, 0.8),
        (Time, 4.5),
        (Newest, 2.0),
        (First, 0.9),
        (Names, 4.0),
        (Label, 4.0),
        (Later, 2.0),
    ]),
    level: -11.4,
    notes: 8.0,
};

/// When words and texts have vectors without context.
static PLAIN: Calibration = Calibration {
    weights: weights(&[
        (Proximity, 0.2),
        (Before2, 1.5),
        (Answers, 3.7),
        (SessionCovers, 1.9),
        (SessionLike, 1.8),
        (Author, 2.5),
        (User, 1.8),
        (Assistant, 2.6),
        (Personal, 0.5),
        (Number, 0.8),
        (Time, 4.7),
        (Newest, 2.0),
        (First, 0.8),
        (Names, 4.5),
        (Likeness, 1.8),
        (LikenessWindow, 4.3),
        (Meaning, 3.4),
        (MeaningBeside, 2.3),
        (Label, 4.3),
        (Later, 2.5),
    ]),
    level: -13.6,
    notes: 7.5,
};

/// When they have vectors with context, too.
static DEEP: Calibration = Calibration {
    weights: weights(&[
        (Coverage, 0.1),
        (Before2, 0.9),
        (Answers, 3.5),
        (Author, 2.5),
        (User, 1.9),
        (Assistant, 2.8),
        (Personal, 0.5),
        (Number, 0.8),
        (Time, 5.0),
        (Newest, 2.0),
        (First, 0.7),
        (Names, 4.0),
        (LikenessWindow, 2.0),
        (DeepWords, 4.3),
        (DeepWindow, 5.0),
        (Deep, 1.8),
        (DeepBeside, 2.2),
        (SessionDeep, 0.8),
        (SessionDeepCovers, 5.0),
        (Label, 4.3),
        (Later, 2.5),
    ]),
    level: -15.8,
    notes: 8.5,
};

impl Calibration {
    fn of(depth: Depth) -> &'static Self {
        match depth {
            Depth::Words => &WORDS,
            Depth::Plain => &PLAIN,
            Depth::Deep => &DEEP,
        }
    }
}

/// The chance that a memory answers the question.
pub fn relevance(evidence: &Evidence) -> f64 {
    let Calibration { weights, level, .. } = Calibration::of(evidence.depth());
    let sum: f64 = evidence.iter().map(|(kind, value)| value * weights[kind as usize]).sum();
    logistic(sum + level)
}

/// The pieces of evidence that counted: each with its value and what it added to the log-odds.
pub fn weighed(evidence: &Evidence) -> impl Iterator<Item = (EvidenceKind, f64, f64)> {
    let weights = &Calibration::of(evidence.depth()).weights;
    let counts = |kind: EvidenceKind| weights[kind as usize] != 0.0;
    let counted = evidence.iter().filter(move |(kind, _)| counts(*kind));
    let added = counted.map(|(kind, value)| (kind, value, value * weights[kind as usize]));
    added.filter(|(_, _, adds)| *adds != 0.0)
}

/// What was added to all of them; nothing where there is no evidence.
pub fn level(evidence: &Evidence) -> Option<f64> {
    (!evidence.is_empty()).then(|| Calibration::of(evidence.depth()).level)
}

/// What is added where memories are notes; nothing where there is no evidence.
pub fn notes(evidence: &Evidence) -> f64 {
    if evidence.is_empty() { 0.0 } else { Calibration::of(evidence.depth()).notes }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence_of(values: &[(EvidenceKind, f64)]) -> Evidence {
        values.iter().copied().collect()
    }

    #[test]
    fn more_evidence_makes_a_memory_more_relevant() {
        for extra in [Coverage, Author, Time] {
            let little = evidence_of(&[(Opening, 0.5), (extra, 0.0)]);
            let more = evidence_of(&[(Opening, 0.5), (extra, 1.0)]);
            assert!(relevance(&more) > relevance(&little), "{extra:?}");
        }
        assert!((0.0..=1.0).contains(&relevance(&evidence_of(&[(Coverage, 1e6)]))));
    }

    #[test]
    fn what_was_there_to_be_looked_at_decides_how_it_is_weighed() {
        let weighed = |evidence: &Evidence| weighed(evidence).collect::<Vec<_>>();
        let words = evidence_of(&[(Coverage, 1.0)]);
        assert_eq!(weighed(&words), [(Coverage, 1.0, 4.0)]);
        assert_eq!((level(&words), notes(&words)), (Some(-11.4), WORDS.notes));
        let plain = evidence_of(&[(Coverage, 1.0), (Meaning, 0.0)]);
        assert_eq!((weighed(&plain), level(&plain)), (Vec::new(), Some(-13.6)));
        let deep = evidence_of(&[(Coverage, 1.0), (Meaning, 0.5), (Deep, 1.0)]);
        let kinds: Vec<EvidenceKind> = weighed(&deep).into_iter().map(|(kind, ..)| kind).collect();
        assert_eq!((kinds, notes(&deep)), (vec![Coverage, Deep], DEEP.notes));
        let none = Evidence::default();
        assert_eq!((weighed(&none), level(&none), notes(&none)), (Vec::new(), None, 0.0));
    }
}
