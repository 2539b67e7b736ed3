//! Capturing a conversation as its client writes it down, again and again while it goes on.
//!
//! What was taken before is not taken again. A conversation that goes on after its session has ended, as when someone
//! resumes it, goes on in another session: `ID.2`, `ID.3`.

use std::collections::HashSet;

use mnemic_core::{
    foreign::{transcript as import, transcript::ForeignTurn},
    record::{id::SessionId, scope::Scope},
    safety::caller::{Caller, Right},
    session::Transcript,
};

use super::start::session_folder;
use crate::session::{SessionError, Start, Utterance, writer::LockDuration};
use crate::{engine::Engine, error::Error};

/// So many characters of a name are left for the number of a part.
const NUMBER_CHARS: usize = 6;

/// A conversation that is to be captured.
#[derive(Debug, Clone)]
pub struct Capture<'a> {
    /// What its client has written down so far.
    pub text: &'a str,
    /// What the client calls it.
    pub conversation: &'a SessionId,
    /// Whose memory it adds to.
    pub scope: &'a Scope,
    /// The agent that talks.
    pub agent: &'a str,
}

/// What came of capturing a conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captured {
    /// The session that goes on; none while nothing was said since the last one ended.
    pub session: Option<SessionId>,
    /// Whether it has just begun.
    pub begun: bool,
    /// How many turns were added.
    pub added: usize,
    /// How many were there already.
    pub known: usize,
    /// How many lines could not be read or kept.
    pub faults: usize,
}

/// A session that holds a part of the conversation.
struct Part {
    id: SessionId,
    transcript: Transcript,
    is_away: bool,
}

impl Part {
    fn is_open(&self) -> bool {
        !self.is_away && self.transcript.ended().is_none()
    }
}

impl Engine {
    /// Adds to a session what its client has written down since the last time.
    pub async fn capture_session(
        &self,
        caller: &Caller,
        capture: &Capture<'_>,
    ) -> Result<Captured, Error> {
        caller.require(Right::Write)?;
        let foreign = import::read(capture.text).ok_or(SessionError::NoTranscript)?;
        let parts = self.parts(capture.conversation)?;
        let known: HashSet<&str> =
            parts.iter().flat_map(|part| &part.transcript.records).map(|it| it.id()).collect();
        let (old, new): (Vec<_>, Vec<_>) =
            foreign.turns.into_iter().partition(|turn| known.contains(turn.id.as_str()));
        let last = parts.last().filter(|part| part.is_open()).map(|part| part.id.clone());
        let captured = Captured {
            session: last.clone(),
            known: old.len(),
            faults: foreign.faults.len(),
            ..Captured::default()
        };
        if new.is_empty() {
            return Ok(captured);
        }
        self.add_captured(capture, last, parts.len(), new, captured).await
    }

    async fn add_captured(
        &self,
        capture: &Capture<'_>,
        last: Option<SessionId>,
        parts: usize,
        new: Vec<ForeignTurn>,
        mut captured: Captured,
    ) -> Result<Captured, Error> {
        let (resumed, mut writer) = match &last {
            Some(id) => (true, self.sessions().session_writer(id, LockDuration::Lasting).await?),
            None => {
                let id = Some(part_name(capture.conversation, parts + 1));
                let agent = Some(capture.agent.to_owned());
                let start = Start { id, agent, ..Start::new(capture.scope.clone()) };
                let folder = session_folder(capture.scope)?;
                self.begun_or_taken(&folder, start, LockDuration::Lasting).await?
            }
        };
        writer.is_not_ended()?;
        captured.begun = !resumed;
        let mut turns = Vec::new();
        // Another process may have added some meanwhile.
        for turn in new.into_iter().filter(|turn| !writer.transcript.has(&turn.id)) {
            let utterance = Utterance { id: Some(turn.id), at: turn.at, said: turn.said };
            match self.sessions().turn(&writer.transcript, utterance) {
                Ok(turn) => turns.push(turn),
                Err(_) => captured.faults += 1,
            }
        }
        captured.added = turns.len();
        captured.session = Some(writer.files.id.clone());
        if !turns.is_empty() {
            writer.append_turns(turns)?;
            writer.checkpoint().await;
        }
        Ok(captured)
    }

    /// The sessions that hold parts of a conversation, in order.
    fn parts(&self, conversation: &SessionId) -> Result<Vec<Part>, Error> {
        let mut parts = Vec::new();
        loop {
            let id = part_name(conversation, parts.len() + 1);
            match self.read_session(&id) {
                Ok((files, transcript)) => {
                    parts.push(Part { id, transcript, is_away: files.is_away });
                }
                Err(Error::Session(SessionError::Unknown(_))) => return Ok(parts),
                Err(error) => return Err(error),
            }
        }
    }
}

/// What a part of a conversation is called. Room is left for the number, so that no two parts share a name.
fn part_name(conversation: &SessionId, number: usize) -> SessionId {
    let most = SessionId::MAX_CHARS - NUMBER_CHARS;
    let name: String = conversation.as_str().chars().take(most).collect();
    let name = if number == 1 { name } else { format!("{name}.{number}") };
    SessionId::nearest(&name).unwrap_or_else(|| conversation.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_conversation_have_names_of_their_own() {
        let short: SessionId = "abc".parse().unwrap();
        assert_eq!(part_name(&short, 1).as_str(), "abc");
        assert_eq!(part_name(&short, 2).as_str(), "abc.2");
        let long: SessionId = "a".repeat(SessionId::MAX_CHARS).parse().unwrap();
        assert_ne!(part_name(&long, 1), part_name(&long, 2));
        assert_ne!(part_name(&long, 9_998), part_name(&long, 9_999));
    }
}
