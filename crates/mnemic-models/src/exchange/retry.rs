//! Whether a provider is asked again, and after how long.

use std::time::Duration;

use super::Failure;

const MAX_ATTEMPTS: u32 = 4;
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// A provider that wants to be left alone for longer is reported as busy instead.
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// How often a provider was asked.
#[derive(Debug, Default)]
pub(super) struct Retry {
    attempts: u32,
}

impl Retry {
    /// How long to wait after this failure, or nothing if asking again is of no use.
    pub(super) fn pause_after(&mut self, failure: &Failure) -> Option<Duration> {
        self.attempts += 1;
        let usual = FIRST_PAUSE * 2_u32.pow(self.attempts - 1);
        let pause = match failure {
            Failure::Busy { retry_after_s } => retry_after_s.map_or(usual, Duration::from_secs),
            Failure::Unreachable(_) => usual,
            _ => return None,
        };
        (self.attempts < MAX_ATTEMPTS && pause <= MAX_PAUSE).then_some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn busy(retry_after_s: Option<u64>) -> Failure {
        Failure::Busy { retry_after_s }
    }

    #[test]
    fn pauses_double_and_end() {
        let mut retry = Retry::default();
        let pauses: Vec<_> = (0..4).map(|_| retry.pause_after(&busy(None))).collect();
        let expected = [Some(500), Some(1000), Some(2000), None];
        assert_eq!(pauses, expected.map(|pause| pause.map(Duration::from_millis)));
    }

    #[test]
    fn what_the_provider_asks_for_is_honoured_up_to_a_limit() {
        assert_eq!(Retry::default().pause_after(&busy(Some(7))), Some(Duration::from_secs(7)));
        assert_eq!(Retry::default().pause_after(&busy(Some(3600))), None);
    }

    #[test]
    fn what_will_not_change_is_not_asked_again() {
        assert_eq!(Retry::default().pause_after(&Failure::Unauthorised), None);
    }
}
