//! Mnemic: a memory engine for AI agents.
//!
//! What agents learn is kept as plain Markdown that people can read, edit and put in git, and found again
//! in milliseconds. Open a vault and remember something:
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use mnemic::{Actor, Caller, Draft, Engine, Filter, Options, Reach, RecallRequest, Scope};
//!
//! let engine = Engine::open(Options::for_vault(folder.path().join("vault"))).await.unwrap();
//! let caller = Caller::new(Actor::through("my-agent"), Reach::of(Scope::Global));
//! let draft = Draft::note(Scope::Global, "Chose SQLite over Postgres");
//! engine.remember(&caller, draft).await.unwrap();
//! let question = "which database?  sqlite".to_owned();
//! let request = RecallRequest { question, limit: 5, filter: Filter::active() };
//! let answer = engine.recall(&caller, request).await.unwrap();
//! assert_eq!(answer.hits[0].memory.text, "Chose SQLite over Postgres");
//! engine.close().await.unwrap();
//! # });
//! ```
//!
//! # Features
//!
//! A program that embeds Mnemic can leave out what it does not need, with `default-features = false`. A vault whose settings
//! ask for what is left out opens all the same; [`Engine::embedder_fault`] and the status say which feature is missing.
//!
//! | Feature | Default | With it | Without it |
//! |---|---|---|---|
//! | `models` | yes | models run in the process: the static table (8 MB), BERT-type models, the catalogue | memories are found by their words, or by a provider's vectors |
//! | `remote` | yes | embedders and language models are asked over HTTP | no HTTP client, no TLS; rules learn without a model |
//! | `watch` | yes | the system reports a hand edit at once | [`Engine::keep_documents`] checks every five seconds |
//! | `tokenizer` | no | tokens of a context are counted with OpenAI's vocabularies (5 MB) | they are estimated |
//! | `ram` | no | [`IndexKind`] has an index in RAM | the index is in SQLite |

mod consent;
mod credential;
mod embed;
mod engine;
mod error;
mod host;
pub mod json;
mod language;
pub mod learn;
mod ledger;
mod notice;
mod open;
mod provider;
#[cfg(feature = "ram")]
mod ram;
mod recall;
mod scribe;
pub mod session;
mod system;
mod vault;
mod verb;

pub use consent::{AgreedAddresses, NamedAddress, named_addresses};
pub use credential::Keys;
pub use embed::{Embedded, EmbedderSources, Embedders, EmbeddersFrom, Serving};
pub use engine::Engine;
pub use error::{BackupError, Candidate, Error, ErrorCode, ErrorFault, HintReader, OpenError};
pub use language::{LanguageFrom, LanguageSources, LanguageStatus};
pub use learn::contradiction::ContradictionCase;
pub use learn::review::Reviewed;
pub use learn::teacher::{Learnt, Teacher};
pub use ledger::redact::{KeepAll, RedactSecrets, Redactor};
pub use ledger::reindex::Reindexed;
pub use mnemic_core::{
    context::{
        Access, AgentContext, Format, Injection, InjectionPolicy, Omission, PackedTier, Piece,
        Tier,
        escape::{visible, visible_in_lines},
        shorten::shorten,
    },
    foreign::{file, graph, migrate::Tool},
    journal::{
        audit::{Action, AuditItem},
        daily_log::excerpt,
        event::{Actor, Cause, Channel, Injected, Signal},
        undo::Refusal,
    },
    learn::contradiction::{Contradiction, Pair},
    port::{
        clock::{Clock, FixedClock, Randomness},
        embedder,
        language::{Completion, LanguageError, LanguageModel, ModelIdentity, Prompt},
        store::StoreError,
    },
    recall::{
        ARMS, ArmExplanation, Asker, Drops, Evidence, EvidenceKind, Explanation, FACTORS, Factor,
        Hit, Profile, RecallRequest, SHIFTS, Scoring, Verdict, Via, WeighedEvidence,
        pace::Pace,
        receipt::{Arm, CandidateOutcome, Considered, DeliveredContext, Receipt},
        shared_words,
    },
    record::{
        category::Category,
        draft::{Draft, ValidationError},
        filter::{
            BodyField, Direction, Field, Filter, FilterError, Order, Page, PageKey, Query, Test,
            Value,
        },
        fingerprint::identity_digits,
        id::{ActId, Anchor, IdError, MemoryId, ReceiptId, Reference, SessionId},
        kind::narrative::Narrative,
        memory::{
            ArchiveReason, Body, Home, Lifecycle, Memory, MergeConflict, Signals, Status, Trust,
            Version,
        },
        scope::{Reach, Scope, ScopeError, Slug},
        source::{Origin, Source},
    },
    safety::{
        access::{AccessToken, AccessTokenError},
        caller::{Caller, Forbidden, Right, Role},
        injection::{self, Sign},
        secret,
    },
    settings as config,
    settings::preset::{Policies, Preset, PresetError},
    text::{analyse, surrogate, time, token},
    transfer::{
        export::{MarkdownPage, encode as export_line, page_of as markdown_page},
        whole::WholeMemory,
    },
};
/// Where models come from, and what runs them.
pub use mnemic_models as models;
pub use notice::Notice;
pub use open::{IndexKind, Options};
pub use provider::{Feature, FeatureMissing, ProviderFault};
#[cfg(feature = "ram")]
pub use ram::RamIndex;
pub use recall::Answer;
pub use session::{
    Appended, Capture, Captured, Compacted, Ended, FindingOutcome, FlushBy, Flushed,
    ImportedSession, JudgedFinding, Listed, LoadContext, Recovered, SavedContext, SessionError,
    SessionFindings, ShownNarrative, ShownSession, StageReport, Start, Started, TornLine,
    Utterance, Walk,
};
pub use system::{SystemClock, SystemRandomness};
pub use vault::index_folder::UnfitFolder;
pub use vault::journal::BadLine;
pub use vault::lock::LockError;
pub use verb::alias::OwnAliases;
pub use verb::arrange::Step;
pub use verb::audit::{AuditRequest, Audited};
pub use verb::backup::{Backup, BackupRequest, LeftOut};
pub use verb::blame::{Blame, Signalled};
pub use verb::config::SettingsFrom;
pub use verb::conflicts::Settlement;
pub use verb::context::{Context, ContextRequest};
pub use verb::doctor::{Code, Finding, Health, Mending};
pub use verb::history::{MadeBy, PastVersion};
pub use verb::import::{
    ImportProgress, ImportReport, ImportedLine, Incoming, Migrated, Rejected, Skipped,
};
pub use verb::list::Listing;
pub use verb::promote::Widened;
pub use verb::remember::Remembered;
pub use verb::restore_backup::{Present, RestoredBackup, finish_restore, restore_backup};
pub use verb::scan::{Fixed, LocatedSecret, Scan, secrets_in};
pub use verb::show::Shown;
pub use verb::status::{DamagedDocument, EmbeddingStatus, VaultStatus};
pub use verb::undo::{Reversal, Undo};
pub use verb::update::{Amendment, UpdateOutcome, Updated};
pub use verb::{hook, slash};
