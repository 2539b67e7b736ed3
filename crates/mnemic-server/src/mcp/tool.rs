//! A tool as a row of a table: its name, what the model is told of it, and the verb it runs.

use std::sync::Arc;

use rmcp::model::{Tool as Listed, ToolAnnotations};

use super::parameter::{self, Parameter};

#[derive(Debug, Clone, Copy)]
pub(super) struct Tool {
    /// What it is called.
    pub(super) name: &'static str,
    /// What the model is told.
    pub(super) description: &'static str,
    /// What it takes.
    pub(super) parameters: &'static [Parameter],
    /// What programs find in its answer, where they are told.
    pub(super) answer: &'static [Parameter],
    /// What it does to memories.
    pub(super) effect: Effect,
    /// What it runs.
    pub(super) verb: Verb,
}

/// What a tool does to memories.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    Reads,
    /// It adds; done twice with the same arguments it adds once.
    AddsOnce,
    /// It adds each time.
    Adds,
    /// It replaces what was there.
    Replaces,
    /// It takes away; done twice it takes nothing more.
    Removes,
}

/// A verb of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Store,
    Query,
    Reinforce,
    Demote,
    Update,
    Forget,
    Context,
    Search,
    Fetch,
    CreateEntities,
    CreateRelations,
    AddObservations,
    DeleteEntities,
    DeleteObservations,
    DeleteRelations,
    ReadGraph,
    SearchNodes,
    OpenNodes,
    Files,
    Show,
    List,
    Restore,
    Pin,
    Unpin,
    Promote,
    Conflicts,
    Settle,
    Narrative,
    Audit,
    Blame,
    Why,
    Status,
    Import,
    Reindex,
    StartSession,
    AppendSession,
    FlushSession,
    CompactSession,
    EndSession,
    ForkSession,
    ListSessions,
    SearchSessions,
    ShowSession,
}

impl Tool {
    /// As a client is shown it.
    pub(super) fn listed(&self) -> Listed {
        let schema = Arc::new(parameter::schema(self.parameters));
        let listed =
            Listed::new(self.name, self.description, schema).with_annotations(self.effect.hints());
        if self.answer.is_empty() {
            return listed;
        }
        listed.with_raw_output_schema(Arc::new(parameter::schema(self.answer)))
    }
}

impl Effect {
    /// What a client is told of it.
    fn hints(self) -> ToolAnnotations {
        let hints = ToolAnnotations::new();
        match self {
            Self::Reads => hints.read_only(true),
            Self::AddsOnce => hints.destructive(false).idempotent(true),
            Self::Adds => hints.destructive(false),
            Self::Replaces => hints.destructive(true),
            Self::Removes => hints.destructive(true).idempotent(true),
        }
    }
}
