//! Sessions: conversations of an agent, kept safely while they run and put to use at their end.
//!
//! The transcript is the record. One process writes it at a time, each line is synced before anyone hears of it, and
//! whatever a process that dies leaves undone is made up for by the next one. Each verb has a file of its own.

pub(crate) mod catalogue;
pub(crate) mod error;
pub(crate) mod findings;
pub(crate) mod lineage;
mod sessions;
pub(crate) mod state;
pub(crate) mod turn;
pub(crate) mod writer;

pub use crate::verb::session::append::{Appended, TornLine};
pub use crate::verb::session::capture::{Capture, Captured};
pub use crate::verb::session::compact::Compacted;
pub use crate::verb::session::end::{Ended, StageReport};
pub use crate::verb::session::flush::{FlushBy, Flushed};
pub use crate::verb::session::import::ImportedSession;
pub use crate::verb::session::list::Listed;
pub use crate::verb::session::load::LoadContext;
pub use crate::verb::session::narrative::{ShownNarrative, Walk};
pub use crate::verb::session::promote::{FindingOutcome, JudgedFinding};
pub use crate::verb::session::recover::Recovered;
pub use crate::verb::session::save::SavedContext;
pub use crate::verb::session::show::ShownSession;
pub use crate::verb::session::start::{Start, Started};
pub use error::SessionError;
pub use findings::SessionFindings;
pub(crate) use lineage::Lineage;
pub use mnemic_core::{
    foreign::transcript::Format,
    session::{
        Catalogue, Header, Mark, MarkKind, Parent, Record, SessionEntry, SessionState, Stage,
        Transcript, Turn, TurnContent, View, WorkingMemory, holder, search::TurnMatch, threshold,
        transcript, working,
    },
};
pub(crate) use sessions::Sessions;
pub use turn::Utterance;
