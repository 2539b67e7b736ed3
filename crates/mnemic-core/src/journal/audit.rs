//! The audit trail: what an act did to memories, in words people use.

use serde::Serialize;

use crate::{
    journal::{
        daily_log::excerpt,
        event::{Act, Actor, Cause, Event, Signal},
    },
    record::{
        id::{ActId, MemoryId},
        memory::Memory,
        scope::Scope,
    },
};

/// One thing an act did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AuditItem {
    /// What was done.
    pub action: Action,
    /// The memory it was done to; absent when an act was taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryId>,
    /// Its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Its scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// How its text began then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The act that was taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<ActId>,
}

/// What can be done to a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// It was remembered, imported or written by hand.
    Add,
    /// It was changed.
    Update,
    /// It was forgotten or its block deleted.
    Remove,
    /// It was brought back.
    Restore,
    /// It was pinned.
    Pin,
    /// It was unpinned.
    Unpin,
    /// It helped.
    Reinforce,
    /// It misled.
    Demote,
    /// It was remembered once more.
    Repeat,
    /// It got another running number.
    Number,
    /// A change was taken back.
    Undo,
    /// It was a candidate, and use has confirmed it.
    Confirm,
    /// It is a candidate that nobody used in time.
    Doubt,
}

impl Action {
    /// The action's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Update => "update",
            Self::Remove => "remove",
            Self::Restore => "restore",
            Self::Pin => "pin",
            Self::Unpin => "unpin",
            Self::Reinforce => "reinforce",
            Self::Demote => "demote",
            Self::Repeat => "repeat",
            Self::Number => "number",
            Self::Undo => "undo",
            Self::Confirm => "confirm",
            Self::Doubt => "doubt",
        }
    }
}

impl From<Cause> for Action {
    fn from(cause: Cause) -> Self {
        match cause {
            Cause::Remembered | Cause::Imported | Cause::WrittenByHand => Self::Add,
            Cause::Updated | Cause::EditedByHand => Self::Update,
            Cause::Forgotten | Cause::DeletedByHand => Self::Remove,
            Cause::Restored => Self::Restore,
            Cause::Pinned => Self::Pin,
            Cause::Unpinned => Self::Unpin,
            Cause::Undone => Self::Undo,
            Cause::Confirmed => Self::Confirm,
            Cause::Doubted => Self::Doubt,
        }
    }
}

/// What an act did. Where documents lie and when they were written is not part of it.
pub fn audit_items(act: &Act) -> Vec<AuditItem> {
    act.events.iter().filter_map(audit_item).collect()
}

fn audit_item(event: &Event) -> Option<AuditItem> {
    match event {
        Event::Put(put) => Some(of_memory(put.cause.into(), &put.memory)),
        Event::Reinstated(whole) => Some(of_memory(Action::Add, &whole.memory)),
        Event::Signal(signal) => Some(item_without_text(signalled(signal)?, Some(signal.id))),
        Event::Numbered(numbered) => {
            let number = Some(numbered.number);
            Some(AuditItem { number, ..item_without_text(Action::Number, Some(numbered.id)) })
        }
        Event::Undone(undone) => {
            Some(AuditItem { act: Some(undone.act), ..item_without_text(Action::Undo, None) })
        }
        Event::Moved(_)
        | Event::Rendered(_)
        | Event::Adopted(_)
        | Event::Landed(_)
        | Event::Contradicted(_)
        | Event::Dismissed(_) => None,
    }
}

fn of_memory(action: Action, memory: &Memory) -> AuditItem {
    AuditItem {
        number: memory.number,
        scope: Some(memory.scope.clone()),
        text: Some(excerpt(&memory.text)),
        ..item_without_text(action, Some(memory.id))
    }
}

fn item_without_text(action: Action, memory: Option<MemoryId>) -> AuditItem {
    AuditItem { action, memory, number: None, scope: None, text: None, act: None }
}

/// What a signal says, unless it only goes along with a change.
fn signalled(signal: &Signal) -> Option<Action> {
    match signal.score {
        1.. => Some(Action::Reinforce),
        ..0 => Some(Action::Demote),
        0 => signal.repeated_in.as_ref().map(|_| Action::Repeat),
    }
}

/// Whether someone goes by this name: their channel, agent or session.
pub fn has_name(actor: &Actor, name: &str) -> bool {
    let names = [Some(actor.channel.as_str()), actor.agent.as_deref(), actor.session.as_deref()];
    names.into_iter().flatten().any(|known| known == name)
}
