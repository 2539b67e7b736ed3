//! The arguments of `mnemic conflicts`.

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub struct Conflicts {
    /// What to do [default: list]
    #[command(subcommand)]
    pub action: Option<ConflictsAction>,
}

#[derive(Debug, Subcommand)]
pub enum ConflictsAction {
    /// List the memories that contradict each other
    List(InScope),
    /// Show both sides of one conflict
    Show(OneConflict),
    /// Keep one side and archive the other, or let both stand
    Resolve(ResolveConflict),
    /// Compare all memories again, as after a large import
    Scan(InScope),
}

#[derive(Debug, Default, Args)]
pub struct InScope {
    /// Only this scope and global [default: the whole vault]
    #[arg(long, value_name = "SCOPE")]
    pub scope: Option<String>,
}

#[derive(Debug, Args)]
pub struct OneConflict {
    /// The conflict, as `mnemic conflicts list` names it
    #[arg(value_name = "CONFLICT")]
    pub name: String,
}

#[derive(Debug, Args)]
pub struct ResolveConflict {
    #[command(flatten)]
    pub one: OneConflict,
    /// Keep this memory and archive the other; without it, keep both and dismiss the conflict
    #[arg(long, value_name = "ID")]
    pub keep: Option<String>,
}
