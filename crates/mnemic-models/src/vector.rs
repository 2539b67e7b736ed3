//! Arithmetic on vectors that all embedders share.

/// Scales the vector to unit length. One that has no direction becomes all zero.
pub(crate) fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
    let factor = if length > 0.0 { (1.0 / length) as f32 } else { 0.0 };
    vector.iter_mut().for_each(|value| *value = if factor == 0.0 { 0.0 } else { *value * factor });
}

/// Whether every number is one.
pub(crate) fn is_finite(vector: &[f32]) -> bool {
    vector.iter().all(|value| value.is_finite())
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
        let mut vector = vec![1e30, 1e30];
        normalise(&mut vector);
        assert!((vector[0] - std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6);
    }

    #[test]
    fn a_vector_without_direction_is_all_zero() {
        let mut vector = vec![0.0; 3];
        normalise(&mut vector);
        assert_eq!(vector, [0.0; 3]);
    }
}
