//! The `initialize` requests of sessions: `rmcp` reopens a session that it closed for idleness when the client comes
//! back.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard},
};

use async_trait::async_trait;
use rmcp::transport::streamable_http_server::session::{
    SessionState, SessionStore, SessionStoreError,
};

/// How many requests are kept; then the oldest goes. As many as there can be sessions at once.
const MAX_STATES: usize = 1_000;
/// A longer request is not kept: nobody needs one, and many would fill the RAM (so it is 16 MiB at most).
const MAX_STATE_BYTES: usize = 16 << 10;

/// The requests by session, oldest first.
#[derive(Debug, Default)]
pub(super) struct SessionStates(Mutex<VecDeque<(String, SessionState)>>);

impl SessionStates {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, SessionState)>> {
        self.0.lock().expect("no code panics while it holds the lock")
    }
}

#[async_trait]
impl SessionStore for SessionStates {
    async fn load(&self, session: &str) -> Result<Option<SessionState>, SessionStoreError> {
        let kept = self.lock();
        let found = kept.iter().find(|(known, _)| known == session);
        Ok(found.map(|(_, state)| state.clone()))
    }

    async fn store(&self, session: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        if serde_json::to_vec(state)?.len() > MAX_STATE_BYTES {
            return Ok(());
        }
        let mut kept = self.lock();
        if kept.len() == MAX_STATES {
            kept.pop_front();
        }
        kept.push_back((session.to_owned(), state.clone()));
        Ok(())
    }

    async fn delete(&self, session: &str) -> Result<(), SessionStoreError> {
        self.lock().retain(|(known, _)| known != session);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::InitializeRequestParams;

    use super::*;

    #[tokio::test]
    async fn requests_are_kept_until_they_are_too_many_or_the_session_ends() {
        let states = SessionStates::default();
        let state = SessionState::new(InitializeRequestParams::default());
        for number in 0..=MAX_STATES {
            states.store(&number.to_string(), &state).await.unwrap();
        }
        assert!(states.load("0").await.unwrap().is_none());
        assert!(states.load("1").await.unwrap().is_some());
        states.delete("1").await.unwrap();
        assert!(states.load("1").await.unwrap().is_none());
        assert_eq!(states.lock().len(), MAX_STATES - 1);
    }

    #[tokio::test]
    async fn a_request_that_would_fill_the_ram_is_not_kept() {
        let states = SessionStates::default();
        let mut params = InitializeRequestParams::default();
        params.client_info.name = "x".repeat(MAX_STATE_BYTES);
        states.store("long", &SessionState::new(params)).await.unwrap();
        assert!(states.load("long").await.unwrap().is_none());
    }
}
