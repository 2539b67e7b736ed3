//! What the time of a memory tells of it.

use super::{EvidenceKind, EvidenceValues, Scene};

impl Scene<'_> {
    /// How well its time fits, and how new it is where that is asked for.
    ///
    /// When a question asks how things stand, or for what is new, time only decides between memories that answer: it
    /// counts by how much of the question each says.
    pub(super) fn of_time(&self, place: usize) -> EvidenceValues {
        let timing = self.question.timing;
        let timeliness = self.material.candidates[place].timeliness;
        let counts = if timing.standing { self.question_share(place) } else { 1.0 };
        let mut evidence = vec![(EvidenceKind::Time, timeliness * counts)];
        if timing.newest {
            evidence.push((EvidenceKind::Newest, self.newness(place) * self.question_share(place)));
        }
        evidence
    }

    /// How much of the question a memory says; all of one that asks for nothing but a time.
    fn question_share(&self, place: usize) -> f64 {
        if self.question.is_only_about_time() || self.weights.is_empty() {
            return 1.0;
        }
        self.weighted_sum(|term| self.passages[place].likeness[term])
    }

    /// The share of the others that are older.
    fn newness(&self, place: usize) -> f64 {
        let changed_at = |place: usize| self.material.candidates[place].memory.changed_at();
        let (own, all) = (changed_at(place), self.material.candidates.len());
        let older = (0..all).filter(|other| changed_at(*other) < own).count();
        older as f64 / all.saturating_sub(1).max(1) as f64
    }
}
