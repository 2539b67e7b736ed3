//! Values as they are written: in quotes, bare, between tags, in a call.

use std::ops::Range;

use super::{
    Secret, SecretClass,
    gap::Manner,
    odd::is_odd,
    page::{BACK, Page, REACH},
    placeholder::is_placeholder,
    set::{Mix, is_random, is_random_base64, is_uuid},
};

/// A value as it is written.
#[derive(Debug)]
pub struct Value {
    /// Where it is, without its quotes.
    pub range: Range<usize>,
    /// Whether it stands in quotes.
    pub is_quoted: bool,
}

impl Value {
    /// The value at a place.
    pub fn at(page: &Page, start: usize, manner: Manner) -> Option<Self> {
        let text = page.text;
        let rest = text.get(start..)?;
        if manner == Manner::Tag {
            let end = page.next("<", start)?;
            let range = trimmed(text, start..end);
            let is_closed = text[end..].starts_with("</") && !text[range.clone()].contains('\n');
            return is_closed.then_some(Self { range, is_quoted: true });
        }
        let quotes = [
            ("\"\"\"", "\"\"\""),
            ("'''", "'''"),
            ("\\\"", "\\\""),
            ("\"", "\""),
            ("'", "'"),
            ("`", "`"),
            ("“", "”"),
            ("„", "“"),
            ("« ", " »"),
            ("«", "»"),
            ("‘", "’"),
            ("&quot;", "&quot;"),
            ("&#34;", "&#34;"),
            ("&#39;", "&#39;"),
            ("%22", "%22"),
            ("%27", "%27"),
            ("\\u0022", "\\u0022"),
            ("\\u0027", "\\u0027"),
        ];
        let is_bare = rest.starts_with(|it: char| it.is_ascii_alphanumeric());
        if let Some(value) = Self::in_escaped_quotes(page, start).filter(|_| !is_bare) {
            return Some(value);
        }
        for (open, close) in quotes.into_iter().filter(|_| !is_bare) {
            if !rest.starts_with(open) {
                continue;
            }
            let from = start + open.len();
            let Some(end) = closing(page, from, close) else { continue };
            return Some(Self { range: from..end, is_quoted: true });
        }
        let range = sentence_end(text, start..page.word_end(start, end_of_word));
        (!range.is_empty() && range.len() <= REACH).then_some(Self { range, is_quoted: false })
    }

    /// A value in quotes that were escaped more than once, as in JSON within JSON within JSON.
    fn in_escaped_quotes(page: &Page, start: usize) -> Option<Self> {
        let rest = &page.text[start..];
        let slashes = rest.bytes().take(16).take_while(|byte| *byte == b'\\').count();
        let from = start + slashes + 1;
        if slashes < 2 || !rest[slashes..].starts_with('"') {
            return None;
        }
        let line = page.line(from);
        let quote = page.next("\"", from).filter(|at| *at < line.end)?;
        let end = from + page.text[from..quote].trim_end_matches('\\').len();
        Some(Self { range: from..end, is_quoted: true })
    }
}

/// Whether a text goes on behind an escaped end of a line, and not within a word that holds a backslash.
fn is_next_line(behind: &str) -> bool {
    let Some(line) = behind.strip_prefix(['n', 'r', 't']) else { return false };
    line.is_empty() || line.starts_with(['"', '\'', '\\', ' ', '-', '#', '}']) || begins_name(line)
}

/// Where a quote closes in its line, escapes not counted.
fn closing(page: &Page, start: usize, close: &str) -> Option<usize> {
    let line = page.line(start);
    let mut from = start;
    loop {
        let at = page.next(close, from).filter(|at| *at < line.end)?;
        let before = page.text.as_bytes()[start..at].iter().rev();
        let slashes = before.take_while(|byte| **byte == b'\\').count();
        if slashes % 2 == 0 || close.starts_with('\\') {
            return Some(at);
        }
        from = at + close.len();
    }
}

/// Where a bare value ends: with a space or a quote, and with a sign that separates it from the next name.
fn end_of_word(rest: &str) -> usize {
    for (place, it) in rest.char_indices() {
        let behind = &rest[place + it.len_utf8()..];
        let ends = match it {
            '"' | '\'' | '`' | '<' | '>' | '│' | '»' | '”' => true,
            '\\' => is_next_line(behind),
            ';' | ',' | '&' | '|' => {
                behind.is_empty()
                    || behind.starts_with(|next: char| {
                        next.is_whitespace() || next == it || next == '\'' || next == '"'
                    })
                    || begins_name(behind)
            }
            _ => it.is_whitespace() || it == '\u{1b}',
        };
        if ends {
            return place;
        }
    }
    rest.len()
}

/// Whether a text begins with a name and `=`, as the next field of an address or a connection string does.
fn begins_name(text: &str) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-. ".contains(byte);
    let length = text.bytes().take(64).take_while(is_name).count();
    length > 0
        && text.starts_with(|it: char| it.is_ascii_alphabetic())
        && text[length..].starts_with('=')
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let value = &text[range.clone()];
    let start = range.start + (value.len() - value.trim_start().len());
    start..start + value.trim().len()
}

/// Without the sign that ends a sentence, a bracket that was opened before, or markup.
pub fn sentence_end(text: &str, range: Range<usize>) -> Range<usize> {
    let mut value = &text[range.clone()];
    value = value.trim_end_matches(['*', '\\', '`']);
    if !value.ends_with("..") {
        value = value.strip_suffix(['.', ':', ',']).unwrap_or(value);
    }
    for (open, close) in [('(', ')'), ('[', ']'), ('{', '}')] {
        if !value.ends_with(close) {
            continue;
        }
        let mut more = value.matches(close).count().saturating_sub(value.matches(open).count());
        while more > 0 && value.ends_with(close) {
            value = &value[..value.len() - 1];
            more -= 1;
        }
    }
    range.start..range.start + value.len()
}

/// The second string of a call: `login("user", "password")`.
pub fn second_argument(page: &Page, from: usize) -> Option<Range<usize>> {
    let text = page.text;
    let rest = text[from..].strip_prefix('(')?;
    let first = Value::at(page, from + 1 + (rest.len() - rest.trim_start().len()), Manner::Word)?;
    let quote = 1;
    let behind = text.get(first.range.end + quote..)?;
    let gap = behind.strip_prefix(',').filter(|_| first.is_quoted)?;
    let start = first.range.end + quote + 1 + (gap.len() - gap.trim_start().len());
    let second = Value::at(page, start, Manner::Word)?;
    second.is_quoted.then_some(second.range)
}

/// What a call is about that is given no secret.
const ABOUT: [&str; 25] = [
    "hash",
    "sha",
    "md5",
    "digest",
    "checksum",
    "uuid",
    "guid",
    "hex",
    "commit",
    "objectid",
    "assert",
    "equal",
    "expect",
    "integrity",
    "import",
    "require",
    "url",
    "id",
    "decode",
    "data",
    "parse",
    "xpath",
    "println",
    "print",
    "log",
];

/// Strings that a call is given and that were drawn, not written. What computes or checks hashes is given hashes.
pub fn arguments(page: &Page, from: usize, found: &mut Vec<Secret>) {
    let text = page.text;
    let before = page.before(from, BACK);
    let callee = before
        .rsplit(|it: char| !(it.is_alphanumeric() || "_.:".contains(it)))
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    if callee.is_empty()
        || callee.contains("hash")
        || ABOUT.iter().any(|word| callee.ends_with(word))
    {
        return;
    }
    let mut start = from + 1;
    let mut is_connected = callee.contains("connect") || callee.contains("getconnection");
    for number in 0..5 {
        let Some(value) = Value::at(page, start, Manner::Word).filter(|value| value.is_quoted)
        else {
            return;
        };
        let drawn = &text[value.range.clone()];
        let mix = Mix::of(drawn);
        let is_long = drawn.len() >= 32 || (drawn.len() >= 24 && mix.upper > 1 && mix.lower > 1);
        let is_key = is_long
            && mix.digits >= 2
            && mix.others <= 3
            && is_random(drawn)
            && is_odd(drawn)
            && !is_uuid(drawn)
            || is_random_base64(drawn) && drawn.len() >= 32;
        // `connect("host", "user", "password")`, `PDO("mysql:host=…", "user", "password")`.
        is_connected |= number == 0 && (drawn.contains("host=") || drawn.starts_with("jdbc:"));
        let is_password = number == 2 && is_connected && drawn.len() >= 4;
        if (is_key || is_password)
            && !is_placeholder(drawn)
            && !drawn.starts_with(['/', '.'])
            && !drawn.contains(' ')
        {
            found.push(Secret::new(value.range.clone(), SecretClass::Labelled, "key"));
        }
        let behind = text.get(value.range.end + 1..).unwrap_or_default();
        let Some(next) = behind.strip_prefix(',') else { return };
        start = value.range.end + 2 + (next.len() - next.trim_start().len());
    }
}
