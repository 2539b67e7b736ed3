//! What differs between operating systems, behind functions that each system can keep.
//!
//! The documentation of a function is its contract; `unix.rs` has the Unix half. No other file of the workspace names
//! `rustix`, `libc` or `std::os::unix`.

#[cfg(unix)]
#[path = "unix.rs"]
mod system;

use std::{
    fs::{File, FileType, OpenOptions, Permissions},
    io,
    path::Path,
    process::Command,
};

/// Whether opening a file follows a symbolic link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// It does.
    Follow,
    /// A link is refused.
    Refuse,
}

/// What tells one state of a file from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileState {
    /// Its length in bytes.
    pub size: u64,
    /// When its content changed last, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// When its content, name or rights changed last, in nanoseconds since 1970.
    pub changed_ns: i64,
    /// Which file it is, whatever its name.
    pub id: FileId,
}

/// Which file it is, whatever its name: no two files that exist at a time share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileId {
    /// The file system.
    pub volume: u64,
    /// The file in it.
    pub index: u64,
}

/// A file that is made with these options can be read and written by its owner alone.
pub fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    system::private(options)
}

/// Makes a folder, which its owner alone can enter. Fails if there is something of that name.
pub fn create_private_dir(path: &Path) -> io::Result<()> {
    system::private_dirs().create(path)
}

/// Makes a folder and those above it, unless they are there. Its owner alone can enter those that are made.
pub fn create_private_dir_all(path: &Path) -> io::Result<()> {
    system::private_dirs().recursive(true).create(path)
}

/// Opens a file without waiting for whoever is at the other end of it: a FIFO would keep its reader for ever. Fails with
/// [`io::ErrorKind::InvalidInput`] on anything but a plain file.
pub fn open_plain(options: &mut OpenOptions, path: &Path, links: Links) -> io::Result<File> {
    let file = system::without_waiting(options, links).open(path)?;
    match special_kind(&file.metadata()?.file_type()) {
        None => Ok(file),
        Some(kind) => Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {kind}"))),
    }
}

/// What a file is that is no plain file.
pub fn special_kind(of: &FileType) -> Option<&'static str> {
    match of {
        plain if plain.is_file() => None,
        folder if folder.is_dir() => Some("a folder"),
        link if link.is_symlink() => Some("a symbolic link"),
        other => Some(system::special_kind(other)),
    }
}

/// Exchanges two files or two folders in one step: whoever looks sees either the one state or the other. Fails with
/// [`io::ErrorKind::NotFound`] if one is missing, with [`io::ErrorKind::Unsupported`] where the file system cannot.
pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    system::exchange(one, other)
}

/// Renames a file or a folder, unless something has the new name: then it fails with
/// [`io::ErrorKind::AlreadyExists`]. Fails with [`io::ErrorKind::Unsupported`] where the file system cannot tell in one
/// step.
pub fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    system::rename_new(from, to)
}

/// Makes what was created, renamed or removed in a folder durable.
pub fn sync_dir(path: &Path) -> io::Result<()> {
    system::sync_dir(path)
}

/// Makes the content of a file durable that nobody has open to write.
pub fn sync_file(path: &Path) -> io::Result<()> {
    system::sync_file(path)
}

/// The state of the file at a path; of a symbolic link, that of the link.
pub fn state_at(path: &Path) -> io::Result<FileState> {
    system::state_at(path)
}

/// The state of an open file.
pub fn state_of(file: &File) -> io::Result<FileState> {
    system::state_of(file)
}

/// Fills a buffer from a place in a file. Where the file ends stays as it is, and so does its cursor.
pub fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    system::read_exact_at(file, buffer, offset)
}

/// Reads up to a buffer from a place in a file; how many bytes.
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    system::read_at(file, buffer, offset)
}

/// Writes at a place in a file.
pub fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    system::write_all_at(file, bytes, offset)
}

/// Whether anyone but its owner may read or write a file. Where the system has other means than modes, nobody may.
pub fn is_open_to_others(path: &Path) -> io::Result<bool> {
    system::is_open_to_others(path)
}

/// Removes access for everyone but the owner of a file or folder.
pub fn close_to_others(path: &Path) -> io::Result<()> {
    system::close_to_others(path)
}

/// The rights of a file that its owner alone reads and writes.
pub fn private_permissions() -> Permissions {
    system::private_permissions()
}

/// The rights of a file that everyone reads and its owner writes.
pub fn shared_permissions() -> Permissions {
    system::shared_permissions()
}

/// The kind of network file system that a folder lies on, or will lie on; nothing for a local one, or where the system
/// does not tell.
pub fn network_kind(folder: &Path) -> Option<&'static str> {
    system::network_kind(folder.ancestors().find(|above| above.exists())?)
}

/// Fills a buffer with randomness of the system.
///
/// # Panics
///
/// When the system gives none: names that others can guess or share would be worse.
pub fn fill_random(buffer: &mut [u8]) {
    system::fill_random(buffer);
}

/// The name of this machine.
pub fn host_name() -> String {
    system::host_name()
}

/// Lets a process live on when those it was started with are ended together.
pub fn detach(command: &mut Command) -> &mut Command {
    system::detach(command)
}

/// Comes when someone presses Ctrl-C or the system asks the process to end. It is listened for from the call on.
#[cfg(feature = "signal")]
pub fn termination() -> io::Result<impl Future<Output = ()>> {
    system::termination()
}
