//! Names: the identifier or word that a label is a part of, and whether it names a secret or only something about one.

use std::ops::Range;

use super::{
    label::{
        Label,
        Strength::{Password, Pin, Token, Weak},
    },
    needles::Needles,
    page::Page,
};

/// Longer than so many bytes before or behind its label is no name.
const LONGEST: usize = 100;

/// What an identifier goes on with when it is about a secret and does not hold one.
static ABOUT: Needles<46> = Needles::new([
    "file",
    "path",
    "dir",
    "url",
    "uri",
    "name",
    "id",
    "ids",
    "type",
    "length",
    "len",
    "size",
    "min",
    "max",
    "ttl",
    "expiry",
    "expires",
    "expiration",
    "policy",
    "field",
    "required",
    "count",
    "prompt",
    "reset",
    "label",
    "hint",
    "placeholder",
    "arn",
    "ref",
    "store",
    "manager",
    "provider",
    "algorithm",
    "alg",
    "version",
    "header",
    "endpoint",
    "rotation",
    "protected",
    "auth",
    "stdin",
    "env",
    "command",
    "alias",
    "format",
    "error",
]);

/// Parts of an identifier that is public or counts something.
static PUBLIC: Needles<30> = Needles::new([
    "public",
    "publishable",
    "max",
    "min",
    "num",
    "total",
    "completion",
    "input",
    "output",
    "cache",
    "primary",
    "foreign",
    "sort",
    "partition",
    "idempotency",
    "registry",
    "no",
    "css",
    "i18n",
    "react",
    "group",
    "server",
    "websocket",
    "site",
    "host",
    "vite",
    "next",
    "object",
    "sitekey",
    "ssh",
]);

/// Of these, the ones that say so of a `key` only: a server's token is a secret.
static OF_KEYS: Needles<9> =
    Needles::new(["server", "host", "site", "next", "vite", "object", "group", "ssh", "registry"]);

/// Words before a word such as `key` that say which one it is, none of them secret.
static PUBLIC_BEFORE: Needles<19> = Needles::new([
    "public",
    "primary",
    "foreign",
    "sort",
    "partition",
    "cache",
    "peer",
    "subject",
    "eddsa",
    "rsa",
    "dsa",
    "ecdsa",
    "from",
    "host",
    "object",
    "map",
    "dictionary",
    "good",
    "bad",
]);

/// The identifier or word that a label is a part of.
#[derive(Debug)]
pub struct Name {
    /// Where the identifier is.
    pub range: Range<usize>,
    /// Whether it is a part of a longer identifier.
    pub is_compound: bool,
    /// Whether it is written in capitals, as variables of the environment are.
    pub is_shouted: bool,
    /// Whether it is an option of a command.
    pub is_option: bool,
}

impl Name {
    /// The name around a label; nothing when the word there is another one, or names something public.
    pub fn around(page: &Page, at: &Range<usize>, label: &Label) -> Option<Self> {
        let text = page.text;
        let bytes = text.as_bytes();
        let is_inside =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        let before = bytes[..at.start].iter().rev().take(LONGEST + 1);
        let start = at.start - before.take_while(|byte| is_inside(**byte)).count();
        let is_tail = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let behind = bytes[at.end..].iter().take(LONGEST + 1);
        let end = at.end + behind.take_while(|byte| is_tail(**byte)).count();
        if end - at.end > LONGEST {
            return None;
        }
        // The anchor of a memory, or another word that was drawn.
        let is_drawn = label.word.len() <= 3 && bytes.get(at.end).is_some_and(u8::is_ascii_digit);
        if is_drawn || text[..start].ends_with('^') {
            return None;
        }
        let start = if label.word.starts_with(['?', '&']) { at.start } else { start };
        let before = text[start..at.start].to_ascii_lowercase();
        let after = &text[at.end..end];
        let is_spaced =
            bytes[at.end - 1].is_ascii() || matches!(label.word, "пароль" | "Пароль" | "ключ");
        if is_spaced && text[at.end..].starts_with(|it: char| it.is_alphabetic() && !it.is_ascii())
        {
            return None;
        }
        let last = before.bytes().next_back();
        let is_glued = last.is_some_and(|byte| byte.is_ascii_alphanumeric())
            && !bytes[at.start].is_ascii_uppercase();
        let may_be_glued = matches!(
            label.word,
            "password"
                | "passwd"
                | "pass"
                | "secret"
                | "token"
                | "apikey"
                | "passphrase"
                | "pwd"
                | "masterkey"
        );
        if is_glued && !may_be_glued
            || (is_glued
                && label.word == "pass"
                && ["by", "com", "tres", "sur", "en", "over", "under"].contains(&before.as_str()))
        {
            return None;
        }
        // Another word: `tokenizer`, `secretary`, `passing`.
        let goes_on = after.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase())
            && !bytes[at.end - 1].is_ascii_uppercase();
        let is_plural = after == "s" || after.starts_with("s_") || after.starts_with("s-");
        if goes_on && !is_plural || (is_plural && matches!(label.strength, Weak | Pin)) {
            return None;
        }
        let tail = after.trim_start_matches(['_', '-', '.']).to_ascii_lowercase();
        let first = tail.split(['_', '-']).next().unwrap_or_default();
        let names_key = matches!(label.kind, "access-key" | "secret") && first == "id";
        if !tail.is_empty()
            && !names_key
            && (ABOUT.have(first)
                || ABOUT.prefix(tail.as_bytes()).is_some_and(|word| word.len() > 3))
        {
            return None;
        }
        let mut parts = before.split(['_', '-', '.']);
        let is_public = |part: &str| {
            PUBLIC.have(part) || part.contains("public") || part.contains("publishable")
        };
        let is_shared =
            |part: &str| is_public(part) && (label.strength == Weak || !OF_KEYS.have(part));
        if label.strength != Password && parts.any(is_shared) {
            return None;
        }
        let camel = ["public", "server", "sort", "cache", "primary", "foreign", "site"];
        if label.strength == Weak && camel.iter().any(|it| before.ends_with(it)) {
            return None;
        }
        let previous = page
            .before(start, 40)
            .trim_end()
            .rsplit(|it: char| !it.is_alphanumeric())
            .next()
            .unwrap_or_default();
        if matches!(label.strength, Weak | Token) && PUBLIC_BEFORE.have(previous) {
            return None;
        }
        // The name of a resource, not what it holds.
        if text[..start].ends_with(':') && page.before(start, LONGEST).contains("arn:") {
            return None;
        }
        let letters = &text[start..end];
        Some(Self {
            is_compound: start < at.start || end > at.end && !is_plural,
            is_shouted: letters.len() >= 4
                && !letters.bytes().any(|byte| byte.is_ascii_lowercase()),
            is_option: (letters.contains('-') && is_glued)
                || letters.starts_with('-')
                || (start > 0 && bytes[start - 1] == b'-'),
            range: start..end,
        })
    }
}
