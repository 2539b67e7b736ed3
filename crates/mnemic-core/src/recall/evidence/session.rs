//! What the other memories of a session tell of one: a session that is about the question has its answer.

use std::collections::HashMap;

use super::{
    EvidenceKind, EvidenceValues,
    scene::{Scene, weighted_sum},
};

/// So many of the best memories of a session speak for it. From a prototype on LoCoMo, where their mean
/// helped, if hardly beyond noise.
const SPEAKERS: usize = 3;

/// What the candidates of each session have together.
pub(super) struct Sessions<'a>(HashMap<&'a str, Session>);

#[derive(Default)]
struct Session {
    opening: Vec<f64>,
    likeness: Vec<f64>,
    deep_words: Vec<f64>,
    /// For each term whether someone says it.
    covered: Vec<f64>,
    /// For each word of the question how near someone comes to it.
    deep_covered: Vec<f64>,
}

impl<'a> Sessions<'a> {
    /// Sums up the candidates of each session.
    pub(super) fn of(scene: &Scene<'a>) -> Self {
        let mut sessions: HashMap<&str, Session> = HashMap::new();
        for (place, candidate) in scene.material.candidates.iter().enumerate() {
            let Some(name) = candidate.memory.source.session.as_deref() else { continue };
            sessions.entry(name).or_default().add(scene, place);
        }
        Self(sessions)
    }

    /// What the session of a candidate tells of it.
    pub(super) fn evidence(&self, scene: &Scene<'_>, place: usize) -> EvidenceValues {
        let name = scene.material.candidates[place].memory.source.session.as_deref();
        let empty = Session::default();
        let session = name.and_then(|name| self.0.get(name)).unwrap_or(&empty);
        let covered = |term: usize| session.covered.get(term).copied().unwrap_or(0.0);
        let mut evidence = vec![
            (EvidenceKind::Session, best(&session.opening)),
            (EvidenceKind::SessionCovers, scene.weighted_sum(covered)),
        ];
        if scene.has_lexicon {
            evidence.push((EvidenceKind::SessionLike, best(&session.likeness)));
        }
        if let Some(deep) = &scene.material.deep {
            let covered = |word: usize| session.deep_covered.get(word).copied().unwrap_or(0.0);
            evidence.push((EvidenceKind::SessionDeep, best(&session.deep_words)));
            evidence.push((EvidenceKind::SessionDeepCovers, weighted_sum(&deep.weights, covered)));
        }
        evidence
    }
}

impl Session {
    fn add(&mut self, scene: &Scene<'_>, place: usize) {
        let passage = &scene.passages[place];
        self.opening.push(scene.opening[place]);
        self.likeness.push(scene.weighted_sum(|term| passage.likeness[term]));
        let terms = 0..scene.weights.len();
        raise(&mut self.covered, terms.map(|term| f64::from(passage.holds(term))));
        if let Some(deep) = &scene.material.deep {
            self.deep_words.push(scene.deep_words(deep, place));
            raise(&mut self.deep_covered, deep.words[place].iter().copied());
        }
    }
}

/// Keeps the greater of what is there and what comes.
fn raise(values: &mut Vec<f64>, others: impl Iterator<Item = f64>) {
    for (place, other) in others.enumerate() {
        match values.get_mut(place) {
            Some(value) => *value = value.max(other),
            None => values.push(other),
        }
    }
}

/// The mean of the best, as if there were enough of them.
fn best(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(|one, other| other.total_cmp(one));
    values.iter().take(SPEAKERS).sum::<f64>() / SPEAKERS as f64
}
