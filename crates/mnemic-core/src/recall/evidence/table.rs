//! The evidence of one memory: a value for each kind that could be told.

use super::kind::EvidenceKind;

/// What can be told of one memory. A kind has no value where nothing could be compared, as without vectors; a value of
/// zero was compared and tells nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence([Option<f64>; EvidenceKind::COUNT]);

impl Evidence {
    /// The value of a kind, if it could be told.
    pub fn get(&self, kind: EvidenceKind) -> Option<f64> {
        self.0[kind as usize]
    }

    /// The value of a kind; zero for one that could not be told.
    pub fn value(&self, kind: EvidenceKind) -> f64 {
        self.get(kind).unwrap_or_default()
    }

    /// What could be told, in the order of the kinds.
    pub fn iter(&self) -> impl Iterator<Item = (EvidenceKind, f64)> {
        EvidenceKind::ALL
            .into_iter()
            .zip(&self.0)
            .filter_map(|(kind, value)| Some((kind, (*value)?)))
    }

    /// Whether nothing could be told: rankings other than the measured one ask for none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// What could be compared.
    pub fn depth(&self) -> Depth {
        Depth::among([self])
    }
}

impl Extend<(EvidenceKind, f64)> for Evidence {
    fn extend<T: IntoIterator<Item = (EvidenceKind, f64)>>(&mut self, values: T) {
        for (kind, value) in values {
            self.0[kind as usize] = Some(value);
        }
    }
}

impl FromIterator<(EvidenceKind, f64)> for Evidence {
    fn from_iter<T: IntoIterator<Item = (EvidenceKind, f64)>>(values: T) -> Self {
        let mut evidence = Self::default();
        evidence.extend(values);
        evidence
    }
}

/// What could be compared. Each depth has weights of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Only words.
    Words,
    /// Vectors without context, too.
    Plain,
    /// Vectors with context, too.
    Deep,
}

impl Depth {
    /// What could be compared of any of these.
    pub fn among<'a>(all: impl IntoIterator<Item = &'a Evidence>) -> Self {
        let mut depth = Self::Words;
        for evidence in all {
            if evidence.get(EvidenceKind::Deep).is_some() {
                return Self::Deep;
            }
            if evidence.get(EvidenceKind::Meaning).is_some() {
                depth = Self::Plain;
            }
        }
        depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_told_is_not_the_same_as_nothing() {
        let evidence: Evidence = [(EvidenceKind::Meaning, 0.0)].into_iter().collect();
        assert_eq!(evidence.get(EvidenceKind::Meaning), Some(0.0));
        assert_eq!(evidence.get(EvidenceKind::Deep), None);
        assert_eq!(evidence.value(EvidenceKind::Deep), 0.0);
        assert!(!evidence.is_empty() && Evidence::default().is_empty());
    }

    #[test]
    fn a_vector_that_tells_nothing_was_compared_all_the_same() {
        let of_kind = |kind| [(kind, 0.0)].into_iter().collect::<Evidence>();
        let (words, plain) = (of_kind(EvidenceKind::Coverage), of_kind(EvidenceKind::Meaning));
        assert_eq!((words.depth(), plain.depth()), (Depth::Words, Depth::Plain));
        assert_eq!(Depth::among([&words, &plain]), Depth::Plain);
        assert_eq!(Depth::among([&plain, &of_kind(EvidenceKind::Deep)]), Depth::Deep);
    }
}
