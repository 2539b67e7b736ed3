//! What the command line says.

mod asking;
mod backup;
mod conflicts;
mod context;
mod export;
mod hook;
mod import;
mod install;
mod mcp;
mod models;
mod serve;
mod session;
mod slash;

use std::path::PathBuf;

pub use asking::Asking;
pub use backup::{Backup, RestoreBackup};
use clap::{Args, Parser, Subcommand};
pub use conflicts::{Conflicts, InScope, OneConflict, ResolveConflict};
pub use context::{AssembleContext, Context, ContextAction, LoadContext, SaveContext, Why};
pub use export::{Export, ExportFormat};
pub use hook::Hook;
pub use import::{Import, ImportHow, ImportJsonl};
pub use install::{Install, WhereTo};
pub use mcp::Mcp;
pub use models::Models;
pub use serve::Serve;
pub use session::{
    Flush, NarrativeAction, SessionAction, SessionAppend, SessionImport, SessionList,
    SessionSearch, SessionShow, SessionStart, SpeakerArgument,
};
pub use slash::Slash;

/// A memory for AI agents: plain Markdown you can read, edit and put in git
#[derive(Debug, Parser)]
#[command(name = "mnemic", version, propagate_version = true, max_term_width = 100)]
pub struct Arguments {
    /// The vault's folder [default: the nearest .mnemic above here, else ~/.mnemic]
    #[arg(long, global = true, env = "MNEMIC_HOME", value_name = "FOLDER")]
    pub vault: Option<PathBuf>,
    /// A value of the configuration for this once; may be repeated
    #[arg(long, alias = "setting", global = true, value_name = "KEY=VALUE")]
    pub config: Vec<String>,
    /// Make no connection, whatever the configuration says
    #[arg(long, global = true, env = "MNEMIC_OFFLINE", value_parser = clap::builder::FalseyValueParser::new())]
    pub offline: bool,
    /// Answer in JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Say what is going on; twice for more
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a vault
    Init(Init),
    /// Remember something
    Remember(Remember),
    /// Find the memories that answer a question
    Recall(Recall),
    /// Hand the memories worth having to an agent, inside a token budget
    Context(Context),
    /// Say how a recall or a context came about
    Why(Why),
    /// Say where a memory came from, what became of it, and what came of using it
    Blame(One),
    /// Show one memory
    Show(Show),
    /// List memories
    List(List),
    /// Change a memory in place
    Update(Update),
    /// Change a memory in your editor
    Edit(One),
    /// Say that a memory helped (score +3, unless configured)
    Reinforce(One),
    /// Say that a memory misled (score −1, unless configured)
    Demote(One),
    /// Pin a memory: it is always handed to the agent
    Pin(One),
    /// Unpin a memory
    Unpin(One),
    /// Move a memory to a wider scope
    Promote(Promote),
    /// Memories that contradict each other
    #[command(subcommand)]
    Conflicts(Conflicts),
    /// Forget a memory: it is archived, and comes back only when someone restores it or remembers the same on purpose
    Forget(Forget),
    /// Bring a forgotten memory back
    Restore(One),
    /// Take in many memories at once
    #[command(subcommand)]
    Import(Import),
    /// Keep a conversation of an agent while it runs, and draw its lessons at the end
    #[command(subcommand)]
    Session(SessionAction),
    /// Remember what is worth keeping of a session before it is compacted
    Flush(Flush),
    /// Follow the chain of narratives: one sentence for each session and compaction
    #[command(subcommand)]
    Narrative(NarrativeAction),
    /// Say who did what to memories, the newest first
    Audit(Audit),
    /// Take back the last change made here, or a named act
    Undo(Undo),
    /// Write memories out, as JSON lines or as Markdown
    Export(Export),
    /// Make a backup of the vault: one file with its documents, journal and configuration
    Backup(Backup),
    /// Make a vault of a backup
    RestoreBackup(RestoreBackup),
    /// Build the index anew from the journal
    Reindex,
    /// Look at the configuration, and change it
    #[command(subcommand)]
    Config(Config),
    /// Look at presets, and choose one
    #[command(subcommand)]
    Preset(PresetAction),
    /// Look at models that find memories by meaning, get one, use one
    #[command(subcommand)]
    Models(Models),
    /// Serve an agent over standard input and output, in the Model Context Protocol
    Mcp(Mcp),
    /// Serve agents over HTTP, in the Model Context Protocol, on this machine
    Serve(Serve),
    /// Plug Mnemic into an agent's client: its server, its hooks, and instructions on request
    Install(Install),
    /// Take Mnemic out of an agent's client again
    Uninstall(WhereTo),
    /// Do what a slash command says: /remember, /forget, /pin, /memory status and others
    Slash(Slash),
    /// Answer an agent's client that tells of a conversation; quiet whatever fails
    Hook(Hook),
    /// Say what the vault holds
    Status,
    /// Look for faults, and mend what needs no person
    Doctor(Doctor),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Show Mnemic at work in a throw-away vault
    Demo,
}

#[derive(Debug, Args)]
pub struct Init {
    /// The folder to make a vault of [default: the vault that would be used here]
    pub folder: Option<PathBuf>,
    /// Make `.mnemic` in the current repository, so that a team can commit its memory
    #[arg(long, conflicts_with = "folder")]
    pub project: bool,
}

#[derive(Debug, Args)]
pub struct Remember {
    /// What to remember; `-` or nothing reads standard input
    pub text: Vec<String>,
    /// What it is about [default: found from its words, unless category.automatic is off]
    #[arg(long)]
    pub category: Option<String>,
    /// Words to file it under, separated by commas
    #[arg(long, value_delimiter = ',')]
    pub tags: Vec<String>,
    /// Whose memory it is [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// A file it is about; may be repeated
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<String>,
    /// Pin it
    #[arg(long)]
    pub pin: bool,
    /// How important it is, 0 to 1 [default: 0.8]
    #[arg(long)]
    pub importance: Option<f64>,
    /// It is about the user: keep it in USER.md
    #[arg(long)]
    pub user: bool,
    /// The agent that says so
    #[arg(long)]
    pub agent: Option<String>,
    /// The session it is said in
    #[arg(long)]
    pub session: Option<String>,
}

#[derive(Debug, Args)]
pub struct Recall {
    /// The question, in your own words
    pub question: Vec<String>,
    #[command(flatten)]
    pub which: Which,
    #[command(flatten)]
    pub asking: Asking,
    /// At most how many memories [default: what search.max_results says, 10 unless configured]
    #[arg(long)]
    pub limit: Option<usize>,
    /// Say how each rank came about
    #[arg(long)]
    pub explain: bool,
    /// Read one question per line, plain or JSON, and answer one JSON line each
    #[arg(long, conflicts_with = "question")]
    pub stdin: bool,
}

/// Which memories are considered.
#[derive(Debug, Clone, Default, Args)]
pub struct Which {
    /// On whose behalf: a scope sees itself and global; `all` sees everything [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    #[command(flatten)]
    pub only: Only,
}

/// What memories must be to be considered.
#[derive(Debug, Clone, Default, Args)]
pub struct Only {
    /// Only this kind
    #[arg(long)]
    pub kind: Option<String>,
    /// Only this category
    #[arg(long)]
    pub category: Option<String>,
    /// Only with this tag; repeated: any of them
    #[arg(long = "tag", value_delimiter = ',')]
    pub tags: Vec<String>,
    /// Only remembered since: 2026-11-01, 2026-11-01T09:00:00Z, 7d, 12h, yesterday
    #[arg(long)]
    pub since: Option<String>,
    /// Only remembered until
    #[arg(long)]
    pub until: Option<String>,
    /// Archived memories too
    #[arg(long)]
    pub archived: bool,
}

#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub one: One,
    /// Show every version, who made it and what changed
    #[arg(long)]
    pub history: bool,
}

#[derive(Debug, Args)]
pub struct Audit {
    /// Only what was done to this memory: its number, anchor or id, or the beginning of one
    pub memory: Option<String>,
    /// Only what was done since: a day, a moment or how long ago
    #[arg(long)]
    pub since: Option<String>,
    /// Only what was done until then
    #[arg(long)]
    pub until: Option<String>,
    /// Only what this channel, agent or session did
    #[arg(long)]
    pub actor: Option<String>,
    /// Only look in this scope
    #[arg(long)]
    pub scope: Option<String>,
    /// At most how many acts
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=5_000))]
    pub limit: u16,
}

#[derive(Debug, Args)]
pub struct Undo {
    /// The act, as `mnemic audit` names it [default: the last one from the command line that changed a memory of this
    /// project or a global one]
    pub act: Option<String>,
    /// Take back the last change in this scope, or `all` for the last one anywhere
    #[arg(long, conflicts_with = "act")]
    pub scope: Option<String>,
}

#[derive(Debug, Args)]
pub struct One {
    /// The memory: its number, anchor or id, or the beginning of one
    pub memory: String,
    /// Only look in this scope
    #[arg(long)]
    pub scope: Option<String>,
}

#[derive(Debug, Args)]
pub struct Promote {
    /// The memory: its number, anchor or id, or the beginning of one
    #[arg(required_unless_present_any = ["review", "session"])]
    pub memory: Option<String>,
    /// Only look in this scope
    #[arg(long)]
    pub scope: Option<String>,
    /// Where to: `project` for the current one, `project:NAME`, or `global`
    #[arg(long, value_name = "SCOPE", required_unless_present_any = ["explain", "review", "yes"])]
    pub to: Option<String>,
    /// Agree to what every project will see; without `--to`, confirm a candidate where it is
    #[arg(long)]
    pub yes: bool,
    /// Move nothing; say which signals speak for the memory, and what they come to
    #[arg(long)]
    pub explain: bool,
    /// With `--explain`: of each finding of this session, instead of a memory
    #[arg(long, value_name = "ID", requires = "explain", conflicts_with_all = ["memory", "to", "yes"])]
    pub session: Option<String>,
    /// Judge the candidates whose time is up: use confirms them, others are doubted once; and list those in `global` that wait for a yes
    #[arg(long, conflicts_with_all = ["memory", "to", "yes", "explain"])]
    pub review: bool,
}

#[derive(Debug, Args)]
pub struct Forget {
    /// The memory: its number, anchor or id, or words that only it holds
    #[arg(required = true)]
    pub memory: Vec<String>,
    /// Only look in this scope
    #[arg(long)]
    pub scope: Option<String>,
}

#[derive(Debug, Args)]
pub struct List {
    #[command(flatten)]
    pub which: Which,
    /// At most how many memories
    #[arg(long, default_value_t = 20)]
    pub limit: usize,
    /// By what, greatest first; with a dash before it smallest first: created_at, updated_at, score, importance, number
    #[arg(long, default_value = "created_at", allow_hyphen_values = true)]
    pub order: String,
    /// A filter in JSON: {"importance": {"$gte": 0.5}, "tags": ["a", "b"]}
    #[arg(long)]
    pub filter: Option<String>,
}

#[derive(Debug, Args)]
pub struct Update {
    /// The memory: its number, anchor or id, or the beginning of one
    pub memory: String,
    /// The new text; `-` reads standard input
    pub text: Vec<String>,
    /// The new tags, separated by commas
    #[arg(long, value_delimiter = ',')]
    pub tags: Option<Vec<String>>,
    /// The new category
    #[arg(long)]
    pub category: Option<String>,
    /// The new importance, 0 to 1
    #[arg(long)]
    pub importance: Option<f64>,
    /// The version this change is based on; an older one is merged
    #[arg(long, value_name = "VERSION")]
    pub base_version: Option<u32>,
    /// Only look in this scope
    #[arg(long)]
    pub scope: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum Config {
    /// Show every key with its value and where that comes from
    Show,
    /// Print the value of a key
    Get {
        /// The key, as search.max_results
        key: String,
    },
    /// Set a key in the vault's file; comments and order stay as they are
    Set {
        /// The key, as search.max_results
        key: String,
        /// Its value
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// List everything that is wrong with the file, with line numbers
    Check,
}

#[derive(Debug, Subcommand)]
pub enum PresetAction {
    /// Show what a preset sets
    Show {
        /// The preset [default: the one in use]
        name: Option<String>,
    },
    /// Use a preset in this vault
    Use {
        /// The preset
        name: String,
    },
    /// Show what two presets set differently
    Diff {
        /// A preset
        a: String,
        /// Another [default: the one in use]
        b: Option<String>,
    },
}

#[derive(Debug, Args)]
pub struct Doctor {
    /// Mend what needs no person
    #[arg(long)]
    pub fix: bool,
    /// Take a damaged document as it is: memories missing from it are archived
    #[arg(long, value_name = "DOCUMENT", conflicts_with = "rewrite")]
    pub accept: Option<String>,
    /// Write a damaged document anew; the damaged file is kept beside it
    #[arg(long, value_name = "DOCUMENT")]
    pub rewrite: Option<String>,
    /// Do it without asking
    #[arg(long)]
    pub yes: bool,
}

#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}
