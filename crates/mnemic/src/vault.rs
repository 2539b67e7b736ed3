//! The vault: the folder of Markdown and JSONL files that is the truth.

pub mod disk;
pub mod git;
pub mod index_folder;
pub mod journal;
pub mod lock;
pub mod mode;
pub mod session_lock;
pub mod transcript;
pub mod watch;

use mnemic_core::record::vault_path::VaultPath;
use std::{
    io,
    path::{Path, PathBuf},
};

use index_folder::index_folder;
use journal::Journal;
use mnemic_core::{
    document::place::{self, Place},
    record::{id::SessionId, scope::Scope},
    settings,
    settings::Settings,
};
use transcript::SessionFiles;

/// All but the journal, which is made last: where it is, the vault is whole.
const FOLDERS: [&str; 4] = ["index", "cache", "config", "global"];

/// A vault on disk.
#[derive(Debug)]
pub struct Vault {
    root: PathBuf,
    index_folder: PathBuf,
    journal: Journal,
}

impl Vault {
    /// The vault in a folder that is there.
    pub fn at(root: &Path) -> io::Result<Self> {
        Ok(Self::with_settings(root.canonicalize()?, &Settings::default()))
    }

    fn with_settings(root: PathBuf, settings: &Settings) -> Self {
        let index_folder = index_folder(&root, &settings.index_path);
        let journal = Journal::in_folder(root.join("journal"), settings.journal_segment_bytes);
        Self { root, index_folder, journal }
    }

    /// The vault with its index and its journal as the settings say.
    pub fn configured(self, settings: &Settings) -> Self {
        Self::with_settings(self.root, settings)
    }

    /// Makes a missing or empty folder a vault; whatever is there already is left as it is.
    pub fn create(root: &Path) -> io::Result<Self> {
        let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let missing = root.ancestors().take_while(is_missing).count();
        disk::make_folder(root)?;
        git::make_files(root)?;
        for folder in FOLDERS {
            disk::make_folder(&root.join(folder))?;
        }
        disk::make_folder(&root.join("journal"))?;
        disk::sync_folder(root)?;
        let made = Self::at(root)?;
        made.root.ancestors().skip(1).take(missing.max(1)).try_for_each(disk::sync_above)?;
        Ok(made)
    }

    /// Whether a folder holds a vault: a journal, and something that tells it from what others call so.
    pub fn is_at(root: &Path) -> bool {
        let journal = root.join("journal");
        let names = || disk::file_names(&journal).unwrap_or_default();
        let has_segment = || names().iter().any(|name| name.ends_with(".jsonl"));
        let is_told = root.join("index").is_dir() || root.join(settings::FILE).is_file();
        journal.is_dir() && (is_told || git::merges_by_union(root) || has_segment())
    }

    /// Whether a folder may become a vault: it is missing, empty, made or being made one by another process, or
    /// has a vault's documents without a journal.
    pub fn may_be_made_at(root: &Path) -> bool {
        let Ok(entries) = std::fs::read_dir(root) else { return true };
        let names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        let is_ours = |name: &std::ffi::OsString| {
            let ours = [".gitignore", ".gitattributes", "journal"];
            ours.iter().chain(&FOLDERS).any(|known| name == known)
        };
        let half_made = names.iter().all(is_ours) && names.iter().any(|name| name == ".gitignore");
        names.is_empty() || half_made || Self::is_at(root) || Self::has_documents(root)
    }

    fn has_documents(root: &Path) -> bool {
        ["global", "projects", "agents"].iter().any(|family| {
            let folder = root.join(family);
            let below = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            let mut folders = std::iter::once(folder).chain(below.map(|entry| entry.path()));
            folders.any(|folder| place::names().iter().any(|name| folder.join(name).is_file()))
        })
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
    pub fn index_folder(&self) -> &Path {
        &self.index_folder
    }

    /// The file of a document.
    pub fn document(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The folder of files on their way into the place of others.
    pub fn rewriting_folder(&self) -> PathBuf {
        self.cache_folder().join("rewriting")
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

    /// The file that whoever changes the index locks, by itself or after the write lock.
    pub fn index_lock(&self) -> PathBuf {
        self.root.join(".index.lock")
    }

    /// The file that whoever takes acts back locks, always before the write lock.
    pub fn undo_lock(&self) -> PathBuf {
        self.cache_folder().join("undo.lock")
    }

    /// The documents that may be there without the index knowing: `MEMORY.md`, `USER.md` and those of other kinds in
    /// every scope's folder, and all that rolled over where one of them is not `known` either, as when the journal was lost.
    pub fn expected_documents(&self, known: impl Fn(&str) -> bool) -> Vec<VaultPath> {
        // A folder that cannot be listed hides nothing that is known: that is looked at by name.
        let names = |folder: PathBuf| disk::file_names(&folder).unwrap_or_default();
        let mut expected = Vec::new();
        for folder in self.scope_folders().unwrap_or_default() {
            let paths: Vec<String> =
                place::names().into_iter().map(|name| format!("{folder}/{name}")).collect();
            if paths.iter().any(|path| !known(path) && self.document(path).exists()) {
                for below in ["memory", "memory/long"] {
                    let names = names(self.root.join(&folder).join(below));
                    expected
                        .extend(names.into_iter().map(|name| format!("{folder}/{below}/{name}")));
                }
            }
            expected.extend(paths);
        }
        let mut expected = of_files(expected);
        expected
            .retain(|path| !known(path) && Place::at(path).is_some_and(|place| place.is_read()));
        expected.sort();
        expected
    }

    /// The files of documents in the folders of scopes, known or not, but for those of long texts.
    pub fn documents_on_disk(&self) -> Vec<VaultPath> {
        let mut found = Vec::new();
        for folder in self.scope_folders().unwrap_or_default() {
            for below in ["", "/memory", "/archive"] {
                let folder = format!("{folder}{below}");
                let names = disk::file_names(&self.root.join(&folder)).unwrap_or_default();
                found.extend(names.into_iter().map(|name| format!("{folder}/{name}")));
            }
        }
        let mut found = of_files(found);
        found.retain(|path| Place::at(path).is_some());
        found.sort();
        found
    }

    /// The folders of scopes, and whatever else lies where they do.
    fn scope_folders(&self) -> io::Result<Vec<String>> {
        let mut folders = vec!["global".to_owned()];
        for family in ["projects", "agents"] {
            let names = disk::file_names(&self.root.join(family))?;
            folders.extend(names.into_iter().map(|name| format!("{family}/{name}")));
        }
        Ok(folders)
    }

    /// The files of a session that has begun, wherever it is.
    pub fn session(&self, id: &SessionId) -> io::Result<Option<SessionFiles>> {
        let folders = self.session_folders()?;
        let files = folders.iter().map(|(_, folder)| SessionFiles::new(&self.root, folder, id));
        let mut found = files.flat_map(|files| [files.clone(), files.away()]);
        Ok(found.find(SessionFiles::have_begun))
    }

    /// The scopes that have sessions, each with its folder; none behind a link.
    pub fn session_folders(&self) -> io::Result<Vec<(Scope, String)>> {
        let mut found = Vec::new();
        for folder in self.scope_folders()? {
            let scope = Place::at(&format!("{folder}/MEMORY.md")).map(|place| place.scope);
            if disk::is_folder_inside(&self.root, &format!("{folder}/sessions")) {
                found.extend(scope.map(|scope| (scope, folder)));
            }
        }
        Ok(found)
    }

    /// The folders in which documents that are read lie, or other such folders; none behind a link.
    pub fn watched_folders(&self) -> Vec<PathBuf> {
        let scopes = self.scope_folders().unwrap_or_default();
        let inside =
            |scope: &String| ["", "/memory", "/memory/long"].map(|name| format!("{scope}{name}"));
        let below = scopes.iter().flat_map(inside);
        let all = ["", "projects", "agents"].map(str::to_owned).into_iter().chain(below);
        let is_watched = |folder: &String| {
            place::may_hold_documents(folder) && disk::is_folder_inside(&self.root, folder)
        };
        all.filter(is_watched).map(|folder| self.root.join(folder)).collect()
    }
}
/// Paths of files that can be those of documents.
fn of_files(paths: Vec<String>) -> Vec<VaultPath> {
    paths.iter().filter_map(|path| VaultPath::of_file(Path::new(path))).collect()
}
