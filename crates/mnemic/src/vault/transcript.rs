//! Transcripts on disk: files that only grow, a line at a time, each line synced before anyone hears of it.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use mnemic_core::{record::id::SessionId, session::Transcript};

use super::disk;

/// The files of one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionFiles {
    root: PathBuf,
    /// The folder of the scope's sessions, below the vault.
    pub folder: String,
    /// The session.
    pub id: SessionId,
    /// Whether it was put away.
    pub is_away: bool,
}

impl SessionFiles {
    /// The files of a session in a scope's folder.
    pub fn new(root: &Path, scope_folder: &str, id: &SessionId) -> Self {
        let folder = format!("{scope_folder}/sessions");
        Self { root: root.to_path_buf(), folder, id: id.clone(), is_away: false }
    }

    /// The same after it was put away.
    pub fn away(self) -> Self {
        Self { is_away: true, ..self }
    }

    /// The same after it was brought back.
    pub fn back(self) -> Self {
        Self { is_away: false, ..self }
    }

    /// The transcript, below the vault.
    pub fn transcript(&self) -> String {
        let below = if self.is_away { "/archive" } else { "" };
        format!("{}{below}/{}.jsonl", self.folder, self.id)
    }

    /// What the session taught, below the vault.
    pub fn findings(&self) -> String {
        let below = if self.is_away { "/archive" } else { "" };
        format!("{}{below}/{}.memory.json", self.folder, self.id)
    }

    /// What its agent was doing, below the vault.
    pub fn state(&self) -> String {
        let below = if self.is_away { "/archive" } else { "" };
        format!("{}{below}/{}.context.json", self.folder, self.id)
    }

    /// The file that whoever writes the session locks.
    pub fn lock(&self) -> PathBuf {
        self.root.join(format!("{}/.lock/{}", self.folder, self.id))
    }

    /// Whether there is a transcript whose first line was written. One that cannot be read counts: nobody may write
    /// over it.
    pub fn have_begun(&self) -> bool {
        self.path().is_file() && !self.are_unbegun()
    }

    /// Whether there is a file, and no link, whose first line was not written whole.
    pub fn are_unbegun(&self) -> bool {
        fs::symlink_metadata(self.path()).is_ok_and(|metadata| metadata.is_file())
            && self.first_line().is_ok_and(|line| !Transcript::is_begun(&line))
    }

    /// Everything up to the end of the first line that is not blank.
    fn first_line(&self) -> io::Result<String> {
        let mut reader = BufReader::new(self.open()?);
        let mut bytes = Vec::new();
        while bytes.trim_ascii().is_empty() && reader.read_until(b'\n', &mut bytes)? > 0 {}
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The transcript's file.
    pub fn path(&self) -> PathBuf {
        self.root.join(self.transcript())
    }

    /// All bytes of the transcript. A link is not followed.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open()?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn open(&self) -> io::Result<File> {
        disk::open_unlinked(&self.path())
    }

    /// Begins a transcript, in a folder that may be new. What a process left that did not come to begin it is kept
    /// aside.
    pub fn begin(&self, lines: &str) -> io::Result<u64> {
        let folder = self.root.join(&self.folder);
        disk::make_folder(&folder)?;
        self.clear()?;
        let length = self.append(lines, 0)?;
        let folders = folder.ancestors().take_while(|above| above.starts_with(&self.root));
        folders.map(Path::to_path_buf).try_for_each(|folder| disk::sync_folder(&folder))?;
        Ok(length)
    }

    /// Adds lines after the first `length` bytes and syncs them; how long the transcript is then. What could not be
    /// written whole is taken back.
    pub fn append(&self, lines: &str, length: u64) -> io::Result<u64> {
        let mut file = disk::open_segment(&self.path())?;
        if file.metadata()?.len() != length {
            return Err(io::Error::other("someone else wrote it meanwhile"));
        }
        match file.write_all(lines.as_bytes()).and_then(|()| file.sync_data()) {
            Ok(()) => Ok(length + lines.len() as u64),
            Err(error) => {
                let _ = file.set_len(length);
                Err(error)
            }
        }
    }

    /// Removes a transcript that was not begun. An incomplete first line is kept aside.
    pub fn remove_unbegun(&self) -> io::Result<()> {
        self.clear()?;
        disk::remove_scratch(&self.path())?;
        disk::sync_folder(&self.root.join(&self.folder))
    }

    /// Empties a transcript that was not begun, if there is one.
    fn clear(&self) -> io::Result<()> {
        match self.read() {
            Ok(left) if left.is_empty() => Ok(()),
            Ok(left) => self.cut(&left, left.len() as u64).map(drop),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Cuts what stands after the last whole line off and keeps it aside; how long the transcript is then.
    pub fn cut(&self, torn: &[u8], length: u64) -> io::Result<u64> {
        let whole = length - torn.len() as u64;
        let aside = self.root.join(format!("{}/torn/{}-{whole}", self.folder, self.id));
        disk::keep_aside(&aside, torn)?;
        let file: File = disk::open_segment(&self.path())?;
        file.set_len(whole)?;
        file.sync_data()?;
        Ok(whole)
    }
}
