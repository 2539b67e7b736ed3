//! Something that is to be added to a session, checked before it is.

use jiff::Timestamp;
use mnemic_core::session::{Record, Transcript, Turn, TurnContent, label, view::pairs};

use super::{SessionError, Sessions};
use crate::{error::Error, ledger::redact::Redactor};

/// The longest turn, in bytes.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Something that is to be added to a session.
#[derive(Debug, Clone, PartialEq)]
pub struct Utterance {
    /// Its name; made when absent. What is known by that name is not added again.
    pub id: Option<String>,
    /// When it was said, if not now.
    pub at: Option<Timestamp>,
    /// What.
    pub said: TurnContent,
}

impl Utterance {
    /// Something said now.
    pub fn now(said: TurnContent) -> Self {
        Self { id: None, at: None, said }
    }
}

impl Sessions {
    /// The same, under a name that nothing else has; nothing when it was said before. Some programs call a tool's
    /// result what they call its call: then it is the result of that call.
    pub(crate) fn deduplicated(
        &self,
        transcript: &Transcript,
        utterance: Utterance,
    ) -> Option<Utterance> {
        let Utterance { id, at, mut said } = utterance;
        let Some(name) = id else { return Some(Utterance { id, at, said }) };
        redact(self.host.redactor(), &mut said);
        let named = |id: &str| transcript.find(id);
        if let TurnContent::ToolResult { call_id, .. } = &mut said
            && call_id.is_empty()
            && let Some(Record::Turn(Turn {
                said: TurnContent::ToolCall { call_id: call, .. },
                ..
            })) = named(&name)
        {
            call_id.clone_from(call);
        }
        let repeats = |id: &str| {
            named(id).map(|it| matches!(it, Record::Turn(turn) if said.repeats(&turn.said)))
        };
        let id = Some(label::unique_name(&name, repeats)?);
        Some(Utterance { id, at, said })
    }

    /// The turn that comes of it: without secrets, with a name, and with the call that a result belongs to.
    pub(crate) fn turn(
        &self,
        transcript: &Transcript,
        utterance: Utterance,
    ) -> Result<Turn, Error> {
        let Utterance { id, at, mut said } = utterance;
        redact(self.host.redactor(), &mut said);
        let id = id.unwrap_or_else(|| label::line(transcript, self.host.randomness().as_ref()));
        complete(transcript, &id, &mut said)?;
        Ok(Turn { id, at: at.unwrap_or_else(|| self.host.now()), said })
    }
}

/// Checks what is said and names a call that has no name.
fn complete(transcript: &Transcript, id: &str, said: &mut TurnContent) -> Result<(), SessionError> {
    if let Some(fault) = fault(said) {
        return Err(SessionError::Turn(fault));
    }
    match said {
        TurnContent::ToolCall { call_id, .. } if call_id.is_empty() => *call_id = id.to_owned(),
        TurnContent::ToolResult { call_id, .. } if call_id.is_empty() => {
            match open_call(transcript) {
                Some(open) => *call_id = open,
                None => {
                    let fault = "a tool result belongs to no call; name its `call_id`";
                    return Err(SessionError::Turn(fault.to_owned()));
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// Why something cannot be kept, whatever was said before it.
pub(crate) fn fault(said: &TurnContent) -> Option<String> {
    match said {
        TurnContent::User { content } | TurnContent::Assistant { content }
            if content.trim().is_empty() =>
        {
            Some("a message says nothing".to_owned())
        }
        TurnContent::ToolCall { name, .. } if name.trim().is_empty() => {
            Some("the tool call has no tool name".to_owned())
        }
        said => {
            let bytes = bytes(said);
            (bytes > MAX_BYTES)
                .then(|| format!("a turn of {bytes} bytes is longer than {MAX_BYTES}"))
        }
    }
}

/// The last call that has no result yet.
fn open_call(transcript: &Transcript) -> Option<String> {
    let turns: Vec<Turn> = transcript.turns().cloned().collect();
    let answered: Vec<usize> = pairs(&turns).into_iter().map(|(call, _)| call).collect();
    let open = turns.iter().enumerate().rev().find_map(|(place, turn)| match &turn.said {
        TurnContent::ToolCall { call_id, .. } if !answered.contains(&place) => Some(call_id),
        _ => None,
    });
    open.cloned()
}

fn bytes(said: &TurnContent) -> usize {
    match said {
        TurnContent::User { content } | TurnContent::Assistant { content } => content.len(),
        TurnContent::ToolCall { input, .. } => input.to_string().len(),
        TurnContent::ToolResult { content, .. } => content.len(),
    }
}

pub(crate) fn redact(redactor: &dyn Redactor, said: &mut TurnContent) {
    match said {
        TurnContent::User { content }
        | TurnContent::Assistant { content }
        | TurnContent::ToolResult { content, .. } => {
            crate::ledger::redact::text(redactor, content);
        }
        TurnContent::ToolCall { input, .. } => crate::ledger::redact::value(redactor, input),
    }
}
