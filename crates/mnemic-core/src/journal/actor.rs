//! Who acts, and through what.

use serde::{Deserialize, Serialize};

use crate::record::open_enum::open_enum;

/// Who did something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// The way in.
    pub channel: Channel,
    /// The agent, when one acted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The session, when there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}

impl Actor {
    /// Someone acting through `channel`.
    pub fn through(channel: impl Into<Channel>) -> Self {
        Self { channel: channel.into(), agent: None, session: None }
    }

    /// Whether a person edited a document.
    pub fn is_editor(&self) -> bool {
        self.channel == Channel::Editor
    }
}

open_enum! {
    /// The way in: what an actor used. A program that embeds the library names its own.
    Channel {
        /// The command line.
        Cli "cli",
        /// An MCP client.
        Mcp "mcp",
        /// A hook of an agent.
        Hook "hook",
        /// A person who edited a document.
        Editor "editor",
        /// Mnemic by itself.
        Scribe "scribe",
    }
}
