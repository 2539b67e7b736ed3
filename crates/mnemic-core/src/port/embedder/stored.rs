//! An embedding as it is stored: small enough to keep a million of, exact enough to rank by.

use super::{Codes, Embedding, dot};

/// What is kept of an [`Embedding`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StoredVectors {
    /// The text as a whole, a byte per dimension.
    pub whole: Quantised,
    /// Its words in their context, a bit per dimension.
    pub words: Codes,
}

impl StoredVectors {
    /// Whether nothing is near to it, as its vector pointed nowhere.
    pub fn is_zero(&self) -> bool {
        self.whole.scale == 0.0
    }

    /// What is kept of an embedding.
    pub fn of(embedding: &Embedding) -> Self {
        let words = embedding.words.iter().map(|word| word.vector.as_slice());
        Self { whole: Quantised::of(&embedding.vector), words: Codes::of(words) }
    }
}

/// A vector with a byte per dimension.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Quantised {
    /// What one step of a byte is worth.
    pub scale: f32,
    /// The steps.
    pub steps: Vec<i8>,
}

impl Quantised {
    /// The nearest to a vector.
    pub fn of(vector: &[f32]) -> Self {
        let largest = vector.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        if largest == 0.0 || !largest.is_finite() {
            return Self { scale: 0.0, steps: vec![0; vector.len()] };
        }
        let scale = largest / 127.0;
        let steps = vector.iter().map(|value| (value / scale).round() as i8).collect();
        Self { scale, steps }
    }

    /// The cosine with a vector, both being of unit length; 0 when one of them says nothing.
    pub fn cosine(&self, vector: &[f32]) -> f64 {
        let steps: Vec<f32> = self.steps.iter().map(|step| f32::from(*step)).collect();
        f64::from(dot(&steps, vector) * self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::unit, *};

    #[test]
    fn a_quantised_vector_is_as_near_as_the_vector() {
        let one = unit(&(0..256).map(|n| (n as f32 * 0.7).sin()).collect::<Vec<_>>());
        let other = unit(&(0..256).map(|n| (n as f32 * 0.71).sin()).collect::<Vec<_>>());
        let exact: f32 = one.iter().zip(&other).map(|(a, b)| a * b).sum();
        assert!((Quantised::of(&one).cosine(&other) - f64::from(exact)).abs() < 0.01);
        assert!((Quantised::of(&one).cosine(&one) - 1.0).abs() < 0.01);
    }

    #[test]
    fn what_says_nothing_is_near_nothing() {
        let nothing = Quantised::of(&[0.0; 4]);
        assert_eq!(nothing.cosine(&[0.5; 4]), 0.0);
        assert_eq!(Quantised::of(&[f32::INFINITY, 1.0]).cosine(&[1.0, 0.0]), 0.0);
    }
}
