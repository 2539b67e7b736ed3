//! The arguments of `mnemic import`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub enum Import {
    /// JSON lines; {"text": …} is enough. Other fields: ref, kind, category, tags, scope, author, user, session, sequence, created_at, source, importance, file_paths
    Jsonl(ImportJsonl),
    /// A Markdown folder or file: each list item and each paragraph becomes a memory
    Markdown(ImportPath),
    /// An OpenClaw workspace: MEMORY.md, USER.md and memory/*.md
    Openclaw(ImportFrom),
    /// Claude Code's memory of a project
    ClaudeCode(ImportFrom),
    /// Codex's memory
    Codex(ImportFrom),
    /// memory.jsonl of the reference MCP memory server
    McpMemory(ImportPath),
}

#[derive(Debug, Args)]
pub struct ImportJsonl {
    /// The file; `-` reads standard input
    pub file: PathBuf,
    /// The scope of lines that name none [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// Restore your own export completely: ids, versions, signals, trust and pins
    #[arg(long, conflicts_with = "scope")]
    pub restore: bool,
    /// Other people wrote the file: give its memories low trust, so that no context holds them
    #[arg(long, conflicts_with = "restore")]
    pub untrusted: bool,
}

#[derive(Debug, Args)]
pub struct ImportPath {
    /// The file or folder
    #[arg(value_name = "PATH")]
    pub at: PathBuf,
    #[command(flatten)]
    pub how: ImportHow,
}

#[derive(Debug, Args)]
pub struct ImportFrom {
    /// Its folder [default: the tool's usual place]
    #[arg(value_name = "FOLDER")]
    pub at: Option<PathBuf>,
    #[command(flatten)]
    pub how: ImportHow,
}

#[derive(Debug, Args)]
pub struct ImportHow {
    /// The scope of the memories [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// Show what would be imported; import nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Other people wrote the files: give their memories low trust, so that no context holds them
    #[arg(long)]
    pub untrusted: bool,
}
