//! Mnemic: a memory engine for AI agents.
//!
//! What agents learn is kept as plain Markdown that people can read, edit and put in git, and found again
//! in milliseconds. Open a vault and remember something:
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use mnemic::{Draft, Engine, Options, Reach, RecallRequest, Filter, Scope};
//!
//! let engine = Engine::open(Options::for_vault(folder.path().join("vault"))).await.unwrap();
//! engine.remember(Draft::note(Scope::Global, "Chose SQLite over Postgres")).await.unwrap();
//! let answer = engine
//!     .recall(RecallRequest {
//!         question: "which database?  sqlite".to_owned(),
//!         limit: 5,
//!         reach: Reach::of(Scope::Global),
//!         filter: Filter::active(),
//!     })
//!     .await
//!     .unwrap();
//! assert_eq!(answer.hits[0].memory.text, "Chose SQLite over Postgres");
//! engine.close().await.unwrap();
//! # });
//! ```

mod append;
mod census;
mod configuration;
mod doctor;
mod engine;
mod error;
mod follow;
mod forget;
mod import;
mod list;
mod notice;
mod number;
mod open;
mod pin;
mod ram;
mod recall;
mod redact;
mod reindex;
mod remember;
mod restore;
mod scribe;
mod show;
mod signal;
mod system;
mod update;
mod vault;
mod write;

pub use census::{DamagedDocument, VaultStatus};
pub use configuration::SettingsFrom;
pub use doctor::{Code, Finding, Health, Mending};
pub use engine::Engine;
pub use error::{Candidate, Error, OpenError};
pub use import::{ImportProgress, ImportReport, ImportedLine, Rejected};
pub use list::Listing;
pub use mnemic_core::{
    analyse,
    category::Category,
    clock::{Clock, FixedClock, Randomness},
    config,
    draft::{Draft, ValidationError},
    event::Actor,
    filter::{Direction, Field, Filter, FilterError, Order, Page, PageKey, Query, Test, Value},
    fingerprint::identity_digits,
    id::{Anchor, IdError, MemoryId, Reference},
    log::excerpt,
    memory::{
        ArchiveReason, Body, Conflict, Home, Lifecycle, Memory, Signals, Source, Status, Trust,
        Version,
    },
    preset::{Policies, Preset, PresetError},
    recall::{ArmExplanation, Explanation, Factor, Hit, RecallRequest},
    scope::{Reach, Scope, ScopeError, Slug},
    store::StoreError,
};
pub use notice::Notice;
pub use open::{IndexKind, Options};
pub use ram::RamIndex;
pub use recall::Answer;
pub use redact::{KeepAll, Redactor};
pub use reindex::Reindexed;
pub use remember::Remembered;
pub use show::Shown;
pub use system::{SystemClock, SystemRandomness};
pub use update::Amendment;
pub use vault::journal::BadLine;
