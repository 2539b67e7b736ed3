//! The arguments of `mnemic session`, `mnemic flush` and `mnemic narrative`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub enum SessionAction {
    /// Start a session, or continue one that has not ended
    Start(SessionStart),
    /// Add a message, or JSON lines from standard input
    Append(SessionAppend),
    /// End a session: summarise it, learn from it, write it as Markdown
    End {
        /// The session
        session: String,
    },
    /// Start a session that continues another
    Fork {
        /// The session to continue
        session: String,
        /// The name of the new session [default: a new name]
        #[arg(long)]
        id: Option<String>,
    },
    /// List sessions, latest first
    List(SessionList),
    /// Show a session: the summary, then the turns since
    Show(SessionShow),
    /// Search the text of sessions; recall does not
    Search(SessionSearch),
    /// Replace old turns by a summary for readers; flush first, unless learning is off
    Compact {
        /// The session
        session: String,
        /// The summary; `-` reads standard input [default: written by the language model if one is configured, else by rules]
        #[arg(long)]
        summary: Option<String>,
    },
    /// Finish interrupted sessions, repair a transcript, bring back an archived session
    Recover {
        /// The session [default: all interrupted ones]
        session: Option<String>,
    },
    /// Archive sessions that ended long ago; `recover` brings one back
    Expire,
    /// Import a transcript of Claude Code, Codex, Cursor, Gemini CLI or OpenAI's chat API, or lines with role and content
    Import(SessionImport),
}

#[derive(Debug, Args)]
pub struct SessionStart {
    /// Its name [default: a new name]
    #[arg(value_name = "ID")]
    pub name: Option<String>,
    /// The same
    #[arg(long, conflicts_with = "name")]
    pub id: Option<String>,
    /// The scope it belongs to [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// The agent
    #[arg(long)]
    pub agent: Option<String>,
    /// The user
    #[arg(long)]
    pub user: Option<String>,
    /// Its title
    #[arg(long)]
    pub title: Option<String>,
}

#[derive(Debug, Args)]
pub struct SessionAppend {
    /// The session
    pub session: String,
    /// The message; `-` reads it from standard input; without it, read JSON lines from there
    pub text: Vec<String>,
    /// The role
    #[arg(long, value_enum, default_value_t = SpeakerArgument::User)]
    pub role: SpeakerArgument,
    /// The tool that is called; the message is its input, as JSON or text
    #[arg(long, value_name = "NAME")]
    pub tool: Option<String>,
    /// The call that this result answers [default: the last one without a result]
    #[arg(long, value_name = "ID")]
    pub call: Option<String>,
    /// The tool failed
    #[arg(long)]
    pub error: bool,
}

/// Who said something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum SpeakerArgument {
    User,
    Assistant,
    ToolCall,
    ToolResult,
}

#[derive(Debug, Args)]
pub struct SessionList {
    /// This scope and global; `all` for every scope [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// Include archived sessions
    #[arg(long)]
    pub archived: bool,
    /// Maximum number of sessions
    #[arg(long, default_value_t = 20, value_parser = super::count)]
    pub limit: usize,
}

#[derive(Debug, Args)]
pub struct SessionSearch {
    /// The words
    #[arg(required = true)]
    pub words: Vec<String>,
    /// This scope and global; `all` for every scope [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// Maximum number of turns
    #[arg(long, default_value_t = 10, value_parser = super::count)]
    pub limit: usize,
}

#[derive(Debug, Args)]
pub struct SessionShow {
    /// The session
    pub session: String,
    /// Show all turns, including those that a summary replaces
    #[arg(long, conflicts_with = "prompt")]
    pub all: bool,
    /// Print what an agent that continues it needs, for a prompt
    #[arg(long)]
    pub prompt: bool,
    /// Maximum number of tokens to print
    #[arg(long, default_value_t = 4_000, requires = "prompt")]
    pub tokens: usize,
}

#[derive(Debug, Args)]
pub struct SessionImport {
    /// The file; `-` reads standard input
    pub file: PathBuf,
    /// The name of the session [default: as in the transcript, else the name of the file]
    #[arg(long)]
    pub session: Option<String>,
    /// The scope it belongs to [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// End the session after the import
    #[arg(long)]
    pub end: bool,
}

#[derive(Debug, Args)]
pub struct Flush {
    /// The session
    pub session: String,
    /// Print the prompt for a language model and do nothing else
    #[arg(long, conflicts_with = "reply")]
    pub prompt: bool,
    /// The file with the model's reply; `-` reads standard input [default: ask the language model if one is configured, else use rules]
    #[arg(long, value_name = "FILE")]
    pub reply: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Narrative {
    /// What to do [default: show]
    #[command(subcommand)]
    pub action: Option<NarrativeAction>,
}

#[derive(Debug, Subcommand)]
pub enum NarrativeAction {
    /// Show a narrative and the memories made during it
    Show {
        /// The narrative [default: the last one]
        narrative: Option<String>,
        /// This scope and global; `all` for every scope [default: the current project, else global]
        #[arg(long)]
        scope: Option<String>,
    },
    /// List narratives, latest first
    Walk {
        /// Start from this one [default: the last one]
        narrative: Option<String>,
        /// Maximum number of narratives
        #[arg(long, default_value_t = 20, value_parser = super::count)]
        limit: usize,
        /// This scope and global; `all` for every scope [default: the current project, else global]
        #[arg(long)]
        scope: Option<String>,
    },
    /// Search narratives, latest first
    Search {
        /// The words
        #[arg(required = true)]
        words: Vec<String>,
        /// Maximum number of narratives
        #[arg(long, default_value_t = 5, value_parser = super::count)]
        limit: usize,
        /// This scope and global; `all` for every scope [default: the current project, else global]
        #[arg(long)]
        scope: Option<String>,
    },
}
