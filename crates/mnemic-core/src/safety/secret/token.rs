//! Tokens: whether what stands at a prefix has the form that belongs to it.

use std::ops::Range;

use super::{
    Secret, SecretClass,
    escape::{begins_word, ends_escape},
    form::{
        Form,
        Part::{self, Run, Text},
    },
    page::{Page, REACH},
    placeholder::is_placeholder,
    set::{
        Mix,
        Set::{self, Base64},
        is_random,
    },
};

/// Tokens of Fly are given out with it.
const SCHEME: &str = "FlyV1 ";

/// So much of a long token tells whether it was drawn.
const SAMPLE: usize = 256;

impl Form {
    /// The token whose prefix stands there, if the rest of it does.
    pub fn secret(&self, page: &Page, at: Range<usize>) -> Option<Secret> {
        let text = page.text;
        let bytes = text.as_bytes();
        if &bytes[at.clone()] != self.prefix.as_bytes() {
            return None;
        }
        let start = match self.before {
            Some(Run(set, least, most)) => {
                let is_it = |byte: &&u8| {
                    set.has(**byte) && (set != Base64 || !matches!(**byte, b'=' | b'-'))
                };
                let before = bytes[..at.start].iter().rev().take(most + 1);
                let before = before.take_while(is_it).count();
                // A longer run is something else, unless an escape is a part of it.
                let escaped = || (least..=most).rev().find(|it| is_marked(bytes, at.start - it));
                let length = if before > most { escaped() } else { Some(before) };
                at.start - length.filter(|length| *length >= least)?
            }
            _ => at.start,
        };
        if start > 0 && self.is_inside(bytes, start) {
            return None;
        }
        let end = self.rest.iter().try_fold(at.end, |end, part| part.end(page, end))?;
        if self.rest.is_empty() && self.before.is_none() {
            return None;
        }
        let end = end - trailing(&bytes[at.end..end]);
        let is_cut = self.rest.last().is_some_and(|part| part.goes_on(bytes, end));
        if self.prefix == "==" && is_hash(&text[..start]) {
            return None;
        }
        // A prefix that is words may be followed by words.
        let from = if self.before.is_some() { start } else { at.end };
        let variable = &text[from..end.min(from + SAMPLE)];
        page.spend(variable.len());
        let is_token = !is_cut && is_random(variable) && !is_placeholder(variable);
        let end = if is_token { self.wrapped(page, end) } else { end };
        is_token.then(|| Secret::new(self.kept(page, start..end), SecretClass::Token, self.kind))
    }

    /// Whether a letter stands directly before it, so that it is a part of a word. Addresses go on with a host or path.
    fn is_inside(&self, bytes: &[u8], start: usize) -> bool {
        let is_address = self.prefix.contains('/') || self.before.is_some();
        // A few letters are found in any long base64.
        let blob = start.checked_sub(24).map(|from| &bytes[from..start]);
        let is_in_blob = self.prefix.len() <= 4
            && matches!(bytes[start - 1], b'+' | b'/')
            && blob.is_some_and(|it| it.iter().all(|byte| Base64.has(*byte)))
            && blob.and_then(|it| str::from_utf8(it).ok()).is_some_and(is_random);
        !is_address
            && (is_in_blob
                || !begins_word(bytes, start)
                || bytes[start - 1] == b'_' && self.prefix.len() < 3)
    }

    /// Where a long token ends that a terminal or a mail broke into lines: each line behind is a part of one word, too.
    fn wrapped(&self, page: &Page, end: usize) -> usize {
        let Some(Run(_, _, most)) = self.rest.last() else { return end };
        let mut end = end;
        for _ in 0..40 {
            let line = page.line(end);
            let behind = &page.text[end..line.end];
            let is_broken =
                matches!(behind.trim_end_matches('\r'), "" | "\\" | "=") && line.len() >= 60;
            if !is_broken || *most < 100 || line.end == page.text.len() {
                break;
            }
            let next = page.after(line.end + 1, REACH);
            let next = &next[..next.find('\n').unwrap_or(next.len())];
            let marks = next.len() - next.trim_start_matches([' ', '\t', '>', '|']).len();
            let part = next[marks..].trim_end_matches(['\r', '\\', ' ']);
            if !self.is_part(part) {
                break;
            }
            end = line.end + 1 + marks + part.len();
        }
        end
    }

    /// Whether a line is a part of a token that was broken, and no name with its value or another token.
    fn is_part(&self, line: &str) -> bool {
        let mix = Mix::of(&line[..line.floor_char_boundary(SAMPLE)]);
        let is_mixed = mix.upper >= 2 && mix.lower >= 2 && mix.digits >= 2;
        line.len() >= 8
            && is_mixed
            && line.bytes().all(|byte| Set::Opaque.has(byte))
            && !line.trim_end_matches('=').contains('=')
            && !line.starts_with(self.prefix)
    }

    /// Of an address that is a secret, all of it; of another one what follows the prefix.
    fn kept(&self, page: &Page, range: Range<usize>) -> Range<usize> {
        if self.prefix.ends_with(['"', '=']) && self.before.is_none() {
            return range.start + self.prefix.len()..range.end;
        }
        if page.before(range.start, SCHEME.len()).eq_ignore_ascii_case(SCHEME) {
            return range.start - SCHEME.len()..range.end;
        }
        if !self.prefix.contains('/')
            || self.prefix.starts_with("1/")
            || self.prefix.starts_with("2/")
        {
            return range;
        }
        if !self.kind.ends_with("hook") {
            return range.start + self.prefix.len()..range.end;
        }
        let before = page.line_before(range.start);
        let address = before.rsplit(ends_address).next().unwrap_or_default();
        let start = match address.find("http") {
            Some(scheme) => range.start - (address.len() - scheme),
            None => range.start - address.len(),
        };
        let rest = page.line_after(range.end);
        let rest = &rest[..rest.find(ends_address).unwrap_or(rest.len())];
        start..range.end + rest.trim_end_matches(['.', ',', ';', ':']).len()
    }
}

/// Whether a character ends an address.
fn ends_address(it: char) -> bool {
    it.is_whitespace() || it.is_control() || "\"'`<>()[]{}|\\".contains(it)
}

/// Whether an escape or the mark of a changed line stands before a place.
fn is_marked(bytes: &[u8], place: usize) -> bool {
    let is_change = matches!(bytes[..place], [b'+' | b'-'] | [.., b'\n', b'+' | b'-']);
    is_change || ends_escape(&bytes[..place])
}

impl Part {
    /// Where it ends in a text, if it begins there.
    fn end(self, page: &Page, start: usize) -> Option<usize> {
        match self {
            Text(text) => page.text.as_bytes()[start..]
                .starts_with(text.as_bytes())
                .then(|| start + text.len()),
            Run(set, least, most) => {
                let end = page.run_end(set, start).min(start + most);
                (end >= start + least).then_some(end)
            }
        }
    }

    /// Whether a run goes on behind its longest length: then it is something else.
    fn goes_on(self, bytes: &[u8], end: usize) -> bool {
        let Run(set, ..) = self else { return false };
        let is_narrow = matches!(set, Set::Base58 | Set::Base32);
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() && (is_narrow || set.has(*byte));
        bytes.get(end).is_some_and(is_word)
    }
}

/// The secret that stands beside the id of a key: "AKIA… / …", `Client("SK…", "…")`.
pub fn companion(page: &Page, id: &Secret) -> Option<Secret> {
    let is_id = matches!(
        id.kind,
        "aws-access-key" | "twilio-key" | "tencent-key" | "alibaba-key" | "scaleway-key"
    );
    let near = is_id.then(|| page.after(id.range.end, 120))?;
    let bytes = near.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let run = bytes[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(byte))
            .count();
        let word = &near[start..start + run];
        if (28..=64).contains(&run) && is_secret_beside(word) {
            let range = id.range.end + start..id.range.end + start + run;
            return Some(Secret::new(range, SecretClass::Token, "secret-key"));
        }
        start += run.max(1);
        while !near.is_char_boundary(start.min(near.len())) {
            start += 1;
        }
    }
    None
}

fn is_secret_beside(word: &str) -> bool {
    is_random(word) && !word.bytes().all(|byte| Set::Hex.has(byte)) && !is_placeholder(word)
}

/// Whether a text ends with the name of a hash.
fn is_hash(before: &str) -> bool {
    ["sha512-", "sha512:", "sha512=", "digest:", "base64,"].iter().any(|it| before.ends_with(it))
}

/// How many characters at the end belong to the sentence and not to the token.
fn trailing(bytes: &[u8]) -> usize {
    bytes.iter().rev().take_while(|byte| b".~-/+".contains(byte)).count()
}
