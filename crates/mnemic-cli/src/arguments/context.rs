//! The arguments of `mnemic context` and `mnemic why`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Context {
    #[command(subcommand)]
    pub action: Option<ContextAction>,
    #[command(flatten)]
    pub assemble: AssembleContext,
}

#[derive(Debug, Subcommand)]
pub enum ContextAction {
    /// Print what an agent starts with: identity, user, recent memories, its saved state
    Load(LoadContext),
    /// Save an agent's state and conversation
    Save(SaveContext),
}

#[derive(Debug, Args)]
pub struct LoadContext {
    /// The agent
    #[arg(long, value_name = "NAME")]
    pub agent: String,
    /// The user it works for
    #[arg(long, value_name = "NAME")]
    pub user: Option<String>,
    /// The session to continue or begin [default: a new name]
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// The scope of its session [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// Maximum number of tokens to print
    #[arg(long, default_value_t = 4_000)]
    pub tokens: usize,
}

#[derive(Debug, Args)]
pub struct SaveContext {
    /// The context as JSON, in the form that `context load --json` prints; `-` reads standard input
    pub file: PathBuf,
}

#[derive(Debug, Args)]
pub struct AssembleContext {
    /// The prompt or task that the memories are for
    pub question: Vec<String>,
    /// The same; `-` reads standard input
    #[arg(
        long,
        short,
        value_name = "TEXT",
        allow_hyphen_values = true,
        conflicts_with = "question"
    )]
    pub query: Option<String>,
    /// Maximum number of tokens, for all that is printed [default: context.budget]
    #[arg(long, value_name = "TOKENS")]
    pub budget: Option<usize>,
    /// The format: xml, markdown, plain or json
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<mnemic::Format>,
    /// Use the format of this client: claude-code, gemini, codex or opencode
    #[arg(long, value_name = "CLIENT", conflicts_with = "format", value_parser = mnemic::Format::of_client)]
    pub client: Option<mnemic::Format>,
    /// Search this scope and global; `all` searches every scope [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// The session that receives it; memories it has received before are left out
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// Include memories that the session has received
    #[arg(long, requires = "session")]
    pub fresh: bool,
    /// The task at hand
    #[arg(long, value_name = "ID")]
    pub task: Option<String>,
    /// A file that the agent works on; repeatable
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<String>,
    /// A topic of the conversation; repeatable
    #[arg(long = "topic", value_name = "WORD")]
    pub topics: Vec<String>,
    /// The user who asks
    #[arg(long, value_name = "NAME")]
    pub user: Option<String>,
    /// With context.injection=split, always keep this many of the first and of the last memories
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub head_tail: usize,
    /// If memory fails, print an empty context and a warning, and exit with 0
    #[arg(long)]
    pub soft: bool,
}

#[derive(Debug, Args)]
pub struct Why {
    /// The receipt, as `mnemic recall --explain` and `mnemic context` name it
    pub receipt: String,
}
