//! Sessions: conversations of an agent, as they are kept and read again.
//!
//! The transcript is the record of a session and only ever grows. Everything else about a session is worked out from
//! it: what its reader sees after a compaction, what has been flushed, which stages of its end are done.

pub mod compaction;
pub mod entry;
pub mod expiry;
pub mod holder;
pub mod label;
pub mod prune;
pub mod readable;
pub mod record;
pub mod search;
pub mod stage;
pub mod threshold;
pub mod transcript;
pub mod turn;
pub mod view;
pub mod witness;
pub mod working;

pub use entry::{Catalogue, SessionEntry, SessionState};
pub use record::{Header, Mark, MarkKind, Parent, Record};
pub use stage::Stage;
pub use transcript::Transcript;
pub use turn::{Turn, TurnContent};
pub use view::View;
pub use working::WorkingMemory;
