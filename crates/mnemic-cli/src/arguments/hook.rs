//! What `mnemic hook` is told.

use clap::Args;
use mnemic::hook::Client;

#[derive(Debug, Args)]
pub struct Hook {
    /// The moment, by any client's name: SessionStart, UserPromptSubmit, PreCompact, Stop, SubagentStop, SessionEnd
    pub event: String,
    /// Who calls: claude-code, codex, cursor or gemini [default: found from what it says]
    #[arg(long, value_name = "CLIENT")]
    pub client: Option<Client>,
    /// Keep what was said before answering; otherwise that goes on after the client was answered
    #[arg(long)]
    pub wait: bool,
}
