//! Scan: which files of the vault hold secrets that the policy would redact today, by file, line and kind. What a secret
//! is, nobody is shown.

mod fix;

pub use self::fix::Fixed;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use mnemic_core::safety::{
    caller::{Caller, Right},
    json,
    secret::{self, SecretPolicy},
};

use crate::{engine::Engine, error::Error, vault::disk::blocking};

/// Folders whose files are not read: the index is derived from the journal, backups are compressed.
const SKIPPED: [&str; 3] = ["index", "backups", ".git"];
/// A longer file is no file of the vault.
const MAX_BYTES: u64 = 256 << 20;

/// What a scan found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scan {
    /// How many files were read.
    pub files: usize,
    /// Where secrets are, by path and line.
    pub secrets: Vec<LocatedSecret>,
    /// Files that could not be read.
    pub unread: Vec<PathBuf>,
    /// Whether a git repository of the vault may hold former versions of these files.
    pub has_git: bool,
}

/// Where a secret is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedSecret {
    /// The file, below the vault.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// What it is, such as `github-token`.
    pub kind: &'static str,
}

impl Engine {
    /// Looks for secrets in every text file of the vault.
    pub async fn scan(&self, caller: &Caller) -> Result<Scan, Error> {
        caller.require(Right::Administer)?;
        let root = self.vault().root().to_path_buf();
        let policy = self.settings().policies.secrets;
        let scanned = blocking(move || scan(&root, &policy, &|_| true)).await;
        let scan = scanned.map_err(Error::file("read the files of", self.vault().root()))?;
        tracing::debug!(files = scan.files, secrets = scan.secrets.len(), "scanned");
        Ok(scan)
    }
}

/// Scans the files of a folder that a test wants.
pub(crate) fn scan(
    root: &Path,
    policy: &SecretPolicy,
    is_wanted: &dyn Fn(&str) -> bool,
) -> io::Result<Scan> {
    let mut scan = Scan { has_git: root.join(".git").exists(), ..Scan::default() };
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let name =
                path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if kind.is_dir() && !SKIPPED.contains(&name.as_str()) {
                folders.push(path);
            } else if kind.is_file() && is_text(&path) && is_wanted(&name) {
                scan.files += 1;
                match read(&path) {
                    Ok(text) => find(&name, &text, policy, &mut scan.secrets),
                    Err(_) => scan.unread.push(path),
                }
            }
        }
    }
    scan.secrets.sort_by(|one, other| (&one.path, one.line).cmp(&(&other.path, other.line)));
    scan.unread.sort();
    Ok(scan)
}

fn is_text(path: &Path) -> bool {
    let endings = ["md", "jsonl", "json", "yaml", "yml", "log", "txt", "displaced"];
    path.extension().is_some_and(|it| endings.iter().any(|ending| it == *ending))
}

fn read(path: &Path) -> io::Result<String> {
    if fs::metadata(path)?.len() > MAX_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())
}

/// Finds the secrets of a file: its strings where it is JSON, else its text.
fn find(path: &str, text: &str, policy: &SecretPolicy, found: &mut Vec<LocatedSecret>) {
    let (mut line, mut from) = (1, 0);
    for (at, kind) in secrets_in(path, text, policy) {
        line += text[from..at].matches('\n').count();
        from = at;
        found.push(LocatedSecret { path: path.to_owned(), line, kind });
    }
}

/// Where the secrets of a file's text begin, in order, and what they are. A string of JSON begins where its quotes do.
pub fn secrets_in(path: &str, text: &str, policy: &SecretPolicy) -> Vec<(usize, &'static str)> {
    if !is_json(path) {
        let found = secret::find(text, policy).into_iter();
        return found.map(|secret| (secret.range.start, secret.kind)).collect();
    }
    let mut secrets = Vec::new();
    json::each_string(text, |string| {
        let found = json::readings(&string).map(|reading| {
            let found = secret::find(&reading, policy).into_iter();
            // A secret of the label is none of the value.
            let label = reading.len() - string.text.len();
            found.filter(move |it| it.range.end > label).map(|it| it.kind).collect::<Vec<_>>()
        });
        let kinds = found.into_iter().find(|kinds| !kinds.is_empty()).unwrap_or_default();
        secrets.extend(kinds.into_iter().map(|kind| (string.range.start, kind)));
    });
    secrets
}

/// Whether a file of this name holds JSON.
fn is_json(path: &str) -> bool {
    path.ends_with(".jsonl") || path.ends_with(".json")
}
