//! Backups: which files belong in one, what its manifest says, how it is named, and which ones are let go.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::safety::access;

/// The folder of a vault's backups, below the vault.
pub const FOLDER: &str = "backups";
/// The file in a backup that lists the others; it comes last.
pub const MANIFEST: &str = "mnemic-backup.json";

const PREFIX: &str = "mnemic-";
const EXTENSION: &str = ".tar.gz";
/// What a vault has beside its truth: derived, another tool's, or a backup itself.
const LEFT_OUT: [&str; 4] = ["index", "cache", FOLDER, ".git"];

/// What a backup holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The format of the backup.
    pub format: u32,
    /// When it was made.
    pub made_at: Timestamp,
    /// Its files, in order.
    pub files: Vec<FileSum>,
}

impl Manifest {
    /// The format this version writes.
    pub const FORMAT: u32 = 1;

    /// A backup that holds nothing yet.
    pub fn made_at(made_at: Timestamp) -> Self {
        Self { format: Self::FORMAT, made_at, files: Vec::new() }
    }
}

/// A file in a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSum {
    /// Its path below the vault, with forward slashes.
    pub path: String,
    /// How long it is.
    pub bytes: u64,
    /// The BLAKE3 hash of its content, in hexadecimal.
    pub blake3: String,
}

/// The checksum of a file while it is read.
#[derive(Debug, Default)]
pub struct Checksum {
    hasher: blake3::Hasher,
    bytes: u64,
}

impl Checksum {
    /// Takes in what was read next.
    pub fn update(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// What the file comes to.
    pub fn finish(self, path: String) -> FileSum {
        let blake3 = self.hasher.finalize().to_hex().to_string();
        FileSum { path, bytes: self.bytes, blake3 }
    }
}

/// Whether a file belongs in a backup, by its path below the vault. A path that could lead anywhere else, or
/// into a folder that a backup leaves out, never does.
pub fn belongs(path: &str) -> bool {
    is_portable(path) && !is_left_out(path)
}

/// Whether every system can have a file under this path, and it cannot lead out of a folder.
pub fn is_portable(path: &str) -> bool {
    path.split('/').all(|part| {
        !matches!(part, "" | "." | "..")
            && !part.contains(['\\', ':'])
            && !part.chars().any(char::is_control)
    })
}

/// Whether a backup excludes a file on purpose: derived files, other tools' files, secrets, locks, and temporary files
/// of processes that died.
pub fn is_left_out(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let first = parts.first().copied().unwrap_or_default();
    let name = parts.last().copied().unwrap_or_default();
    let is_lock = parts.len() == 1 && first.ends_with(".lock") || parts.contains(&".lock");
    let is_unfinished = name.starts_with('.') && name.ends_with(".tmp");
    let is_secret = path == access::FILE;
    LEFT_OUT.contains(&first) || is_lock || is_secret || first == MANIFEST || is_unfinished
}

/// The name of the `number`-th backup made at a moment.
pub fn name(made_at: Timestamp, number: u32) -> String {
    let moment = made_at.strftime("%Y-%m-%dT%H-%M-%SZ");
    match number {
        1 => format!("{PREFIX}{moment}{EXTENSION}"),
        _ => format!("{PREFIX}{moment}-{number:03}{EXTENSION}"),
    }
}

/// Which number the next backup of a moment has, after those that are there: a name that became free is not used
/// again, or the newest would count as the oldest.
pub fn next_number(made_at: Timestamp, names: &[String]) -> u32 {
    let first = name(made_at, 1);
    let number = |name: &String| {
        let rest = moment(name)?.strip_prefix(moment(&first)?)?;
        if rest.is_empty() { Some(1) } else { rest.strip_prefix('-')?.parse().ok() }
    };
    names.iter().filter_map(number).max().map_or(1, |last: u32| last.saturating_add(1))
}

/// Which of the names in the folder are backups that are let go: all but the newest.
pub fn expired(names: Vec<String>, keep: usize) -> Vec<String> {
    let mut backups: Vec<String> =
        names.into_iter().filter(|name| moment(name).is_some()).collect();
    backups.sort_by(|one, other| moment(other).cmp(&moment(one)));
    backups.split_off(keep.min(backups.len()))
}

/// What backups are ordered by.
fn moment(name: &str) -> Option<&str> {
    let moment = name.strip_prefix(PREFIX)?.strip_suffix(EXTENSION)?;
    moment.starts_with(|first: char| first.is_ascii_digit()).then_some(moment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truth_belongs_in_a_backup_and_nothing_else() {
        for path in [
            "global/MEMORY.md",
            "journal/2026-11.jsonl",
            "journal/torn/2026-11.jsonl-17",
            "config/memory.yaml",
            ".gitignore",
            "agents/a/SOUL.md",
            "global/notes.tmp",
        ] {
            assert!(belongs(path), "{path}");
        }
        for path in [
            "index/memory-1.sqlite",
            "cache/x",
            "config/serve.token",
            "backups/mnemic-2026-11-15T10-00-00Z.tar.gz",
            ".lock",
            ".scribe.lock",
            ".git/config",
            "global/.MEMORY.md.mnemic-1.tmp",
            "mnemic-backup.json",
        ] {
            assert!(!belongs(path), "{path}");
        }
    }

    #[test]
    fn no_path_leads_out_of_the_vault() {
        for path in
            ["", "/etc/passwd", "../x", "global/../../x", "a//b", "./x", "a\\..\\b", "c:/x", "a\nb"]
        {
            assert!(!belongs(path), "{path:?}");
        }
    }

    #[test]
    fn a_manifest_lists_each_file_with_its_checksum() {
        let mut manifest = Manifest::made_at("2026-11-15T10:00:00Z".parse().unwrap());
        let mut checksum = Checksum::default();
        checksum.update(b"a");
        checksum.update(b"bc");
        manifest.files.push(checksum.finish("global/MEMORY.md".to_owned()));
        insta::assert_snapshot!(serde_json::to_string(&manifest).unwrap(), @r#"{"format":1,"made_at":"2026-11-15T10:00:00Z","files":[{"path":"global/MEMORY.md","bytes":3,"blake3":"6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85"}]}"#);
    }

    #[test]
    fn the_newest_backups_are_kept() {
        let at = |text: &str| text.parse().unwrap();
        let first = name(at("2026-11-15T10:00:00Z"), 1);
        let second = name(at("2026-11-15T10:00:00Z"), 2);
        let third = name(at("2026-11-16T10:00:00Z"), 1);
        assert_eq!(first, "mnemic-2026-11-15T10-00-00Z.tar.gz");
        let others = ["notes.tar.gz", ".gitignore", "mnemic-notes.tar.gz"].map(str::to_owned);
        let names = [vec![third.clone(), first.clone(), second.clone()], others.to_vec()].concat();
        assert_eq!(expired(names.clone(), 2), std::slice::from_ref(&first));
        assert_eq!(expired(names.clone(), 1), [second, first]);
        assert_eq!(expired(names, 7), Vec::<String>::new());
    }

    #[test]
    fn a_name_that_became_free_is_not_used_again() {
        let at = "2026-11-15T10:00:00Z".parse().unwrap();
        let next = |names: &[String]| next_number(at, names);
        assert_eq!(next(&[]), 1);
        assert_eq!(next(&[name(at, 1)]), 2);
        assert_eq!(next(&[name(at, 3), name(at, 2), "mnemic-2027.tar.gz".to_owned()]), 4);
    }
}
