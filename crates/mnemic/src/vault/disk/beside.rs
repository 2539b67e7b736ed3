//! Files beside documents: how a new one is put in the place of the old without either being lost, and what a
//! scribe who died may have left there.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use mnemic_core::port::store::FileMark;
use mnemic_platform::private;

use super::{DisplacedFile, displaced, make_folder, stays_inside, sync_folder};

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
    /// This was there. The file still lies beside the document, until [`Pending::retire`].
    Content {
        /// What the file held.
        bytes: Vec<u8>,
        /// The file as it was before it was read.
        mark: FileMark,
    },
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
    let mut file = private(OpenOptions::new().write(true).create_new(true)).open(&temp)?;
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
        match mnemic_platform::exchange(&self.temp, &self.target) {
            Ok(()) => {
                let displaced = self.displaced()?;
                self.sync()?;
                Ok(displaced)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.place(),
            Err(_) => self.replace(),
        }
    }

    fn place(&self) -> io::Result<Displaced> {
        rename_to_free(&self.temp, &self.target)?;
        self.sync_all()?;
        Ok(Displaced::Nothing)
    }

    /// For file systems that cannot exchange: the old file is moved aside first and never lost.
    fn replace(&self) -> io::Result<Displaced> {
        let aside = PathBuf::from(format!("{}{ASIDE}", self.temp.with_extension("").display()));
        match fs::rename(&self.target, &aside) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return self.place(),
            moved => moved?,
        }
        if let Err(error) = fs::rename(&self.temp, &self.target) {
            fs::rename(&aside, &self.target)?;
            return Err(error);
        }
        fs::rename(&aside, &self.temp)?;
        let displaced = self.displaced()?;
        self.sync()?;
        Ok(displaced)
    }

    /// What lies beside the document now. Whoever writes to it from here on changes its mark.
    fn displaced(&self) -> io::Result<Displaced> {
        let mark = super::mark(&self.temp)?.ok_or(io::ErrorKind::NotFound)?;
        Ok(Displaced::Content { bytes: super::read(&self.temp)?, mark })
    }

    fn sync(&self) -> io::Result<()> {
        self.target.parent().map_or(Ok(()), sync_folder)
    }

    /// A new document may lie in new folders: their names are made durable as well, up to the vault's.
    fn sync_all(&self) -> io::Result<()> {
        let folders = self.target.ancestors().skip(1);
        folders.take_while(|folder| folder.starts_with(&self.root)).try_for_each(sync_folder)
    }

    /// Removes the file that came out of the place of something that nobody edits.
    pub fn sweep(self) -> io::Result<()> {
        super::remove_scratch(&self.temp)
    }

    /// Takes the file away that came out of the document's place. It is kept for a while: an editor may hold it open.
    pub fn retire(self, displaced: &Displaced) -> io::Result<()> {
        let Displaced::Content { bytes, mark } = displaced else { return Ok(()) };
        let document = self.target.strip_prefix(&self.root).unwrap_or(&self.target);
        match displaced::keep(&self.temp, &self.root, document, bytes, mark) {
            Ok(()) => Ok(()),
            Err(error) => {
                tracing::debug!(%error, "a displaced document is not kept");
                super::remove_scratch(&self.temp)
            }
        }
    }
}

/// Renames a file, unless something has the new name.
pub(super) fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    match mnemic_platform::rename_new(from, to) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => link_to_free(from, to),
        renamed => renamed,
    }
}

/// For file systems that cannot rename so: a second name is never given twice. Where there are no second names
/// either, it is looked before.
fn link_to_free(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
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
        let displaced = pending.exchange()?;
        pending.retire(&displaced)
    }

    /// Keeps the file beside the document, under a name that no one takes for either.
    pub fn keep_aside(self) -> io::Result<()> {
        move_aside(&self.path, &self.document, "displaced")
    }

    /// Removes the file.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

/// Removes a document that holds exactly this; whether it did. It is moved aside first, so that a save in
/// between is not lost.
pub fn remove_if(root: &Path, document: &Path, content: &[u8]) -> io::Result<bool> {
    let name = document.file_name().unwrap_or_default().to_string_lossy();
    let aside = document.with_file_name(format!(".{name}{MARK}{}{ASIDE}", std::process::id()));
    fs::rename(document, &aside)?;
    let (root, target) = (root.to_owned(), document.to_owned());
    let pending = Pending { root, temp: aside, target };
    let displaced = pending.displaced()?;
    if matches!(&displaced, Displaced::Content { bytes, .. } if bytes == content) {
        pending.retire(&displaced)?;
        return Ok(true);
    }
    rename_to_free(&pending.temp, document)?;
    document.parent().map_or(Ok(()), sync_folder)?;
    Ok(false)
}

impl DisplacedFile {
    /// Puts the file back in its document's place; what is there comes out.
    pub fn put_back(self, root: &Path) -> io::Result<()> {
        let document = root.join(&self.document);
        Leftover { path: self.path, document }.put_back(root)
    }

    /// Puts the file beside its document, under a name that people see.
    pub fn show_beside(self, root: &Path) -> io::Result<()> {
        move_aside(&self.path, &root.join(&self.document), "displaced")
    }
}

/// Renames a document to the first free `name.why-NNN.md` beside it.
pub fn put_aside(document: &Path, why: &str) -> io::Result<()> {
    move_aside(document, document, why)
}

/// Renames a file to the first free `name.why-NNN.md` beside a document.
fn move_aside(file: &Path, document: &Path, why: &str) -> io::Result<()> {
    let extension = document.extension().and_then(|it| it.to_str()).unwrap_or("md");
    for number in 1..u32::MAX {
        let aside = document.with_extension(format!("{why}-{number:03}.{extension}"));
        match rename_to_free(file, &aside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            renamed => return renamed,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{super::make_file, *};

    /// A document beside which another waits to take its place.
    fn pending(document: Option<&str>) -> (tempfile::TempDir, Pending) {
        let folder = tempfile::tempdir().unwrap();
        if let Some(text) = document {
            make_file(&folder.path().join("MEMORY.md"), text).unwrap();
        }
        let pending = write_beside(folder.path(), "MEMORY.md", "1", "new").unwrap();
        (folder, pending)
    }

    #[test]
    fn where_files_cannot_be_exchanged_the_old_one_comes_out_all_the_same() {
        let (folder, pending) = pending(Some("old"));
        let Displaced::Content { bytes, .. } = pending.replace().unwrap() else {
            panic!("nothing")
        };
        assert_eq!(bytes, b"old");
        assert_eq!(fs::read(folder.path().join("MEMORY.md")).unwrap(), b"new");
        let (folder, pending) = self::pending(None);
        assert!(matches!(pending.replace().unwrap(), Displaced::Nothing));
        assert_eq!(fs::read(folder.path().join("MEMORY.md")).unwrap(), b"new");
    }

    #[test]
    fn where_a_name_cannot_be_kept_free_nothing_is_overwritten() {
        let (folder, pending) = pending(Some("old"));
        let target = folder.path().join("MEMORY.md");
        let refused = link_to_free(&pending.temp, &target).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&target).unwrap(), b"old");
        link_to_free(&pending.temp, &folder.path().join("USER.md")).unwrap();
        assert_eq!(fs::read(folder.path().join("USER.md")).unwrap(), b"new");
        assert!(!pending.temp.exists());
    }

    #[test]
    fn a_document_is_removed_only_while_it_holds_what_it_should() {
        let (folder, _) = pending(Some("old"));
        let document = folder.path().join("MEMORY.md");
        assert!(!remove_if(folder.path(), &document, b"other").unwrap());
        assert_eq!(fs::read(&document).unwrap(), b"old");
        assert!(remove_if(folder.path(), &document, b"old").unwrap());
        assert!(!document.exists());
    }
}
