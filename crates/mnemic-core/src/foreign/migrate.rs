//! Coming from elsewhere: what the files of other tools say, as memories that stand alone.
//!
//! Each tool has its own idea of which files hold memories ([`Tool::takes`]); what is in them is Markdown, read by one set
//! of rules. Nothing here trusts a file: it says what is remembered and since when, no more.

mod annotation;
mod front;
mod graph;
mod markdown;
mod topic;

use jiff::{Timestamp, civil::Date, tz::TimeZone};

/// Where memories come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// A folder of notes.
    Markdown,
    /// A workspace of OpenClaw.
    Openclaw,
    /// The folder of memories that Claude Code keeps for a project.
    ClaudeCode,
    /// The folder of memories that Codex keeps.
    Codex,
    /// The file of the reference memory server.
    McpMemory,
}

/// A file of another tool.
#[derive(Debug, Clone)]
pub struct File {
    /// Where it is below the folder, parted by `/`.
    pub path: String,
    /// What it says.
    pub text: String,
    /// When it was last changed.
    pub modified: Option<Timestamp>,
}

/// A memory that was found in a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Piece {
    /// What it says.
    pub text: String,
    /// The line it begins on, from 1.
    pub line: usize,
    /// What it is about, where the file says so.
    pub category: Option<String>,
    /// Words to file it under.
    pub tags: Vec<String>,
    /// Its importance, where the file says so.
    pub importance: Option<f64>,
    /// When it was learnt.
    pub created_at: Option<Timestamp>,
    /// Whether it is about the user.
    pub about_user: bool,
}

/// What a file holds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ParsedFile {
    /// Its memories.
    pub pieces: Vec<Piece>,
    /// What cannot be read.
    pub faults: Vec<Fault>,
}

/// A part of a file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
}

/// What is to be done with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileRole {
    /// It holds memories.
    Memories,
    /// It says what the user is like.
    AboutUser,
    /// It is left alone, for this reason.
    Leave(&'static str),
}

impl Tool {
    /// The name that says where its memories came from.
    pub fn name(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Openclaw => "openclaw",
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::McpMemory => "mcp-memory",
        }
    }

    /// What is to be done with a Markdown file at a path below the tool's folder.
    pub fn takes(self, path: &str) -> FileRole {
        let name = path.rsplit('/').next().unwrap_or(path);
        match self {
            Self::Openclaw if path == "USER.md" => FileRole::AboutUser,
            Self::Openclaw if path == "MEMORY.md" || path.starts_with("memory/") => {
                FileRole::Memories
            }
            Self::Openclaw => FileRole::Leave("it holds no memories of OpenClaw"),
            Self::Codex if name == "memory_summary.md" => FileRole::Leave("it sums up the others"),
            _ if matches!(name, "AGENTS.md" | "CLAUDE.md" | "GEMINI.md") => {
                FileRole::Leave("it holds instructions, which stay where they are")
            }
            _ => FileRole::Memories,
        }
    }

    /// The memories of a file, and what of it cannot be read.
    pub fn read(self, file: &File) -> ParsedFile {
        if self == Self::McpMemory {
            let mut reading = graph::read(&file.text);
            reading.pieces.iter_mut().for_each(|piece| piece.created_at = file.modified);
            return reading;
        }
        self.read_markdown(file)
    }

    fn read_markdown(self, file: &File) -> ParsedFile {
        let (front, body, fault) = front::split(&file.text);
        let mut reading = match self {
            Self::ClaudeCode if topic::is_topic(&file.path, &front) => topic::read(&front, &body),
            _ => markdown::read(&body),
        };
        reading.faults.splice(..0, fault);
        let pieces = &mut reading.pieces;
        if self == Self::ClaudeCode {
            pieces.retain(|piece| !topic::is_link(&piece.text));
        }
        let date = front.date.or_else(|| date_of_name(&file.path));
        let fallback = date.and_then(noon).or(file.modified);
        for piece in pieces {
            piece.created_at = piece.created_at.or(fallback);
            piece.about_user |= self.takes(&file.path) == FileRole::AboutUser;
            for tag in &front.tags {
                if !piece.tags.contains(tag) {
                    piece.tags.push(tag.clone());
                }
            }
        }
        reading
    }
}

/// The day that a file's name begins with, as those of daily logs do.
fn date_of_name(path: &str) -> Option<Date> {
    let name = path.rsplit('/').next()?;
    name.get(..10)?.parse().ok()
}

/// The middle of a day: the same day nearly everywhere.
fn noon(date: Date) -> Option<Timestamp> {
    let noon = date.at(12, 0, 0, 0).to_zoned(TimeZone::UTC).ok()?;
    Some(noon.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        let modified = Some("2026-03-01T00:00:00Z".parse().unwrap());
        File { path: path.to_owned(), text: text.to_owned(), modified }
    }

    fn texts(pieces: &[Piece]) -> Vec<&str> {
        pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    #[test]
    fn each_tool_has_its_files() {
        let cases = [
            (Tool::Openclaw, "MEMORY.md", FileRole::Memories),
            (Tool::Openclaw, "USER.md", FileRole::AboutUser),
            (Tool::Openclaw, "memory/2026-01-05-standup.md", FileRole::Memories),
            (Tool::Openclaw, "SOUL.md", FileRole::Leave("it holds no memories of OpenClaw")),
            (Tool::Codex, "MEMORY.md", FileRole::Memories),
            (Tool::Codex, "memory_summary.md", FileRole::Leave("it sums up the others")),
            (Tool::Markdown, "deep/notes.md", FileRole::Memories),
            (
                Tool::Markdown,
                "deep/AGENTS.md",
                FileRole::Leave("it holds instructions, which stay where they are"),
            ),
        ];
        for (tool, path, take) in cases {
            assert_eq!(tool.takes(path), take, "{tool:?} {path}");
        }
    }

    #[test]
    fn the_nearest_date_counts() {
        let day = |piece: &Piece| piece.created_at.unwrap().to_string()[..10].to_owned();
        let daily = file("memory/2026-01-05-standup.md", "- one\n- **[2026-01-02]** two\n");
        let pieces = Tool::Openclaw.read(&daily).pieces;
        assert_eq!(pieces.iter().map(day).collect::<Vec<_>>(), ["2026-01-05", "2026-01-02"]);
        let dated =
            file("a.md", "---\ncreated: 2025-12-24\n---\n- one\n\n## 2025-12-01\n\n- two\n");
        let pieces = Tool::Markdown.read(&dated).pieces;
        assert_eq!(pieces.iter().map(day).collect::<Vec<_>>(), ["2025-12-24", "2025-12-01"]);
        let pieces = Tool::Markdown.read(&file("a.md", "- one\n")).pieces;
        assert_eq!(pieces.iter().map(day).collect::<Vec<_>>(), ["2026-03-01"]);
    }

    #[test]
    fn a_topic_is_one_memory_and_links_to_topics_are_none() {
        let topic = "---\nname: tabs\ndescription: Indents with tabs\ntype: feedback\n---\n\n- Why: diffs\n- How: gofmt\n";
        let pieces = Tool::ClaudeCode.read(&file("tabs.md", topic)).pieces;
        assert_eq!(texts(&pieces), ["Indents with tabs\n\n- Why: diffs\n- How: gofmt"]);
        assert_eq!(pieces[0].category.as_deref(), Some("preference"));
        assert_eq!(pieces[0].tags, ["feedback"]);
        let nested = "---\nname: who\ndescription: Works at night\nmetadata:\n  type: user\n---\nIn Kiel.\n\nOn boats.\n";
        let pieces = Tool::ClaudeCode.read(&file("who.md", nested)).pieces;
        assert_eq!(texts(&pieces), ["Works at night\n\nIn Kiel.\n\nOn boats."]);
        assert!(pieces[0].about_user);
        let index = "# Memory\n- [Tabs](tabs.md) — indents with tabs\n- Builds need node 20\n";
        let pieces = Tool::ClaudeCode.read(&file("MEMORY.md", index)).pieces;
        assert_eq!(texts(&pieces), ["Builds need node 20"]);
    }

    #[test]
    fn front_matter_files_what_is_below_it() {
        let text = "---\ntags: [ops, deploys]\n---\nThursdays only.\n";
        let pieces = Tool::Markdown.read(&file("a.md", text)).pieces;
        assert_eq!((texts(&pieces), pieces[0].line), (vec!["Thursdays only."], 4));
        assert_eq!(pieces[0].tags, ["ops", "deploys"]);
    }
}
