//! The file of a backup: a compressed tar archive whose last entry lists all others with their checksums.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufReader, Read, Write},
    path::Path,
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use mnemic_core::transfer::backup::{Checksum, MANIFEST, Manifest, belongs};
use mnemic_platform::private;

use crate::error::BackupError;

const MODE: u32 = 0o600;
/// A manifest of more bytes than this is not read.
const MANIFEST_MOST: u64 = 256 << 20;

/// A backup while it is written.
pub(super) struct Archive {
    builder: tar::Builder<GzEncoder<File>>,
    manifest: Manifest,
}

impl Archive {
    /// Begins a new file, readable by its owner only. It is locked while it is written, so that one whose writer died
    /// can be told.
    pub(super) fn begin(path: &Path, manifest: Manifest) -> io::Result<Self> {
        let file = private(OpenOptions::new().write(true).create_new(true)).open(path)?;
        file.lock()?;
        let builder = tar::Builder::new(GzEncoder::new(file, Compression::default()));
        Ok(Self { builder, manifest })
    }

    /// Adds a file of so many bytes.
    pub(super) fn add(&mut self, path: &str, bytes: u64, content: impl Read) -> io::Result<()> {
        let mut content = ChecksumReader { content, checksum: Checksum::default() };
        self.append(path, bytes, &mut content)?;
        let sum = content.checksum.finish(path.to_owned());
        if sum.bytes != bytes {
            let (read, path) = (sum.bytes, &sum.path);
            return Err(io::Error::other(format!("`{path}` has {read} bytes in place of {bytes}")));
        }
        self.manifest.files.push(sum);
        Ok(())
    }

    fn append(&mut self, path: &str, bytes: u64, content: impl Read) -> io::Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::Regular);
        header.set_mode(MODE);
        header.set_size(bytes);
        header.set_mtime(self.manifest.made_at.as_second().try_into().unwrap_or_default());
        self.builder.append_data(&mut header, path, content)
    }

    /// Adds the manifest and makes the file durable.
    pub(super) fn finish(mut self) -> io::Result<Manifest> {
        let json = serde_json::to_vec(&self.manifest)?;
        self.append(MANIFEST, json.len() as u64, json.as_slice())?;
        self.builder.into_inner()?.finish()?.sync_all()?;
        Ok(self.manifest)
    }
}

/// Reads a whole backup, hands each file to `visit`, and answers its manifest if everything agrees with it. Whatever
/// `visit` did before a fault was found must be undone by the caller.
pub(crate) fn read(
    path: &Path,
    visit: &mut dyn FnMut(&str, &mut dyn Read) -> io::Result<()>,
) -> Result<Manifest, BackupError> {
    let damaged = |reason: String| BackupError::damaged(path, reason);
    let file = File::open(path).map_err(crate::error::Error::file("read", path))?;
    let mut archive = tar::Archive::new(GzDecoder::new(BufReader::new(file)));
    let mut found = Vec::new();
    let mut manifest: Option<Manifest> = None;
    for entry in archive.entries().map_err(|error| damaged(error.to_string()))? {
        let mut entry = entry.map_err(|error| damaged(error.to_string()))?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if manifest.is_some() {
            return Err(damaged(format!("`{name}` comes after its list of files")));
        }
        if entry.header().entry_type() != tar::EntryType::Regular {
            return Err(damaged(format!("`{name}` is not a file")));
        }
        if name == MANIFEST {
            manifest = Some(manifest_in(&mut entry).map_err(|error| damaged(error.to_string()))?);
            continue;
        }
        if !belongs(&name) {
            return Err(damaged(format!("`{name}` does not belong in a vault")));
        }
        let mut content = ChecksumReader { content: entry, checksum: Checksum::default() };
        let visited =
            visit(&name, &mut content).and_then(|()| io::copy(&mut content, &mut io::sink()));
        visited.map_err(|error| damaged(format!("`{name}`: {error}")))?;
        found.push(content.checksum.finish(name));
    }
    let rest = io::copy(&mut archive.into_inner(), &mut io::sink());
    rest.map_err(|error| damaged(error.to_string()))?;
    let manifest = manifest.ok_or_else(|| damaged("it has no list of files".to_owned()))?;
    if manifest.format > Manifest::FORMAT {
        return Err(BackupError::Newer { found: manifest.format, known: Manifest::FORMAT });
    }
    if manifest.files != found {
        return Err(damaged("its files do not match their checksums".to_owned()));
    }
    Ok(manifest)
}

fn manifest_in(entry: &mut impl Read) -> io::Result<Manifest> {
    let mut json = Vec::new();
    entry.take(MANIFEST_MOST).read_to_end(&mut json)?;
    Ok(serde_json::from_slice(&json)?)
}

/// Sums up what is read.
struct ChecksumReader<R> {
    content: R,
    checksum: Checksum,
}

impl<R: Read> Read for ChecksumReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.content.read(buffer)?;
        self.checksum.update(&buffer[..count]);
        Ok(count)
    }
}

/// Writes what a backup holds of a file into a new one, durably.
pub(crate) fn unpack(content: &mut dyn Read, target: &Path) -> io::Result<()> {
    let mut file = private(OpenOptions::new().write(true).create_new(true)).open(target)?;
    io::copy(content, &mut file)?;
    file.flush()?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A backup of these entries, whatever they are called, and what is wrong with it.
    fn fault_of(entries: &[(&str, tar::EntryType, &[u8])]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("backup.tar.gz");
        let file = OpenOptions::new().write(true).create_new(true).open(&path).unwrap();
        let mut builder = tar::Builder::new(GzEncoder::new(file, Compression::fast()));
        for (name, kind, content) in entries {
            let mut header = tar::Header::new_gnu();
            header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_entry_type(*kind);
            header.set_size(content.len() as u64);
            header.set_cksum();
            builder.append(&header, *content).unwrap();
        }
        builder.into_inner().unwrap().finish().unwrap();
        let mut visited = Vec::new();
        let read = read(&path, &mut |name, _| {
            visited.push(name.to_owned());
            Ok(())
        });
        assert!(!visited.iter().any(|name| name.contains("evil")), "{visited:?}");
        read.unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("backup.tar.gz");
        let manifest = Manifest::made_at("2026-11-15T10:00:00Z".parse().unwrap());
        let mut archive = Archive::begin(&path, manifest).unwrap();
        let long = format!("projects/{}/memory/long/k7f3q9ab.md", "x".repeat(80));
        archive.add("global/MEMORY.md", 3, &b"abc"[..]).unwrap();
        archive.add(&long, 0, &b""[..]).unwrap();
        let written = archive.finish().unwrap();
        let mut found = Vec::new();
        let read = read(&path, &mut |name, content| {
            let mut text = String::new();
            content.read_to_string(&mut text)?;
            found.push((name.to_owned(), text));
            Ok(())
        });
        assert_eq!(read.unwrap(), written);
        let expected = [("global/MEMORY.md", "abc"), (long.as_str(), "")];
        assert_eq!(found, expected.map(|(path, text)| (path.to_owned(), text.to_owned())));
    }

    #[test]
    fn a_file_that_shrank_meanwhile_is_no_backup() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = Manifest::made_at("2026-11-15T10:00:00Z".parse().unwrap());
        let mut archive = Archive::begin(&folder.path().join("backup.tar.gz"), manifest).unwrap();
        assert!(archive.add("global/MEMORY.md", 4, &b"abc"[..]).is_err());
    }

    #[test]
    fn nothing_gets_out_of_the_vault() {
        use tar::EntryType;
        for name in ["../evil", "/evil", "global/../../evil", ".git/hooks/evil", "index/evil"] {
            let fault = fault_of(&[(name, EntryType::Regular, b"x")]);
            assert!(fault.contains("does not belong in a vault"), "{name}: {fault}");
        }
        for kind in [EntryType::Symlink, EntryType::Link, EntryType::Fifo, EntryType::Directory] {
            let fault = fault_of(&[("global/evil", kind, b"")]);
            assert!(fault.contains("is not a file"), "{kind:?}: {fault}");
        }
    }

    #[test]
    fn a_backup_is_what_its_manifest_says() {
        use tar::EntryType;
        let list = br#"{"format":1,"made_at":"2026-11-15T10:00:00Z","files":[]}"#;
        let regular = EntryType::Regular;
        let fault = fault_of(&[("global/MEMORY.md", regular, b"x")]);
        assert!(fault.contains("has no list of files"), "{fault}");
        let fault = fault_of(&[("global/MEMORY.md", regular, b"x"), (MANIFEST, regular, list)]);
        assert!(fault.contains("do not match their checksums"), "{fault}");
        let fault = fault_of(&[(MANIFEST, regular, list), ("global/evil", regular, b"x")]);
        assert!(fault.contains("comes after"), "{fault}");
        let newer = br#"{"format":2,"made_at":"2026-11-15T10:00:00Z","files":[]}"#;
        let fault = fault_of(&[(MANIFEST, regular, newer)]);
        assert!(fault.contains("has format 2"), "{fault}");
    }
}
