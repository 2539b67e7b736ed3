//! What `mnemic import` is told.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub enum Import {
    /// Lines of JSON: {"text": …} is enough; ref, kind, category, tags, scope, author, user, session, sequence, created_at, source, importance, file_paths are honoured
    Jsonl(ImportJsonl),
    /// A folder of Markdown, or one file: each item of a list and each paragraph becomes a memory
    Markdown(ImportPath),
    /// A workspace of OpenClaw: MEMORY.md, USER.md and memory/*.md
    Openclaw(ImportFrom),
    /// What Claude Code remembers of a project
    ClaudeCode(ImportFrom),
    /// What Codex remembers
    Codex(ImportFrom),
    /// The file of the reference memory server, memory.jsonl: a graph that the profile `reference` goes on with
    McpMemory(ImportPath),
}

#[derive(Debug, Args)]
pub struct ImportJsonl {
    /// The file; `-` reads standard input
    pub file: PathBuf,
    /// Where lines without a scope go [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// The lines are an export of yours: bring memories back whole, with ids, versions, signals, trust and pins
    #[arg(long, conflicts_with = "scope")]
    pub restore: bool,
}

#[derive(Debug, Args)]
pub struct ImportPath {
    /// Where it is
    #[arg(value_name = "PATH")]
    pub at: PathBuf,
    #[command(flatten)]
    pub how: ImportHow,
}

#[derive(Debug, Args)]
pub struct ImportFrom {
    /// Its folder [default: where the tool keeps it]
    #[arg(value_name = "FOLDER")]
    pub at: Option<PathBuf>,
    #[command(flatten)]
    pub how: ImportHow,
}

#[derive(Debug, Args)]
pub struct ImportHow {
    /// Where memories go [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
    /// Only say what would come of it
    #[arg(long)]
    pub dry_run: bool,
}
