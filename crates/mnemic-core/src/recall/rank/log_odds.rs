//! Log-odds: where evidence adds up, however likely something is already.

/// A rank value may be above 1, which has no odds. Any number this near to 1 does.
const LIKELIEST: f64 = 1.0 - 1e-9;

/// The logarithm of the odds of a chance.
pub fn logit(chance: f64) -> f64 {
    let chance = chance.clamp(f64::MIN_POSITIVE, LIKELIEST);
    (chance / (1.0 - chance)).ln()
}

/// The chance of these log-odds.
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// A chance when so much is added to its log-odds.
pub fn shift_log_odds(chance: f64, delta: f64) -> f64 {
    logistic(logit(chance) + delta)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_can_be_taken_away() {
        for chance in [0.001, 0.5, 0.999] {
            let there_and_back = shift_log_odds(shift_log_odds(chance, 3.0), -3.0);
            assert!((there_and_back - chance).abs() < 1e-9, "{chance}");
        }
        assert!(logit(1.4).is_finite() && logit(0.0).is_finite());
    }
}
