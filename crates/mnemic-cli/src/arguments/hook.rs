//! The arguments of `mnemic hook`.

use clap::Args;
use mnemic::hook::Client;

#[derive(Debug, Args)]
pub struct Hook {
    /// The event: SessionStart, UserPromptSubmit, PreCompact, Stop, SubagentStop, SessionEnd, or a client's name for it
    pub event: String,
    /// The client: claude-code, codex, cursor or gemini [default: detected from the input]
    #[arg(long, value_name = "CLIENT")]
    pub client: Option<Client>,
    /// Store the conversation before the answer; by default a separate process does it afterwards
    #[arg(long)]
    pub wait: bool,
}
