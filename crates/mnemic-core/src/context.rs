//! Context: memories packed into a token budget for a prompt.
//!
//! What goes in is offered by tier, best first ([`TierOffer`]); each tier has a share of the budget ([`budget`]), what one
//! leaves the others use, and the whole is written in the client's own format ([`layout`]). Shares are targets, the
//! budget is law: every byte that is printed counts.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::recall::Selecting;

pub mod agent;
pub mod budget;
pub mod choice;
pub mod document;
pub mod escape;
pub mod layout;
pub mod pack;
pub mod piece;
pub mod recent;
pub mod shorten;

pub use agent::AgentContext;
pub use layout::Format;
pub use pack::{Omission, Packed, PackedTier, pack};
pub use piece::{Origin, Piece};

/// What is handed to an agent without its asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Injection {
    /// Nothing: the agent asks.
    None,
    /// The whole of MEMORY.md, as far as the budget goes.
    Document,
    /// What is pinned, what others in the session noted, what answers the question, what sessions left behind.
    Tiered,
    /// What belongs to the task, the project and everyone, 40 to 40 to 20.
    Split,
    /// The conversation and what bears on it.
    Working,
}

impl Injection {
    /// Every one.
    pub const ALL: [Self; 5] =
        [Self::None, Self::Document, Self::Tiered, Self::Split, Self::Working];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Document => "document",
            Self::Tiered => "tiered",
            Self::Split => "split",
            Self::Working => "working",
        }
    }
}

impl fmt::Display for Injection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What is handed to an agent, and how much of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InjectionPolicy {
    /// What.
    pub injection: Injection,
    /// What it may cost in tokens; 0 is what is usual for the window.
    pub budget: usize,
    /// At most how many memories answer the question.
    pub max_relevant: usize,
    /// What is dropped from them.
    pub selecting: Selecting,
    /// What counts as access.
    pub access: Access,
}

/// When a memory counts as accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// When it is returned by a recall or handed to an agent.
    Recall,
    /// When it is handed to an agent.
    Injection,
    /// Never by itself.
    Never,
}

impl Access {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Recall, Self::Injection, Self::Never];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recall => "recall",
            Self::Injection => "injection",
            Self::Never => "never",
        }
    }
}

/// Where in a context something stands, and what its place in the budget is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Always handed out, first, and the same bytes as long as nothing in it changes.
    Pinned,
    /// What others in this session noted.
    Bridge,
    /// What answers the question, or what counts most when there is none.
    Relevant,
    /// What was last said in the session.
    Conversation,
    /// What earlier sessions left behind.
    Sessions,
    /// What belongs to the task.
    Task,
    /// What belongs to the project.
    Project,
    /// What belongs to everyone.
    Global,
    /// The document itself.
    Document,
}

impl Tier {
    /// Its name, as in tags and keys.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pinned => "pinned",
            Self::Bridge => "this_session",
            Self::Relevant => "relevant",
            Self::Conversation => "conversation",
            Self::Sessions => "earlier_sessions",
            Self::Task => "task",
            Self::Project => "project",
            Self::Global => "global",
            Self::Document => "document",
        }
    }

    /// Its name as a heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Pinned => "Pinned",
            Self::Bridge => "This session",
            Self::Relevant => "Relevant",
            Self::Conversation => "Conversation",
            Self::Sessions => "Earlier sessions",
            Self::Task => "Task",
            Self::Project => "Project",
            Self::Global => "Global",
            Self::Document => "Document",
        }
    }
}

/// What one tier could hold, best first.
#[derive(Debug, Clone, PartialEq)]
pub struct TierOffer {
    /// The tier.
    pub tier: Tier,
    /// What is offered.
    pub pieces: Vec<Piece>,
}
