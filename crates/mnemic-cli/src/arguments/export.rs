//! What `mnemic export` is told.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Only;

#[derive(Debug, Args)]
pub struct Export {
    /// As what
    #[arg(long, value_enum, default_value = "jsonl")]
    pub format: ExportFormat,
    /// Only this scope [default: the whole vault]
    #[arg(long)]
    pub scope: Option<String>,
    #[command(flatten)]
    pub only: Only,
    /// A filter in JSON: {"importance": {"$gte": 0.5}, "tags": ["a", "b"]}
    #[arg(long)]
    pub filter: Option<String>,
    /// Where to: a file for JSON lines, a new or empty folder for Markdown [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Replace the file if it is there already
    #[arg(long, requires = "output")]
    pub force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// One memory per line, with all that is known of it; `import jsonl --restore` brings it back
    Jsonl,
    /// Documents to read, one per scope, in the blocks that a vault has
    Markdown,
}
