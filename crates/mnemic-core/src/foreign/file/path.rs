//! Paths of files: names below `/memories`, of which every form that could lead elsewhere is refused.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// The folder that holds all files. It is always there.
pub const ROOT: &str = "/memories";

const MAX_CHARS: usize = 500;

/// The path of a file or folder below [`ROOT`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FilePath(String);

impl FilePath {
    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What lies directly below [`ROOT`]: the file itself, or the outermost folder that it is in. Paths that clash have
    /// one top.
    pub fn top(&self) -> &str {
        let below = ROOT.len() + 1;
        let end = self.0[below..].find('/').map_or(self.0.len(), |end| below + end);
        &self.0[..end]
    }

    /// Whether it lies in a folder, at any depth.
    pub fn is_in(&self, folder: &str) -> bool {
        self.0.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }

    /// Whether the two cannot both be files: they are one, or one would be a folder.
    pub fn clashes(&self, other: &Self) -> bool {
        self == other || self.is_in(&other.0) || other.is_in(&self.0)
    }

    /// Where it is after what lies at `from` was moved to `to`.
    pub fn moved(&self, from: &Self, to: &Self) -> Option<Self> {
        let rest = self.0.strip_prefix(&from.0)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| Self(format!("{to}{rest}")))
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for FilePath {
    type Err = FilePathError;

    fn from_str(path: &str) -> Result<Self, FilePathError> {
        let below = path.strip_prefix(ROOT).and_then(|rest| rest.strip_prefix('/'));
        let below = below.ok_or_else(|| FilePathError::Outside(path.to_owned()))?;
        let below = below.strip_suffix('/').unwrap_or(below);
        let is_name = |part: &str| !matches!(part, "" | "." | "..") && part.trim() == part;
        let plain = path.to_lowercase();
        let is_encoded = ["%2e", "%2f", "%5c", "%00"].iter().any(|code| plain.contains(code));
        let is_odd = |character: char| character.is_control() || character == '\\';
        if is_encoded || path.contains(is_odd) || !below.split('/').all(is_name) {
            return Err(FilePathError::Unfit(path.escape_debug().to_string()));
        }
        if path.chars().count() > MAX_CHARS {
            return Err(FilePathError::Long);
        }
        Ok(Self(format!("{ROOT}/{below}")))
    }
}

/// A path that names no file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FilePathError {
    /// It does not lie below the folder of all files.
    #[error("Path must start with {ROOT}/, got: {0}")]
    Outside(String),
    /// It might lead elsewhere.
    #[error(
        "Path {0} is not allowed: no empty parts, no `.` or `..`, no backslashes, no encoded or control characters"
    )]
    Unfit(String),
    /// It is too long to be a name.
    #[error("Path is longer than {MAX_CHARS} characters")]
    Long,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_plain_name_below_the_root() {
        for (path, name) in [
            ("/memories/notes.md", "/memories/notes.md"),
            ("/memories/a/b c/d", "/memories/a/b c/d"),
            ("/memories/a/", "/memories/a"),
            ("/memories/.hidden", "/memories/.hidden"),
            ("/memories/..a", "/memories/..a"),
            ("/memories/50% of it", "/memories/50% of it"),
        ] {
            assert_eq!(path.parse::<FilePath>().unwrap().as_str(), name);
        }
    }

    #[test]
    fn whatever_could_lead_elsewhere_is_refused() {
        for path in [
            "",
            "/memories",
            "/memories/",
            "notes.md",
            "memories/notes.md",
            "/memoriesx/a",
            "/etc/passwd",
            "/memories/../etc/passwd",
            "/memories/a/../../b",
            "/memories/..",
            "/memories/./a",
            "/memories//etc",
            "/memories/%2e%2e/a",
            "/memories/%2E%2E%2Fa",
            "/memories/..%5Ca",
            "/memories/..\\a",
            "/memories/a\0b",
            "/memories/a\nb",
            "/memories/ a",
        ] {
            assert!(path.parse::<FilePath>().is_err(), "{path:?} was accepted");
        }
        assert!(format!("/memories/{}", "x".repeat(500)).parse::<FilePath>().is_err());
    }

    #[test]
    fn the_top_of_a_path_is_what_lies_below_the_root() {
        for path in ["/memories/a", "/memories/a/b", "/memories/a/b/c.md"] {
            assert_eq!(path.parse::<FilePath>().unwrap().top(), "/memories/a");
        }
    }

    #[test]
    fn what_lies_in_a_folder_moves_with_it() {
        let path = |path: &str| path.parse::<FilePath>().unwrap();
        let (from, to) = (path("/memories/a"), path("/memories/b"));
        assert_eq!(path("/memories/a/x").moved(&from, &to), Some(path("/memories/b/x")));
        assert_eq!(path("/memories/a").moved(&from, &to), Some(to.clone()));
        assert_eq!(path("/memories/ab").moved(&from, &to), None);
        assert!(path("/memories/a/x").is_in("/memories/a") && path("/memories/a").is_in(ROOT));
        assert!(!path("/memories/ab").is_in("/memories/a"));
        assert!(from.clashes(&path("/memories/a/x")) && path("/memories/a/x").clashes(&from));
        assert!(!from.clashes(&path("/memories/ab")));
    }
}
