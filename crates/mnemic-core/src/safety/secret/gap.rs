//! Gaps: what stands between a name and its value: a separator, words that link, a type, a scheme.

use super::{
    name::Name,
    needles::Needles,
    page::{BACK, Page},
};

/// Words that link a name with its value.
static LINKS: Needles<31> = Needles::new([
    "is",
    "was",
    "are",
    "now",
    "currently",
    "still",
    "set",
    "to",
    "ist",
    "lautet",
    "war",
    "jetzt",
    "est",
    "es",
    "è",
    "é",
    "equals",
    "becomes",
    "will",
    "be",
    "should",
    "it's",
    "changed",
    "auf",
    "has",
    "been",
    "stays",
    "remains",
    "called",
    "just",
    "also",
]);

/// Verbs of calls that get, check or ask for a secret.
static ASKS: Needles<13> = Needles::new([
    "get", "verify", "check", "hash", "prompt", "read", "ask", "validate", "reset", "forgot",
    "find", "load", "fetch",
]);

/// What stands before a value and does not belong to it.
static SCHEMES: Needles<22> = Needles::new([
    "bearer ",
    "basic ",
    "token token=",
    "token ",
    "api-key ",
    "api-token ",
    "apikey ",
    "splunk ",
    "flyv1 ",
    "base64:",
    "pass:",
    "\"bearer ",
    "\"basic ",
    "'bearer ",
    "'basic ",
    "`bearer ",
    "\"token ",
    "'token ",
    "\"flyv1 ",
    "[",
    "(",
    "{",
]);

/// What stands between a name and its value.
#[derive(Debug, Clone, Copy)]
pub struct Gap {
    /// Where the value begins.
    pub end: usize,
    /// How a bare value ends.
    pub manner: Manner,
    /// Whether nothing but `=` stands there.
    pub is_tight: bool,
    /// Whether a comma stands there.
    pub is_list: bool,
    /// Whether only words or spaces stand there.
    pub is_loose: bool,
    /// Whether a word that links stands there.
    pub is_linked: bool,
}

/// How a bare value ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// With a space or a sign that separates.
    Word,
    /// With the next tag.
    Tag,
}

impl Gap {
    /// The gap behind a name, if a value may follow.
    pub fn after(page: &Page, name: &Name) -> Option<Self> {
        let text = page.text;
        let rest = page.after(name.range.end, BACK);
        let at = |offset: usize| name.range.end + offset;
        let closing =
            rest.len() - rest.trim_start_matches(['"', '\'', '`', ']', ')', '*', '\\']).len();
        let after_close = &rest[closing.min(4)..];
        let offset = rest.len() - after_close.len();
        if after_close.starts_with('>') && text[..name.range.start].ends_with(['<', ':']) {
            return Some(Self::new(at(offset + 1), Manner::Tag));
        }
        let spaces = after_close.len() - after_close.trim_start_matches([' ', '\t']).len();
        let mut sign = &after_close[spaces..];
        let mut begin = offset + spaces;
        // The type of a constant: `NAME: &str = "…"`, `NAME: Final[str] = "…"`.
        if let Some(typed) = type_annotation(sign) {
            sign = &sign[typed..];
            begin += typed;
        }
        let separators =
            ["===", "=>", ":=", "->", "==", "+=", "→", "─", "│", "=", ":", "：", "は", "是"];
        if sign.starts_with("::") {
            return None;
        }
        if let Some(separator) = separators.iter().find(|it| sign.starts_with(**it)) {
            if matches!(*separator, "===" | "==" | "->") {
                return None;
            }
            let behind = &sign[separator.len()..];
            let padding = behind.len() - behind.trim_start_matches([' ', '\t', '│', '*']).len();
            let begin = begin + separator.len() + padding;
            let mut gap = Self::new(at(begin), Manner::Word);
            gap.is_tight = *separator == "=" && padding == 0 && spaces == 0;
            gap.end += prefix(page.after(gap.end, BACK));
            return Some(gap);
        }
        if sign.starts_with(',') && closing > 0 {
            let padding = sign[1..].len() - sign[1..].trim_start().len();
            let mut gap = Self::new(at(begin + 1 + padding), Manner::Word);
            gap.is_list = true;
            gap.end += prefix(page.after(gap.end, BACK));
            return text[gap.end..].starts_with(['"', '\'', '`']).then_some(gap);
        }
        // `"key" value="…"`: attributes of markup.
        if let Some(value) = sign.strip_prefix("value=") {
            return value.starts_with(['"', '\'']).then(|| Self::new(at(begin + 6), Manner::Word));
        }
        if spaces == 0 && !sign.starts_with('(') {
            return None;
        }
        // A call: `password('…')`. What gets, checks or asks for a secret is given its name.
        if sign.starts_with('(') && ASKS.are_in(&text[name.range.clone()]) {
            return None;
        }
        if let Some(call) = sign.strip_prefix('(') {
            let padding = call.len() - call.trim_start().len();
            return call
                .trim_start()
                .starts_with(['"', '\'', '`'])
                .then(|| Self::new(at(begin + 1 + padding), Manner::Word));
        }
        if sign.starts_with(['"', '\'', '`', '“', '«', '„']) {
            return Some(Self::new(at(begin), Manner::Word));
        }
        if name.is_option && !sign.starts_with('-') {
            let mut gap = Self::new(at(begin), Manner::Word);
            gap.is_tight = true;
            return Some(gap);
        }
        // A key of YAML or a log: no sentence, and `key   value` of a terminal.
        let linked = links(sign);
        if linked > 0 || spaces >= 2 || name.is_shouted {
            let mut gap = Self::new(at(begin + linked), Manner::Word);
            gap.is_loose = true;
            gap.is_linked = linked > 0;
            gap.end += prefix(page.after(gap.end, BACK));
            return Some(gap);
        }
        None
    }

    fn new(end: usize, manner: Manner) -> Self {
        Self { end, manner, is_tight: false, is_list: false, is_loose: false, is_linked: false }
    }
}

/// How long a type between a colon and `=` is.
fn type_annotation(sign: &str) -> Option<usize> {
    let rest = sign.strip_prefix(':')?;
    let equals = rest.bytes().take(48).position(|byte| matches!(byte, b'=' | b'\n'))?;
    let kind = rest[..equals].trim();
    let is_type = !kind.is_empty()
        && kind.len() <= 40
        && rest[equals..].starts_with('=')
        && kind.starts_with(|it: char| it.is_alphabetic() || it == '&')
        && kind.chars().all(|it| it.is_alphanumeric() || "&[]<>'_ .:?|".contains(it))
        && rest[equals + 1..].trim_start().starts_with(['"', '\'', '`', 'r', 'b']);
    is_type.then_some(1 + equals)
}

/// How long the words are that link a name with its value: "is", "is now", "was set to".
fn links(sign: &str) -> usize {
    let mut length = 0;
    for word in sign.split_inclusive(' ').take(6) {
        let bare = word.trim_end().trim_end_matches([':', ',']);
        if !LINKS.have(bare) || !word.ends_with(' ') {
            break;
        }
        length += word.len();
    }
    length
}

/// How long what stands before a value and does not belong to it is: a scheme, an encoding, a prefix of a literal.
fn prefix(text: &str) -> usize {
    let mut length = 0;
    for _ in 0..4 {
        let Some(scheme) = SCHEMES.prefix(&text.as_bytes()[length..]) else { break };
        length += scheme.len();
    }
    // Literals with a prefix: `N'…'`, `r"…"`, `b'…'`, `@"…"`, `f"…"`.
    let mut letters = text[length..].chars();
    let is_letter = letters.next().is_some_and(|it| "NrbBuf@".contains(it));
    let is_literal = is_letter && letters.next().is_some_and(|it| it == '"' || it == '\'');
    length + usize::from(is_literal)
}

/// Of a value that is an object, its field `value`: `"password": { "sensitive": true, "value": "…" }`.
pub fn wrapped_value(page: &Page, gap: Gap) -> Gap {
    let is_object = page.before(gap.end, BACK).trim_end().ends_with('{');
    if !is_object {
        return gap;
    }
    let rest = page.after(gap.end, BACK);
    let object = &rest[..rest.find('}').unwrap_or(0)];
    match object.find("\"value\":") {
        Some(field) => {
            let behind = &object[field + "\"value\":".len()..];
            let padding = behind.len() - behind.trim_start().len();
            Gap { end: gap.end + field + "\"value\":".len() + padding, ..gap }
        }
        _ => gap,
    }
}
