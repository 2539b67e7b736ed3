//! The marks in a block's first line: bullet, date, category, tags, anchor.
//!
//! Everything here looks at one line and knows nothing of escapes: a `\` before a mark makes it
//! no mark, because no mark begins with one.

use std::ops::{Range, RangeInclusive};

use jiff::civil::Date;

use super::line;

/// How many tags a memory has at most; what looks like more of them is text.
pub const MAX_TAGS: usize = 64;
const TAG_MAX_CHARS: usize = 100;
const ANCHOR_MAX_BYTES: usize = 64;
const CATEGORY_BYTES: RangeInclusive<usize> = 2..=40;

/// Whether a word can be a block's anchor: 1 to 64 ASCII letters, digits and hyphens.
pub fn is_anchor(word: &str) -> bool {
    (1..=ANCHOR_MAX_BYTES).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Whether a word can be a tag: at most 100 characters without white space or `#`, one of them a
/// letter or a digit other than 0 to 9, so that `#42` stays the number of an issue.
pub fn is_tag(word: &str) -> bool {
    word.chars().count() <= TAG_MAX_CHARS
        && !word.contains(|letter: char| letter == '#' || letter.is_whitespace())
        && word.contains(|letter: char| letter.is_alphanumeric() && !letter.is_ascii_digit())
}

/// Whether a word can be a category: 2 to 40 of `a-z 0-9 _ -`, the first a letter. One letter is
/// too few, so that the checkbox `[x]` is never a category.
pub fn is_category(word: &str) -> bool {
    CATEGORY_BYTES.contains(&word.len())
        && word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
}

/// The length of the bullet, with its space, of a line that begins a block; `None` for a line that
/// begins none: prose, an empty item, a thematic break.
pub(super) fn bullet_len(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let sign = line.as_bytes().get(digits)?;
    let is_bullet = match digits {
        0 => matches!(sign, b'-' | b'*' | b'+'),
        _ => digits <= 9 && matches!(sign, b'.' | b')'),
    };
    let len = digits + 2;
    let begins_block = is_bullet
        && line.as_bytes().get(digits + 1) == Some(&b' ')
        && !line::is_blank(&line[len..])
        && !is_thematic_break(line);
    begins_block.then_some(len)
}

/// Splits `**[YYYY-MM-DD]** ` off the start of a line. The line may end where the space would be.
pub(super) fn split_date(line: &str) -> Option<(Date, &str)> {
    let (date, rest) = line.strip_prefix("**[")?.split_at_checked("YYYY-MM-DD".len())?;
    let rest = rest.strip_prefix("]**")?;
    let rest = if rest.is_empty() { rest } else { rest.strip_prefix(' ')? };
    Some((parse_date(date)?, rest))
}

/// Splits `[category] ` off the start of a line.
pub(super) fn split_category(line: &str) -> Option<(&str, &str)> {
    let (category, rest) = line.strip_prefix('[')?.split_once("] ")?;
    is_category(category).then_some((category, rest))
}

/// What stands at the end of a block's first line.
pub(super) struct Tail<'a> {
    /// The line before the tags and the anchor, and before the one space that parts them from it.
    pub(super) text: &'a str,
    /// The tags in their order.
    pub(super) tags: Vec<String>,
    /// Where in the line the anchor is, without its `^`.
    pub(super) anchor: Option<Range<usize>>,
}

/// Splits tags and anchor off the end of a line. White space between and after them is of no
/// account; of the spaces before them one is theirs.
pub(super) fn split_tail(line: &str) -> Tail<'_> {
    let (mut text, anchor) = split_anchor(line);
    let mut tags = Vec::new();
    while tags.len() < MAX_TAGS
        && let Some((before, tag)) = split_mark(text, '#').filter(|(_, tag)| is_tag(tag))
    {
        tags.push(tag.to_owned());
        text = before;
    }
    tags.reverse();
    Tail { text, tags, anchor }
}

/// The last word of a line and where it starts. Only a space begins a word; white space after the
/// word does not count.
pub(super) fn last_word(line: &str) -> (usize, &str) {
    let line = line.trim_end_matches([' ', '\t']);
    let start = line.rfind(' ').map_or(0, |space| space + 1);
    (start, &line[start..])
}

/// Splits the anchor off the end of a line; says where in the line it is.
pub(super) fn split_anchor(line: &str) -> (&str, Option<Range<usize>>) {
    let Some((before, anchor)) = split_mark(line, '^').filter(|(_, word)| is_anchor(word)) else {
        return (line, None);
    };
    let start = last_word(line).0 + 1;
    (before, Some(start..start + anchor.len()))
}

fn split_mark(line: &str, sign: char) -> Option<(&str, &str)> {
    let (start, word) = last_word(line);
    let word = word.strip_prefix(sign)?;
    Some((&line[..start.saturating_sub(1)], word))
}

fn parse_date(text: &str) -> Option<Date> {
    let [year, month, day] = [text.get(0..4)?, text.get(5..7)?, text.get(8..10)?];
    let is_well_formed = [year, month, day].concat().bytes().all(|byte| byte.is_ascii_digit())
        && text.as_bytes()[4] == b'-'
        && text.as_bytes()[7] == b'-';
    if !is_well_formed {
        return None;
    }
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

pub(super) fn is_thematic_break(line: &str) -> bool {
    let mut signs = line.bytes().filter(|byte| !matches!(byte, b' ' | b'\t'));
    let Some(first @ (b'-' | b'*')) = signs.next() else {
        return false;
    };
    let mut others = 0;
    signs.all(|sign| {
        others += 1;
        sign == first
    }) && others >= 2
}
