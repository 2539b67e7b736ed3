//! `sessions.json`: which sessions a scope has. It follows from the transcripts and can be made anew.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{MarkKind, Parent, Stage, Transcript};
use crate::record::id::{MemoryId, SessionId};

/// The sessions of a scope.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Catalogue {
    /// The format of the file.
    pub version: u32,
    /// When it was last written.
    pub updated_at: Timestamp,
    /// The sessions, oldest first.
    pub sessions: Vec<SessionEntry>,
}

/// One session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionEntry {
    /// Its name.
    pub id: SessionId,
    /// How it stands.
    pub status: SessionState,
    /// The agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where it branched off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Parent>,
    /// When it began.
    pub created_at: Timestamp,
    /// When something was last written.
    pub updated_at: Timestamp,
    /// How many turns it has.
    pub messages: usize,
    /// How often it was compacted.
    pub compactions: usize,
    /// The narrative told last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narrative: Option<MemoryId>,
    /// Its readable form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readable: Option<String>,
    /// How long its transcript was when this was written, by which an old entry is recognised.
    pub bytes: u64,
}

/// How a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// It goes on.
    Active,
    /// It has ended, and something of its end is missing.
    Unfinished,
    /// It has ended.
    Completed,
    /// It was found unfinished and has been ended.
    Abandoned,
    /// It has been put away.
    Archived,
}

impl SessionState {
    /// Whether nothing is said in it any more.
    pub const fn has_ended(self) -> bool {
        !matches!(self, Self::Active)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Unfinished => "unfinished",
            Self::Completed => "completed",
            Self::Abandoned => "abandoned",
            Self::Archived => "archived",
        }
    }
}

impl SessionEntry {
    /// What a transcript of so many bytes says about its session.
    pub fn of(transcript: &Transcript, bytes: u64) -> Self {
        let status = match transcript.ended() {
            None => SessionState::Active,
            Some(_) if transcript.is_unfinished() => SessionState::Unfinished,
            Some((_, false)) => SessionState::Completed,
            Some((_, true)) => SessionState::Abandoned,
        };
        let readable = transcript.marks().rev().find_map(|mark| match &mark.what {
            MarkKind::Stage { stage: Stage::Projections, file, .. } => file.clone(),
            _ => None,
        });
        let header = &transcript.header;
        Self {
            id: header.session.clone(),
            status,
            agent: header.agent.clone(),
            title: header.title.clone(),
            parent: header.parent.clone(),
            created_at: transcript.started_at(),
            updated_at: transcript.updated_at(),
            messages: transcript.turns().count(),
            compactions: transcript.cycle(),
            narrative: transcript.narrative(),
            readable,
            bytes,
        }
    }
}

impl Catalogue {
    /// The format this version writes.
    pub const VERSION: u32 = 1;

    /// The entry of a session.
    pub fn find(&self, id: &SessionId) -> Option<&SessionEntry> {
        self.sessions.iter().find(|entry| entry.id == *id)
    }

    /// Whether a narrative was told in any session.
    pub fn has_narrative(&self) -> bool {
        self.sessions.iter().any(|entry| entry.narrative.is_some())
    }

    /// Puts an entry in the place of the one before it.
    pub fn put(&mut self, entry: SessionEntry, now: Timestamp) {
        self.sessions.retain(|known| known.id != entry.id);
        let older =
            |known: &SessionEntry| (known.created_at, &known.id) <= (entry.created_at, &entry.id);
        let place = self.sessions.partition_point(older);
        self.sessions.insert(place, entry);
        self.version = Self::VERSION;
        self.updated_at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_replaces_the_one_before_it_and_keeps_the_order() {
        let entry = |id: &str, day: u8, messages| SessionEntry {
            id: id.parse().unwrap(),
            status: SessionState::Active,
            agent: None,
            title: None,
            parent: None,
            created_at: format!("2026-11-{day:02}T10:00:00Z").parse().unwrap(),
            updated_at: Timestamp::UNIX_EPOCH,
            messages,
            compactions: 0,
            narrative: None,
            readable: None,
            bytes: 1,
        };
        let mut catalogue = Catalogue::default();
        for (id, day, messages) in [("b", 2, 1), ("a", 1, 1), ("b", 2, 7), ("c", 3, 1)] {
            catalogue.put(entry(id, day, messages), Timestamp::UNIX_EPOCH);
        }
        let sessions: Vec<_> =
            catalogue.sessions.iter().map(|entry| (entry.id.as_str(), entry.messages)).collect();
        assert_eq!(sessions, [("a", 1), ("b", 7), ("c", 1)]);
        let json = serde_json::to_string(&catalogue).unwrap();
        assert_eq!(serde_json::from_str::<Catalogue>(&json).unwrap(), catalogue);
    }
}
