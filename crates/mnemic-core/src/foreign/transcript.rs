//! Transcripts of other programs: told apart by what they look like, read into turns.
//!
//! What a program says to its model behind the scenes (its own instructions, thoughts, copies of what was said) is
//! left out. A line that cannot be read costs itself.

mod claude;
mod codex;
mod cursor;
mod gemini;
mod message;
mod openai;
mod plain;

use std::{collections::HashMap, fmt};

use jiff::Timestamp;
use serde_json::{Map, Value};

use crate::session::{Transcript, TurnContent, label};
use crate::{session::transcript::Fault, text::surrogate::without_lone_surrogates};

/// A program whose transcripts can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Claude Code: `~/.claude/projects/…/<session>.jsonl`.
    ClaudeCode,
    /// Codex: `~/.codex/sessions/…/rollout-….jsonl`.
    Codex,
    /// Cursor: `~/.cursor/projects/…/agent-transcripts/<session>/<session>.jsonl`.
    Cursor,
    /// Gemini CLI: `~/.gemini/tmp/…/chats/session-….jsonl`, or `.json` in older versions.
    Gemini,
    /// Messages of OpenAI's chat interface, as one JSON document.
    OpenAi,
    /// Lines with a role and a content.
    Plain,
}

impl Format {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Cursor => "cursor",
            Self::Gemini => "gemini",
            Self::OpenAi => "openai",
            Self::Plain => "plain",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A transcript of another program.
#[derive(Debug, Clone, PartialEq)]
pub struct Foreign {
    /// Which program wrote it.
    pub format: Format,
    /// What it calls the session.
    pub session: Option<String>,
    /// What was said, in order.
    pub turns: Vec<ForeignTurn>,
    /// Lines that could not be read.
    pub faults: Vec<Fault>,
}

/// A turn of another program's transcript.
#[derive(Debug, Clone, PartialEq)]
pub struct ForeignTurn {
    /// Its name, the same however often the transcript is read.
    pub id: String,
    /// The line it stands in, or the number of its message.
    pub line: usize,
    /// When it was said, if the transcript tells.
    pub at: Option<Timestamp>,
    /// What was said.
    pub said: TurnContent,
}

impl Foreign {
    /// Whether a session holds this transcript as it is or as it was before it grew. A session in which nothing was said
    /// may hold any.
    pub fn continues(&self, transcript: &Transcript) -> bool {
        let own: HashMap<&str, &TurnContent> =
            self.turns.iter().map(|turn| (turn.id.as_str(), &turn.said)).collect();
        let there: HashMap<&str, &TurnContent> =
            transcript.turns().map(|turn| (turn.id.as_str(), &turn.said)).collect();
        let is_in = |all: &HashMap<&str, &TurnContent>, id: &str, said: &TurnContent| {
            all.get(id).is_some_and(|known| said.repeats(known))
        };
        let mut taken = there.iter().filter(|(id, _)| label::is_imported(id)).peekable();
        there.is_empty()
            || own.iter().all(|(id, said)| is_in(&there, id, said))
            || taken.peek().is_some() && taken.all(|(id, said)| is_in(&own, id, said))
    }
}

/// Reads a transcript of any known program; nothing when it looks like none.
pub fn read(text: &str) -> Option<Foreign> {
    let text = without_lone_surrogates(text.strip_prefix('\u{feff}').unwrap_or(text));
    if let Ok(document) = serde_json::from_str::<Value>(&text)
        && let Some(foreign) = gemini::read(&document).or_else(|| openai::read(&document))
    {
        return Some(foreign);
    }
    let mut values = Vec::new();
    let mut faults = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str::<Map<String, Value>>(line) {
            Ok(value) => values.push((index + 1, value)),
            Err(error) => faults.push(Fault { line: index + 1, fault: error.to_string() }),
        }
    }
    let format = values.iter().find_map(|(_, value)| format_of(value))?;
    let mut reading = TranscriptReader::of(format, None, faults);
    match format {
        Format::Gemini => gemini::lines(&mut reading, &values),
        Format::ClaudeCode => each(&mut reading, &values, claude::line),
        Format::Codex => each(&mut reading, &values, codex::line),
        Format::Cursor => each(&mut reading, &values, cursor::line),
        Format::Plain | Format::OpenAi => each(&mut reading, &values, plain::line),
    }
    reading.foreign.faults.sort_by_key(|fault| fault.line);
    Some(reading.foreign)
}

/// Reads lines of which each stands for itself.
fn each(
    reading: &mut TranscriptReader,
    values: &[(usize, Map<String, Value>)],
    read: impl Fn(&mut TranscriptReader, &Map<String, Value>) -> Result<(), String>,
) {
    for (line, value) in values {
        reading.line = *line;
        if let Err(fault) = read(reading, value) {
            reading.foreign.faults.push(Fault { line: *line, fault });
        }
    }
}

/// Which program wrote a line, if the line tells.
fn format_of(value: &Map<String, Value>) -> Option<Format> {
    if gemini::is_ours(value) {
        return Some(Format::Gemini);
    }
    let kind = text(value, "type").unwrap_or_default();
    if value.contains_key("payload") || value.contains_key("record_type") || codex::is_bare(kind) {
        return Some(Format::Codex);
    }
    if value.contains_key("sessionId") || value.contains_key("parentUuid") {
        return Some(Format::ClaudeCode);
    }
    if value.contains_key("instructions") && value.contains_key("id") {
        return Some(Format::Codex);
    }
    if cursor::is_own(value) {
        return Some(Format::Cursor);
    }
    text(value, "role").map(|_| Format::Plain)
}

/// A transcript while it is read.
struct TranscriptReader {
    foreign: Foreign,
    /// The line that is being read.
    line: usize,
    known: HashMap<String, TurnContent>,
    /// The calls that have no result yet.
    open: Vec<String>,
}

impl TranscriptReader {
    fn of(format: Format, session: Option<String>, faults: Vec<Fault>) -> Self {
        let foreign = Foreign { format, session, turns: Vec::new(), faults };
        Self { foreign, line: 0, known: HashMap::new(), open: Vec::new() }
    }

    /// Adds a turn that the transcript calls `origin`, or that is the next one. What is there already is not added
    /// again; something else of the same name is.
    fn add_turn(&mut self, origin: Option<String>, at: Option<Timestamp>, said: TurnContent) {
        let is_empty = match &said {
            TurnContent::User { content } | TurnContent::Assistant { content } => {
                content.trim().is_empty()
            }
            TurnContent::ToolCall { .. } | TurnContent::ToolResult { .. } => false,
        };
        if is_empty {
            return;
        }
        let place = self.foreign.turns.len();
        let json = || serde_json::to_string(&said).unwrap_or_default();
        let origin = origin.unwrap_or_else(|| format!("{place} {}", json()));
        let said = self.answering(said, &origin);
        let named = |name: &str| self.known.get(&label::imported(name));
        let repeats = |name: &str| named(name).map(|known| said.repeats(known));
        if let Some(name) = label::unique_name(&origin, repeats) {
            let id = label::imported(&name);
            let said = self.paired(said, &id);
            self.known.insert(id.clone(), said.clone());
            self.foreign.turns.push(ForeignTurn { id, line: self.line, at, said });
        }
    }

    /// A result that names no call and is called what a call is called belongs to that one.
    fn answering(&self, mut said: TurnContent, origin: &str) -> TurnContent {
        if let TurnContent::ToolResult { call_id, .. } = &mut said
            && call_id.is_empty()
            && let Some(TurnContent::ToolCall { call_id: call, .. }) =
                self.known.get(&label::imported(origin))
        {
            call_id.clone_from(call);
        }
        said
    }

    /// A call has a name, and a result that names none belongs to the last call without one.
    fn paired(&mut self, mut said: TurnContent, id: &str) -> TurnContent {
        match &mut said {
            TurnContent::ToolCall { call_id, .. } => {
                if call_id.is_empty() {
                    *call_id = id.to_owned();
                }
                self.open.push(call_id.clone());
            }
            TurnContent::ToolResult { call_id, .. } if call_id.is_empty() => {
                *call_id = self.open.pop().unwrap_or_else(|| id.to_owned());
            }
            TurnContent::ToolResult { call_id, .. } => self.open.retain(|open| open != call_id),
            TurnContent::User { .. } | TurnContent::Assistant { .. } => {}
        }
        said
    }

    fn is_of(&mut self, session: Option<&str>) {
        if self.foreign.session.is_none() {
            self.foreign.session = session.map(str::to_owned);
        }
    }
}

/// A text of an object.
fn text<'a>(value: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str)
}

/// A moment of an object.
fn moment(value: &Map<String, Value>, key: &str) -> Option<Timestamp> {
    match value.get(key)? {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => Timestamp::from_second(number.as_i64()?).ok(),
        _ => None,
    }
}

/// What a content says: a text, or the texts of its parts.
fn content_text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(part_text).collect::<Vec<_>>().join("\n"),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// What a part of a content says; nothing when it is no text, or a thought.
fn part_text(part: &Value) -> Option<&str> {
    let kind = part.get("type").and_then(Value::as_str).unwrap_or_default();
    match part {
        Value::String(text) => Some(text),
        _ if matches!(kind, "thinking" | "reasoning") => None,
        part => part.get("text").and_then(Value::as_str),
    }
}

/// An input that a program wrote as text, as the JSON it is.
fn input(value: Option<&Value>) -> Value {
    match value {
        Some(Value::String(text)) => {
            serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()))
        }
        Some(other) => other.clone(),
        None => Value::Null,
    }
}

#[cfg(test)]
mod tests;
