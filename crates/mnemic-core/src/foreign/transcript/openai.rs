//! Messages of OpenAI's chat interface: a document with `messages`, or the list of them.

use serde_json::Value;

use super::{Foreign, Format, TranscriptReader, message, moment, text};
use crate::session::transcript::Fault;

/// Reads a document; nothing when it is none of these.
pub(super) fn read(document: &Value) -> Option<Foreign> {
    let messages = match document {
        Value::Array(messages) => messages,
        document => document.get("messages")?.as_array()?,
    };
    let whole = document.as_object();
    let session = whole.and_then(|it| text(it, "id").or_else(|| text(it, "session_id")));
    let created = whole.and_then(|it| moment(it, "created").or_else(|| moment(it, "created_at")));
    let mut reading = TranscriptReader::of(Format::OpenAi, session.map(str::to_owned), Vec::new());
    for (place, value) in messages.iter().enumerate() {
        reading.line = place + 1;
        let said = value.as_object().ok_or_else(|| "it is not an object".to_owned());
        match said.and_then(message::parse_message) {
            Ok(turns) => {
                let at = value.as_object().and_then(|it| moment(it, "timestamp")).or(created);
                turns.into_iter().for_each(|said| reading.add_turn(None, at, said));
            }
            Err(fault) => {
                let fault = format!("message {}: {fault}", place + 1);
                reading.foreign.faults.push(Fault { line: place + 1, fault });
            }
        }
    }
    Some(reading.foreign)
}
