//! Lines with a role and a content, as our own transcripts have them.

use serde_json::{Map, Value};

use super::{TranscriptReader, message, moment, text};

/// Reads one line.
pub(super) fn line(
    reading: &mut TranscriptReader,
    value: &Map<String, Value>,
) -> Result<(), String> {
    reading.is_of(text(value, "session").or_else(|| text(value, "session_id")));
    if !value.contains_key("role") && text(value, "type").is_some() {
        return Ok(());
    }
    let (name, at) = (text(value, "id"), moment(value, "timestamp"));
    for said in message::parse_message(value)? {
        reading.add_turn(name.map(str::to_owned), at, said);
    }
    Ok(())
}
