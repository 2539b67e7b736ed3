//! The one module that touches the vault's files: modes are set at creation, nothing follows a link out
//! of the vault, and a document is never seen half written.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use mnemic_core::{
    document::{BlockHash, block_hash},
    store::FileMark,
};
use rustix::fs::{CWD, OFlags, RenameFlags, renameat_with};
use tokio::runtime::{Handle, RuntimeFlavor};

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

/// A document written beside its place, durable, waiting to be put there.
#[derive(Debug)]
pub struct Pending {
    root: PathBuf,
    temp: PathBuf,
    target: PathBuf,
}

/// What came out of a document's place when another was put there.
#[derive(Debug)]
pub enum Displaced {
    /// Nothing was there.
    Nothing,
    /// This was there. The file still lies beside the document, until [`Pending::sweep`].
    Content(Vec<u8>),
}

/// Writes a document beside its place. `name` must be unique.
pub fn write_beside(root: &Path, path: &str, name: &str, content: &str) -> io::Result<Pending> {
    let target = root.join(path);
    let folder = target.parent().unwrap_or(root);
    make_folder(folder)?;
    if !stays_inside(root, path) {
        return Err(io::Error::other(format!("`{path}` is reached through a symbolic link")));
    }
    let document = target.file_name().unwrap_or_default().to_string_lossy();
    let temp = folder.join(format!(".{document}{MARK}{name}.tmp"));
    let mut file = OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(&temp)?;
    let written = file.write_all(content.as_bytes()).and_then(|()| file.sync_all());
    if let Err(error) = written {
        let _ = fs::remove_file(&temp);
        return Err(error);
    }
    Ok(Pending { root: root.to_owned(), temp, target })
}

impl Pending {
    /// Puts the document in its place and hands out what was there, in one step.
    pub fn exchange(&self) -> io::Result<Displaced> {
        let exchanged = renameat_with(CWD, &self.temp, CWD, &self.target, RenameFlags::EXCHANGE);
        match exchanged {
            Ok(()) => {
                let displaced = Displaced::Content(fs::read(&self.temp)?);
                self.sync()?;
                Ok(displaced)
            }
            Err(rustix::io::Errno::NOENT) => self.place(),
            Err(_) => self.replace(),
        }
    }

    fn place(&self) -> io::Result<Displaced> {
        renameat_with(CWD, &self.temp, CWD, &self.target, RenameFlags::NOREPLACE)?;
        self.sync_all()?;
        Ok(Displaced::Nothing)
    }

    /// For file systems that cannot exchange: the old file is moved aside first and never lost.
    fn replace(&self) -> io::Result<Displaced> {
        let aside = PathBuf::from(format!("{}{ASIDE}", self.temp.with_extension("").display()));
        fs::rename(&self.target, &aside)?;
        if let Err(error) = fs::rename(&self.temp, &self.target) {
            fs::rename(&aside, &self.target)?;
            return Err(error);
        }
        fs::rename(&aside, &self.temp)?;
        let displaced = Displaced::Content(fs::read(&self.temp)?);
        self.sync()?;
        Ok(displaced)
    }

    fn sync(&self) -> io::Result<()> {
        self.target.parent().map_or(Ok(()), sync_folder)
    }

    /// A new document may lie in new folders: their names are made durable as well, up to the vault's.
    fn sync_all(&self) -> io::Result<()> {
        let folders = self.target.ancestors().skip(1);
        folders.take_while(|folder| folder.starts_with(&self.root)).try_for_each(sync_folder)
    }

    /// Removes the file that lies beside the document.
    pub fn sweep(self) -> io::Result<()> {
        match fs::remove_file(&self.temp) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// A file that a scribe who died left beside a document.
#[derive(Debug, Clone)]
pub struct Leftover {
    /// The file.
    pub path: PathBuf,
    /// The document it lies beside.
    pub document: PathBuf,
}

const MARK: &str = ".mnemic-";
const ASIDE: &str = ".old.tmp";

/// The files that a scribe who died left beside documents in `folder`.
pub fn leftovers(folder: &Path) -> io::Result<Vec<Leftover>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let document =
            name.strip_prefix('.').and_then(|name| name.strip_suffix(".tmp")?.split_once(MARK));
        if let Some((document, _)) = document {
            found.push(Leftover { path: entry.path(), document: folder.join(document) });
        }
    }
    Ok(found)
}

impl Leftover {
    /// Whether it is a document that was moved aside and never replaced.
    pub fn was_moved_aside(&self) -> bool {
        self.path.to_string_lossy().ends_with(ASIDE) && !self.document.exists()
    }

    /// Puts the file back in the document's place.
    pub fn put_back(self, root: &Path) -> io::Result<()> {
        let pending = Pending { root: root.to_owned(), temp: self.path, target: self.document };
        pending.exchange()?;
        pending.sweep()
    }

    /// Removes the file.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

/// Renames a file to the first free `name.why-NNN.md` beside it.
pub fn put_aside(path: &Path, why: &str) -> io::Result<()> {
    for number in 1..u32::MAX {
        let aside = path.with_extension(format!("{why}-{number:03}.md"));
        match renameat_with(CWD, path, CWD, &aside, RenameFlags::NOREPLACE) {
            Err(rustix::io::Errno::EXIST) => {}
            renamed => return Ok(renamed?),
        }
    }
    Ok(())
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
