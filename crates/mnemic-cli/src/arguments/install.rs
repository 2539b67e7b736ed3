//! What `mnemic install` and `mnemic uninstall` are told.

use std::path::PathBuf;

use clap::Args;

use crate::install::client::Client;

#[derive(Debug, Args)]
pub struct Install {
    #[command(flatten)]
    pub where_to: WhereTo,
    /// Add instructions for the agent to CLAUDE.md, AGENTS.md or GEMINI.md too, in a block of their own
    #[arg(long, conflicts_with = "plugin")]
    pub instructions: bool,
    /// How the client is to start mnemic [default: where this program is; for a project and a plugin `mnemic`]
    #[arg(long, value_name = "PROGRAM")]
    pub command: Option<String>,
}

#[derive(Debug, Args)]
pub struct WhereTo {
    /// The client: claude-code, codex, cursor, gemini, opencode or openclaw
    pub client: Client,
    /// Use the files of the current project instead of your own
    #[arg(long, conflicts_with = "plugin")]
    pub project: bool,
    /// Use this folder for a plugin instead, of claude-code or openclaw
    #[arg(long, value_name = "FOLDER")]
    pub plugin: Option<PathBuf>,
    /// Change nothing; show what would be changed
    #[arg(long)]
    pub dry_run: bool,
    /// Change nothing; exit with 1 if something would be changed
    #[arg(long, conflicts_with = "dry_run")]
    pub check: bool,
}
