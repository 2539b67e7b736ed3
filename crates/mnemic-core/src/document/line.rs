//! The lines of a document: where each one starts and what it says without its ending.

/// The mark some editors put at the start of a UTF-8 file; it is kept and otherwise ignored.
pub(super) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// One line of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Offset of its first byte in the document.
    pub(super) start: usize,
    /// The line with its ending; the last line of a document may have none.
    pub(super) raw: &'a str,
}

impl<'a> Line<'a> {
    /// The line without its ending.
    pub(super) fn body(self) -> &'a str {
        body(self.raw)
    }

    /// Offset of the byte after the line's ending.
    pub(super) fn end(self) -> usize {
        self.start + self.raw.len()
    }
}

/// The lines after the byte order mark, if there is one.
pub(super) fn lines(source: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = first_line_start(source);
    source[start..].split_inclusive('\n').map(move |raw| {
        let line = Line { start, raw };
        start = line.end();
        line
    })
}

/// Where the first line starts: at 0, or after the byte order mark.
pub(super) fn first_line_start(source: &str) -> usize {
    if source.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }
}

/// A line without its ending. Every carriage return before the line feed counts as ending.
pub(super) fn body(raw: &str) -> &str {
    raw.trim_end_matches(['\r', '\n'])
}

/// Whether text holds only spaces, tabs and line endings; other white space is ordinary text.
pub(super) fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// White space that does not count at the ends of a line.
pub(super) const SPACES: [char; 2] = [' ', '\t'];

/// Whether a line is indented far enough to belong to the block above it.
pub(super) fn is_indented(line: &str) -> bool {
    line.starts_with("  ") || line.starts_with('\t')
}

/// The line after the list item that begins on line `at`: after the last indented one. Blank lines count only between
/// indented ones.
pub(super) fn item_end(lines: &[Line<'_>], at: usize) -> usize {
    let mut after = at + 1;
    for (index, line) in lines.iter().enumerate().skip(at + 1) {
        if is_blank(line.raw) {
            continue;
        }
        if !is_indented(line.raw) {
            break;
        }
        after = index + 1;
    }
    after
}

/// The line without its margin of at most three spaces; `None` when it is indented further.
pub(super) fn strip_margin(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(' ');
    let is_shallow = line.len() - text.len() <= 3 && !text.starts_with('\t');
    is_shallow.then_some(text)
}

/// Whether the text breaks off within a line, so that a line feed must come before the next one.
pub(super) fn ends_within_line(text: &str) -> bool {
    !text[first_line_start(text)..].is_empty() && !text.ends_with('\n')
}

/// The line ending most lines of the document have.
pub(super) fn usual_ending(source: &str) -> &'static str {
    let (mut lines, mut with_return) = (0_usize, 0_usize);
    for line in source.split_inclusive('\n') {
        lines += usize::from(line.ends_with('\n'));
        with_return += usize::from(line.ends_with("\r\n"));
    }
    if with_return * 2 > lines { "\r\n" } else { "\n" }
}
