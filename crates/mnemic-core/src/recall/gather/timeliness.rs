//! Timeliness: how well the time of a memory fits one that a question names.
//!
//! A memory has several: when it was made, when what it says was last changed, from when and until when it holds, and
//! the dates in its text. The one that fits best counts.

use jiff::{Timestamp, tz::TimeZone};

use crate::{
    record::memory::Memory,
    text::time::{self, TimeSpan},
};

/// How well the time of a memory fits.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Timeliness {
    /// From 0 to 1.
    pub fit: f64,
    /// Whether it lies in a time that the question names, and not merely near it.
    pub inside: bool,
}

impl Timeliness {
    /// How well the time of a memory fits these, for someone in `zone`.
    pub fn of(memory: &Memory, spans: &[TimeSpan], zone: &TimeZone) -> Self {
        if spans.is_empty() {
            return Self::default();
        }
        let named = time::spans_in_text(&memory.text, memory.created_at, zone);
        spans
            .iter()
            .map(|span| Self::within(span, memory, &named))
            .fold(Self::default(), Self::best)
    }

    fn within(span: &TimeSpan, memory: &Memory, named: &[TimeSpan]) -> Self {
        let inside = named.iter().any(|named| span.covers(named));
        let named = Self { fit: if inside { span.worth() } else { 0.0 }, inside };
        let moments =
            moments(memory).map(|at| Self { fit: span.timeliness(at), inside: span.holds(at) });
        moments.fold(named, Self::best)
    }

    fn best(self, other: Self) -> Self {
        Self { fit: self.fit.max(other.fit), inside: self.inside || other.inside }
    }
}

fn moments(memory: &Memory) -> impl Iterator<Item = Timestamp> {
    let always = [memory.created_at, memory.changed_at()];
    always.into_iter().chain(memory.valid_from).chain(memory.valid_until)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::tests::memory;

    fn fit(question: &str, memory: &Memory) -> Timeliness {
        let now = "2026-11-16T12:00:00Z".parse().unwrap();
        let spans = time::spans(question, now, &TimeZone::UTC);
        Timeliness::of(memory, &spans, &TimeZone::UTC)
    }

    #[test]
    fn the_time_that_fits_best_counts() {
        let old = Memory {
            created_at: "2026-09-01T10:00:00Z".parse().unwrap(),
            updated_at: "2026-11-15T10:00:00Z".parse().unwrap(),
            ..memory(1)
        };
        let taken_in = fit("what did we move yesterday", &old);
        assert_eq!(taken_in, Timeliness::default(), "it was taken in, not changed");
        let changed = Memory { version: 2, ..old.clone() };
        let inside = Timeliness { fit: 1.0, inside: true };
        assert_eq!(fit("what did we move yesterday", &changed), inside);
        assert_eq!(fit("what did we move on 1 September 2026", &changed), inside);
        let ended = Memory { valid_until: "2026-11-15T09:00:00Z".parse().ok(), ..old.clone() };
        assert_eq!(fit("what ended yesterday", &ended), inside);
        let dated = Memory { text: "the talk is on 15 November 2026".to_owned(), ..old };
        assert_eq!(fit("what was yesterday", &dated), inside);
    }

    #[test]
    fn what_is_only_near_is_not_inside() {
        let near = fit("what did we move on 12 November 2026", &memory(1));
        assert_eq!(near, Timeliness { fit: 0.5, inside: false });
        assert_eq!(fit("what did we move", &memory(1)), Timeliness::default());
    }
}
