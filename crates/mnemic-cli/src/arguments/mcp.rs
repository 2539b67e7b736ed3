//! What `mnemic mcp` is told.

use clap::Args;
use mnemic_server::mcp::Profile;

#[derive(Debug, Args)]
pub struct Mcp {
    /// Which tools the client is shown: default or chatgpt
    #[arg(long, default_value = "default", value_name = "NAME")]
    pub profile: Profile,
    /// Whose memory it is: calls see it and global; `all` sees everything [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
}
