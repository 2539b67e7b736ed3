//! The arguments of `mnemic export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Only;

#[derive(Debug, Args)]
pub struct Export {
    /// The format
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
    /// Write to this file, or to this new or empty folder for Markdown [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "output")]
    pub force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// One memory per line, complete; `import jsonl --restore` restores it
    Jsonl,
    /// Documents to read, one per scope
    Markdown,
}
