//! A transcript as it was read: its records in order, and the lines that are none.

use std::collections::HashSet;

use jiff::Timestamp;

use super::{Header, Mark, MarkKind, Record, Stage, Turn};
use crate::record::id::MemoryId;

/// What a transcript says.
#[derive(Debug, Clone, PartialEq)]
pub struct Transcript {
    /// How the session began.
    pub header: Header,
    /// Its records in order, the header first.
    pub records: Vec<Record>,
    /// Lines that could not be read.
    pub faults: Vec<Fault>,
    /// What stands after the last whole line; a process died while it wrote it.
    pub torn: Option<String>,
}

/// A line that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Which line, from 1.
    pub line: usize,
    /// Why.
    pub fault: String,
}

impl Transcript {
    /// Whether a transcript has a complete first line. A process that died or ran out of disk space leaves an empty file
    /// or part of a line; it never reported that the session began.
    pub fn is_begun(text: &str) -> bool {
        match text.trim_start().split_once('\n') {
            Some(_) => true,
            None => serde_json::from_str::<Record>(text).is_ok(),
        }
    }

    /// Reads a transcript that [`Self::is_begun`]. Nothing comes of one whose first line is no header.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let mut records = Vec::new();
        let mut faults = Vec::new();
        let mut torn = None;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str::<Record>(line) {
                Ok(record) => records.push(record),
                Err(_) if !line.ends_with('\n') => torn = Some(line.to_owned()),
                Err(error) => faults.push(Fault { line: index + 1, fault: error.to_string() }),
            }
        }
        let begun = records.first().and_then(|record| match record {
            Record::Mark(Mark { what: MarkKind::Session(header), .. }) => Some(header.clone()),
            _ => None,
        });
        let none = || Fault { line: 1, fault: "it does not say which session it is of".to_owned() };
        Ok(Self { header: begun.ok_or_else(none)?, records, faults, torn })
    }

    /// What was said, in order.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = &Turn> {
        self.records.iter().filter_map(|record| match record {
            Record::Turn(turn) => Some(turn),
            Record::Mark(_) => None,
        })
    }

    /// What was done with the session, in order.
    pub fn marks(&self) -> impl DoubleEndedIterator<Item = &Mark> {
        self.records.iter().filter_map(|record| match record {
            Record::Mark(mark) => Some(mark),
            Record::Turn(_) => None,
        })
    }

    /// When it began.
    pub fn started_at(&self) -> Timestamp {
        self.records.first().map(Record::at).unwrap_or_default()
    }

    /// When something was last written.
    pub fn updated_at(&self) -> Timestamp {
        let written = self.records.iter().map(Record::at).chain(self.header.imported_at);
        written.max().unwrap_or_default()
    }

    /// When the last turn was said, if it was said elsewhere and taken over later.
    pub fn last_imported_turn_at(&self) -> Option<Timestamp> {
        self.header.imported_at.and_then(|_| self.turns().map(|turn| turn.at).max())
    }

    /// When a turn was said, if it was said elsewhere and taken over later.
    pub fn imported_turn_at(&self, turn: &str) -> Option<Timestamp> {
        self.header.imported_at?;
        self.turns().find(|said| said.id == turn).map(|said| said.at)
    }

    /// When it ended, if it has, and whether it was found unfinished.
    pub fn ended(&self) -> Option<(Timestamp, bool)> {
        self.marks().find_map(|mark| match mark.what {
            MarkKind::End { recovered } => Some((mark.at, recovered)),
            _ => None,
        })
    }

    /// The stages of its end that are done.
    pub fn done(&self) -> HashSet<Stage> {
        let stages = self.marks().filter_map(|mark| match &mark.what {
            MarkKind::End { .. } => Some(Stage::Persist),
            MarkKind::Stage { stage, .. } => Some(*stage),
            _ => None,
        });
        stages.collect()
    }

    /// Whether something of its end is missing.
    pub fn is_unfinished(&self) -> bool {
        self.ended().is_some() && self.done().len() < Stage::ALL.len()
    }

    /// How many compactions there have been.
    pub fn cycle(&self) -> usize {
        self.marks().filter(|mark| matches!(mark.what, MarkKind::Compaction { .. })).count()
    }

    /// Whether a flush was made in the present cycle.
    pub fn is_flushed(&self) -> bool {
        let present = self.cycle();
        self.marks()
            .any(|mark| matches!(mark.what, MarkKind::Flush { cycle, .. } if cycle == present))
    }

    /// What was said since the last flush.
    pub fn unflushed(&self) -> Vec<Turn> {
        let through = self.marks().rev().find_map(|mark| match &mark.what {
            MarkKind::Flush { through, .. } => Some(through),
            _ => None,
        });
        let turns: Vec<&Turn> = self.turns().collect();
        let known = |through: &String| turns.iter().position(|turn| turn.id == *through);
        let from = through.and_then(known).map_or(0, |last| last + 1);
        turns[from..].iter().copied().cloned().collect()
    }

    /// Up to which turn someone was asked since the last flush what is worth keeping.
    pub fn asked(&self) -> Option<&str> {
        let asked = self.marks().rev().find_map(|mark| match &mark.what {
            MarkKind::Flush { .. } => Some(None),
            MarkKind::Asked { through } => Some(Some(through.as_str())),
            _ => None,
        });
        asked.flatten()
    }

    /// What was said since the last flush, as far as someone was asked about it; all of it when nobody was.
    pub fn asked_about(&self) -> Vec<Turn> {
        let mut turns = self.unflushed();
        let last = self.asked().and_then(|asked| turns.iter().position(|turn| turn.id == asked));
        turns.truncate(last.map_or(turns.len(), |last| last + 1));
        turns
    }

    /// The narrative that was told last, in this session or before it.
    pub fn narrative(&self) -> Option<MemoryId> {
        let own = self.marks().rev().find_map(|mark| match &mark.what {
            MarkKind::Compaction { narrative, .. } => *narrative,
            MarkKind::Stage { stage: Stage::Narrative, memories, .. } => memories.first().copied(),
            _ => None,
        });
        own.or(self.header.narrative)
    }

    /// How many narratives this session has told.
    pub fn narratives(&self) -> usize {
        let has_narrative = |mark: &&Mark| match &mark.what {
            MarkKind::Compaction { narrative, .. } => narrative.is_some(),
            MarkKind::Stage { stage, memories, .. } => {
                *stage == Stage::Narrative && !memories.is_empty()
            }
            _ => false,
        };
        self.marks().filter(has_narrative).count()
    }

    /// Whether a line has this id.
    pub fn has(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    /// The line with this id.
    pub fn find(&self, id: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.id() == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"id":"h","timestamp":"2026-11-15T10:00:00Z","type":"session","version":1,"session":"s","scope":"global"}"#;

    fn said(id: &str) -> String {
        format!(r#"{{"id":"{id}","timestamp":"2026-11-15T10:00:00Z","role":"user","content":"x"}}"#)
    }

    #[test]
    fn a_torn_last_line_and_a_bad_one_cost_themselves() {
        let text = format!("{HEADER}\n{}\nnonsense\n{}\n{{\"id\":\"t3\"", said("t1"), said("t2"));
        let transcript = Transcript::read(&text).unwrap();
        assert_eq!(transcript.turns().count(), 2);
        assert_eq!(transcript.faults[0].line, 3);
        assert_eq!(transcript.torn.as_deref(), Some("{\"id\":\"t3\""));
    }

    #[test]
    fn a_last_line_that_only_lacks_its_end_is_whole() {
        let transcript = Transcript::read(&format!("{HEADER}\n{}", said("t1"))).unwrap();
        assert_eq!((transcript.turns().count(), transcript.torn), (1, None));
    }

    #[test]
    fn a_file_without_a_header_is_no_transcript() {
        assert_eq!(Transcript::read(&said("t1")).unwrap_err().line, 1);
        assert!(Transcript::read("").is_err());
    }

    #[test]
    fn a_session_has_begun_once_its_first_line_is_whole() {
        for text in ["", "\n", "  \n\n", "{\"id\":\"h\"", "\0\0\0", &HEADER[..HEADER.len() - 1]] {
            assert!(!Transcript::is_begun(text), "{text:?}");
        }
        for text in [HEADER, &format!("{HEADER}\n"), "nonsense\n", "nonsense\n{\"id\""] {
            assert!(Transcript::is_begun(text), "{text:?}");
        }
    }

    #[test]
    fn a_flush_counts_for_its_cycle_and_for_what_was_said_before() {
        let flush = r#"{"id":"f","timestamp":"2026-11-15T10:00:00Z","type":"flush","through":"t1","cycle":0}"#;
        let compaction = r#"{"id":"c","timestamp":"2026-11-15T10:00:00Z","type":"compaction","summary":"s","first_kept_id":"t2","tokens_before":1}"#;
        let text = format!("{HEADER}\n{}\n{flush}\n{}\n", said("t1"), said("t2"));
        let transcript = Transcript::read(&text).unwrap();
        assert!(transcript.is_flushed());
        assert_eq!(transcript.unflushed()[0].id, "t2");
        let transcript = Transcript::read(&format!("{text}{compaction}\n")).unwrap();
        assert!(!transcript.is_flushed() && transcript.cycle() == 1);
    }
}
