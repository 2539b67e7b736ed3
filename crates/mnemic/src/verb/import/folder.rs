//! The Markdown files of a folder that is not ours: read as they are, within bounds, and nowhere behind links.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use mnemic_core::foreign::migrate::{File, FileRole, Tool};

use super::Skipped;
use crate::vault::disk;

/// A larger file is no file of memories.
const FILE_BYTES: u64 = 1 << 20;
/// The reference server keeps all it knows in one.
const GRAPH_BYTES: u64 = 64 << 20;
const FILES: usize = 20_000;
const DEPTH: usize = 16;

/// What a folder holds.
#[derive(Debug, Default)]
pub(super) struct Folder {
    pub(super) files: Vec<File>,
    /// How many files the tool keeps for other things.
    pub(super) left: u64,
    pub(super) skipped: Vec<Skipped>,
}

/// Reads what a tool keeps in a folder, or one file of it.
pub(super) fn read(tool: Tool, at: &Path) -> io::Result<Folder> {
    let mut folder = Folder::default();
    if fs::metadata(at)?.is_file() {
        let name = at.file_name().unwrap_or(at.as_os_str()).to_string_lossy().into_owned();
        let most = if tool == Tool::McpMemory { GRAPH_BYTES } else { FILE_BYTES };
        folder.file(&name, at, most);
        return Ok(folder);
    }
    let mut paths = Vec::new();
    let mut folders = vec![(PathBuf::new(), 0)];
    while let Some((below, depth)) = folders.pop() {
        for entry in fs::read_dir(at.join(&below))? {
            let entry = entry?;
            let path = below.join(entry.file_name());
            let kind = entry.file_type()?;
            if is_hidden(&path) {
                continue;
            }
            if kind.is_dir() && depth < DEPTH {
                folders.push((path, depth + 1));
            } else if kind.is_dir() {
                let reason = format!("it lies deeper than {DEPTH} folders");
                folder.skip(&shown(&path), reason);
            } else if kind.is_file() && is_markdown(&path) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    if paths.len() > FILES {
        let more = paths.split_off(FILES).len();
        folder.skip(".", format!("{more} files are left out: {FILES} are read at most"));
    }
    for path in paths {
        let shown = shown(&path);
        match tool.takes(&shown) {
            FileRole::Leave(_) => folder.left += 1,
            FileRole::Memories | FileRole::AboutUser => {
                folder.file(&shown, &at.join(&path), FILE_BYTES)
            }
        }
    }
    Ok(folder)
}

impl Folder {
    fn file(&mut self, shown: &str, path: &Path, most: u64) {
        match text_of(path, most) {
            Ok((text, modified)) => {
                self.files.push(File { path: shown.to_owned(), text, modified });
            }
            Err(reason) => self.skip(shown, reason),
        }
    }

    fn skip(&mut self, file: &str, reason: String) {
        self.skipped.push(Skipped { file: file.to_owned(), line: None, reason });
    }
}

fn text_of(path: &Path, most: u64) -> Result<(String, Option<Timestamp>), String> {
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    if metadata.len() > most {
        return Err(format!("it has {} bytes; {most} are read at most", metadata.len()));
    }
    let modified = metadata.modified().ok().and_then(|at| Timestamp::try_from(at).ok());
    let bytes = disk::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("it is not UTF-8 text, see line {line}")
    })?;
    Ok((text, modified))
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || name == "node_modules"
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        extension.eq_ignore_ascii_case("md") || extension.eq_ignore_ascii_case("markdown")
    })
}

/// A path below the folder, parted by `/`.
fn shown(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_size_that_its_tool_may_need() {
        let folder = tempfile::tempdir().unwrap();
        for (tool, most) in [(Tool::McpMemory, GRAPH_BYTES), (Tool::Markdown, FILE_BYTES)] {
            let file = tempfile::NamedTempFile::new_in(folder.path()).unwrap();
            file.as_file().set_len(most + 1).unwrap();
            let read = read(tool, file.path()).unwrap();
            assert!(read.files.is_empty());
            let reason = format!("it has {} bytes; {most} are read at most", most + 1);
            assert_eq!(read.skipped[0].reason, reason);
        }
        let file = tempfile::NamedTempFile::new_in(folder.path()).unwrap();
        file.as_file().set_len(FILE_BYTES + 1).unwrap();
        let read = read(Tool::McpMemory, file.path()).unwrap();
        assert_eq!((read.files.len(), read.skipped.len()), (1, 0));
    }
}
