//! Sessions: conversations of an agent, kept safely while they run and put to use at their end.
//!
//! The transcript is the record. One process writes it at a time, each line is synced before anyone hears of it, and
//! whatever a process that dies leaves undone is made up for by the next one. Each verb has a file of its own.

mod append;
mod capture;
mod catalogue;
mod compact;
mod end;
mod error;
mod expire;
mod flush;
mod fork;
mod import;
mod kept;
mod known;
mod lineage;
mod list;
mod load;
mod narrative;
mod promote;
mod recover;
mod save;
mod search;
mod show;
mod start;
mod state;
mod turn;
mod writer;

pub use append::{Appended, TornLine};
pub use capture::{Capture, Captured};
pub use compact::Compacted;
pub use end::{Ended, StageReport};
pub use error::SessionError;
pub use flush::{FlushBy, Flushed};
pub use import::ImportedSession;
pub use kept::Kept;
pub(crate) use lineage::Lineage;
pub use list::Listed;
pub use load::LoadContext;
pub use mnemic_core::session::{
    Catalogue, Entry, Header, Mark, Parent, Record, Said, Stage, State, Transcript, Turn, View,
    What, WorkingMemory, holder, import::Format, search::Spot, threshold, transcript, working,
};
pub use narrative::{Told, Walk};
pub use promote::{FindingFate, JudgedFinding};
pub use recover::Recovered;
pub use save::SavedContext;
pub use show::ShownSession;
pub use start::{Start, Started};
pub use turn::Utterance;
