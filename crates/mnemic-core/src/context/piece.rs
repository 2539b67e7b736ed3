//! A piece: one thing that can go into a context.

use crate::record::{
    id::{Anchor, MemoryId},
    memory::{Memory, Status, Trust},
};

/// One thing that can go into a context.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// What it is.
    pub origin: Origin,
    /// The sort of note, as `decision`.
    pub label: Option<String>,
    /// Who said it.
    pub author: Option<String>,
    /// What it says.
    pub text: String,
    /// Of a long text, the passage to be kept when not all of it fits.
    pub passage: Option<String>,
    /// The day it is from.
    pub date: Option<String>,
    /// What to mind, as `low trust`.
    pub remarks: Vec<String>,
}

/// What a piece is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A memory.
    Memory {
        /// Its id.
        id: MemoryId,
        /// Its short id.
        anchor: Anchor,
        /// Its running number.
        number: Option<u64>,
        /// Its version.
        version: u32,
    },
    /// A part of something else, by its name: a session, a document.
    Other(String),
}

impl Piece {
    /// A memory.
    pub fn of(memory: &Memory) -> Self {
        let low = (memory.trust == Trust::Low).then(|| "low trust".to_owned());
        let unproven = (memory.status == Status::Candidate).then(|| "unconfirmed".to_owned());
        Self {
            origin: Origin::Memory {
                id: memory.id,
                anchor: memory.anchor.clone(),
                number: memory.number,
                version: memory.version,
            },
            label: memory.category.as_ref().map(ToString::to_string),
            author: memory.source.author.clone(),
            text: memory.text_with_fields(),
            passage: None,
            date: Some(memory.created_at.strftime("%Y-%m-%d").to_string()),
            remarks: low.into_iter().chain(unproven).collect(),
        }
    }

    /// Something that is no memory.
    pub fn other(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            origin: Origin::Other(name.into()),
            label: None,
            author: None,
            text: text.into(),
            passage: None,
            date: None,
            remarks: Vec::new(),
        }
    }

    /// The memory it is.
    pub fn memory(&self) -> Option<MemoryId> {
        match &self.origin {
            Origin::Memory { id, .. } => Some(*id),
            Origin::Other(_) => None,
        }
    }

    /// What people and agents call it by: `[id:12]`, else `^anchor`; nothing for what is no memory.
    pub fn reference(&self) -> Option<String> {
        match &self.origin {
            Origin::Memory { number: Some(number), .. } => Some(format!("[id:{number}]")),
            Origin::Memory { anchor, .. } => Some(format!("^{anchor}")),
            Origin::Other(_) => None,
        }
    }

    /// The date and what to mind, in brackets; nothing when there is neither.
    pub fn aside(&self) -> Option<String> {
        let remarks: Vec<&str> =
            self.date.iter().chain(&self.remarks).map(String::as_str).collect();
        (!remarks.is_empty()).then(|| format!("({})", remarks.join(", ")))
    }
}
