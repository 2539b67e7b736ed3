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

mod access;
mod alias;
mod append;
mod arrange;
mod audit;
mod backup;
mod blame;
mod configuration;
mod confirm;
mod context;
mod credential;
mod dispute;
mod doctor;
mod document;
mod embedders;
mod engine;
mod error;
mod export;
mod follow;
mod forget;
mod history;
pub mod hook;
mod import;
mod language;
pub mod learn;
mod list;
mod notice;
mod number;
mod open;
mod pin;
mod promote;
mod ram;
mod recall;
mod receipt;
mod redact;
mod reindex;
mod remember;
mod restore;
mod restore_backup;
mod review;
mod scribe;
pub mod session;
mod show;
mod signal;
pub mod slash;
mod status;
mod system;
mod undo;
mod update;
mod usage;
mod vault;
mod write;

pub use alias::OwnAliases;
pub use arrange::Step;
pub use audit::{AuditRequest, Audited};
pub use backup::{Backup, BackupRequest, LeftOut};
pub use blame::{Blame, Signalled};
pub use configuration::SettingsFrom;
pub use context::{Context, ContextRequest};
pub use credential::Keys;
pub use dispute::{Contest, Settlement};
pub use doctor::{Code, Finding, Health, Mending};
pub use embedders::{Embedded, EmbedderSources, Embedders, EmbeddersFrom, Serving};
pub use engine::Engine;
pub use error::{BackupError, Candidate, Error, OpenError};
pub use history::{MadeBy, Past};
pub use import::{ImportProgress, ImportReport, ImportedLine, Migrated, Rejected, Skipped};
pub use language::{LanguageFrom, LanguageSources, LanguageStatus};
pub use learn::{Learnt, Teacher};
pub use list::Listing;
pub use mnemic_core::{
    access::{AccessToken, AccessTokenError},
    analyse,
    audit::{Action, Deed},
    category::Category,
    clock::{Clock, FixedClock, Randomness},
    config,
    context::{
        Access, AgentContext, Format, Handing, Injection, Omission, PackedTier, Piece, Tier,
        shorten::shorten,
    },
    dispute::{Dispute, Pair},
    draft::{Draft, ValidationError},
    embed,
    event::{Actor, Cause, Injected, Signal},
    export::{MarkdownPage, encode as export_line, page_of as markdown_page},
    file,
    filter::{Direction, Field, Filter, FilterError, Order, Page, PageKey, Query, Test, Value},
    fingerprint::identity_digits,
    graph,
    id::{Anchor, IdError, MemoryId, Reference},
    language::{Completion, LanguageError, LanguageModel, ModelIdentity, Prompt},
    log::excerpt,
    memory::{
        ArchiveReason, Body, Conflict, Home, Lifecycle, Memory, Signals, Source, Status, Trust,
        Version,
    },
    migrate::Tool,
    narrative::Narrative,
    preset::{Policies, Preset, PresetError},
    recall::{
        ArmExplanation, Asker, Drops, Evidence, Explanation, Factor, Hit, Profile, RecallRequest,
        Verdict, Via, Weighed, slo::Pace,
    },
    receipt::{Arm, Considered, Fate, Handed, Receipt},
    scope::{Reach, Scope, ScopeError, Slug},
    store::StoreError,
    surrogate, token,
    undo::Refusal,
    whole::WholeMemory,
};
/// Where models come from, and what runs them.
pub use mnemic_models as models;
pub use notice::Notice;
pub use open::{IndexKind, Options};
pub use promote::Promoted;
pub use ram::RamIndex;
pub use recall::Answer;
pub use redact::{KeepAll, Redactor};
pub use reindex::Reindexed;
pub use remember::Remembered;
pub use restore_backup::{Present, RestoredBackup, restore_backup};
pub use review::Reviewed;
pub use session::{
    Appended, Capture, Captured, Compacted, Ended, FindingFate, FlushBy, Flushed, ImportedSession,
    JudgedFinding, Kept, Listed, LoadContext, Recovered, SavedContext, SessionError, ShownSession,
    StageReport, Start, Started, Told, TornLine, Utterance, Walk,
};
pub use show::Shown;
pub use status::{DamagedDocument, EmbeddingStatus, VaultStatus};
pub use system::{SystemClock, SystemRandomness};
pub use undo::{Reversal, Undo};
pub use update::{Amendment, Outcome, Updated};
pub use vault::index_folder::UnfitFolder;
pub use vault::journal::BadLine;
pub use vault::lock::LockError;
