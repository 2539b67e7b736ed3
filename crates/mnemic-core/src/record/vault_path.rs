//! Paths below the vault, the same on every system: with forward slashes, whatever the system's own paths have.

use std::{
    borrow::Borrow,
    fmt,
    ops::Deref,
    path::{Component, Path},
};

use serde::{Deserialize, Serialize};

/// A path below the vault. It cannot hold a backslash: journal and index are shared between systems, and what is one
/// file's name on one of them would be a folder and a file on another.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String")]
pub struct VaultPath(String);

impl VaultPath {
    /// The path of a file as the system has it, relative to the vault; nothing for one that leads out of the vault, is
    /// not text, or holds a backslash in a name.
    pub fn of_file(path: &Path) -> Option<Self> {
        let names: Option<Vec<&str>> = path
            .components()
            .map(|component| match component {
                Component::Normal(name) => name.to_str().filter(|name| !name.contains('\\')),
                _ => None,
            })
            .collect();
        names.map(|names| Self(names.join("/")))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for VaultPath {
    fn from(path: String) -> Self {
        if path.contains('\\') { Self(path.replace('\\', "/")) } else { Self(path) }
    }
}

impl From<&str> for VaultPath {
    fn from(path: &str) -> Self {
        path.to_owned().into()
    }
}

impl From<VaultPath> for String {
    fn from(path: VaultPath) -> Self {
        path.0
    }
}

impl Deref for VaultPath {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for VaultPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for VaultPath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl AsRef<Path> for VaultPath {
    fn as_ref(&self) -> &Path {
        Path::new(&self.0)
    }
}

impl fmt::Display for VaultPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl PartialEq<str> for VaultPath {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for VaultPath {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_way_of_making_one_lets_a_backslash_in() {
        assert_eq!(VaultPath::from("global\\MEMORY.md"), "global/MEMORY.md");
        let read: VaultPath = serde_json::from_str(r#""global\\MEMORY.md""#).unwrap();
        assert_eq!(read, "global/MEMORY.md");
        assert_eq!(VaultPath::of_file(Path::new("global/a\\b.md")), None);
    }

    #[test]
    fn a_file_outside_the_vault_has_none() {
        for path in ["/etc/passwd", "../MEMORY.md", "global/../../x"] {
            assert_eq!(VaultPath::of_file(Path::new(path)), None, "{path}");
        }
        let inside = VaultPath::of_file(Path::new("projects/x/MEMORY.md")).unwrap();
        assert_eq!(inside, "projects/x/MEMORY.md");
        assert_eq!(serde_json::to_string(&inside).unwrap(), r#""projects/x/MEMORY.md""#);
    }
}
