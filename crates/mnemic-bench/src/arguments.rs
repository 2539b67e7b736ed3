//! What the command line says.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Measures Mnemic in throw-away vaults: speed, and how well recall finds
#[derive(Debug, Parser)]
#[command(name = "mnemic-bench", version, propagate_version = true, max_term_width = 100)]
pub struct Arguments {
    /// A value of the configuration for every vault; may be repeated
    #[arg(long, alias = "setting", global = true, value_name = "KEY=VALUE")]
    pub config: Vec<String>,
    /// Make no connection, whatever the configuration says
    #[arg(long, global = true, env = "MNEMIC_OFFLINE", value_parser = clap::builder::FalseyValueParser::new())]
    pub offline: bool,
    /// Print the figures in JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// The `mnemic` binary to measure [default: the one beside this program]
    #[arg(long, global = true, value_name = "FILE")]
    pub mnemic: Option<PathBuf>,
    /// Say what is going on; twice for more
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Writing, importing, reindexing and keyword recall, as ratios to what the disk and SQLite alone take
    Store(Store),
    /// How well recall finds the evidence in conversations, in the format of LoCoMo
    Locomo(Conversations),
    /// How well recall finds the evidence in conversations, in the neutral format of docs/benchmarks.md
    Conversations(Conversations),
    /// How well notes are recalled, and which of them an agent is handed
    Notes(Notes),
    /// How speed, RAM and disk grow with the vault
    Scale(Scale),
    /// What MCP adds to a recall, over a pipe and over HTTP, and how a server bears many clients
    Mcp(Mcp),
    /// How many secrets of a corpus are found, how many look-alikes are flagged, and how fast
    Secrets(Secrets),
    /// What becomes of texts that attack an agent: signs, trust, and what contexts hold
    Attacks(Attacks),
    /// One of the processes of the writers' part
    #[command(hide = true)]
    Writer(Writer),
}

/// Where a benchmark works, and where it tells.
#[derive(Debug, Args)]
pub struct Run {
    /// Where throw-away vaults are made [default: the system's folder for temporary files]
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// Write a report in Markdown, too
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Conversations {
    /// The conversations with their questions
    pub file: PathBuf,
    /// Write what can be told of each candidate, one question a line: what `scripts/fit-ranking.py` fits weights on
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,
    /// Assemble a context for each question, too, with each of these budgets: how much of the evidence is in it
    #[arg(long, value_name = "TOKENS,…", value_delimiter = ',')]
    pub context: Vec<usize>,
    #[command(flatten)]
    pub run: Run,
}

#[derive(Debug, Args)]
pub struct Notes {
    /// Vaults of notes with labelled queries, in the format of docs/benchmarks.md
    pub file: PathBuf,
    /// The embedder [default: as configured]
    #[arg(long, value_name = "NAME")]
    pub embedder: Option<String>,
    /// Write what can be told of each candidate, one query a line, with the vault as the group
    #[arg(long, value_name = "FILE")]
    pub fit: Option<PathBuf>,
    #[command(flatten)]
    pub run: Run,
}

#[derive(Debug, Args)]
pub struct Secrets {
    /// The corpus, in the format of crates/mnemic-bench/corpus/README.md
    pub file: PathBuf,
    /// A folder of Markdown that holds no secret
    #[arg(long, value_name = "FOLDER")]
    pub benign: Option<PathBuf>,
    /// What is random in the corpus is drawn by this number
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Expand every line so many times
    #[arg(long, default_value_t = 1)]
    pub seeds: u64,
    /// Redact personal data, too
    #[arg(long)]
    pub personal: bool,
    /// Print every text that was judged wrongly
    #[arg(long)]
    pub errors: bool,
}

#[derive(Debug, Args)]
pub struct Attacks {
    /// The corpus, in the format of crates/mnemic-bench/corpus/README.md
    pub file: PathBuf,
    /// Print every text whose signs were judged wrongly
    #[arg(long)]
    pub errors: bool,
}

#[derive(Debug, Args)]
pub struct Scale {
    /// How many memories the largest vault holds; the others hold 1,000, 10,000 and so on
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub memories: u64,
    /// Other texts and questions of the same nature
    #[arg(long, default_value_t = 7)]
    pub seed: u64,
    #[command(flatten)]
    pub run: Run,
}

#[derive(Debug, Args)]
pub struct Mcp {
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
    pub run: Run,
}

#[derive(Debug, Args)]
pub struct Writer {
    /// Which
    pub number: usize,
    /// The vault it writes to
    pub vault: PathBuf,
}

#[derive(Debug, Args)]
pub struct Store {
    /// How many memories the vault holds
    #[arg(long, default_value_t = 100_000)]
    pub memories: usize,
    /// How many processes write at once in the writers' part
    #[arg(long, default_value_t = 8)]
    pub writers: usize,
    /// Which parts to run; all when absent
    #[arg(long = "part", value_enum)]
    pub parts: Vec<Part>,
    /// Where the throw-away vault is made [default: the system's folder for temporary files]
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
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
