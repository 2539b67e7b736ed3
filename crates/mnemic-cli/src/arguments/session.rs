//! What the command line says about sessions and narratives.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub enum SessionAction {
    /// Start a session, or go on with one that has not ended
    Start(SessionStart),
    /// Add to a session: one message, or JSON lines from standard input
    Append(SessionAppend),
    /// End a session: sum it up, keep what it taught, write its readable form
    End {
        /// The session
        session: String,
    },
    /// Start a session that goes on with what another taught
    Fork {
        /// The session to go on from
        session: String,
        /// What the new one is called [default: the day and something unlike all others]
        #[arg(long)]
        id: Option<String>,
    },
    /// List sessions, those written last first
    List(SessionList),
    /// Show a session: what a reader of it sees
    Show(SessionShow),
    /// Find what was said in sessions; no recall looks there
    Search(SessionSearch),
    /// Let a summary take the place of old turns; what is worth keeping is flushed first, unless learning is off
    Compact {
        /// The session
        session: String,
        /// The summary; `-` reads standard input [default: made by the language model if one is configured, else by rules]
        #[arg(long)]
        summary: Option<String>,
    },
    /// Finish what was left behind, mend a transcript, bring back a session that was put away
    Recover {
        /// The session [default: all that were left behind]
        session: Option<String>,
    },
    /// Put sessions away that ended long ago; `recover` brings one back
    Expire,
    /// Take over a transcript of Claude Code, Codex, Cursor, Gemini CLI, OpenAI's chat interface, or lines with role and
    /// content
    Import(SessionImport),
}

#[derive(Debug, Args)]
pub struct SessionStart {
    /// What it is called [default: the day and something unlike all others]
    #[arg(value_name = "ID")]
    pub name: Option<String>,
    /// The same
    #[arg(long, conflicts_with = "name")]
    pub id: Option<String>,
    /// Whose memory it adds to [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// The agent that talks
    #[arg(long)]
    pub agent: Option<String>,
    /// The user it talks with
    #[arg(long)]
    pub user: Option<String>,
    /// What it is about
    #[arg(long)]
    pub title: Option<String>,
}

#[derive(Debug, Args)]
pub struct SessionAppend {
    /// The session
    pub session: String,
    /// What was said; `-` reads it from standard input, nothing reads JSON lines from there
    pub text: Vec<String>,
    /// Who said it
    #[arg(long, value_enum, default_value_t = SpeakerArgument::User)]
    pub role: SpeakerArgument,
    /// The tool, for a call; the text is what it was given, as JSON or plain
    #[arg(long, value_name = "NAME")]
    pub tool: Option<String>,
    /// The call that a result belongs to [default: the last one without a result]
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
    /// On whose behalf: a scope sees itself and global; `all` sees everything [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// Those that were put away too
    #[arg(long)]
    pub archived: bool,
    /// At most how many
    #[arg(long, default_value_t = 20)]
    pub limit: usize,
}

#[derive(Debug, Args)]
pub struct SessionSearch {
    /// The words
    #[arg(required = true)]
    pub words: Vec<String>,
    /// On whose behalf: a scope sees itself and global; `all` sees everything [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// At most how many turns
    #[arg(long, default_value_t = 10)]
    pub limit: usize,
}

#[derive(Debug, Args)]
pub struct SessionShow {
    /// The session
    pub session: String,
    /// All that was said, also what a summary tells of
    #[arg(long, conflicts_with = "prompt")]
    pub all: bool,
    /// What an agent that goes on with it should have in mind, for a prompt
    #[arg(long)]
    pub prompt: bool,
    /// At most how many tokens that may be
    #[arg(long, default_value_t = 4_000, requires = "prompt")]
    pub tokens: usize,
}

#[derive(Debug, Args)]
pub struct SessionImport {
    /// The file; `-` reads standard input
    pub file: PathBuf,
    /// What the session is called [default: what the transcript calls it, else the name of the file]
    #[arg(long)]
    pub session: Option<String>,
    /// Whose memory it adds to [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// End the session when all is taken over
    #[arg(long)]
    pub end: bool,
}

#[derive(Debug, Args)]
pub struct Flush {
    /// The session
    pub session: String,
    /// Print the question for a language model, and do nothing else
    #[arg(long, conflicts_with = "reply")]
    pub prompt: bool,
    /// The file with the answer to it; `-` reads standard input [default: the language model decides if one is configured, else rules]
    #[arg(long, value_name = "FILE")]
    pub reply: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum NarrativeAction {
    /// Show a narrative and the memories that came of it
    Show {
        /// The narrative [default: the last one: where was I?]
        narrative: Option<String>,
        /// On whose behalf [default: the current project, else global; `all` sees everything]
        #[arg(long)]
        scope: Option<String>,
    },
    /// Walk back along the chain of narratives
    Walk {
        /// Where to begin [default: the last one]
        narrative: Option<String>,
        /// At most how many
        #[arg(long, default_value_t = 20)]
        limit: usize,
        /// On whose behalf [default: the current project, else global; `all` sees everything]
        #[arg(long)]
        scope: Option<String>,
    },
    /// Find narratives by what they tell, the newest first
    Search {
        /// The words
        #[arg(required = true)]
        words: Vec<String>,
        /// At most how many
        #[arg(long, default_value_t = 5)]
        limit: usize,
        /// On whose behalf [default: the current project, else global; `all` sees everything]
        #[arg(long)]
        scope: Option<String>,
    },
}
