//! A person who edits a document while others write.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// A person with an editor.
pub struct Person {
    document: PathBuf,
    beside: PathBuf,
}

/// A document as the editor loaded it.
pub struct Buffer(String);

impl Person {
    /// A person who edits this document.
    pub fn at(document: PathBuf) -> Self {
        let beside = document.with_extension("being-saved");
        Self { document, beside }
    }

    /// Loads the document, if it is there yet.
    pub fn load(&self) -> Option<Buffer> {
        fs::read_to_string(&self.document).ok().map(Buffer)
    }

    /// Saves a buffer the way editors do: others see the old document or the new one.
    pub fn save(&self, Buffer(text): Buffer) {
        fs::write(&self.beside, text).unwrap();
        was_synced(&self.beside);
        fs::rename(&self.beside, &self.document).unwrap();
    }
}

/// Editors sync a file before they rename it, so that it is older than its name. The clock of a file system ticks
/// every few milliseconds.
pub fn was_synced(file: &Path) {
    let file = fs::OpenOptions::new().write(true).open(file).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_millis(50)).unwrap();
}

impl Buffer {
    /// Writes a new item at the end.
    pub fn append(&mut self, text: &str) {
        if !self.0.ends_with('\n') {
            self.0.push('\n');
        }
        self.0.push_str(&format!("- {text}\n"));
    }

    /// Adds words to the first item that has `mark` in it and not these words yet; says what it read before.
    pub fn reword(&mut self, mark: &str, words: &str) -> Option<String> {
        let line = self.0.lines().find(|line| line.contains(mark) && !line.contains(words))?;
        let start = line.find(mark)?;
        let end = start + line[start..].find(" ^").or(line[start..].find(" #"))?;
        let said = line[start..end].to_owned();
        let changed = format!("{}{said}{words}{}", &line[..start], &line[end..]);
        self.0 = self.0.replacen(line, &changed, 1);
        Some(said)
    }
}
