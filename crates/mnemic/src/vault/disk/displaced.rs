//! Files that came out of their places when others were put there. An editor may hold one open and still write to it,
//! so each is kept for a while and looked at again.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use mnemic_core::{
    document::{FileHash, PassageHash, place::parse_at},
    port::store::FileMark,
};

use super::{age_ns, file_names, make_folder, mark};

/// Where they are kept, below the vault.
pub const FOLDER: &str = "cache/displaced";
/// Nobody takes them for documents.
const SUFFIX: &str = ".displaced";
/// So long each is kept: the time between an editor's opening of a file and its write is milliseconds.
const KEPT_FOR: Duration = Duration::from_secs(10);
/// The newest are kept longer, for whoever saves slowly or by hand.
const NEWEST_KEPT_FOR: Duration = Duration::from_secs(600);
const NEWEST: usize = 32;

/// A file that came out of its place.
#[derive(Debug, Clone)]
pub struct DisplacedFile {
    /// The file.
    pub path: PathBuf,
    /// The document whose place it was in, below the vault.
    pub document: String,
    /// What its text had beside memories when it came out.
    pub prose: PassageHash,
    /// Whether someone has written to it since.
    pub is_changed: bool,
    /// How long ago someone did.
    pub unwritten_for: Duration,
    age: Duration,
}

/// Keeps a file that came out of a document's place. `was` is the file as it was before its content was read: whoever
/// writes to it later changes that.
pub(super) fn keep(
    file: &Path,
    root: &Path,
    document: &Path,
    content: &[u8],
    was: &FileMark,
) -> io::Result<()> {
    let folder = root.join(FOLDER);
    make_folder(&folder)?;
    let text = String::from_utf8_lossy(content);
    let document = document.to_string_lossy();
    let (hash, prose) = (FileHash::of(&text), prose(&document, &text));
    let document = document.replace('%', "%25").replace('/', "%2F");
    let FileMark { size, modified_ns, inode, .. } = was;
    let name = format!("{inode}.{size}.{modified_ns}.{hash}.{prose}@{document}{SUFFIX}");
    fs::rename(file, folder.join(name))
}

/// What a document's text has beside memories.
pub fn prose(document: &str, text: &str) -> PassageHash {
    parse_at(document, text).prose()
}

/// The files that came out of their places and are kept.
pub fn displaced(root: &Path) -> io::Result<Vec<DisplacedFile>> {
    let folder = root.join(FOLDER);
    let mut found = Vec::new();
    for name in file_names(&folder)? {
        let path = folder.join(&name);
        if let Some(now) = mark(&path)? {
            found.extend(read_name(&name, path, &now));
        }
    }
    found.sort_by_key(|file| file.age);
    Ok(found)
}

fn read_name(name: &str, path: PathBuf, now: &FileMark) -> Option<DisplacedFile> {
    let (marks, document) = name.strip_suffix(SUFFIX)?.split_once('@')?;
    let mut marks = marks.split('.');
    let inode: u64 = marks.next()?.parse().ok()?;
    let size: u64 = marks.next()?.parse().ok()?;
    let modified_ns: i64 = marks.next()?.parse().ok()?;
    let (hash, prose) = (FileHash::from_hex(marks.next()?)?, PassageHash::from_hex(marks.next()?)?);
    // In a copy of the vault it is another file, which no editor has open.
    let is_touched = now.inode == inode && (now.size, now.modified_ns) != (size, modified_ns);
    let is_changed = is_touched && super::hash_of(&path).is_ok_and(|now| now != Some(hash));
    let document = document.replace("%2F", "/").replace("%25", "%");
    let (unwritten_for, age) = (age_ns(now.modified_ns), age_ns(now.changed_ns));
    Some(DisplacedFile { path, document, prose, is_changed, unwritten_for, age })
}

/// Removes those that nobody has written to for long enough, of these, the newest first.
pub fn remove_expired(displaced: &[DisplacedFile]) -> io::Result<()> {
    let unchanged = displaced.iter().filter(|file| !file.is_changed);
    for (place, file) in unchanged.enumerate() {
        let kept_for = if place < NEWEST { NEWEST_KEPT_FOR } else { KEPT_FOR };
        if file.age > kept_for {
            super::remove_scratch(&file.path)?;
        }
    }
    Ok(())
}
