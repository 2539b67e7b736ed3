//! Who asks, and what they work on: some ranking profiles use it.

use clap::Args;
use mnemic::Asker;

#[derive(Debug, Clone, Default, Args)]
pub struct Asking {
    /// A file that you work on, for the ranking `praxis`; repeatable
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<String>,
    /// A topic of the conversation, for the ranking `openclaw`; repeatable
    #[arg(long = "topic", value_name = "WORD")]
    pub topics: Vec<String>,
    /// The user who asks, for the ranking `openclaw`
    #[arg(long, value_name = "NAME")]
    pub user: Option<String>,
}

impl From<Asking> for Asker {
    fn from(asking: Asking) -> Self {
        let Asking { files, topics, user } = asking;
        Self { files, topics, user }
    }
}
