//! The arguments of `mnemic conflicts`.

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub enum Conflicts {
    /// List the memories that contradict each other
    List(InScope),
    /// Show both sides of one conflict
    Show(OneConflict),
    /// Keep one side and archive the other, or let both stand
    Resolve(ResolveConflict),
    /// Compare all memories anew, as after a large import
    Scan(InScope),
}

#[derive(Debug, Args)]
pub struct InScope {
    /// Only this scope and what it sees [default: the whole vault]
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
    /// The memory that is right; the other is archived. Without it both stay, and the conflict is dismissed
    #[arg(long, value_name = "ID")]
    pub keep: Option<String>,
}
