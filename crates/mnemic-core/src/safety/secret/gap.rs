//! Gaps: what stands between a name and its value: a separator, words that link, a type, a scheme.

mod notation;

use self::notation::{
    block_scalar, closing, field_value, number, padding, tagged, type_annotation, variable_default,
    wrapping_call,
};
use super::{
    escape::colours,
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

/// Signs that part a name from its value, and those that compare.
const SEPARATORS: [&str; 19] = [
    "===", "=>", ":=", "->", "==", "+=", "→", "─", "│", "=", ":", "：", "は", "是", "%3D", "%3d",
    "%3A", "%3a", "\\u003d",
];

/// Verbs of calls that get, check or ask for a secret.
static ASKS: Needles<13> = Needles::new([
    "get", "verify", "check", "hash", "prompt", "read", "ask", "validate", "reset", "forgot",
    "find", "load", "fetch",
]);

/// What stands before a value and does not belong to it.
static SCHEMES: Needles<31> = Needles::new([
    "aws4-hmac-sha256 ",
    "digest ",
    "hawk ",
    "ssws ",
    "geniekey ",
    "klaviyo-api-key ",
    "pveapitoken=",
    "key=",
    "!!str ",
    "!!binary ",
    "bearer ",
    "basic ",
    "token token=",
    "token ",
    "api-key ",
    "api-token ",
    "apikey ",
    "splunk ",
    "flyv1 ",
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
        let closing = closing(rest);
        let after_close = &rest[closing..];
        let offset = closing;
        if let Some(value) = tagged(&text[..name.range.start], after_close) {
            return Some(Self::new(at(offset + value), Manner::Tag));
        }
        let spaces = after_close.len() - after_close.trim_start_matches([' ', '\t']).len();
        let mut sign = &after_close[spaces..];
        let mut begin = offset + spaces;
        let numbered = number(sign);
        sign = &sign[numbered..];
        begin += numbered;
        if let Some(value) = field_value(sign).or_else(|| variable_default(page, name, sign)) {
            return Some(Self::new(at(begin + value), Manner::Word));
        }
        // The type of a constant: `NAME: &str = "…"`, `NAME: Final[str] = "…"`.
        if let Some(typed) = type_annotation(sign) {
            sign = &sign[typed..];
            begin += typed;
        }
        if sign.starts_with("::") {
            return None;
        }
        if let Some(separator) = SEPARATORS.iter().find(|it| sign.starts_with(**it)) {
            let compares = matches!(*separator, "===" | "==" | "->");
            let behind = &sign[separator.len()..];
            return (!compares).then(|| Self::behind(page, at(begin), separator, behind, spaces));
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

    /// The gap that ends behind a separator at a place and what else stands before the value.
    fn behind(page: &Page, place: usize, separator: &str, behind: &str, spaces: usize) -> Self {
        let padding = padding(behind);
        let mut gap = Self::new(place + separator.len() + padding, Manner::Word);
        gap.is_tight = separator == "=" && padding == 0 && spaces == 0;
        gap.end += block_scalar(separator, page.after(gap.end, BACK));
        gap.end += colours(page.after(gap.end, BACK));
        gap.end += prefix(page.after(gap.end, BACK));
        gap.end += wrapping_call(page.after(gap.end, BACK));
        gap
    }

    fn new(end: usize, manner: Manner) -> Self {
        Self { end, manner, is_tight: false, is_list: false, is_loose: false, is_linked: false }
    }
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
