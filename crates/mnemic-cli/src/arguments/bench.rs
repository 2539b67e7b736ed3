//! What `mnemic bench` is told.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub enum Bench {
    /// Writing, importing, reindexing and keyword recall, as ratios to what the disk and SQLite alone take
    Store(BenchStore),
    /// How well recall finds the evidence in conversations, in the format of LoCoMo
    Locomo(BenchConversations),
    /// How well recall finds the evidence in conversations, in the neutral format of docs/benchmarks.md
    Conversations(BenchConversations),
    /// How speed, RAM and disk grow with the vault
    Scale(BenchScale),
    /// What MCP adds to a recall, over a pipe and over HTTP, and how a server bears many clients
    Mcp(BenchMcp),
    /// One of the processes of the writers' part
    #[command(hide = true)]
    Writer(BenchWriter),
}

/// Where a benchmark works, and where it tells.
#[derive(Debug, Args)]
pub struct BenchRun {
    /// Where throw-away vaults are made [default: the system's folder for temporary files]
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// Write a report in Markdown, too
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct BenchConversations {
    /// The conversations with their questions
    pub file: PathBuf,
    /// Write what can be told of each candidate, one question a line: what `scripts/fit-ranking.py` fits weights on
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,
    /// Assemble a context for each question, too, with each of these budgets: how much of the evidence is in it
    #[arg(long, value_name = "TOKENS,…", value_delimiter = ',')]
    pub context: Vec<usize>,
    #[command(flatten)]
    pub run: BenchRun,
}

#[derive(Debug, Args)]
pub struct BenchScale {
    /// How many memories the largest vault holds; the others hold 1,000, 10,000 and so on
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub memories: u64,
    /// Other texts and questions of the same nature
    #[arg(long, default_value_t = 7)]
    pub seed: u64,
    #[command(flatten)]
    pub run: BenchRun,
}

#[derive(Debug, Args)]
pub struct BenchMcp {
    /// How many memories the vault holds
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub memories: u64,
    /// How many questions are asked of each in turn
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub questions: u64,
    /// How many clients ask at once over HTTP
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    pub clients: u64,
    /// How many requests they make, of every kind
    #[arg(long, default_value_t = 10_000)]
    pub requests: u64,
    /// The command of another server of memory, to be measured beside ours with the same memories, 1,000 at most; may
    /// be given several times. Known are those with the tools of `@modelcontextprotocol/server-memory` or of
    /// `mcp-memory-keeper`
    #[arg(long, value_name = "COMMAND")]
    pub against: Vec<String>,
    #[command(flatten)]
    pub run: BenchRun,
}

#[derive(Debug, Args)]
pub struct BenchWriter {
    /// Which
    pub number: usize,
}

#[derive(Debug, Args)]
pub struct BenchStore {
    /// How many memories the vault holds
    #[arg(long, default_value_t = 100_000)]
    pub memories: usize,
    /// How many processes write at once in the writers' part
    #[arg(long, default_value_t = 8)]
    pub writers: usize,
    /// Which parts to run; all when absent
    #[arg(long = "part", value_enum)]
    pub parts: Vec<BenchPart>,
    /// Where the throw-away vault is made [default: the system's folder for temporary files]
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BenchPart {
    /// Remember in a running process
    Remember,
    /// Several processes that write at once
    Writers,
    /// Import and reindex
    Bulk,
    /// Recall in a running process and from the start of one
    Recall,
    /// A hand edit seen by the next recall
    Edit,
}
