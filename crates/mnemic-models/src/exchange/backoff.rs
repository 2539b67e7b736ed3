//! How long a provider that failed is left alone by those who would wait for it.
//!
//! Someone who asks a question has an answer without this provider, so a question does not find out anew what the one
//! before it found out. Whoever works in the background asks all the same, and a good answer ends the rest.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::Failure;

const FIRST_REST: Duration = Duration::from_secs(10);
const MAX_REST: Duration = Duration::from_secs(300);

/// Whether a provider is left alone, and why.
#[derive(Debug, Default)]
pub(crate) struct Backoff(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// How often it failed since it last answered.
    failures: u32,
    until: Option<(Instant, Failure)>,
}

impl Backoff {
    /// Why the provider is not to be asked now, if it is not.
    pub(crate) fn reason(&self) -> Option<Failure> {
        let state = self.lock();
        let (until, failure) = state.until.as_ref()?;
        if Instant::now() >= *until {
            return None;
        }
        Some(match failure {
            Failure::Unreachable(reason) => {
                Failure::Unreachable(format!("{reason}, a moment ago; Mnemic asks it again later"))
            }
            failure => failure.clone(),
        })
    }

    /// Notes what became of a request. What was answered at once is no reason to rest, however it was answered.
    pub(crate) fn note(&self, failure: Option<&Failure>) {
        let mut state = self.lock();
        let asked_for = match failure {
            Some(Failure::Busy { retry_after_s }) => retry_after_s.map(Duration::from_secs),
            Some(Failure::Unreachable(_)) => None,
            _ => {
                *state = State::default();
                return;
            }
        };
        let usual = FIRST_REST * 2_u32.pow(state.failures.min(5));
        let rest = asked_for.unwrap_or(usual).min(MAX_REST);
        state.failures += 1;
        state.until = failure.map(|failure| (Instant::now() + rest, failure.clone()));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Whoever panicked left a whole state behind.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    fn silent() -> Failure {
        Failure::Unreachable("timeout".to_owned())
    }

    async fn rests_for(backoff: &Backoff, seconds: u64) {
        advance(Duration::from_secs(seconds - 1)).await;
        assert!(backoff.reason().is_some(), "{seconds}");
        advance(Duration::from_secs(1)).await;
        assert_eq!(backoff.reason(), None, "{seconds}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_provider_that_keeps_failing_rests_longer_until_it_answers() {
        let backoff = Backoff::default();
        for seconds in [10, 20, 40, 80, 160, 300, 300] {
            backoff.note(Some(&silent()));
            rests_for(&backoff, seconds).await;
        }
        backoff.note(Some(&silent()));
        backoff.note(None);
        assert_eq!(backoff.reason(), None);
        backoff.note(Some(&silent()));
        rests_for(&backoff, 10).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_busy_provider_rests_as_long_as_it_asks_up_to_a_limit() {
        for (asked_for, seconds) in [(7, 7), (3_600, 300)] {
            let backoff = Backoff::default();
            backoff.note(Some(&Failure::Busy { retry_after_s: Some(asked_for) }));
            rests_for(&backoff, seconds).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_refused_at_once_is_no_reason_to_rest() {
        let backoff = Backoff::default();
        for failure in [Failure::Unauthorised, Failure::Nonsense("odd".to_owned())] {
            backoff.note(Some(&failure));
            assert_eq!(backoff.reason(), None);
        }
    }
}
