//! The arguments of `mnemic mcp`.

use clap::Args;
use mnemic::config::ToolProfile;

#[derive(Debug, Args)]
pub struct Mcp {
    /// The set of tools: default, full, reference, files or chatgpt [default: mcp.profile]
    #[arg(long, value_name = "NAME")]
    pub profile: Option<ToolProfile>,
    /// Store in this scope, search it and global; `all` searches every scope [default: the current project, else global]
    #[arg(long)]
    pub scope: Option<String>,
}
