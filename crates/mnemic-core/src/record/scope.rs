//! Whose memory it is. A scope is part of every key and of every query; there is no read without a [`Reach`].

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{id::SessionId, serde_text::serde_as_text};

/// Whose memory it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Everyone's.
    Global,
    /// One project's, shared by all agents that work on it.
    Project(Slug),
    /// One agent's own.
    Agent(Slug),
    /// One session's: journalled and indexed, without a document.
    Session(SessionId),
    /// One task's: in the index only, gone with the task.
    Task(Slug),
}

impl Scope {
    /// The folder of the scope's documents below the vault; sessions and tasks have none.
    pub fn directory(&self) -> Option<String> {
        match self {
            Self::Global => Some("global".to_owned()),
            Self::Project(slug) => Some(format!("projects/{slug}")),
            Self::Agent(slug) => Some(format!("agents/{slug}")),
            Self::Session(_) | Self::Task(_) => None,
        }
    }

    /// Whether the journal records this scope's memories. A task's die with it and leave no trace.
    pub fn is_journalled(&self) -> bool {
        !matches!(self, Self::Task(_))
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Global => formatter.write_str("global"),
            Self::Project(slug) => write!(formatter, "project:{slug}"),
            Self::Agent(slug) => write!(formatter, "agent:{slug}"),
            Self::Session(slug) => write!(formatter, "session:{slug}"),
            Self::Task(slug) => write!(formatter, "task:{slug}"),
        }
    }
}

impl FromStr for Scope {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Self, ScopeError> {
        if text == "global" {
            return Ok(Self::Global);
        }
        let unknown = || ScopeError::Unknown(text.to_owned());
        let (family, slug) = text.split_once(':').ok_or_else(unknown)?;
        match family {
            "project" => slug.parse().map(Self::Project),
            "agent" => slug.parse().map(Self::Agent),
            "session" => slug.parse().map(Self::Session),
            "task" => slug.parse().map(Self::Task),
            _ => Err(unknown()),
        }
    }
}

serde_as_text!(Scope);

/// The name of a project, agent, session or task: `[a-z0-9._-]{1,80}`, safe as a folder name on every system.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slug(String);

impl Slug {
    /// The longest slug.
    pub const MAX_CHARS: usize = 80;

    /// The slug as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The nearest slug to any text: lower case, everything else a dash, cut to size.
    pub fn nearest(text: &str) -> Option<Self> {
        let mut slug = String::new();
        for character in text.to_lowercase().chars() {
            match character {
                'a'..='z' | '0'..='9' | '.' | '_' | '-' => slug.push(character),
                _ if !slug.ends_with('-') => slug.push('-'),
                _ => {}
            }
        }
        let mut slug = slug.trim_matches(['-', '.']).to_owned();
        slug.truncate(Self::MAX_CHARS);
        slug.trim_end_matches(['-', '.']).parse().ok()
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for Slug {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Self, ScopeError> {
        let allowed =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
        let fits = !text.is_empty() && text.len() <= Self::MAX_CHARS && text.bytes().all(allowed);
        if !fits || text.starts_with('.') || text.ends_with('.') || is_reserved_on_windows(text) {
            return Err(ScopeError::Slug(text.to_owned()));
        }
        Ok(Self(text.to_owned()))
    }
}

serde_as_text!(Slug);

fn is_reserved_on_windows(slug: &str) -> bool {
    let stem = slug.split('.').next().unwrap_or(slug);
    matches!(stem, "con" | "prn" | "aux" | "nul")
        || (stem.len() == 4
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.ends_with(|last: char| last.is_ascii_digit()))
}

/// On whose behalf a read is made: what the reader may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// The vault's local owner: every scope.
    Vault,
    /// These scopes and no others. An empty list sees nothing.
    Scopes(Vec<Scope>),
}

impl Reach {
    /// What a reader in `scope` sees: its own memories and the global ones, never another's.
    pub fn of(scope: Scope) -> Self {
        if scope == Scope::Global {
            return Self::Scopes(vec![Scope::Global]);
        }
        Self::Scopes(vec![scope, Scope::Global])
    }

    /// Exactly one scope.
    pub fn only(scope: Scope) -> Self {
        Self::Scopes(vec![scope])
    }

    /// Whether memories of `scope` may be seen.
    pub fn covers(&self, scope: &Scope) -> bool {
        match self {
            Self::Vault => true,
            Self::Scopes(scopes) => scopes.contains(scope),
        }
    }
}

/// A scope that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScopeError {
    /// Neither `global` nor `family:name`.
    #[error(
        "`{0}` is not a scope: use `global`, `project:NAME`, `agent:NAME`, `session:NAME` or `task:NAME`"
    )]
    Unknown(String),
    /// The part after the colon is not a slug.
    #[error(
        "`{0}` is not a scope name: use 1 to 80 of the characters a-z 0-9 . _ -, not starting or ending with a dot, and no name that Windows reserves"
    )]
    Slug(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scope_reads_back_as_it_is_written() {
        for text in ["global", "project:mnemic-1a2b3c4d", "agent:codex", "session:s_1", "task:t.9"]
        {
            assert_eq!(text.parse::<Scope>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_scope_name_can_never_leave_its_folder() {
        for slug in
            ["", ".", "..", "../x", "a/b", "a\\b", "A", "x ", "con", "nul.txt", "com1", "é", ".git"]
        {
            assert!(format!("project:{slug}").parse::<Scope>().is_err(), "{slug:?} was accepted");
        }
        assert!(format!("project:{}", "x".repeat(81)).parse::<Scope>().is_err());
    }

    #[test]
    fn a_project_sees_itself_and_global_and_no_other_project() {
        let scope = |text: &str| text.parse::<Scope>().unwrap();
        let reach = Reach::of(scope("project:a"));
        assert!(reach.covers(&scope("project:a")));
        assert!(reach.covers(&Scope::Global));
        assert!(!reach.covers(&scope("project:b")));
        assert!(!Reach::Scopes(vec![]).covers(&Scope::Global));
    }

    #[test]
    fn any_name_has_a_nearest_slug_unless_nothing_is_left() {
        let nearest = |text| Slug::nearest(text).map(|slug| slug.to_string());
        assert_eq!(nearest("My Project (2)").as_deref(), Some("my-project-2"));
        assert_eq!(nearest("..hidden.").as_deref(), Some("hidden"));
        assert_eq!(nearest("¿¡"), None);
    }
}
