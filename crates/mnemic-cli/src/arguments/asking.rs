//! Who asks, and what they are at: ranking profiles that know of it rank by it.

use clap::Args;
use mnemic::Asker;

#[derive(Debug, Clone, Default, Args)]
pub struct Asking {
    /// A file in play, which the praxis ranking looks at; may be repeated
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<String>,
    /// What is being talked about, which the openclaw ranking looks at; may be repeated
    #[arg(long = "topic", value_name = "WORD")]
    pub topics: Vec<String>,
    /// Who asks, which the openclaw ranking looks at
    #[arg(long, value_name = "NAME")]
    pub user: Option<String>,
}

impl From<Asking> for Asker {
    fn from(asking: Asking) -> Self {
        let Asking { files, topics, user } = asking;
        Self { files, topics, user }
    }
}
