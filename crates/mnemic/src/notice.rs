//! What listeners hear: every read, write and search.

use mnemic_core::journal::event::{Act, Cause, Event};
use mnemic_core::record::memory::Memory;

/// Something that happened to memories.
#[derive(Debug, Clone, PartialEq)]
pub enum Notice {
    /// `memory:read`: memories were loaded.
    Read {
        /// The memory's kind.
        kind: String,
        /// The document it lives in.
        path: Option<String>,
        /// The size of its text in bytes.
        size: usize,
    },
    /// `memory:write`: a memory was written. Told after the write is durable.
    Write {
        /// The memory's kind.
        kind: String,
        /// The document it lives in.
        path: Option<String>,
        /// Which verb wrote it.
        cause: Cause,
        /// The size of its text in bytes.
        size: usize,
    },
    /// `memory:search`: a question was answered.
    Search {
        /// The question.
        query: String,
        /// How many memories answered it.
        results: usize,
    },
    /// `session:end`: a session has ended.
    SessionEnded {
        /// The session.
        session: String,
        /// Whose memory it adds to.
        scope: String,
        /// How many turns it has.
        messages: usize,
    },
}

impl Notice {
    /// What an act wrote.
    pub(crate) fn of(act: &Act) -> Vec<Self> {
        let written = act.events.iter().filter_map(|event| match event {
            Event::Put(put) => Some((put.memory.as_ref(), put.cause)),
            Event::Reinstated(whole) => Some((&whole.memory, Cause::Imported)),
            _ => None,
        });
        let notice = |(memory, cause): (&Memory, Cause)| Self::Write {
            kind: memory.kind().to_owned(),
            path: memory.home.as_ref().map(|home| home.document.clone().into()),
            cause,
            size: memory.text.len(),
        };
        written.map(notice).collect()
    }
}

/// Someone who hears of notices.
pub type Listener = Box<dyn Fn(&Notice) + Send + Sync>;
