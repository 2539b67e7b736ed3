//! Patches: the changes an edit makes to the bytes of a document, applied all at once.

use std::ops::Range;

use super::line;
use super::outline::front_matter_len;

/// One stretch of a document and what comes in its place.
#[derive(Debug)]
pub(super) struct Patch {
    pub(super) range: Range<usize>,
    pub(super) lead: Lead,
    pub(super) text: String,
}

/// What has to come before the text of a patch, if it is not there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    /// Nothing; the text replaces something at the same spot.
    Nothing,
    /// The start of a line.
    LineStart,
    /// A blank line, except at the start of the document.
    BlankLine,
}

/// Applies patches that do not overlap. Of patches at one spot the earlier in the list comes first.
///
/// A document without a final line ending gets none.
pub(super) fn apply(source: &str, mut patches: Vec<Patch>, ending: &str) -> String {
    if patches.is_empty() {
        return source.to_owned();
    }
    patches.sort_by_key(|patch| patch.range.start);
    let added = patches.iter().map(|patch| patch.text.len() + 4).sum::<usize>();
    let mut result = String::with_capacity(source.len() + added);
    let mut done = 0;
    for patch in patches {
        result.push_str(&source[done..patch.range.start]);
        push_lead(&mut result, patch.lead, ending);
        result.push_str(&patch.text);
        done = patch.range.end;
    }
    result.push_str(&source[done..]);
    keep_final_ending(source, &mut result);
    keep_first_line_plain(source, &mut result, ending);
    result
}

fn push_lead(result: &mut String, lead: Lead, ending: &str) {
    if lead != Lead::Nothing && line::ends_within_line(result) {
        result.push_str(ending);
    }
    if lead == Lead::BlankLine && !is_after_blank_line(result) {
        result.push_str(ending);
    }
}

fn keep_final_ending(source: &str, result: &mut String) {
    if line::ends_within_line(source) && result.ends_with('\n') {
        let has_return = result.ends_with("\r\n");
        result.truncate(result.len() - 1 - usize::from(has_return));
    }
}

/// Keeps a line that came first by a removal from being read as more than it was: as the start of
/// front matter, or without its first character as if that were a byte order mark.
fn keep_first_line_plain(source: &str, result: &mut String, ending: &str) {
    let has_front_matter = |text: &str| front_matter_len(line::lines(text)) > 0;
    let source_start = line::first_line_start(source);
    let gains_mark = line::first_line_start(result) > source_start;
    if gains_mark || (has_front_matter(result) && !has_front_matter(source)) {
        result.insert_str(source_start, ending);
    }
}

/// Whether the line before the end of the text is blank, or there is none. The text ends with a
/// complete line.
pub(super) fn is_after_blank_line(text: &str) -> bool {
    let text = &text[line::first_line_start(text)..];
    let Some(text) = text.strip_suffix('\n') else {
        return text.is_empty();
    };
    line::is_blank(text.rsplit('\n').next().unwrap_or_default())
}
