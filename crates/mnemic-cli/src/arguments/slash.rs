//! The arguments of `mnemic slash`.

use clap::Args;

#[derive(Debug, Args)]
pub struct Slash {
    /// The command, such as "/remember Deploys go through CI"; `-` reads standard input
    #[arg(required = true)]
    pub line: Vec<String>,
}
