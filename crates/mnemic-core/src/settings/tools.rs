//! Which tools agents are shown: a table of tools by its name. What is in the tables is a server's to say.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// Which tools agents are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ToolProfile {
    /// A few small tools that models use well.
    #[default]
    Default,
    /// A tool for every verb that is an agent's to use.
    Full,
    /// Those of the reference memory server: a graph of entities, observations and relations.
    Reference,
    /// Those of Anthropic's memory tool: files below `/memories`.
    Files,
    /// The two that connectors of ChatGPT ask for.
    Chatgpt,
}

impl ToolProfile {
    /// Every profile.
    pub const ALL: [Self; 5] =
        [Self::Default, Self::Full, Self::Reference, Self::Files, Self::Chatgpt];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Full => "full",
            Self::Reference => "reference",
            Self::Files => "files",
            Self::Chatgpt => "chatgpt",
        }
    }
}

impl fmt::Display for ToolProfile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for ToolProfile {
    type Err = ToolProfileError;

    fn from_str(name: &str) -> Result<Self, ToolProfileError> {
        let found = Self::ALL.into_iter().find(|profile| profile.name() == name);
        found.ok_or_else(|| ToolProfileError(name.to_owned()))
    }
}

/// No profile has that name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown MCP profile `{0}`; choose one of {known}", known = ToolProfile::ALL.map(ToolProfile::name).join(", "))]
pub struct ToolProfileError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_known_by_its_name() {
        for profile in ToolProfile::ALL {
            assert_eq!(profile.name().parse(), Ok(profile));
        }
        let error = "none".parse::<ToolProfile>().unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown MCP profile `none`; choose one of default, full, reference, files, chatgpt"
        );
    }
}
