//! Configuration: what a vault's `config/memory.yaml` may say, and the settings that come of it.
//!
//! A value is looked for in this order, the last one found counts: built-in default, preset, file, what the
//! caller says for this once. A key exists only when something reads it.

mod duration;
mod edit;
mod embedding;
mod fault;
mod hook;
mod key;
mod language;
mod nearest;
mod origin;
pub mod preset;
mod read;
mod reference;
mod schema;
mod session;
mod size;
mod slot;
mod tools;
mod yaml;

use std::path::PathBuf;

pub use duration::{DurationError, Lasting, parse_duration};
pub use edit::{EditError, Edited, set};
pub use embedding::{EmbeddingSettings, Provider};
pub use fault::Fault;
pub use hook::HookSettings;
pub use key::{Key, UnknownKey, find};
pub use language::{LanguageSettings, ModelProvider};
pub use origin::Origin;
pub use read::{Configuration, Override, OverrideError, configure};
pub use reference::reference;
pub use schema::KEYS;
pub use session::SessionSettings;
pub use size::{SizeError, parse_size, show_size};
pub use slot::Value;
pub use tools::{ToolProfile, ToolProfileError};

use crate::{
    context::recent::RecentLimits,
    settings::preset::{Policies, Preset},
    text::token::Tokenizer,
};

/// The file, below the vault.
pub const FILE: &str = "config/memory.yaml";

/// Everything that a configuration decides.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The preset in use.
    pub preset: Preset,
    /// The choices that presets make.
    pub policies: Policies,
    /// The folder of the index: below the vault, or elsewhere when absolute.
    pub index_path: PathBuf,
    /// How many bytes a segment of the journal has when the next one begins.
    pub journal_segment_bytes: u64,
    /// How many seconds a verb waits for another process that is writing.
    pub lock_wait_seconds: usize,
    /// How many backups stay in the vault's own folder of backups.
    pub backup_keep_count: usize,
    /// What the embedder needs to know.
    pub embedding: EmbeddingSettings,
    /// Which language model is asked, if any.
    pub language: LanguageSettings,
    /// How many tokens the agent's model takes in.
    pub context_window: usize,
    /// What sessions need to know.
    pub session: SessionSettings,
    /// What is done when an agent's client tells of a conversation.
    pub hooks: HookSettings,
    /// Who counts the tokens of a context.
    pub tokenizer: Tokenizer,
    /// How far back an agent looks when it begins.
    pub looking: RecentLimits,
    /// Which tools agents are shown.
    pub tool_profile: ToolProfile,
}

impl Settings {
    /// The built-in defaults with the choices of a preset.
    pub fn of(preset: Preset) -> Self {
        Self {
            preset,
            policies: preset.policies(),
            index_path: PathBuf::from("index"),
            journal_segment_bytes: 64 * 1024 * 1024,
            lock_wait_seconds: 30,
            backup_keep_count: 7,
            embedding: EmbeddingSettings::default(),
            language: LanguageSettings::default(),
            context_window: 200_000,
            session: SessionSettings::default(),
            hooks: HookSettings::default(),
            tokenizer: Tokenizer::default(),
            looking: RecentLimits { memories: 50, days: 2 },
            tool_profile: ToolProfile::default(),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(Preset::Default)
    }
}
