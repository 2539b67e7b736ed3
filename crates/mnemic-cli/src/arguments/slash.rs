//! What `mnemic slash` is told.

use clap::Args;

#[derive(Debug, Args)]
pub struct Slash {
    /// The command as it is typed to an agent: "/remember Deploys go through CI", /memory status; `-` reads standard input
    #[arg(required = true)]
    pub line: Vec<String>,
}
