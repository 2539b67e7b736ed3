//! Notations: what closes a name, parts it from its value and opens the value, in code, configuration, markup and records.

use super::super::{escape::colours, name::Name, needles::Needles, page::Page};

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

/// Where the text of an element begins: `<name>…`, `<x key="name">…`, `<key>name</key><string>…`, `<name><value>…`.
pub fn tagged(before: &str, sign: &str) -> Option<usize> {
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
pub fn wrapping_call(text: &str) -> usize {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.:!".contains(byte);
    let name = text.bytes().take(48).take_while(is_name).count();
    let is_call = text[name..].starts_with("(\"") || text[name..].starts_with("('");
    if is_call && (WRAPPERS.are_in(&text[..name])) { name + 1 } else { 0 }
}

/// How long the space before a value is, with the end of bold letters; more stars hide a value.
pub fn padding(behind: &str) -> usize {
    let bare = behind.strip_prefix("**").or_else(|| behind.strip_prefix('*')).unwrap_or(behind);
    let bare = if bare.starts_with('*') { behind } else { bare };
    behind.len() - bare.trim_start_matches([' ', '\t', '│']).len()
}

/// How long what closes a name is: quotes, brackets, and the same as escapes and colours.
pub fn closing(rest: &str) -> usize {
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
pub fn number(sign: &str) -> usize {
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
pub fn field_value(sign: &str) -> Option<usize> {
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
pub fn variable_default(page: &Page, name: &Name, sign: &str) -> Option<usize> {
    let is_variable =
        page.before(name.range.start, 12).trim_end_matches('"').ends_with("variable ");
    let body = sign.strip_prefix('{').filter(|_| is_variable)?;
    let body = &body[..body.find('}').unwrap_or(body.len())];
    let equals = body.find("default")? + "default".len();
    let value = body[equals..].trim_start().strip_prefix('=')?.trim_start();
    Some(1 + body.len() - value.len())
}

/// How long the sign of a block of YAML is, and what stands before its first line.
pub fn block_scalar(separator: &str, rest: &str) -> usize {
    let Some(block) = rest.strip_prefix(['|', '>']).filter(|_| separator == ":") else { return 0 };
    let block = block.trim_start_matches(['+', '-', ' ', '\t']);
    match block.strip_prefix("\r\n").or_else(|| block.strip_prefix('\n')) {
        Some(line) => rest.len() - line.trim_start_matches([' ', '\t']).len(),
        None => 0,
    }
}

/// How long a type between a colon and `=` is.
pub fn type_annotation(sign: &str) -> Option<usize> {
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
