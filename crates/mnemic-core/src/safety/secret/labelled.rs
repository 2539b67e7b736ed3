//! What stands around labels: separators, quoted and bare values, words of a sentence, columns of a table, and values
//! behind options of commands.

use std::ops::Range;

use super::{
    Secret, SecretClass,
    label::Name,
    value::{self, Mix, is_odd, is_placeholder, is_random},
};

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
    pub fn after(text: &str, name: &Name) -> Option<Self> {
        let rest = &text[name.range.end..];
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
        let separators = [
            "===", "=>", ":=", "->", "==", "+=", "→", "─", "│", "=", ":", "：", "は", "是", "：",
            "は", "是",
        ];
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
            gap.end += prefix(&text[gap.end..]);
            return Some(gap);
        }
        if sign.starts_with(',') && closing > 0 {
            let padding = sign[1..].len() - sign[1..].trim_start().len();
            let mut gap = Self::new(at(begin + 1 + padding), Manner::Word);
            gap.is_list = true;
            gap.end += prefix(&text[gap.end..]);
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
        let callee = text[name.range.clone()].to_ascii_lowercase();
        let asks = [
            "get", "verify", "check", "hash", "prompt", "read", "ask", "validate", "reset",
            "forgot", "find", "load", "fetch",
        ];
        if sign.starts_with('(') && asks.iter().any(|verb| callee.contains(verb)) {
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
            gap.end += prefix(&text[gap.end..]);
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
    let line = &sign[..sign.find('\n').unwrap_or(sign.len())];
    let rest = line.strip_prefix(':')?;
    let equals = rest.find('=')?;
    let kind = rest[..equals].trim();
    let is_type = !kind.is_empty()
        && kind.len() <= 40
        && kind.starts_with(|it: char| it.is_alphabetic() || it == '&')
        && kind.chars().all(|it| it.is_alphanumeric() || "&[]<>'_ .:?|".contains(it))
        && rest[equals + 1..].trim_start().starts_with(['"', '\'', '`', 'r', 'b']);
    is_type.then_some(1 + equals)
}

/// How long the words are that link a name with its value: "is", "is now", "was set to".
fn links(sign: &str) -> usize {
    const LINKS: [&str; 31] = [
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
    ];
    let mut length = 0;
    for word in sign.split_inclusive(' ') {
        let bare = word.trim_end().trim_end_matches([':', ',']).to_lowercase();
        if !LINKS.contains(&bare.as_str()) || !word.ends_with(' ') {
            break;
        }
        length += word.len();
    }
    length
}

/// How long what stands before a value and does not belong to it is: a scheme, an encoding, a prefix of a literal.
fn prefix(text: &str) -> usize {
    let mut length = 0;
    loop {
        let rest = &text[length..];
        let lower: String = rest.chars().take(24).collect::<String>().to_ascii_lowercase();
        let schemes = [
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
        ];
        if let Some(scheme) = schemes.iter().find(|scheme| lower.starts_with(**scheme)) {
            length += scheme.len();
            continue;
        }
        // Literals with a prefix: `N'…'`, `r"…"`, `b'…'`, `@"…"`, `f"…"`.
        let mut letters = rest.chars();
        let first = letters.next();
        if first.is_some_and(|it| "NrbBuf@".contains(it))
            && letters.next().is_some_and(|it| it == '"' || it == '\'')
        {
            return length + 1;
        }
        return length;
    }
}

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
    pub fn at(text: &str, start: usize, manner: Manner) -> Option<Self> {
        let rest = text.get(start..)?;
        if manner == Manner::Tag {
            let end = rest.find('<')?;
            let range = trimmed(text, start..start + end);
            return Some(Self { range, is_quoted: true });
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
        ];
        for (open, close) in quotes {
            let Some(inner) = rest.strip_prefix(open) else { continue };
            let line = &inner[..inner.find('\n').unwrap_or(inner.len())];
            let Some(end) = closing(line, close) else { continue };
            let from = start + open.len();
            return Some(Self { range: from..from + end, is_quoted: true });
        }
        let end = end_of_word(rest);
        let range = sentence_end(text, start..start + end);
        (!range.is_empty()).then_some(Self { range, is_quoted: false })
    }
}

/// Where a quote closes, escapes not counted.
fn closing(line: &str, close: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + line[from..].find(close)?;
        let slashes = line[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
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
            ';' | ',' | '&' | '|' => {
                behind.is_empty()
                    || behind.starts_with(|next: char| {
                        next.is_whitespace() || next == it || next == '\'' || next == '"'
                    })
                    || begins_name(behind)
            }
            _ => it.is_whitespace(),
        };
        if ends {
            return place;
        }
    }
    rest.len()
}

/// Whether a text begins with a name and `=`, as the next field of an address or a connection string does.
fn begins_name(text: &str) -> bool {
    let length = text
        .find(|it: char| !(it.is_ascii_alphanumeric() || "_-. ".contains(it)))
        .unwrap_or(text.len());
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
fn sentence_end(text: &str, range: Range<usize>) -> Range<usize> {
    let mut value = &text[range.clone()];
    value = value.trim_end_matches(['*', '\\', '`']);
    if !value.ends_with("..") {
        value = value.strip_suffix(['.', ':', ',']).unwrap_or(value);
    }
    for (open, close) in [('(', ')'), ('[', ']'), ('{', '}')] {
        while value.ends_with(close) && value.matches(open).count() < value.matches(close).count() {
            value = &value[..value.len() - 1];
        }
    }
    range.start..range.start + value.len()
}

/// The next words of a paragraph, without the signs around them.
pub fn words(text: &str, from: usize, most: usize) -> Vec<Range<usize>> {
    let rest = &text[from..];
    let paragraph = &rest[..rest.find("\n\n").unwrap_or(rest.len())];
    let mut words = Vec::new();
    let mut place = 0;
    let mut ends_line = true;
    for piece in paragraph.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        if is_code(word) {
            break;
        }
        let opened = word.len()
            - word
                .trim_start_matches(['"', '\'', '`', '(', '«', '“', '„', '*', ',', ':', '‘', '['])
                .len();
        let bare = word[opened..].trim_end_matches(['"', '\'', '`', '»', '”', '*', ';', ',', '’']);
        let range = sentence_end(text, from + place + opened..from + place + opened + bare.len());
        let range = sentence_end(
            text,
            range.start
                ..range.start + text[range.clone()].trim_end_matches(['"', '\'', '`', '”']).len(),
        );
        if !range.is_empty() {
            words.push(range);
        }
        place += piece.len();
        ends_line = if word.is_empty() { ends_line } else { word.ends_with([':', '→']) };
        // A sentence goes on in the next line; a list, code and configuration do not.
        let goes_on = ends_line || is_wrapped(paragraph, place);
        if words.len() == most || place > 240 || (piece.ends_with('\n') && !goes_on) {
            break;
        }
    }
    words
}

/// Whether a word is code: then what follows is no sentence.
fn is_code(word: &str) -> bool {
    let ends = word.ends_with([';', '{', '}', '[', '(']) && word.len() > 1
        || matches!(word, "=" | "==" | "{" | "}" | "=>" | "|" | "||" | "&&" | "->" | "::");
    ends || (word.starts_with(['"', '{']) && word.contains("\":"))
        || word.contains("\",\"")
        || word.contains("</")
        || word.contains("=\"")
}

/// Whether the line that ends at a place was broken because it was long, and the next begins with a small letter.
fn is_wrapped(paragraph: &str, place: usize) -> bool {
    let line = paragraph[..place].trim_end_matches('\n').rsplit('\n').next().unwrap_or_default();
    let next = &paragraph[place..];
    line.len() > 50 && next.starts_with(|it: char| it.is_lowercase() || it.is_ascii_digit())
}

/// The words before a place, the nearest first.
pub fn words_before(text: &str, to: usize, most: usize) -> Vec<Range<usize>> {
    let mut from = to.saturating_sub(120);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let line = text[from..to].rfind('\n').map_or(from, |newline| from + newline + 1);
    let mut all = words(text, line, usize::MAX);
    all.retain(|range| range.end <= to);
    all.reverse();
    all.truncate(most);
    all
}

/// A dozen or more small words in a row: the phrase that restores a wallet.
pub fn phrase(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = &text[from..];
    let mut run: Vec<Range<usize>> = Vec::new();
    let mut place = 0;
    for piece in rest.split_inclusive(char::is_whitespace).take(60) {
        let word = piece.trim();
        let bare = word.trim_matches(|it: char| "\"'`,.:".contains(it));
        let offset = from + place + piece.find(bare).unwrap_or(0);
        let is_word =
            (3..=8).contains(&bare.len()) && bare.bytes().all(|byte| byte.is_ascii_lowercase());
        if is_word {
            run.push(offset..offset + bare.len());
            if word.ends_with(['.', ':']) && run.len() < 12 {
                run.clear();
            }
        } else if !word.is_empty() {
            if run.len() >= 12 {
                break;
            }
            run.clear();
        }
        place += piece.len();
    }
    // A sentence has short words that no word list of phrases has; a run of a dozen long ones is one.
    (run.len() >= 12).then(|| run[run.len() - (run.len() / 12 * 12)].start..run[run.len() - 1].end)
}

/// The cells below a heading that is a name, in tables of Markdown, of terminals and of comma-separated values.
pub fn column(
    text: &str,
    name: &Range<usize>,
    accepts: impl Fn(&str) -> bool,
) -> Vec<Range<usize>> {
    let start = text[..name.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[name.end..].find('\n').map_or(text.len(), |newline| name.end + newline);
    let head = &text[start..end];
    let Some(split) = Split::of(head) else { return Vec::new() };
    let cells = split.cells(head);
    let is_title = |cell: &Range<usize>| head[cell.clone()].split_whitespace().count() <= 3;
    if split != Split::Pipes
        && (head.contains(['=', '(', ':', '{', ';', '"']) || !cells.iter().all(is_title))
    {
        return Vec::new();
    }
    let Some(column) = cells
        .iter()
        .position(|cell| cell.start + start <= name.start && name.end <= cell.end + start)
    else {
        return Vec::new();
    };
    if head[cells[column].clone()].split_whitespace().count() > 4 {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut from = end + 1;
    for line in text.get(from..).unwrap_or_default().split('\n').take(50) {
        let row = split.cells(line);
        if line.trim().is_empty() {
            break;
        }
        if row.len() == cells.len() {
            let cell = row[column].clone();
            let bare = line[cell.clone()].trim_matches(['`', '"', '*']);
            if accepts(bare) {
                let offset = from + cell.start + line[cell].find(bare).unwrap_or(0);
                found.push(offset..offset + bare.len());
            }
        }
        from += line.len() + 1;
    }
    found
}

/// How the cells of a table are parted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Split {
    Pipes,
    Commas,
    Tabs,
    Spaces,
}

impl Split {
    fn of(head: &str) -> Option<Self> {
        match () {
            () if head.matches(['|', '│']).count() >= 2 => Some(Self::Pipes),
            () if head.contains('\t') => Some(Self::Tabs),
            () if head.contains(',') && !head.contains(". ") => Some(Self::Commas),
            () if head.trim().contains("  ") => Some(Self::Spaces),
            () => None,
        }
    }

    fn cells(self, line: &str) -> Vec<Range<usize>> {
        let mut cells = Vec::new();
        let mut start = 0;
        let mut push = |from: usize, to: usize| {
            let cell = &line[from..to];
            let begin = from + (cell.len() - cell.trim_start().len());
            cells.push(begin..begin + cell.trim().len());
        };
        let is_split = |it: char| match self {
            Self::Pipes => it == '|' || it == '│',
            Self::Commas => it == ',',
            Self::Tabs => it == '\t',
            Self::Spaces => it == ' ',
        };
        for (place, it) in line.char_indices() {
            if is_split(it) {
                push(start, place);
                start = place + it.len_utf8();
            }
        }
        push(start, line.len());
        if self == Self::Spaces {
            cells.retain(|cell| !cell.is_empty());
        }
        cells
    }
}

/// What follows `Bearer` or `Basic`.
pub fn after_scheme(text: &str, at: Range<usize>) -> Option<Secret> {
    let rest = &text[at.end..];
    let is_opaque = |it: char| it.is_ascii() && value::Set::Opaque.has(it as u8);
    let run = &rest[..rest.find(|it: char| !is_opaque(it)).unwrap_or(rest.len())];
    let token = run.trim_end_matches(['.', '-']);
    let least = if text[at.clone()].eq_ignore_ascii_case("basic ") { 8 } else { 12 };
    let is_secret =
        token.len() >= least && is_random(token) && !is_placeholder(token) && !token.contains("//");
    let is_basic = least == 12 || value::Mix::of(token).upper > 0;
    (is_secret && is_basic)
        .then(|| Secret::new(at.end..at.end + token.len(), SecretClass::Credential, "credential"))
}

/// The values of cookies that carry a session.
pub fn cookies(text: &str, at: Range<usize>, found: &mut Vec<Secret>) {
    let rest = &text[at.end..];
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    if !line.trim_start_matches(['"', '\'']).starts_with(':') && !line.starts_with("s:") {
        return;
    }
    for (place, _) in line.match_indices('=') {
        let name_start =
            line[..place].rfind(|it: char| " ;:'\",".contains(it)).map_or(0, |begin| begin + 1);
        let name = line[name_start..place].to_ascii_lowercase();
        let carries = [
            "sess", "sid", "auth", "token", "jwt", "remember", "csrf", "li_at", "xsrf", "login",
            "identity",
        ];
        if !carries.iter().any(|word| name.contains(word)) {
            continue;
        }
        let value = &line[place + 1..];
        let value = &value[..value
            .find(|it: char| it == ';' || it == '"' || it == '\'' || it.is_whitespace())
            .unwrap_or(value.len())];
        if value.len() >= 8 && !is_placeholder(value) && is_random(value) {
            let start = at.end + place + 1;
            found.push(Secret::new(start..start + value.len(), SecretClass::Credential, "cookie"));
        }
    }
}

/// A command or option behind which a password stands.
#[derive(Debug)]
pub struct CommandOption {
    /// The option.
    pub word: &'static str,
    /// Commands of which one must be in the line; with none any.
    commands: &'static [&'static str],
    /// How the password is written.
    written: Written,
}

/// How a password is written behind an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    /// `-u user:password`.
    AfterColon,
    /// `-p password`.
    NextWord,
    /// `-ppassword`.
    Attached,
    /// `-U user%password`.
    AfterPercent,
    /// `echo password | …`.
    Echoed,
}

const fn option(
    word: &'static str,
    commands: &'static [&'static str],
    written: Written,
) -> CommandOption {
    CommandOption { word, commands, written }
}

/// Every option.
pub static OPTIONS: &[CommandOption] = &[
    option(" -u ", &["curl", "wget", "http", "httpie", "xh "], Written::AfterColon),
    option(" -u", &["curl"], Written::AfterColon),
    option("--user ", &["curl", "wget"], Written::AfterColon),
    option("--user=", &["curl", "wget"], Written::AfterColon),
    option(" -a ", &["redis-cli", "http "], Written::NextWord),
    option(" -b ", &["oathtool"], Written::NextWord),
    option(" -t ", &["codecov"], Written::NextWord),
    option("-auth ", &["java", "jenkins"], Written::AfterColon),
    option(
        "login ",
        &["wandb", "huggingface-cli", "hf auth", "cargo", "neonctl"],
        Written::NextWord,
    ),
    option("connect ", &["nmcli"], Written::NextWord),
    option(
        " -p ",
        &[
            "sshpass",
            "docker login",
            "podman login",
            "az login",
            "helm registry login",
            "oc login",
            "mongo",
            "cqlsh",
        ],
        Written::NextWord,
    ),
    option(
        " -p",
        &["mysql", "mariadb", "sshpass", "mysqldump", "mysqladmin", "7z"],
        Written::Attached,
    ),
    option(" -w ", &["ldapsearch", "ldapadd", "ldapmodify"], Written::NextWord),
    option("pass:", &["openssl"], Written::Attached),
    option(
        " -u '",
        &["smbclient", "rpcclient", "crackmapexec", "netexec", "curl"],
        Written::AfterPercent,
    ),
    option(" -u ", &["smbclient", "rpcclient"], Written::AfterPercent),
    option(
        "<<<",
        &["crypt", "login", "secret", "vault", "passwd", "openssl", "gpg"],
        Written::NextWord,
    ),
    option("| sudo -s", &["echo", "printf"], Written::Echoed),
    option("| docker login", &["echo", "printf"], Written::Echoed),
    option("| gh secret", &["echo", "printf"], Written::Echoed),
    option("| gh auth", &["echo", "printf"], Written::Echoed),
    option("| kubectl create secret", &["echo", "printf"], Written::Echoed),
    option("| vault ", &["echo", "printf"], Written::Echoed),
    option("| passwd", &["echo", "printf"], Written::Echoed),
    option("| chpasswd", &["echo", "printf"], Written::Echoed),
    option("| cryptsetup", &["echo", "printf"], Written::Echoed),
    option("| wrangler secret", &["echo", "printf"], Written::Echoed),
    option("| fly secrets", &["echo", "printf"], Written::Echoed),
    option("| op ", &["echo", "printf"], Written::Echoed),
    option("| pass insert", &["echo", "printf"], Written::Echoed),
    option("-storepass ", &[], Written::NextWord),
    option("storepass ", &["keytool"], Written::NextWord),
    option("-keypass ", &["keytool"], Written::NextWord),
];

impl CommandOption {
    /// The password behind the option.
    pub fn secret(&self, text: &str, at: Range<usize>) -> Option<Secret> {
        let line_start = text[..at.start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = &text[line_start..at.start];
        let is_there = |command: &str| line.contains(command);
        if !self.commands.is_empty() && !self.commands.iter().any(|it| is_there(it)) {
            return None;
        }
        if self.written == Written::Echoed {
            let words = words(text, line_start, 40);
            let before = words.into_iter().take_while(|range| range.end <= at.start);
            let secret =
                before.filter(|range| !text[range.clone()].starts_with(['-', '%'])).last()?;
            return self.accepted(text, secret);
        }
        let padding = text[at.end..].len() - text[at.end..].trim_start_matches(' ').len();
        if self.written == Written::Attached && padding > 0 {
            return None;
        }
        let value = Value::at(text, at.end + padding, Manner::Word)?;
        let (range, written) = (value.range.clone(), &text[value.range]);
        let range = match self.written {
            Written::AfterColon => range.start + written.find(':')? + 1..range.end,
            Written::AfterPercent => range.start + written.find('%')? + 1..range.end,
            _ => range,
        };
        self.accepted(text, range)
    }

    fn accepted(&self, text: &str, range: Range<usize>) -> Option<Secret> {
        let value = &text[range.clone()];
        let mix = Mix::of(value);
        let is_secret = value.len() >= 4
            && !is_placeholder(value)
            && !value.starts_with('-')
            && (is_odd(value)
                || mix.digits > 0 && mix.lower + mix.upper > 0
                || mix.others > 1
                || mix.upper > 1 && mix.lower > 1
                || self.written == Written::AfterColon);
        let is_number = mix.lower + mix.upper == 0 && mix.others == 0;
        (is_secret && !is_number).then(|| Secret::new(range, SecretClass::Credential, "password"))
    }
}

/// The second string of a call: `login("user", "password")`.
pub fn second_argument(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text[from..].strip_prefix('(')?;
    let first = Value::at(text, from + 1 + (rest.len() - rest.trim_start().len()), Manner::Word)?;
    let quote = 1;
    let behind = text.get(first.range.end + quote..)?;
    let gap = behind.strip_prefix(',').filter(|_| first.is_quoted)?;
    let start = first.range.end + quote + 1 + (gap.len() - gap.trim_start().len());
    let second = Value::at(text, start, Manner::Word)?;
    let value = &text[second.range.clone()];
    (second.is_quoted && value.len() >= 4 && !is_placeholder(value) && !value.contains(' '))
        .then_some(second.range)
}

/// Groups of letters and digits of base32, as apps for one-time codes show their keys.
pub fn groups(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = &text[from..];
    let start = from + rest.find(':')? + 1;
    let start = start + (text[start..].len() - text[start..].trim_start().len());
    let is_group = |group: &str| {
        group.len() == 4
            && group.bytes().all(|it| it.is_ascii_alphabetic() || (b'2'..=b'7').contains(&it))
    };
    let groups = text[start..]
        .split(' ')
        .take_while(|group| is_group(group.trim_end_matches(['.', '\n'])))
        .count();
    (groups >= 4).then(|| start..start + groups * 5 - 1)
}

/// Codes that stand one below the other or one behind the other.
pub fn codes(text: &str, from: usize) -> Vec<Range<usize>> {
    let rest = &text[from..];
    let paragraph = &rest[..rest.find("\n\n\n").unwrap_or(rest.len())];
    let mut codes = Vec::new();
    let mut place = from;
    for piece in paragraph.split_inclusive(char::is_whitespace).take(60) {
        let word = piece.trim().trim_matches(['-', '*', '`', ',', '.', '"']);
        let mix = Mix::of(word);
        let is_code = (6..=24).contains(&word.len())
            && mix.digits > 0
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && (mix.lower == 0 || mix.upper == 0)
            && !word.starts_with("20");
        if is_code {
            let start = place + piece.find(word).unwrap_or(0);
            codes.push(start..start + word.len());
        }
        place += piece.len();
    }
    if codes.len() >= 2 { codes } else { Vec::new() }
}

/// Whether a name stands in a line of a `.netrc` file.
pub fn is_netrc(text: &str, name: &Range<usize>) -> bool {
    let before = &text[..name.start];
    let from = before.len().saturating_sub(160);
    let near: String = before.bytes().skip(from).map(char::from).collect();
    near.contains("login ")
        && (near.contains("machine ") || near.contains("default "))
        && text[name.end..].starts_with([' ', '\n', '\t'])
}

/// Of a value that is an object, its field `value`: `"password": { "sensitive": true, "value": "…" }`.
pub fn wrapped_value(text: &str, gap: Gap) -> Gap {
    let rest = &text[gap.end..];
    let is_object = text[..gap.end].trim_end().ends_with('{');
    let object = &rest[..rest.find('}').unwrap_or(0)];
    match object.find("\"value\":") {
        Some(field) if is_object => {
            let behind = &object[field + "\"value\":".len()..];
            let padding = behind.len() - behind.trim_start().len();
            Gap { end: gap.end + field + "\"value\":".len() + padding, ..gap }
        }
        _ => gap,
    }
}

/// What a command prints, when it is one word: the line behind one that begins with a prompt.
pub fn printed(text: &str, from: usize) -> Option<Range<usize>> {
    let start = text[..from].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].trim_start();
    if !line.starts_with("$ ")
        && !line.starts_with("# ")
        && !line.starts_with("> ")
        && !line.starts_with("% ")
    {
        return None;
    }
    let end = from + text[from..].find('\n')?;
    let next = text[end + 1..].split('\n').next()?;
    let word = next.trim();
    let is_one = !word.contains(char::is_whitespace) && word.len() >= 12;
    let begin = end + 1 + next.find(word)?;
    (is_one && is_random(word) && is_odd(word)).then(|| begin..begin + word.len())
}

/// Strings that a call is given and that were drawn, not written. What computes or checks hashes is given hashes.
pub fn arguments(text: &str, from: usize, found: &mut Vec<Secret>) {
    let before = &text[..from];
    let callee = before
        .rsplit(|it: char| !(it.is_alphanumeric() || "_.:".contains(it)))
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let about = [
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
    if callee.is_empty()
        || about.iter().any(|word| callee.ends_with(word) || callee.contains("hash"))
    {
        return;
    }
    let mut start = from + 1;
    for _ in 0..5 {
        let Some(value) = Value::at(text, start, Manner::Word).filter(|value| value.is_quoted)
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
            && !value::is_uuid(drawn)
            || value::is_random_base64(drawn) && drawn.len() >= 32;
        if is_key
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
