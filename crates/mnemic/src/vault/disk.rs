//! The one module that touches the vault's files: its owner alone may read them, nothing follows a link out
//! of the vault, and a document is never seen half written.
//!
//! A file is opened without waiting and must be a plain file: a FIFO would keep its reader for ever.

mod beside;
mod displaced;

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::Path,
    time::{Duration, UNIX_EPOCH},
};

use mnemic_core::{document::FileHash, port::store::FileMark};
use mnemic_platform::{FileState, Links, open_plain, private, special_kind};
use tokio::runtime::{Handle, RuntimeFlavor};

pub use beside::{Displaced, Leftover, Pending, leftovers, put_aside, remove_if, write_beside};
pub use displaced::{DisplacedFile, FOLDER as DISPLACED, displaced, prose, remove_expired};

/// Runs file work where waiting is allowed: on this thread when others can take over its tasks.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    if Handle::current().runtime_flavor() == RuntimeFlavor::MultiThread {
        return tokio::task::block_in_place(work);
    }
    tokio::task::spawn_blocking(work)
        .await
        .expect("file work does not panic and is never cancelled")
}

/// Makes a folder and those above it, readable by its owner only.
pub fn make_folder(path: &Path) -> io::Result<()> {
    mnemic_platform::create_private_dir_all(path)
}

/// Makes one folder, readable by its owner only, unless there is something of that name.
pub fn make_new_folder(path: &Path) -> io::Result<()> {
    mnemic_platform::create_private_dir(path)
}

/// Makes a file unless it is there.
pub fn make_file(path: &Path, content: &str) -> io::Result<()> {
    let file = private(OpenOptions::new().write(true).create_new(true)).open(path);
    match file {
        Ok(mut file) => file.write_all(content.as_bytes()).and_then(|()| file.sync_data()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Writes a file that can be thrown away.
pub fn write_scratch(path: &Path, content: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    let mut file = open_plain(private(&mut options), path, Links::Follow)?;
    file.write_all(content.as_bytes())
}

/// Puts a file in the place of one that no person edits, in one step, durable. It is written in a folder of things that
/// can be thrown away, on the same file system. Nothing of the old one is left.
pub fn replace(path: &Path, scratch: &Path, content: &str) -> io::Result<()> {
    make_folder(scratch)?;
    let temp = scratch.join("next");
    remove_scratch(&temp)?;
    let mut file = private(OpenOptions::new().write(true).create_new(true)).open(&temp)?;
    file.write_all(content.as_bytes()).and_then(|()| file.sync_all())?;
    drop(file);
    fs::rename(&temp, path)?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// Removes a file that can be thrown away, if it is there.
pub fn remove_scratch(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Opens a plain file to read it.
pub fn open(path: &Path) -> io::Result<File> {
    open_plain(OpenOptions::new().read(true), path, Links::Follow)
}

/// Opens a plain file to read it, unless it is a symbolic link.
pub fn open_unlinked(path: &Path) -> io::Result<File> {
    open_plain(OpenOptions::new().read(true), path, Links::Refuse)
}

/// All bytes of a plain file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a small file; none when it is missing or no text.
pub fn read_text(path: &Path) -> io::Result<String> {
    match read(path) {
        Ok(bytes) => Ok(String::from_utf8(bytes).unwrap_or_default()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

/// Adds to the end of a file, making it if need be.
pub fn append(path: &Path, content: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    open_plain(private(&mut options), path, Links::Refuse)?.write_all(content.as_bytes())
}

/// Opens a lock file, making it if need be.
pub fn open_lock(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    open_plain(private(&mut options), path, Links::Follow)
}

/// Opens a journal segment to append to, making it if need be.
pub fn open_segment(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    open_plain(private(&mut options), path, Links::Refuse)
}

/// Writes what is cut off a journal aside.
pub fn keep_aside(path: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    let mut file = open_plain(private(&mut options), path, Links::Follow)?;
    file.write_all(content)?;
    file.sync_data()
}

/// Moves a file, if it is there, to a place that is free, in a folder that may be new.
pub fn move_file(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        make_folder(folder)?;
    }
    match beside::rename_to_free(from, to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(()) => [to, from].into_iter().filter_map(Path::parent).try_for_each(sync_folder),
    }
}

/// Makes what was created, renamed or removed in a folder durable.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    mnemic_platform::sync_dir(path)
}

/// The same for a folder above the vault. One that may be entered but not read is left to the system.
pub fn sync_above(path: &Path) -> io::Result<()> {
    match sync_folder(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        synced => synced,
    }
}

/// What a document's file holds.
#[derive(Debug)]
pub enum Content {
    /// There is no file.
    Missing,
    /// Text.
    Text {
        /// The whole file.
        text: String,
        /// The file as it was when it was read.
        mark: FileMark,
    },
    /// Something that is no document: the reason.
    Unreadable {
        /// Why, as the end of a sentence that begins with the document's name.
        reason: String,
        /// The file as it was.
        mark: Option<FileMark>,
    },
}

/// How the reason begins when the system refuses to read a file.
pub const CANNOT_BE_READ: &str = "cannot be read";

/// Reads a document's file inside `root`; a link, in the path or as the file, is never followed. A file that cannot
/// be read is a fault of that document alone.
pub fn read_document(root: &Path, path: &str) -> Content {
    let unreadable = |reason: String| Content::Unreadable { reason, mark: None };
    if !stays_inside(root, path) {
        return unreadable("is reached through a symbolic link".to_owned());
    }
    let file = root.join(path);
    match fs::symlink_metadata(&file).map(|metadata| special_kind(&metadata.file_type())) {
        Ok(None) => {}
        Ok(Some(kind)) => return unreadable(format!("is {kind}")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Content::Missing,
        Err(error) => return unreadable(format!("{CANNOT_BE_READ} ({error})")),
    }
    match read_marked(&file) {
        Ok((bytes, mark)) => match String::from_utf8(bytes) {
            Ok(text) => Content::Text { text, mark },
            Err(_) => Content::Unreadable { reason: "is not UTF-8".to_owned(), mark: Some(mark) },
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Content::Missing,
        Err(error) => unreadable(format!("{CANNOT_BE_READ} ({error})")),
    }
}

fn read_marked(path: &Path) -> io::Result<(Vec<u8>, FileMark)> {
    let mut file = open_unlinked(path)?;
    let state = mnemic_platform::state_of(&file)?;
    let mut bytes = Vec::with_capacity(state.size as usize);
    file.read_to_end(&mut bytes)?;
    Ok((bytes, mark_of(state)))
}

/// Whether no folder on the way to a document is a link.
fn stays_inside(root: &Path, path: &str) -> bool {
    let mut folder = root.to_path_buf();
    for part in Path::new(path).parent().into_iter().flat_map(Path::components) {
        folder.push(part);
        match fs::symlink_metadata(&folder) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(_) => return false,
            Err(_) => return true,
        }
    }
    true
}

/// Whether there is a folder at `path` inside `root`, itself no link and not behind one.
pub fn is_folder_inside(root: &Path, path: &str) -> bool {
    stays_inside(root, path)
        && fs::symlink_metadata(root.join(path)).is_ok_and(|metadata| metadata.is_dir())
}

/// The names in a folder, if there is one.
pub fn file_names(folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            return Ok(Vec::new());
        }
        Err(error) => return Err(error),
    };
    let names = entries.map(|entry| Ok(entry?.file_name().into_string().ok()));
    names.filter_map(io::Result::transpose).collect()
}

/// The mark of a file, if there is one.
pub fn mark(path: &Path) -> io::Result<Option<FileMark>> {
    match mnemic_platform::state_at(path) {
        Ok(state) => Ok(Some(mark_of(state))),
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// How long ago a moment of the file system was, in its own time: that of memories may be set by whoever opens a vault.
/// A moment to come is as far off.
pub fn age_ns(moment_ns: i64) -> Duration {
    let now_ns = UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
    let now_ns = i64::try_from(now_ns).unwrap_or(i64::MAX);
    Duration::from_nanos(now_ns.abs_diff(moment_ns))
}

fn mark_of(state: FileState) -> FileMark {
    let FileState { size, modified_ns, changed_ns, id } = state;
    FileMark { size, modified_ns, changed_ns, inode: id.index }
}

/// Whether an open file is still the one at a path: another process may have removed or replaced it.
pub fn is_at(path: &Path, file: &File) -> io::Result<bool> {
    match mnemic_platform::state_at(path) {
        Ok(there) => Ok(there.id == mnemic_platform::state_of(file)?.id),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether a file is there that is no text.
pub fn is_no_text(path: &Path) -> io::Result<bool> {
    match read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        bytes => Ok(String::from_utf8(bytes?).is_err()),
    }
}

/// The hash of a file's text; nothing when it is missing, empty or no text.
pub fn hash_of(path: &Path) -> io::Result<Option<FileHash>> {
    let bytes = match read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes?,
    };
    let text = String::from_utf8(bytes).ok().filter(|text| !text.is_empty());
    Ok(text.map(|text| FileHash::of(&text)))
}
