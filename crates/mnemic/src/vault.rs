//! The vault: the folder of Markdown and JSONL files that is the truth.

pub mod disk;
pub mod journal;
pub mod lock;

use std::{
    io,
    path::{Path, PathBuf},
};

use journal::Journal;

const GITIGNORE: &str = "index/\ncache/\n.lock\n.scribe.lock\n.build.lock\n*.tmp\n";
const GITATTRIBUTES: &str = "journal/*.jsonl merge=union\n";

/// A vault on disk.
#[derive(Debug)]
pub struct Vault {
    root: PathBuf,
    journal: Journal,
}

impl Vault {
    /// The vault in a folder that is there.
    pub fn at(root: &Path) -> io::Result<Self> {
        let root = root.canonicalize()?;
        let journal = Journal::in_folder(root.join("journal"));
        Ok(Self { root, journal })
    }

    /// Makes a missing or empty folder a vault; whatever is there already is left as it is.
    pub fn create(root: &Path) -> io::Result<Self> {
        disk::make_folder(root)?;
        for folder in ["journal", "index", "cache", "config", "global"] {
            disk::make_folder(&root.join(folder))?;
        }
        disk::make_file(&root.join(".gitignore"), GITIGNORE)?;
        disk::make_file(&root.join(".gitattributes"), GITATTRIBUTES)?;
        Self::at(root)
    }

    /// Whether a folder holds a vault.
    pub fn is_at(root: &Path) -> bool {
        root.join("journal").is_dir()
    }

    /// Whether a folder may become a vault: it is missing, empty, or has a vault's documents without a journal.
    pub fn may_be_made_at(root: &Path) -> bool {
        let Ok(entries) = std::fs::read_dir(root) else { return true };
        let names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        let known = ["global", "projects", "agents", "index"];
        names.is_empty() || known.iter().any(|name| names.iter().any(|other| other == name))
    }

    /// The vault's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The vault's journal.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The folder of the index.
    pub fn index_folder(&self) -> PathBuf {
        self.root.join("index")
    }

    /// The file of a document.
    pub fn document(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The folder of what can be thrown away.
    pub fn cache_folder(&self) -> PathBuf {
        self.root.join("cache")
    }

    /// The file that every writer locks.
    pub fn write_lock(&self) -> PathBuf {
        self.root.join(".lock")
    }

    /// The file that whoever touches documents locks, always before the write lock.
    pub fn scribe_lock(&self) -> PathBuf {
        self.root.join(".scribe.lock")
    }

    /// The file that whoever builds an index locks, always before the write lock.
    pub fn build_lock(&self) -> PathBuf {
        self.root.join(".build.lock")
    }

    /// The documents that people may have made: `MEMORY.md` and `USER.md` of every scope's folder.
    pub fn expected_documents(&self) -> io::Result<Vec<String>> {
        let mut folders = vec!["global".to_owned()];
        for family in ["projects", "agents"] {
            let entries = match std::fs::read_dir(self.root.join(family)) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            for entry in entries {
                if let Ok(name) = entry?.file_name().into_string() {
                    folders.push(format!("{family}/{name}"));
                }
            }
        }
        let named =
            |folder: &String| ["MEMORY.md", "USER.md"].map(|name| format!("{folder}/{name}"));
        Ok(folders.iter().flat_map(named).collect())
    }
}
