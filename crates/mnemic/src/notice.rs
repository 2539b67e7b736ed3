//! What listeners hear: every read, write and search.

use mnemic_core::journal::event::Cause;

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

/// Someone who hears of notices.
pub type Listener = Box<dyn Fn(&Notice) + Send + Sync>;
