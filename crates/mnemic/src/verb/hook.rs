//! Hooks: an agent's client tells of a moment of a conversation; the agent is handed what is worth knowing, or what was
//! said is kept.
//!
//! Handing over waits for nobody. Keeping waits for others who write the same session: nobody waits for it.

mod log;
mod transcript;

use std::{future::Future, path::PathBuf, time::Duration};

pub use log::note;
use mnemic_core::record::{id::SessionId, scope::Scope};
pub use mnemic_core::{
    foreign::hook::{Call, CallError, Client, ClientError, Event, EventError},
    safety::caller::Caller,
};
use thiserror::Error as ThisError;

use crate::{
    ContextRequest,
    engine::Engine,
    error::Error,
    session::{Capture, Captured, FlushBy, SessionError},
};

/// At most so many memories go with a prompt: every prompt gets some, and all of them stay in the conversation.
const PROMPT_MOST: usize = 8;
/// How long another who writes the same session is waited for.
const WAITED_MOST: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(100);

/// Why nothing was kept of a conversation.
#[derive(Debug, ThisError)]
pub enum HookError {
    /// The client's transcript is not to be read.
    #[error("the transcript `{path}` {reason}")]
    Transcript {
        /// The file.
        path: PathBuf,
        /// Why not, as the end of a sentence that begins with its name.
        reason: String,
    },
    /// The vault failed.
    #[error(transparent)]
    Verb(#[from] Error),
}

impl Engine {
    /// What the agent is to be handed at this moment; empty when nothing is worth saying.
    pub async fn hook_context(&self, caller: &Caller, call: &Call) -> Result<String, Error> {
        if !self.settings().hooks.inject || !call.client.takes_context(call.event) {
            return Ok(String::new());
        }
        let session = call.session.as_ref().map(SessionId::to_string);
        let format = call.client.format();
        let request = match call.event {
            Event::SessionStart => {
                let fresh = call.begins_anew;
                ContextRequest { session, format, fresh, ..ContextRequest::default() }
            }
            Event::Prompt if call.prompt.trim().is_empty() => return Ok(String::new()),
            _ => ContextRequest {
                query: Some(call.question()),
                session: session.filter(|_| call.client.keeps_context()),
                format,
                only_relevant: Some(PROMPT_MOST),
                ..ContextRequest::default()
            },
        };
        Ok(self.context(caller, &request).await?.text)
    }

    /// Keeps what was said up to this moment, and draws the lessons that are due. A conversation without a name, or
    /// without a transcript, is not kept.
    pub async fn hook_capture(
        &self,
        caller: &Caller,
        call: &Call,
        scope: &Scope,
    ) -> Result<Captured, HookError> {
        let (Some(conversation), Some(path)) = (&call.session, &call.transcript) else {
            return Ok(Captured::default());
        };
        if !self.settings().hooks.capture {
            return Ok(Captured::default());
        }
        let text = transcript::read(path, self.root())?;
        let agent = call.client.name();
        let capture = Capture { text: &text, conversation, scope, agent };
        let captured = patiently(|| self.capture_session(caller, &capture)).await?;
        if let Some(session) = &captured.session {
            let caller = self.as_in_session(caller, session)?;
            self.draw_lessons(&caller, call.event, session).await?;
        }
        if captured.begun || call.event == Event::SessionEnd {
            self.recover_sessions(caller).await?;
            self.expire_sessions(caller).await?;
        }
        Ok(captured)
    }

    async fn draw_lessons(
        &self,
        caller: &Caller,
        event: Event,
        session: &SessionId,
    ) -> Result<(), Error> {
        let policies = &self.settings().policies;
        match event {
            Event::BeforeCompaction if policies.flushes_unasked() => {
                patiently(|| self.flush_session(caller, session, FlushBy::Ourselves))
                    .await
                    .map(drop)
            }
            Event::SessionEnd => patiently(|| self.end_session(caller, session)).await.map(drop),
            _ => Ok(()),
        }
    }
}

/// Tries again while someone else writes the session.
async fn patiently<T, F: Future<Output = Result<T, Error>>>(
    verb: impl Fn() -> F,
) -> Result<T, Error> {
    let mut waited = Duration::ZERO;
    loop {
        match verb().await {
            Err(Error::Session(SessionError::Held { .. } | SessionError::Busy(_)))
                if waited < WAITED_MOST =>
            {
                tokio::time::sleep(POLL).await;
                waited += POLL;
            }
            outcome => return outcome,
        }
    }
}
