//! The lines of a transcript: turns, and marks that say what was done with them.
//!
//! A turn has a `role`, a mark a `type`. A type that this version does not know is kept and passed over.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Stage, Turn};
use crate::record::{
    id::{MemoryId, SessionId},
    scope::Scope,
};

/// One line of a transcript.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Record {
    /// Something said or done.
    Turn(Turn),
    /// Something that was done with the session.
    Mark(Mark),
}

impl Record {
    /// Its id, unique in the transcript.
    pub fn id(&self) -> &str {
        match self {
            Self::Turn(turn) => &turn.id,
            Self::Mark(mark) => &mark.id,
        }
    }

    /// When it was written.
    pub fn at(&self) -> Timestamp {
        match self {
            Self::Turn(turn) => turn.at,
            Self::Mark(mark) => mark.at,
        }
    }

    /// The line, with its end.
    pub fn line(&self) -> String {
        let json = serde_json::to_string(self).expect("a record has no keys but text");
        format!("{json}\n")
    }
}

/// Something that was done with a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Unique in the transcript.
    pub id: String,
    /// When.
    #[serde(rename = "timestamp")]
    pub at: Timestamp,
    /// What.
    #[serde(flatten)]
    pub what: MarkKind,
}

/// What was done with a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MarkKind {
    /// It began: the first line.
    Session(Header),
    /// Someone was asked what is worth keeping of the turns up to one.
    Asked {
        /// The last turn in the question.
        through: String,
    },
    /// What is worth keeping of the turns up to one was remembered.
    Flush {
        /// The last turn that was looked at.
        through: String,
        /// How many compactions there had been.
        cycle: usize,
        /// What was remembered.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        memories: Vec<MemoryId>,
    },
    /// The turns before one are told by a summary from now on.
    Compaction {
        /// The summary.
        summary: String,
        /// The first turn that stays as it is.
        first_kept_id: String,
        /// How many tokens the conversation had before.
        tokens_before: usize,
        /// The narrative that tells of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        narrative: Option<MemoryId>,
    },
    /// It ended. Nothing is said after this.
    End {
        /// Whether someone ended it, or it was found unfinished.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        recovered: bool,
    },
    /// A stage of its end is done.
    Stage {
        /// Which.
        stage: Stage,
        /// What was remembered in it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        memories: Vec<MemoryId>,
        /// The file it made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file: Option<String>,
    },
    /// Something that a later version does.
    #[serde(other)]
    Later,
}

/// How a session began.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The format of the transcript.
    pub version: u32,
    /// The session.
    pub session: SessionId,
    /// Whose memory it adds to.
    pub scope: Scope,
    /// The agent that talks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The user it talks with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where it branched off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Parent>,
    /// The narrative that was the last one when it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narrative: Option<MemoryId>,
    /// When it was taken over from another program's transcript. Its own times are those of what was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported_at: Option<Timestamp>,
}

impl Header {
    /// The format this version writes.
    pub const VERSION: u32 = 1;

    /// The first session of its line: a fork is no second witness of what its parent heard.
    pub fn root(&self) -> &SessionId {
        self.parent.as_ref().map_or(&self.session, |parent| &parent.root)
    }
}

/// Where a session branched off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parent {
    /// The session.
    pub session: SessionId,
    /// The first session of the line.
    pub root: SessionId,
    /// The last line of its transcript at that time.
    pub line: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(what: MarkKind) -> Record {
        let at = "2026-11-15T10:00:00Z".parse().unwrap();
        Record::Mark(Mark { id: "m1".to_owned(), at, what })
    }

    #[test]
    fn every_line_reads_back_as_it_was_written() {
        let header = Header {
            version: 1,
            session: "s1".parse().unwrap(),
            scope: Scope::Global,
            agent: Some("codex".to_owned()),
            user: None,
            title: None,
            parent: None,
            narrative: None,
            imported_at: None,
        };
        for (record, line) in [
            (
                mark(MarkKind::Session(header)),
                r#"{"id":"m1","timestamp":"2026-11-15T10:00:00Z","type":"session","version":1,"session":"s1","scope":"global","agent":"codex"}"#,
            ),
            (
                mark(MarkKind::Compaction {
                    summary: "s".to_owned(),
                    first_kept_id: "t9".to_owned(),
                    tokens_before: 7,
                    narrative: None,
                }),
                r#"{"id":"m1","timestamp":"2026-11-15T10:00:00Z","type":"compaction","summary":"s","first_kept_id":"t9","tokens_before":7}"#,
            ),
            (
                mark(MarkKind::Flush { through: "t9".to_owned(), cycle: 0, memories: Vec::new() }),
                r#"{"id":"m1","timestamp":"2026-11-15T10:00:00Z","type":"flush","through":"t9","cycle":0}"#,
            ),
            (
                mark(MarkKind::Asked { through: "t9".to_owned() }),
                r#"{"id":"m1","timestamp":"2026-11-15T10:00:00Z","type":"asked","through":"t9"}"#,
            ),
            (
                mark(MarkKind::Stage { stage: Stage::Summary, memories: Vec::new(), file: None }),
                r#"{"id":"m1","timestamp":"2026-11-15T10:00:00Z","type":"stage","stage":"summary"}"#,
            ),
        ] {
            assert_eq!(record.line().trim_end(), line);
            assert_eq!(serde_json::from_str::<Record>(line).unwrap(), record);
        }
    }

    #[test]
    fn a_mark_of_a_later_version_is_no_fault() {
        let line = r#"{"id":"m1","timestamp":"2026-11-15T10:00:00Z","type":"branch","to":"x"}"#;
        assert_eq!(serde_json::from_str::<Record>(line).unwrap(), mark(MarkKind::Later));
    }
}
