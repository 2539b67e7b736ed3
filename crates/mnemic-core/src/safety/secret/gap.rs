//! Gaps: what stands between a name and its value: a separator, words that link, a type, a scheme.

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

/// Verbs of calls that get, check or ask for a secret.
static ASKS: Needles<13> = Needles::new([
    "get", "verify", "check", "hash", "prompt", "read", "ask", "validate", "reset", "forgot",
    "find", "load", "fetch",
]);

/// Parts of the names of calls that only wrap a literal.
static WRAPPERS: Needles<12> = Needles::new([
    "hex",
    "b64",
    "base64",
    "bytes",
    "buffer.from",
    "::from",
    "::new",
    "some",
    "string",
    "unhexlify",
    "encode",
    "secret!",
]);

/// What closes a name.
static CLOSERS: Needles<15> = Needles::new([
    "\"", "'", "`", "]", ")", "*", "\\", "&quot;", "&#34;", "&#39;", "&apos;", "%22", "%27",
    "\\u0022", "\\u0027",
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
        let separators = [
            "===", "=>", ":=", "->", "==", "+=", "→", "─", "│", "=", ":", "：", "は", "是", "%3D",
            "%3d", "%3A", "%3a", "\\u003d",
        ];
        if sign.starts_with("::") {
            return None;
        }
        if let Some(separator) = separators.iter().find(|it| sign.starts_with(**it)) {
            if matches!(*separator, "===" | "==" | "->") {
                return None;
            }
            let behind = &sign[separator.len()..];
            let padding = padding(behind);
            let begin = begin + separator.len() + padding;
            let mut gap = Self::new(at(begin), Manner::Word);
            gap.is_tight = *separator == "=" && padding == 0 && spaces == 0;
            gap.end += block_scalar(separator, page.after(gap.end, BACK));
            gap.end += colours(page.after(gap.end, BACK));
            gap.end += prefix(page.after(gap.end, BACK));
            gap.end += wrapping_call(page.after(gap.end, BACK));
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

/// Where the text of an element begins: `<name>…`, `<x key="name">…`, `<key>name</key><string>…`, `<name><value>…`.
fn tagged(before: &str, sign: &str) -> Option<usize> {
    let tag = |text: &str| {
        let inner = text.strip_prefix('<')?;
        let end = inner.bytes().take(60).position(|byte| matches!(byte, b'>' | b'\n'))?;
        inner[end..].starts_with('>').then_some(1 + end + 1)
    };
    let is_attribute = before.ends_with("name=\"") || before.ends_with("key=\"");
    let start = match () {
        () if sign.starts_with("</") => tag(sign)?,
        () if is_attribute || before.ends_with(['<', ':']) => sign.strip_prefix('>').map(|_| 1)?,
        () => return None,
    };
    let inner = sign[start..].trim_start();
    let may_nest = !is_attribute && !inner.starts_with("</");
    match tag(inner).filter(|_| may_nest) {
        Some(length) => Some(sign.len() - inner.len() + length),
        None => (start == 1).then_some(1),
    }
}

/// How long a call is that only wraps a literal: `bytes.fromhex("…")`, `SecretString::from("…")`.
fn wrapping_call(text: &str) -> usize {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.:!".contains(byte);
    let name = text.bytes().take(48).take_while(is_name).count();
    let is_call = text[name..].starts_with("(\"") || text[name..].starts_with("('");
    if is_call && (WRAPPERS.are_in(&text[..name])) { name + 1 } else { 0 }
}

/// How long the space before a value is, with the end of bold letters; more stars hide a value.
fn padding(behind: &str) -> usize {
    let bare = behind.strip_prefix("**").or_else(|| behind.strip_prefix('*')).unwrap_or(behind);
    let bare = if bare.starts_with('*') { behind } else { bare };
    behind.len() - bare.trim_start_matches([' ', '\t', '│']).len()
}

/// How long what closes a name is: quotes, brackets, and the same as escapes and colours.
fn closing(rest: &str) -> usize {
    let mut length = 0;
    for _ in 0..6 {
        let left = &rest[length..];
        let closer = match colours(left) {
            0 => CLOSERS.prefix(left.as_bytes()).map_or(0, str::len),
            colours => colours,
        };
        if closer == 0 {
            break;
        }
        length += closer;
    }
    length
}

/// How long what says which one a name is: `Unseal Key 1:`, `Token #2 =`, `Password (staging):`.
fn number(sign: &str) -> usize {
    let length = match sign.strip_prefix('(') {
        Some(inner) => {
            inner.bytes().take(32).position(|byte| byte == b')').map_or(0, |end| end + 2)
        }
        None => sign.bytes().take(3).take_while(|it| it.is_ascii_digit() || *it == b'#').count(),
    };
    let rest = &sign.as_bytes()[length..];
    let is_bare = sign.as_bytes()[..length].iter().all(|byte| !b"\n\"',=:".contains(byte));
    if length > 0 && is_bare && matches!(rest, [b':' | b'=', b' ', ..]) { length } else { 0 }
}

/// Where the value of a pair begins whose name is a value, too: `"name": "PASSWORD", "value": "…"`, in JSON and YAML.
fn field_value(sign: &str) -> Option<usize> {
    let next = sign.strip_prefix(',').unwrap_or(sign).trim_start();
    if !sign.starts_with([',', '\n', '\r']) {
        return None;
    }
    let field = next.trim_start_matches(['"', '\'', '\\']);
    let behind =
        field.get(..5).filter(|it| it.eq_ignore_ascii_case("value")).map(|_| &field[5..])?;
    let behind = behind.trim_start_matches(['"', '\'', '\\']).strip_prefix([':', '='])?;
    Some(sign.len() - behind.trim_start_matches([' ', '\t']).len())
}

/// Where the default of a variable begins: `variable "token" { default = "…" }`.
fn variable_default(page: &Page, name: &Name, sign: &str) -> Option<usize> {
    let is_variable =
        page.before(name.range.start, 12).trim_end_matches('"').ends_with("variable ");
    let body = sign.strip_prefix('{').filter(|_| is_variable)?;
    let body = &body[..body.find('}').unwrap_or(body.len())];
    let equals = body.find("default")? + "default".len();
    let value = body[equals..].trim_start().strip_prefix('=')?.trim_start();
    Some(1 + body.len() - value.len())
}

/// How long the sign of a block of YAML is, and what stands before its first line.
fn block_scalar(separator: &str, rest: &str) -> usize {
    let Some(block) = rest.strip_prefix(['|', '>']).filter(|_| separator == ":") else { return 0 };
    let block = block.trim_start_matches(['+', '-', ' ', '\t']);
    match block.strip_prefix("\r\n").or_else(|| block.strip_prefix('\n')) {
        Some(line) => rest.len() - line.trim_start_matches([' ', '\t']).len(),
        None => 0,
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
