//! What `mnemic mcp` is told.

use clap::Args;
use mnemic::config::ToolProfile;

#[derive(Debug, Args)]
pub struct Mcp {
    /// Which tools the client is shown: default, full, reference, files or chatgpt [default: what mcp.profile says]
    #[arg(long, value_name = "NAME")]
    pub profile: Option<ToolProfile>,
    /// Whose memory it is: calls see it and global; `all` sees everything [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
}
