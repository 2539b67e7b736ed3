//! Files that an agent keeps below `/memories`. Each is one note: the path is its first line, the content the rest.
//!
//! A path is a name and never leads to a disk: whatever it says, nothing but a memory of that name is read or written.

mod edit;
mod path;

pub use edit::{Edit, EditError, inserted, replaced};
pub use path::{FilePath, FilePathError, ROOT};

use crate::record::memory::Memory;

/// A file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Where it is.
    pub path: FilePath,
    /// What it says: lines, the last of which ends with a line feed once it is kept.
    pub content: String,
}

impl File {
    /// The category of notes that are files.
    pub const CATEGORY: &str = "file";

    /// The file that a memory is, if it is one.
    pub fn of(memory: &Memory) -> Option<Self> {
        let category = memory.category.as_ref()?;
        if category.as_str() == Self::CATEGORY { Self::read(&memory.text) } else { None }
    }

    fn read(text: &str) -> Option<Self> {
        let (path, content) = match text.split_once('\n') {
            Some((path, lines)) => (path, format!("{lines}\n")),
            None => (text, String::new()),
        };
        Some(Self { path: path.trim_end().parse().ok()?, content })
    }

    /// The text of the note. A file without content is its path alone.
    pub fn text(&self) -> String {
        let lines = self.content.strip_suffix('\n').unwrap_or(&self.content);
        if self.content.is_empty() {
            self.path.to_string()
        } else {
            format!("{}\n{lines}", self.path)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_reads_back_as_it_was_written() {
        for content in ["", "one\n", "one\ntwo\n\n", "\n", "\n\none\n", " one \n"] {
            let file = File { path: "/memories/a b.md".parse().unwrap(), content: content.into() };
            assert_eq!(File::read(&file.text()), Some(file), "{content:?}");
        }
    }

    #[test]
    fn the_last_line_of_a_file_ends_with_a_line_feed() {
        let file = File { path: "/memories/a".parse().unwrap(), content: "one\ntwo".into() };
        assert_eq!(file.text(), "/memories/a\none\ntwo");
        assert_eq!(File::read(&file.text()).unwrap().content, "one\ntwo\n");
    }

    #[test]
    fn a_note_whose_first_line_is_no_path_is_no_file() {
        for text in ["notes", "/etc/passwd\nroot", "/memories/../x\ny", "/memories"] {
            assert_eq!(File::read(text), None, "{text}");
        }
    }
}
