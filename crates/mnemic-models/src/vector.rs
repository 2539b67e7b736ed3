//! Arithmetic on vectors that all embedders share.

/// Scales the vector to unit length. One of all zeros stays so, and what is not finite does not become so.
pub(crate) fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
    if length != 0.0 {
        vector.iter_mut().for_each(|value| *value = (f64::from(*value) / length) as f32);
    }
}

/// Whether every number is one.
pub(crate) fn is_finite(vector: &[f32]) -> bool {
    vector.iter().all(|value| value.is_finite())
}

/// Whether a vector points nowhere.
#[cfg(feature = "remote")]
pub(crate) fn is_zero(vector: &[f32]) -> bool {
    vector.iter().all(|value| *value == 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_normalised_vector_has_unit_length_and_keeps_its_direction() {
        let mut vector = vec![3.0, -4.0];
        normalise(&mut vector);
        assert_eq!(vector, [0.6, -0.8]);
    }

    #[test]
    fn lengths_beyond_single_precision_are_normalised_too() {
        for size in [1e30, 1e-40] {
            let mut vector = vec![size, size];
            normalise(&mut vector);
            assert!((vector[0] - std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6);
        }
    }

    #[test]
    fn what_is_not_finite_is_not_hidden() {
        for number in [f32::NAN, f32::INFINITY] {
            let mut vector = vec![number, 1.0];
            normalise(&mut vector);
            assert!(!is_finite(&vector));
        }
    }

    #[test]
    fn a_vector_without_direction_is_all_zero() {
        let mut vector = vec![0.0; 3];
        normalise(&mut vector);
        assert_eq!(vector, [0.0; 3]);
    }
}
