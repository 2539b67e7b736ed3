//! The functions between the matrix products: layer norm, soft maximum and GELU.
//!
//! They are written so that the compiler makes vector instructions of them: no calls into the mathematics library, and
//! sums in eight lanes. Against the exact functions they are right to about 1e-6.

use ndarray::ArrayView1;

const LANES: usize = 8;

/// Scales the row to mean 0 and variance 1, then by `weight` and `bias`.
pub(super) fn layer_norm(
    row: &mut [f32],
    weight: ArrayView1<f32>,
    bias: ArrayView1<f32>,
    epsilon: f32,
) {
    let count = row.len() as f32;
    let mean = sum(row, |value| value) / count;
    let variance = sum(row, |value| (value - mean) * (value - mean)) / count;
    let factor = 1.0 / (variance + epsilon).sqrt();
    for ((value, weight), bias) in row.iter_mut().zip(weight).zip(bias) {
        *value = (*value - mean) * factor * weight + bias;
    }
}

/// Makes shares of the row that sum to one.
pub(super) fn softmax(row: &mut [f32]) {
    let highest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    row.iter_mut().for_each(|value| *value = exponential(*value - highest));
    let factor = 1.0 / sum(row, |value| value);
    row.iter_mut().for_each(|value| *value *= factor);
}

/// x · Φ(x), for each number of the row.
pub(super) fn gelu(row: &mut [f32]) {
    for value in row {
        *value *= 0.5 * (1.0 + error_function(*value * std::f32::consts::FRAC_1_SQRT_2));
    }
}

fn sum(row: &[f32], each: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += each(*value);
        }
    }
    lanes.iter().sum::<f32>() + rest.iter().map(|value| each(*value)).sum::<f32>()
}

/// A quotient of polynomials; beyond ±4 the function is ±1 in single precision.
fn error_function(x: f32) -> f32 {
    let x = x.clamp(-4.0, 4.0);
    let square = x * x;
    let above = [
        -2.726_142_3e-10,
        2.770_681_4e-8,
        -2.101_024e-6,
        -5.692_506_4e-5,
        -7.349_906_3e-4,
        -2.954_6e-3,
        -1.609_603_3e-2,
    ];
    let below = [-1.456_607_2e-5, -2.133_740_6e-4, -1.682_827e-3, -7.373_329e-3, -1.426_473_9e-2];
    x * polynomial(square, &above) / polynomial(square, &below)
}

/// 2 to the whole part of x / ln 2, by its exponent bits, times a polynomial of the rest.
fn exponential(x: f32) -> f32 {
    /// Added and taken away again, it leaves a whole number.
    const ROUNDING: f32 = 12_582_912.0;
    let x = x.clamp(-87.0, 88.0);
    let whole = (x * std::f32::consts::LOG2_E + ROUNDING) - ROUNDING;
    // ln 2 in two parts, so that the difference stays exact.
    let rest = x - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let factors = [1.987_569_1e-4, 1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 0.166_666_66, 0.5];
    let power = f32::from_bits(((whole as i32 + 127) << 23).cast_unsigned());
    (polynomial(rest, &factors) * rest * rest + rest + 1.0) * power
}

/// The highest power first.
fn polynomial(x: f32, factors: &[f32]) -> f32 {
    factors.iter().fold(0.0, |sum, factor| sum * x + factor)
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    /// The series of the error function, in double precision.
    fn exact_error_function(x: f64) -> f64 {
        let mut term = x;
        let mut sum = x;
        for n in 1..200_i32 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        sum * 2.0 / std::f64::consts::PI.sqrt()
    }

    fn grid(limit: f32) -> impl Iterator<Item = f32> {
        (-2000..=2000).map(move |step| limit * step as f32 / 2000.0)
    }

    #[test]
    fn the_error_function_is_right_to_single_precision() {
        for x in grid(4.0) {
            let exact = exact_error_function(f64::from(x));
            assert!((f64::from(error_function(x)) - exact).abs() < 5e-7, "{x}");
        }
        assert!((error_function(30.0) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_exponential_is_right_to_single_precision() {
        for x in grid(87.0) {
            let exact = f64::from(x).exp();
            assert!((f64::from(exponential(x)) / exact - 1.0).abs() < 1e-6, "{x}");
        }
        assert!(exponential(-1e9) < 1e-37);
    }

    #[test]
    fn gelu_is_the_identity_far_above_zero_and_nothing_far_below() {
        let mut row = [-20.0, 0.0, 1.0, 20.0];
        gelu(&mut row);
        for (value, expected) in row.iter().zip([0.0, 0.0, 0.841_344_7, 20.0]) {
            assert!((value - expected).abs() < 1e-5, "{row:?}");
        }
    }

    #[test]
    fn shares_sum_to_one_however_large_the_numbers() {
        let mut row: Vec<f32> = (0..19).map(|step| 1000.0 * step as f32).collect();
        softmax(&mut row);
        assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((row[18] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_normed_row_has_the_mean_and_variance_that_it_should() {
        let mut row = [1.0, 2.0, 3.0, 4.0];
        layer_norm(
            &mut row,
            array![1.0, 1.0, 1.0, 2.0].view(),
            array![0.0, 0.0, 0.0, 1.0].view(),
            0.0,
        );
        let unit = 1.25_f32.sqrt();
        for (value, expected) in
            row.iter().zip([-1.5 / unit, -0.5 / unit, 0.5 / unit, 3.0 / unit + 1.0])
        {
            assert!((value - expected).abs() < 1e-6, "{row:?}");
        }
    }
}
