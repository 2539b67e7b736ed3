//! The one module that touches the vault's files: modes are set at creation, nothing follows a link out
//! of the vault, and a document is never seen half written.

mod beside;

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt},
    path::Path,
};

use mnemic_core::{
    document::{BlockHash, block_hash},
    store::FileMark,
};
use rustix::fs::OFlags;
use tokio::runtime::{Handle, RuntimeFlavor};

pub use beside::{Displaced, Leftover, Pending, leftovers, put_aside, remove_if, write_beside};

const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;

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
    fs::DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path)
}

/// Makes a file unless it is there.
pub fn make_file(path: &Path, content: &str) -> io::Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(path);
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
    let mut file =
        OpenOptions::new().write(true).create(true).truncate(true).mode(FILE_MODE).open(path)?;
    file.write_all(content.as_bytes())
}

/// Removes a file that can be thrown away, if it is there.
pub fn remove_scratch(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The text of a small file; none when it is missing or no text.
pub fn read_text(path: &Path) -> io::Result<String> {
    match fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8(bytes).unwrap_or_default()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

/// Adds to the end of a file, making it if need be.
pub fn append(path: &Path, content: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true).mode(FILE_MODE).custom_flags(no_follow());
    options.open(path)?.write_all(content.as_bytes())
}

/// Opens a lock file, making it if need be.
pub fn open_lock(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(FILE_MODE)
        .open(path)
}

/// Opens a journal segment to append to, making it if need be.
pub fn open_segment(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true).mode(FILE_MODE);
    options.custom_flags(no_follow()).open(path)
}

/// Writes what is cut off a journal aside.
pub fn keep_aside(path: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    let mut file = OpenOptions::new().create(true).append(true).mode(FILE_MODE).open(path)?;
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

fn no_follow() -> i32 {
    OFlags::NOFOLLOW.bits() as i32
}

/// Makes what was created, renamed or removed in a folder durable.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
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
        reason: &'static str,
        /// The file as it was.
        mark: Option<FileMark>,
    },
}

/// Reads a document's file inside `root`; a link, in the path or as the file, is never followed.
pub fn read_document(root: &Path, path: &str) -> io::Result<Content> {
    if !stays_inside(root, path) {
        return Ok(Content::Unreadable {
            reason: "is reached through a symbolic link",
            mark: None,
        });
    }
    let opened = OpenOptions::new().read(true).custom_flags(no_follow()).open(root.join(path));
    let mut file = match opened {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Content::Missing),
        Err(error) if error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) => {
            return Ok(Content::Unreadable { reason: "is a symbolic link", mark: None });
        }
        Err(error) => return Err(error),
    };
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Ok(Content::Unreadable { reason: "is not a file", mark: None });
    }
    let mark = mark_of(&metadata);
    let mut bytes = Vec::with_capacity(metadata.len() as usize);
    file.read_to_end(&mut bytes)?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Content::Text { text, mark },
        Err(_) => Content::Unreadable { reason: "is not UTF-8", mark: Some(mark) },
    })
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
    match fs::symlink_metadata(path) {
        Ok(metadata) => Ok(Some(mark_of(&metadata))),
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn mark_of(metadata: &fs::Metadata) -> FileMark {
    let nanos =
        |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
    FileMark {
        size: metadata.len(),
        modified_ns: nanos(metadata.mtime(), metadata.mtime_nsec()),
        changed_ns: nanos(metadata.ctime(), metadata.ctime_nsec()),
        inode: metadata.ino(),
    }
}

/// Whether a file is there that is no text.
pub fn is_no_text(path: &Path) -> io::Result<bool> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        bytes => Ok(String::from_utf8(bytes?).is_err()),
    }
}

/// The hash of a file's text; nothing when it is missing, empty or no text.
pub fn hash_of(path: &Path) -> io::Result<Option<BlockHash>> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes?,
    };
    let text = String::from_utf8(bytes).ok().filter(|text| !text.is_empty());
    Ok(text.map(|text| block_hash(&text)))
}
