//! Where a memory came from.

use serde::{Deserialize, Serialize};

use super::{id::MemoryId, open_enum::open_enum};

/// Where a memory came from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Source {
    /// How it came about.
    pub origin: Origin,
    /// Who said it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The user it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The session it was learnt in. Imports may name sessions of other tools, so it is any text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Its place in that session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence: Option<i64>,
    /// The agent that wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The message it was taken from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The task that produced it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// The narrative that was active when it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub narrative: Option<String>,
    /// The caller's own id for it; unique per scope.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// The memories it was derived from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub derived_from: Vec<MemoryId>,
}

open_enum! {
    /// How a memory came about. An import may name any origin.
    Origin {
        /// A person wrote it.
        Human "human",
        /// An agent wrote it.
        Agent "agent",
        /// It was said in a conversation.
        Conversation "conversation",
        /// Mnemic found it in a session.
        Extraction "extraction",
        /// An agent noted it before its context was compacted.
        AutoFlush "auto_flush",
        /// It tells what a session was about.
        Narrative "narrative",
        /// It came from another tool.
        Migration "migration",
        /// It came from a file of lines.
        Import "import",
    }
}

impl Default for Origin {
    fn default() -> Self {
        Self::Other(String::new())
    }
}
