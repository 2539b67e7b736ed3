//! The arguments of `mnemic install` and `mnemic uninstall`.

use std::path::PathBuf;

use clap::Args;

use crate::install::client::Client;

#[derive(Debug, Args)]
pub struct Install {
    #[command(flatten)]
    pub where_to: WhereTo,
    /// Also add instructions for the agent to CLAUDE.md, AGENTS.md or GEMINI.md
    #[arg(long, conflicts_with = "plugin")]
    pub instructions: bool,
    /// The program that the client starts [default: the path of this one; `mnemic` for a project or a plugin]
    #[arg(long, value_name = "PROGRAM")]
    pub command: Option<String>,
}

#[derive(Debug, Args)]
pub struct WhereTo {
    /// The client: claude-code, codex, cursor, gemini, opencode or openclaw [default: list them]
    pub client: Option<Client>,
    /// Change the current project's files instead of your own
    #[arg(long, conflicts_with = "plugin")]
    pub project: bool,
    /// Write a plugin for claude-code or openclaw to this folder instead
    #[arg(long, value_name = "FOLDER")]
    pub plugin: Option<PathBuf>,
    /// Show what would change, as a diff; change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Exit with 1 if something would change; change nothing
    #[arg(long, conflicts_with = "dry_run")]
    pub check: bool,
}
