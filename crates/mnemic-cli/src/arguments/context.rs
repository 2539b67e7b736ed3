//! What `mnemic context`, `mnemic why` and `mnemic blame` are told.

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
    /// Load all that an agent begins with: who it is, its user, what happened lately, what it was doing
    Load(LoadContext),
    /// Save what an agent was doing, and what was said
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
    /// The session it goes on with, or begins [default: the day and something unlike all others]
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// Whose memory its session adds to [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// At most how many tokens of what it has in mind are printed
    #[arg(long, default_value_t = 4_000)]
    pub tokens: usize,
}

#[derive(Debug, Args)]
pub struct SaveContext {
    /// The file with the context, as `context load --json` answers; agent_id and session_id are enough; `-` reads standard input
    pub file: PathBuf,
}

#[derive(Debug, Args)]
pub struct AssembleContext {
    /// What the agent is about to answer or do; `-` reads standard input
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true)]
    pub query: Option<String>,
    /// What all that is printed may cost, in tokens [default: context.budget]
    #[arg(long, value_name = "TOKENS")]
    pub budget: Option<usize>,
    /// How it is written: xml, markdown, plain or json
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<mnemic::Format>,
    /// Who reads it: claude-code, gemini, codex or opencode; each has its format
    #[arg(long, value_name = "CLIENT", conflicts_with = "format", value_parser = mnemic::Format::of_client)]
    pub client: Option<mnemic::Format>,
    /// Whose memories [default: the current project's and the global ones]; `all` for the whole vault
    #[arg(long)]
    pub scope: Option<String>,
    /// The session it goes into: what that was given before is not given again
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// Give again what the session was given
    #[arg(long, requires = "session")]
    pub fresh: bool,
    /// The task at hand
    #[arg(long, value_name = "ID")]
    pub task: Option<String>,
    /// A file in play; may be repeated
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<String>,
    /// What is being talked about; may be repeated
    #[arg(long = "topic", value_name = "WORD")]
    pub topics: Vec<String>,
    /// Who asks
    #[arg(long, value_name = "NAME")]
    pub user: Option<String>,
    /// With context.injection=split, always keep so many of the first and of the last memories
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub head_tail: usize,
    /// Answer with an empty context and a warning when memory fails
    #[arg(long)]
    pub soft: bool,
}

#[derive(Debug, Args)]
pub struct Why {
    /// The receipt, as a recall or a context names it
    pub receipt: String,
}
