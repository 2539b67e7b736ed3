//! Scan: which files of the vault hold secrets that the policy would redact today, by file, line and kind. What a secret
//! is, nobody is shown.
//!
//! Nothing is changed: a person decides what a document says, and files of before may be all that is left of a text.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use mnemic_core::safety::{
    caller::{Caller, Right},
    secret::{self, SecretPolicy},
};
use serde_json::Value;

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
    let endings = ["md", "jsonl", "json", "yaml", "yml", "log", "txt"];
    path.extension().is_some_and(|it| endings.iter().any(|ending| it == *ending))
}

fn read(path: &Path) -> io::Result<String> {
    if fs::metadata(path)?.len() > MAX_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())
}

fn find(path: &str, text: &str, policy: &SecretPolicy, found: &mut Vec<LocatedSecret>) {
    let mut tell = |line: usize, kind: &'static str| {
        let path = path.to_owned();
        found.push(LocatedSecret { path, line, kind });
    };
    if path.ends_with(".jsonl") || path.ends_with(".json") {
        // Lines of JSON are read as JSON: what stands in one string has nothing to do with the next.
        let whole: Option<Value> = serde_json::from_str(text).ok();
        let lines: Vec<(usize, Value)> = match whole {
            Some(value) if !path.ends_with(".jsonl") => vec![(1, value)],
            _ => text
                .lines()
                .enumerate()
                .filter_map(|(index, line)| Some((index + 1, serde_json::from_str(line).ok()?)))
                .collect(),
        };
        for (line, value) in lines {
            each_text(&value, &mut |text| {
                secret::find(text, policy).iter().for_each(|secret| tell(line, secret.kind));
            });
        }
        return;
    }
    for secret in secret::find(text, policy) {
        tell(1 + text[..secret.range.start].matches('\n').count(), secret.kind);
    }
}

/// Tells every text of a value.
fn each_text(value: &Value, tell: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => tell(text),
        Value::Array(values) => values.iter().for_each(|value| each_text(value, tell)),
        Value::Object(fields) => fields.values().for_each(|value| each_text(value, tell)),
        _ => {}
    }
}
