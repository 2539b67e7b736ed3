//! The clients that Mnemic can be plugged into: which of their files hold what, for a user and for a project.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

use mnemic::hook;
use serde_json::{Value, json};

use super::{edit::Edit, hooks::Hooks};

/// A client of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    ClaudeCode,
    Codex,
    Cursor,
    Gemini,
    Opencode,
    Openclaw,
}

/// Whose files are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The user's own, for every project.
    User,
    /// Those of one project, which a team may share.
    Project,
}

/// Where clients keep what is the user's, and where the project is.
#[derive(Debug, Clone)]
pub struct Homes {
    pub home: PathBuf,
    /// The folder of Claude Code.
    pub claude: PathBuf,
    /// The file in which Claude Code keeps the user's servers.
    pub claude_state: PathBuf,
    pub codex: PathBuf,
    pub opencode: PathBuf,
    /// The configuration of OpenClaw.
    pub openclaw: PathBuf,
    pub project: PathBuf,
}

/// How a client is to start Mnemic.
#[derive(Debug, Clone)]
pub struct Start {
    pub program: String,
    /// What comes before the name of a command.
    pub before: Vec<String>,
}

/// A file and what is put into it.
#[derive(Debug, Clone)]
pub struct Target {
    pub path: PathBuf,
    pub edits: Vec<Edit>,
    /// Whether it is only there for those who ask for it.
    pub on_request: bool,
}

impl Client {
    pub const ALL: [Self; 6] =
        [Self::ClaudeCode, Self::Codex, Self::Cursor, Self::Gemini, Self::Opencode, Self::Openclaw];

    pub const fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => hook::Client::ClaudeCode.name(),
            Self::Codex => hook::Client::Codex.name(),
            Self::Cursor => hook::Client::Cursor.name(),
            Self::Gemini => hook::Client::Gemini.name(),
            Self::Opencode => "opencode",
            Self::Openclaw => "openclaw",
        }
    }

    /// The files that hold what Mnemic needs; none when the client has no such files.
    pub fn targets(self, level: Level, homes: &Homes, start: &Start) -> Vec<Target> {
        let server = |path: &'static [&'static str]| Edit::Json { path, value: self.server(start) };
        let hooks = || self.hooks(start).map(Edit::Hooks);
        let project = |path: &str| homes.project.join(path);
        let files: Vec<(PathBuf, Vec<Edit>)> = match (self, level) {
            (Self::ClaudeCode, Level::User) => vec![
                (homes.claude_state.clone(), vec![server(&["mcpServers", "mnemic"])]),
                (homes.claude.join("settings.json"), hooks().into_iter().collect()),
            ],
            (Self::ClaudeCode, Level::Project) => vec![
                (project(".mcp.json"), vec![server(&["mcpServers", "mnemic"])]),
                (project(".claude/settings.json"), hooks().into_iter().collect()),
            ],
            (Self::Codex, level) => {
                let folder = match level {
                    Level::User => homes.codex.clone(),
                    Level::Project => project(".codex"),
                };
                vec![
                    (folder.join("config.toml"), vec![Edit::Toml(start.clone())]),
                    (folder.join("hooks.json"), hooks().into_iter().collect()),
                ]
            }
            (Self::Cursor, level) => {
                let folder = above(level, homes).join(".cursor");
                vec![
                    (folder.join("mcp.json"), vec![server(&["mcpServers", "mnemic"])]),
                    (folder.join("hooks.json"), hooks().into_iter().collect()),
                ]
            }
            (Self::Gemini, level) => {
                let edits = [server(&["mcpServers", "mnemic"])].into_iter().chain(hooks());
                vec![(above(level, homes).join(".gemini/settings.json"), edits.collect())]
            }
            (Self::Opencode, level) => {
                let folder = match level {
                    Level::User => &homes.opencode,
                    Level::Project => &homes.project,
                };
                vec![(opencode_file(folder), vec![server(&["mcp", "mnemic"])])]
            }
            (Self::Openclaw, Level::User) => {
                vec![(homes.openclaw.clone(), vec![server(&["mcp", "servers", "mnemic"])])]
            }
            (Self::Openclaw, Level::Project) => Vec::new(),
        };
        let required =
            files.into_iter().map(|(path, edits)| Target { path, edits, on_request: false });
        let block = self.instructions(level, homes);
        let block = block.map(|path| Target { path, edits: vec![Edit::Block], on_request: true });
        required.chain(block).collect()
    }

    /// The file with people's instructions to the agent.
    pub fn instructions(self, level: Level, homes: &Homes) -> Option<PathBuf> {
        match (self, level) {
            (Self::ClaudeCode, Level::User) => Some(homes.claude.join("CLAUDE.md")),
            (Self::ClaudeCode, Level::Project) => Some(homes.project.join("CLAUDE.md")),
            (Self::Codex, Level::User) => Some(homes.codex.join("AGENTS.md")),
            (Self::Gemini, level) => Some(match level {
                Level::User => homes.home.join(".gemini/GEMINI.md"),
                Level::Project => homes.project.join("GEMINI.md"),
            }),
            (Self::Opencode, Level::User) => Some(homes.opencode.join("AGENTS.md")),
            (Self::Openclaw, Level::User) => Some(homes.openclaw_workspace().join("AGENTS.md")),
            (Self::Codex | Self::Cursor | Self::Opencode, Level::Project) => {
                Some(homes.project.join("AGENTS.md"))
            }
            (Self::Cursor, Level::User) | (Self::Openclaw, Level::Project) => None,
        }
    }

    /// How its files name the server.
    pub fn server(self, start: &Start) -> Value {
        let (program, arguments) = (&start.program, start.arguments(&["mcp"]));
        match self {
            Self::ClaudeCode => json!({ "type": "stdio", "command": program, "args": arguments }),
            Self::Opencode => {
                let command = [std::slice::from_ref(program), &arguments].concat();
                json!({ "type": "local", "command": command, "enabled": true })
            }
            _ => json!({ "command": program, "args": arguments }),
        }
    }

    /// What it has called at which moments, if it has hooks.
    pub fn hooks(self, start: &Start) -> Option<Hooks> {
        let (client, events): (_, &'static [&'static str]) = match self {
            Self::ClaudeCode => (
                hook::Client::ClaudeCode,
                &["SessionStart", "UserPromptSubmit", "PreCompact", "Stop", "SessionEnd"],
            ),
            Self::Codex => {
                (hook::Client::Codex, &["SessionStart", "UserPromptSubmit", "PreCompact", "Stop"])
            }
            Self::Cursor => {
                (hook::Client::Cursor, &["sessionStart", "preCompact", "stop", "sessionEnd"])
            }
            Self::Gemini => (
                hook::Client::Gemini,
                &["SessionStart", "BeforeAgent", "PreCompress", "AfterAgent", "SessionEnd"],
            ),
            Self::Opencode | Self::Openclaw => return None,
        };
        Some(Hooks { client, events, start: start.clone() })
    }
}

impl Homes {
    /// Where OpenClaw keeps what an agent works with, beside its configuration.
    pub fn openclaw_workspace(&self) -> PathBuf {
        self.openclaw.with_file_name("workspace")
    }
}

impl Start {
    /// All arguments of a command.
    pub fn arguments(&self, command: &[&str]) -> Vec<String> {
        let command = command.iter().map(|part| (*part).to_owned());
        self.before.iter().cloned().chain(command).collect()
    }

    /// A command as a shell reads it.
    pub fn line(&self, command: &[&str]) -> String {
        let parts = std::iter::once(self.program.clone()).chain(self.arguments(command));
        parts.map(|part| quoted(&part)).collect::<Vec<_>>().join(" ")
    }
}

fn quoted(part: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "/._-=:@%+,$".contains(it);
    if !part.is_empty() && part.chars().all(is_plain) && !part.contains('$') {
        return part.to_owned();
    }
    format!("'{}'", part.replace('\'', r"'\''"))
}

fn above(level: Level, homes: &Homes) -> &Path {
    match level {
        Level::User => &homes.home,
        Level::Project => &homes.project,
    }
}

/// OpenCode reads either; the one that is there is kept.
fn opencode_file(folder: &Path) -> PathBuf {
    let with_comments = folder.join("opencode.jsonc");
    if with_comments.exists() { with_comments } else { folder.join("opencode.json") }
}

impl fmt::Display for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Client {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = |client: &Self| client.name().eq_ignore_ascii_case(text.trim());
        let names = || Self::ALL.map(Self::name).join(", ");
        let unknown = || format!("unknown client `{text}`; Mnemic supports {}", names());
        Self::ALL.into_iter().find(named).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_quoted_for_a_shell_where_it_must_be() {
        let start = |program: &str| Start { program: program.to_owned(), before: Vec::new() };
        assert_eq!(start("mnemic").line(&["hook", "Stop"]), "mnemic hook Stop");
        assert_eq!(start("/a b/mnemic").line(&["mcp"]), "'/a b/mnemic' mcp");
        assert_eq!(start("/it's/$HOME").line(&["mcp"]), r"'/it'\''s/$HOME' mcp");
    }
}
