//! The Unix half of the platform.

use std::{
    fs::{self, DirBuilder, File, FileType, Metadata, OpenOptions, Permissions},
    io::{self, Read},
    os::unix::{
        fs::{DirBuilderExt, FileExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt},
        process::CommandExt,
    },
    path::Path,
    process::Command,
};

use rustix::{
    fs::{CWD, OFlags, RenameFlags, renameat_with},
    io::Errno,
    rand::GetRandomFlags,
};

use super::{FileId, FileState, Links};

const DIR_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;
const SHARED_MODE: u32 = 0o644;
/// The rights of anyone but the owner.
const OTHERS: u32 = 0o077;

pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(FILE_MODE)
}

pub(super) fn private_dirs() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.mode(DIR_MODE);
    builder
}

pub(super) fn without_waiting(options: &mut OpenOptions, links: Links) -> &mut OpenOptions {
    let links = match links {
        Links::Follow => OFlags::empty(),
        Links::Refuse => OFlags::NOFOLLOW,
    };
    options.custom_flags((links | OFlags::NONBLOCK).bits() as i32)
}

pub(super) fn special_kind(of: &FileType) -> &'static str {
    match of {
        fifo if fifo.is_fifo() => "a FIFO",
        socket if socket.is_socket() => "a socket",
        _ => "a device",
    }
}

pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    rename_with(one, other, RenameFlags::EXCHANGE)
}

pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    rename_with(from, to, RenameFlags::NOREPLACE)
}

/// File systems that do not know a flag say that the argument is invalid, kernels that the call is unknown.
fn rename_with(from: &Path, to: &Path, flags: RenameFlags) -> io::Result<()> {
    match renameat_with(CWD, from, CWD, to, flags) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
            Err(io::ErrorKind::Unsupported.into())
        }
        renamed => Ok(renamed?),
    }
}

pub(super) fn sync_dir(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

pub(super) fn sync_file(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

pub(super) fn state_at(path: &Path) -> io::Result<FileState> {
    Ok(state(&fs::symlink_metadata(path)?))
}

pub(super) fn state_of(file: &File) -> io::Result<FileState> {
    Ok(state(&file.metadata()?))
}

fn state(metadata: &Metadata) -> FileState {
    let nanos =
        |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
    FileState {
        size: metadata.len(),
        modified_ns: nanos(metadata.mtime(), metadata.mtime_nsec()),
        changed_ns: nanos(metadata.ctime(), metadata.ctime_nsec()),
        id: FileId { volume: metadata.dev(), index: metadata.ino() },
    }
}

pub(super) fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    file.read_exact_at(buffer, offset)
}

pub(super) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(buffer, offset)
}

pub(super) fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    file.write_all_at(bytes, offset)
}

pub(super) fn is_open_to_others(path: &Path) -> io::Result<bool> {
    Ok(fs::symlink_metadata(path)?.permissions().mode() & OTHERS != 0)
}

pub(super) fn close_to_others(path: &Path) -> io::Result<()> {
    let mode = fs::symlink_metadata(path)?.permissions().mode();
    fs::set_permissions(path, Permissions::from_mode(mode & !OTHERS))
}

pub(super) fn private_permissions() -> Permissions {
    Permissions::from_mode(FILE_MODE)
}

pub(super) fn shared_permissions() -> Permissions {
    Permissions::from_mode(SHARED_MODE)
}

#[cfg(target_os = "linux")]
pub(super) fn network_kind(folder: &Path) -> Option<&'static str> {
    network_kind_of(rustix::fs::statfs(folder).ok()?.f_type as u32)
}

/// Other systems do not tell in one way.
#[cfg(not(target_os = "linux"))]
pub(super) fn network_kind(_folder: &Path) -> Option<&'static str> {
    None
}

/// By the number that Linux has for each.
#[cfg(target_os = "linux")]
fn network_kind_of(number: u32) -> Option<&'static str> {
    Some(match number {
        0x6969 => "NFS",
        0x517B | 0xFF53_4D42 | 0xFE53_4D42 => "SMB",
        0x0102_1997 => "9P",
        0x5346_414F => "AFS",
        0x00C3_6400 => "Ceph",
        0x0BD0_0BD0 => "Lustre",
        0x7375_7245 => "Coda",
        _ => return None,
    })
}

pub(super) fn fill_random(buffer: &mut [u8]) {
    let mut filled = 0;
    while filled < buffer.len() {
        match rustix::rand::getrandom(&mut buffer[filled..], GetRandomFlags::empty()) {
            Ok(count) => filled += count,
            Err(Errno::INTR) => {}
            Err(_) => return read_device(&mut buffer[filled..]),
        }
    }
}

/// For kernels and sandboxes without the call.
fn read_device(buffer: &mut [u8]) {
    let read = File::open("/dev/urandom").and_then(|mut device| device.read_exact(buffer));
    read.expect("the system gives randomness");
}

pub(super) fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

pub(super) fn detach(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

#[cfg(feature = "signal")]
pub(super) fn termination() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let (mut interrupt, mut terminate) =
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_network_file_system_is_told_by_its_number() {
        for (number, expected) in [
            (0x6969, Some("NFS")),
            (0xFF53_4D42, Some("SMB")),
            (0x0102_1997, Some("9P")),
            (0xEF53, None),
            (0x0102_1994, None),
            (0x9123_683E, None),
        ] {
            assert_eq!(network_kind_of(number), expected, "{number:#x}");
        }
    }
}
