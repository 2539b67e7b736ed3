//! Escapes, so that any text survives being written into a block and read back.
//!
//! Each rule comes as a pair. The writer puts one `\` before what would be misread, or before the
//! backslashes that already stand there; the reader takes one away under the same condition.

use super::grammar;
use super::line;

/// What has been written before a text in its block, and hence what its start could be taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// Nothing: the text could be taken to begin with a date or a category.
    Bare,
    /// A date: the text could be taken to begin with a category.
    Dated,
    /// A category, after which nothing else is read.
    Categorised,
}

impl Opening {
    /// The opening of a block that shows a date, a category, both or neither.
    pub(super) fn of<D, C>(date: Option<D>, category: Option<C>) -> Opening {
        match (date, category) {
            (_, Some(_)) => Opening::Categorised,
            (Some(_), None) => Opening::Dated,
            (None, None) => Opening::Bare,
        }
    }

    fn misreads(self, line: &str) -> bool {
        let is_category = || grammar::split_category(line).is_some();
        match self {
            Opening::Bare => grammar::split_date(line).is_some() || is_category(),
            Opening::Dated => is_category(),
            Opening::Categorised => false,
        }
    }
}

/// Escapes the first line of a text.
pub(super) fn escape_first_line(line: &str, opening: Opening) -> String {
    let mut escaped = line.to_owned();
    if let Some(mark) = closing_mark(&escaped) {
        escaped.insert(mark, '\\');
    }
    if opening.misreads(strip_backslashes(&escaped)) {
        escaped.insert(0, '\\');
    }
    escaped
}

/// Reverses [`escape_first_line`].
pub(super) fn unescape_first_line(line: &str, opening: Opening) -> String {
    let bare = strip_backslashes(line);
    let is_escaped = bare.len() < line.len() && opening.misreads(bare);
    let mut text = line[usize::from(is_escaped)..].to_owned();
    if let Some(mark) = closing_mark(&text).filter(|mark| text[*mark..].starts_with('\\')) {
        text.remove(mark);
    }
    text
}

/// Escapes the end of a text: blank lines there would not belong to the block, so a line of `\`
/// follows them.
pub(super) fn escape_end(text: &mut String) {
    let Some(last_line) = last_of_many(text) else {
        return;
    };
    if line::is_blank(last_line) {
        text.push_str("\n\\");
    } else if strip_backslashes(last_line).is_empty() {
        text.push('\\');
    }
}

/// Reverses [`escape_end`].
pub(super) fn unescape_end(text: &mut String) {
    let Some(last_line) = last_of_many(text) else {
        return;
    };
    if last_line.is_empty() || !strip_backslashes(last_line).is_empty() {
        return;
    }
    let is_added_line = last_line.len() == 1;
    text.truncate(text.len() - if is_added_line { "\n\\".len() } else { "\\".len() });
}

/// Where the last word of a line starts, if it could be taken for a tag or an anchor or is such a
/// word escaped.
fn closing_mark(line: &str) -> Option<usize> {
    let (start, word) = grammar::last_word(line);
    strip_backslashes(word).starts_with(['#', '^']).then_some(start)
}

fn last_of_many(text: &str) -> Option<&str> {
    text.rsplit_once('\n').map(|(_, last_line)| last_line)
}

fn strip_backslashes(text: &str) -> &str {
    text.trim_start_matches('\\')
}
