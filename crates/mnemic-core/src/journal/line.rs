//! The lines of the journal: one act each, JSON with a checksum of its own, never a chain.
//!
//! The checksum is the last field, so that it covers every byte before it and a line stays plain JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    journal::event::{Act, Event},
    port::clock::EventTime,
    record::memory::Memory,
};

const SEAL: &str = r#","sum":""#;
const SUM_CHARS: usize = 16;
/// No number of a memory and no score is higher.
pub(crate) const HIGHEST: u64 = 1 << 48;
/// No version of a memory is higher.
pub(crate) const HIGHEST_VERSION: u32 = u32::MAX / 2;

/// The act as a line, with its line feed. Fails for an act that [`decode`] would refuse: what is written must read back.
pub fn encode(act: &Act) -> Result<String, serde_json::Error> {
    if !is_bounded(act) {
        return Err(serde::ser::Error::custom(LineError::Unbounded));
    }
    let mut line = serde_json::to_string(act)?;
    line.pop();
    Ok(sealed(line))
}

/// A line of this content, with its checksum.
pub(super) fn sealed(mut content: String) -> String {
    let sum = checksum(&content);
    content.push_str(SEAL);
    content.push_str(&sum);
    content.push_str("\"}\n");
    content
}

/// What the checksum of a line covers, if the checksum is true.
pub(super) fn unsealed(line: &str) -> Option<&str> {
    checksum_of(line).ok()?;
    line.rsplit_once(SEAL).map(|(content, _)| content)
}

/// The act that a line holds; `line` may end in a line feed.
pub fn decode(line: &str) -> Result<Act, LineError> {
    let line = line.trim_end_matches(['\n', '\r']);
    checksum_of(line)?;
    match serde_json::from_str::<Act>(line) {
        Ok(act) if act.v > Act::FORMAT => Err(LineError::Newer(act.v)),
        Ok(act) if is_bounded(&act) => Ok(act),
        Ok(_) => Err(LineError::Unbounded),
        Err(error) => Err(check_format(line).err().unwrap_or(LineError::Malformed(error))),
    }
}

/// Whether a line is of a format that can be read; of a newer one nothing but the format is understood.
pub fn check_format(line: &str) -> Result<(), LineError> {
    match serde_json::from_str::<Header>(line.trim_end()) {
        Ok(header) if header.v > Act::FORMAT => Err(LineError::Newer(header.v)),
        _ => Ok(()),
    }
}

/// The checksum a line carries, if it is true.
pub fn checksum_of(line: &str) -> Result<&str, LineError> {
    let line = line.trim_end_matches(['\n', '\r']);
    let (content, tail) = line.rsplit_once(SEAL).ok_or(LineError::Torn)?;
    let sum =
        tail.strip_suffix("\"}").filter(|sum| sum.len() == SUM_CHARS).ok_or(LineError::Torn)?;
    if checksum(content) != sum {
        return Err(LineError::Checksum);
    }
    Ok(sum)
}

/// Numbers are counted on from, so none may be so high that nothing comes after it.
fn is_bounded(act: &Act) -> bool {
    let is_count = |number: u64| number <= HIGHEST;
    let is_version = |version: u32| version <= HIGHEST_VERSION;
    let is_state =
        |memory: &Memory| is_version(memory.version) && memory.number.is_none_or(is_count);
    let is_sound = |event: &Event| match event {
        Event::Put(put) => is_version(put.base) && is_state(&put.memory),
        Event::Reinstated(whole) => is_state(&whole.memory) && whole.versions.iter().all(is_state),
        Event::Signal(signal) => is_count(signal.score.unsigned_abs()),
        Event::Numbered(numbered) => is_count(numbered.number),
        Event::Rendered(state) | Event::Adopted(state) => is_count(state.chars as u64),
        Event::Moved(_)
        | Event::Landed(_)
        | Event::Contradicted(_)
        | Event::Dismissed(_)
        | Event::Undone(_) => true,
    };
    act.time <= EventTime::LATEST && act.events.iter().all(is_sound)
}

fn checksum(content: &str) -> String {
    blake3::hash(content.as_bytes()).to_hex()[..SUM_CHARS].to_owned()
}

#[derive(Deserialize)]
struct Header {
    v: u32,
}

/// Why a line of the journal cannot be read.
#[derive(Debug, Error)]
pub enum LineError {
    /// The line has no end: the write was cut off.
    #[error("the line is incomplete")]
    Torn,
    /// The line was changed after it was written.
    #[error("the line does not match its checksum")]
    Checksum,
    /// The line is whole but says nothing this version understands.
    #[error("the line is not an act")]
    Malformed(#[source] serde_json::Error),
    /// The line holds a number that no version writes.
    #[error("the line contains a number that is too large")]
    Unbounded,
    /// The line was written by a newer version.
    #[error("the line has format {0}; this version reads up to {known}", known = Act::FORMAT)]
    Newer(u32),
}

/// How far the index has followed the journal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// What has been applied of each segment, by name.
    pub segments: BTreeMap<String, Position>,
    /// The time of the last act applied.
    pub last_time: EventTime,
    /// The highest running number drawn.
    pub last_number: u64,
    /// Segments that were followed once and are not there any more.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub lost: BTreeSet<String>,
}

impl Cursor {
    /// How much of each segment has been applied.
    pub fn lengths(&self) -> BTreeMap<String, u64> {
        self.segments.iter().map(|(name, position)| (name.clone(), position.length)).collect()
    }

    /// Whether a segment has been applied up to a position or further.
    pub fn covers(&self, segment: &str, position: &Position) -> bool {
        self.segments.get(segment).is_some_and(|applied| applied.length >= position.length)
    }
}

/// What has been applied of one segment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Bytes.
    pub length: u64,
    /// The last of them, which hold the checksum of the last line.
    pub last_sum: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        journal::event::{Actor, Channel, Event},
        record::id::ActId,
    };

    fn act() -> Act {
        Act {
            v: Act::FORMAT,
            id: ActId::from_bytes([7; 16]),
            time: EventTime(1_794_736_800_000_000),
            actor: Actor::through(Channel::Cli),
            at: "2026-11-15T10:00:00Z".parse().unwrap(),
            run: None,
            events: vec![],
        }
    }

    #[test]
    fn an_act_reads_back_as_it_was_written() {
        let line = encode(&act()).unwrap();
        assert!(serde_json::from_str::<serde_json::Value>(&line).is_ok());
        assert_eq!(decode(&line).unwrap(), act());
    }

    #[test]
    fn a_cut_line_is_torn_and_a_changed_one_is_caught() {
        let line = encode(&act()).unwrap();
        for length in 1..line.len() - 1 {
            assert!(decode(&line[..length]).is_err(), "cut at {length}");
        }
        assert!(matches!(decode(&line.replace("cli", "api")), Err(LineError::Checksum)));
    }

    #[test]
    fn a_change_of_the_first_format_names_its_base_by_number_alone() {
        let line = concat!(
            r#"{"v":1,"id":"01934f2e-0000-7000-8000-000000000002","time":2,"actor":{"channel":"cli"},"#,
            r#""at":"2026-11-15T10:00:00Z","events":[{"put":{"cause":"updated","base":1,"memory":{"#,
            r#""id":"01934f2e-0000-7000-8000-000000000001","anchor":"k7f3q9ab","number":1,"#,
            r#""scope":"global","kind":"note","text":"Chose SQLite","source":{"origin":"cli"},"#,
            r#""trust":"high","status":"confirmed","importance":0.5,"confidence":1.0,"version":1,"#,
            r#""created_at":"2026-11-15T10:00:00Z","updated_at":"2026-11-15T10:00:00Z"}}}]"#,
        );
        let line = format!("{line}{SEAL}{}\"}}\n", checksum(line));
        let act = decode(&line).unwrap();
        let [Event::Put(put)] = act.events.as_slice() else { panic!("{act:?}") };
        assert_eq!((put.base, put.base_state), (1, None));
        assert_eq!(encode(&act).unwrap(), line);
    }

    #[test]
    fn lines_written_before_there_was_more_to_write_still_read() {
        let put = r#"{"v":1,"id":"01a1df9f-6258-7a35-b4b8-bb8e0e61f91a","time":1794753127000000,"actor":{"channel":"cli"},"at":"2026-11-15T14:32:07Z","events":[{"put":{"cause":"remembered","memory":{"id":"01a1df9f-6258-7f4a-a5aa-ee159bfc174a","anchor":"h367z4bj","number":1,"scope":"global","kind":"note","category":"decision","text":"Chose SQLite over Postgres for the local index","tags":["storage"],"source":{"origin":"human"},"trust":"high","status":"confirmed","importance":0.8,"confidence":1.0,"version":1,"created_at":"2026-11-15T14:32:07Z","updated_at":"2026-11-15T14:32:07Z","home":{"document":"global/MEMORY.md","section":"Decisions"}}}}],"sum":"eadf8181ea01dc02"}"#;
        let signal = r#"{"v":1,"id":"01a1dfa5-3a70-7fa0-9f9c-0fd2a6950b95","time":1794753510000000,"actor":{"channel":"cli"},"at":"2026-11-15T14:38:30Z","events":[{"signal":{"id":"01a1df9f-6258-7f4a-a5aa-ee159bfc174a","score":3,"hit":true}}],"sum":"a0d08e9e33e324f3"}"#;
        for line in [put, signal] {
            assert_eq!(encode(&decode(line).unwrap()).unwrap(), format!("{line}\n"));
        }
    }

    #[test]
    fn a_line_with_a_kind_of_its_own_reads_back_and_has_the_second_format() {
        let line = r#"{"v":2,"id":"01a1edf0-916f-704b-a572-6a51d0c7f447","time":1794993328495638,"actor":{"channel":"cli"},"at":"2026-11-18T09:15:28.495638542Z","run":"01a1edf0-915f-758d-8ce2-2165d1251183","events":[{"put":{"cause":"imported","memory":{"id":"01a1edf0-916f-77bd-96e2-cd5dd02b12b7","anchor":"r3ff6g3t","number":1,"scope":"global","kind":"specimen","body":{"form":"section","name":"Stag beetle","seen_with":["ants","a fox"],"site":"Oak wood","weight":0.123456},"text":"A horned beetle crossed the path","source":{"origin":"import"},"trust":"medium","status":"confirmed","importance":0.5,"confidence":1.0,"version":1,"created_at":"2026-11-18T09:15:28.495035065Z","updated_at":"2026-11-18T09:15:28.495035065Z","home":{"document":"global/SPECIMEN.md","section":"Finds"}}}}],"sum":"203e6f8d8738bda3"}"#;
        let act = decode(line).unwrap();
        assert_eq!((act.v, Act::format_for(&act.events)), (2, 2));
        assert_eq!(encode(&act).unwrap(), format!("{line}\n"));
    }

    #[test]
    fn a_line_from_a_newer_version_is_recognised() {
        let line = encode(&Act { v: Act::FORMAT + 1, ..act() }).unwrap();
        let is_newer = |error: LineError| matches!(error, LineError::Newer(format) if format == Act::FORMAT + 1);
        assert!(decode(&line).is_err_and(is_newer));
    }
}
