//! What clients said when they greeted, by session: a session that was let go because its client was idle goes on when
//! the client comes back.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard},
};

use async_trait::async_trait;
use rmcp::transport::streamable_http_server::session::{
    SessionState, SessionStore, SessionStoreError,
};

/// So many greetings are kept; then the oldest goes.
const MOST: usize = 1_000;
/// A longer greeting is not kept: nobody needs one, and many would fill the RAM.
const MOST_BYTES: usize = 16 << 10;

/// The greetings, oldest first.
#[derive(Debug, Default)]
pub(super) struct Greetings(Mutex<VecDeque<(String, SessionState)>>);

impl Greetings {
    fn kept(&self) -> MutexGuard<'_, VecDeque<(String, SessionState)>> {
        self.0.lock().expect("greetings are only noted")
    }
}

#[async_trait]
impl SessionStore for Greetings {
    async fn load(&self, session: &str) -> Result<Option<SessionState>, SessionStoreError> {
        let kept = self.kept();
        let found = kept.iter().find(|(known, _)| known == session);
        Ok(found.map(|(_, state)| state.clone()))
    }

    async fn store(&self, session: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        if serde_json::to_vec(state)?.len() > MOST_BYTES {
            return Ok(());
        }
        let mut kept = self.kept();
        if kept.len() == MOST {
            kept.pop_front();
        }
        kept.push_back((session.to_owned(), state.clone()));
        Ok(())
    }

    async fn delete(&self, session: &str) -> Result<(), SessionStoreError> {
        self.kept().retain(|(known, _)| known != session);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::InitializeRequestParams;

    use super::*;

    #[tokio::test]
    async fn greetings_are_kept_until_they_are_too_many_or_the_session_ends() {
        let greetings = Greetings::default();
        let state = SessionState::new(InitializeRequestParams::default());
        for number in 0..=MOST {
            greetings.store(&number.to_string(), &state).await.unwrap();
        }
        assert!(greetings.load("0").await.unwrap().is_none());
        assert!(greetings.load("1").await.unwrap().is_some());
        greetings.delete("1").await.unwrap();
        assert!(greetings.load("1").await.unwrap().is_none());
        assert_eq!(greetings.kept().len(), MOST - 1);
    }

    #[tokio::test]
    async fn a_greeting_that_would_fill_the_ram_is_not_kept() {
        let greetings = Greetings::default();
        let mut params = InitializeRequestParams::default();
        params.client_info.name = "x".repeat(MOST_BYTES);
        greetings.store("long", &SessionState::new(params)).await.unwrap();
        assert!(greetings.load("long").await.unwrap().is_none());
    }
}
