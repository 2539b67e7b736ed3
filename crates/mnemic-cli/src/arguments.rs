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
pub use conflicts::{Conflicts, ConflictsAction, InScope, OneConflict, ResolveConflict};
pub use context::{AssembleContext, Context, ContextAction, LoadContext, SaveContext, Why};
pub use export::{Export, ExportFormat};
pub use hook::Hook;
pub use import::{Import, ImportHow, ImportJsonl};
pub use install::{Install, WhereTo};
pub use mcp::Mcp;
pub use models::Models;
pub use serve::Serve;
pub use session::{
    Flush, Narrative, NarrativeAction, SessionAction, SessionAppend, SessionImport, SessionList,
    SessionSearch, SessionShow, SessionStart, SpeakerArgument,
};
pub use slash::Slash;

/// A memory for AI agents: plain Markdown you can read, edit and put in git
#[derive(Debug, Parser)]
#[command(name = "mnemic", version, propagate_version = true, max_term_width = 100)]
pub struct Arguments {
    /// Use this vault [default: the nearest .mnemic above here, else ~/.mnemic] [env: MNEMIC_HOME]
    #[arg(long, global = true, value_name = "FOLDER", help_heading = "Global options")]
    pub vault: Option<PathBuf>,
    /// Override a configuration key for this run; repeatable
    #[arg(
        long,
        alias = "setting",
        global = true,
        value_name = "KEY=VALUE",
        help_heading = "Global options"
    )]
    pub config: Vec<String>,
    /// Open no network connection [env: MNEMIC_OFFLINE]
    #[arg(long, global = true, help_heading = "Global options")]
    pub offline: bool,
    /// Print JSON
    #[arg(long, global = true, help_heading = "Global options")]
    pub json: bool,
    /// Log what happens; -vv logs more
    #[arg(short, long, global = true, action = clap::ArgAction::Count, help_heading = "Global options")]
    pub verbose: u8,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Create a vault
    Init(Init),
    /// Remember something
    #[command(aliases = ["add", "store", "save"])]
    Remember(Remember),
    /// Find the memories that answer a question
    #[command(aliases = ["search", "find", "query", "ask"])]
    Recall(Recall),
    /// Print memories for an agent's prompt, within a token budget
    Context(Context),
    /// Explain why a recall or a context chose its memories
    Why(Why),
    /// Show where a memory came from, how it changed and who used it
    Blame(One),
    /// Show one memory
    Show(Show),
    /// List memories
    #[command(alias = "ls")]
    List(List),
    /// Change a memory
    Update(Update),
    /// Change a memory in your editor
    Edit(One),
    /// Mark a memory as helpful: it ranks higher
    Reinforce(One),
    /// Mark a memory as misleading: it ranks lower
    Demote(One),
    /// Pin a memory: agents always receive it
    Pin(One),
    /// Unpin a memory
    Unpin(One),
    /// Move a memory to a wider scope
    Promote(Promote),
    /// List and resolve memories that contradict each other
    Conflicts(Conflicts),
    /// Forget a memory: archive it; `mnemic restore` brings it back
    #[command(aliases = ["delete", "rm", "remove"])]
    Forget(Forget),
    /// Bring a forgotten memory back
    Restore(One),
    /// Import memories from a file or another tool
    #[command(subcommand)]
    Import(Import),
    /// Record an agent's conversation and learn from it at its end
    #[command(subcommand)]
    Session(SessionAction),
    /// Remember what a session taught before it is compacted
    Flush(Flush),
    /// Show what happened in earlier sessions, one sentence each
    Narrative(Narrative),
    /// List who changed which memories, newest first
    Audit(Audit),
    /// Undo the last change made here, or any change
    Undo(Undo),
    /// Export memories as JSON lines or Markdown
    Export(Export),
    /// Back up the vault to one file
    Backup(Backup),
    /// Restore a vault from a backup
    RestoreBackup(RestoreBackup),
    /// Rebuild the index from the journal
    Reindex,
    /// Show and change the configuration
    #[command(subcommand)]
    Config(Config),
    /// Compare and choose presets
    #[command(subcommand)]
    Preset(PresetAction),
    /// List, download and choose embedding models
    #[command(subcommand)]
    Models(Models),
    /// Run the MCP server on standard input and output
    Mcp(Mcp),
    /// Run the MCP server over HTTP, on this machine
    Serve(Serve),
    /// Plug Mnemic into an agent's client: MCP server and hooks
    Install(Install),
    /// Remove Mnemic from an agent's client
    Uninstall(WhereTo),
    /// Run a slash command: /remember, /forget, /pin, /memory status …
    Slash(Slash),
    /// Handle a hook event of an agent's client; never fails
    Hook(Hook),
    /// Show what the vault holds
    Status,
    /// Check the vault and repair it
    Doctor(Doctor),
    /// Find secrets in the vault's files: by file, line and kind
    Scan(Scan),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Show Mnemic at work, in a throw-away vault
    Demo,
}

#[derive(Debug, Args)]
pub struct Init {
    /// The folder [default: the vault that commands would use here]
    pub folder: Option<PathBuf>,
    /// Create `.mnemic` in the current repository, so that a team can commit it
    #[arg(long, conflicts_with = "folder")]
    pub project: bool,
}

#[derive(Debug, Args)]
pub struct Remember {
    /// The text; `-` or nothing reads standard input
    pub text: Vec<String>,
    /// The category [default: derived from the words, unless category.automatic is off]
    #[arg(long)]
    pub category: Option<String>,
    /// Tags, separated by commas
    #[arg(long, value_delimiter = ',')]
    pub tags: Vec<String>,
    /// The scope it belongs to [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// A file it is about; repeatable
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<String>,
    /// Pin it
    #[arg(long)]
    pub pin: bool,
    /// Its importance, 0 to 1 [default: 0.8]
    #[arg(long)]
    pub importance: Option<f64>,
    /// Store it in USER.md: it is about the user
    #[arg(long)]
    pub user: bool,
    /// The agent that remembers it
    #[arg(long)]
    pub agent: Option<String>,
    /// The session it comes from
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
    /// Maximum number of memories [default: search.max_results, 10 unless configured]
    #[arg(long, value_parser = count)]
    pub limit: Option<usize>,
    /// Explain why each memory was found; `full` prints every number
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "brief", hide_possible_values = true)]
    pub explain: Option<Explain>,
    /// Read one question per line, plain or JSON; print one JSON line for each
    #[arg(long, conflicts_with = "question")]
    pub stdin: bool,
}

/// How much an explanation says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Explain {
    /// Why, in words
    Brief,
    /// Every piece of evidence with its number
    Full,
}

/// Reads a number of things, with an error that people understand.
fn count(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "use a whole number, such as 10".to_owned())
}

/// Which memories are considered.
#[derive(Debug, Clone, Default, Args)]
pub struct Which {
    /// Search this scope and global; `all` searches every scope [default: the current project, else global]
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
    /// Only with this tag; repeat it for any of several
    #[arg(long = "tag", value_delimiter = ',')]
    pub tags: Vec<String>,
    /// Only remembered since this time: 2026-11-01, 2026-11-01T09:00:00Z, 7d, 12h, yesterday
    #[arg(long)]
    pub since: Option<String>,
    /// Only remembered until this time
    #[arg(long)]
    pub until: Option<String>,
    /// Include archived memories
    #[arg(long)]
    pub archived: bool,
}

#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub one: One,
    /// Show every version, who made it and what it changed
    #[arg(long)]
    pub history: bool,
}

#[derive(Debug, Args)]
pub struct Audit {
    /// Only changes to this memory: its number, anchor or id, or the beginning of one
    pub memory: Option<String>,
    /// Only changes since this time: a day, a moment, or 7d
    #[arg(long)]
    pub since: Option<String>,
    /// Only changes until this time
    #[arg(long)]
    pub until: Option<String>,
    /// Only changes by this channel, agent or session
    #[arg(long)]
    pub actor: Option<String>,
    /// Search only this scope
    #[arg(long)]
    pub scope: Option<String>,
    /// Maximum number of changes
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=5_000))]
    pub limit: u16,
}

#[derive(Debug, Args)]
pub struct Undo {
    /// The change, as `mnemic audit` names it [default: your last change from the command line to a memory of this project or
    /// a global one]
    #[arg(value_name = "CHANGE")]
    pub act: Option<String>,
    /// Undo the last change in this scope, or anywhere with `all`
    #[arg(long, conflicts_with = "act")]
    pub scope: Option<String>,
}

#[derive(Debug, Args)]
pub struct One {
    /// The memory: its number, anchor or id, or the beginning of one
    pub memory: String,
    /// Search only this scope
    #[arg(long)]
    pub scope: Option<String>,
}

#[derive(Debug, Args)]
pub struct Promote {
    /// The memory: its number, anchor or id, or the beginning of one
    #[arg(required_unless_present_any = ["review", "session"])]
    pub memory: Option<String>,
    /// Search only this scope
    #[arg(long)]
    pub scope: Option<String>,
    /// The wider scope: `project` for the current one, `project:NAME`, or `global`
    #[arg(long, value_name = "SCOPE", required_unless_present_any = ["explain", "review", "yes"])]
    pub to: Option<String>,
    /// Agree that every project will see it; without `--to`, confirm a candidate in its scope
    #[arg(long)]
    pub yes: bool,
    /// Move nothing; show which signals count for the memory and their sum
    #[arg(long)]
    pub explain: bool,
    /// With `--explain`: show it for each finding of this session instead
    #[arg(long, value_name = "ID", requires = "explain", conflicts_with_all = ["memory", "to", "yes"])]
    pub session: Option<String>,
    /// Review candidates that are due: confirm those that were used, list those in `global` that need a yes
    #[arg(long, conflicts_with_all = ["memory", "to", "yes", "explain"])]
    pub review: bool,
}

#[derive(Debug, Args)]
pub struct Forget {
    /// The memory: its number, anchor or id, or words that only it contains
    #[arg(required = true)]
    pub memory: Vec<String>,
    /// Search only this scope
    #[arg(long)]
    pub scope: Option<String>,
}

#[derive(Debug, Args)]
pub struct List {
    #[command(flatten)]
    pub which: Which,
    /// Maximum number of memories
    #[arg(long, default_value_t = 20, value_parser = count)]
    pub limit: usize,
    /// Sort by this field, greatest first; with a leading dash, smallest first: created_at, updated_at, score, importance, number
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
    /// The version that this change is based on; Mnemic merges a change to an older one
    #[arg(long, value_name = "VERSION")]
    pub base_version: Option<u32>,
    /// Search only this scope
    #[arg(long)]
    pub scope: Option<String>,
}

#[derive(Debug, Args)]
pub struct Scan {
    /// Remove the secrets from everything Mnemic wrote, after a backup; what a person typed stays
    #[arg(long)]
    pub fix: bool,
    /// List what the git history of the vault still holds, too
    #[arg(long)]
    pub history: bool,
}

#[derive(Debug, Subcommand)]
pub enum Config {
    /// Show every key, its value and its origin
    Show,
    /// Print the value of a key
    Get {
        /// The key, such as search.max_results
        key: String,
    },
    /// Set a key in config/memory.yaml; comments and order stay
    Set {
        /// The key, such as search.max_results
        key: String,
        /// Its value
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// List all errors in the file, with line numbers
    Check,
    /// Agree that texts are sent to network addresses that the file names; without one, list them
    Agree {
        /// The addresses, such as https://api.openai.com
        addresses: Vec<String>,
    },
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
    /// Show where two presets differ
    Diff {
        /// A preset
        a: String,
        /// Another [default: the one in use]
        b: Option<String>,
    },
}

#[derive(Debug, Args)]
pub struct Doctor {
    /// Repair what needs no decision
    #[arg(long)]
    pub fix: bool,
    /// Accept a damaged document as it is: archive the memories missing from it
    #[arg(long, value_name = "DOCUMENT", conflicts_with = "rewrite")]
    pub accept: Option<String>,
    /// Rewrite a damaged document; keep the damaged file beside it
    #[arg(long, value_name = "DOCUMENT")]
    pub rewrite: Option<String>,
    /// Do not ask
    #[arg(long)]
    pub yes: bool,
}

#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}
