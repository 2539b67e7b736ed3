//! Shapes: tokens of providers that no rule knows, by how such tokens are made: words that say what it is, a sign, and
//! what was drawn, as in `acme_live_…` or `acme-pat-…`.
//!
//! Numbers of objects look alike (`evt_…`, `msg_…`) and are shorter, so a shape whose words say nothing has to be long.

use super::{
    Secret, SecretClass,
    needles::Needles,
    page::Page,
    placeholder::is_placeholder,
    set::{Mix, Set, entropy, is_random, switches},
};

/// Words in front that say that what follows is secret.
static SECRET: Needles<28> = Needles::new([
    "sk", "rk", "pat", "tok", "token", "secret", "sec", "key", "apikey", "api", "live", "prod",
    "priv", "private", "access", "refresh", "auth", "oauth", "bearer", "pass", "pwd", "webhook",
    "whsec", "deploy", "admin", "personal", "svc", "signing",
]);

/// Words in front that say that it is not.
static PUBLIC: Needles<30> = Needles::new([
    "pk",
    "pub",
    "public",
    "publishable",
    "client",
    "id",
    "sha1",
    "sha256",
    "sha384",
    "sha512",
    "md5",
    "hash",
    "nonce",
    "etag",
    "cache",
    "build",
    "commit",
    "image",
    "chunk",
    "asset",
    "trace",
    "span",
    "request",
    "req",
    "site",
    "sitekey",
    "file",
    "digest",
    "checksum",
    "integrity",
]);

/// So many random characters are secret behind a word that says so.
const NAMED: usize = 20;

/// So many are behind any word: numbers of objects have fewer.
const UNNAMED: usize = 36;

/// The token that begins at a place, if it has such a shape.
pub fn secret(page: &Page, start: usize) -> Option<Secret> {
    let bytes = page.text.as_bytes();
    let is_begin = start == 0 || !Set::Url.has(bytes[start - 1]) && bytes[start - 1] != b'/';
    let end = page.run_end(Set::Url, start);
    if !is_begin || !(LEAST..=MOST).contains(&(end - start)) || !bytes[start].is_ascii_alphabetic()
    {
        return None;
    }
    let token = page.text[start..end].trim_end_matches(['-', '_']);
    page.spend(token.len());
    let (mut body, mut is_named) = (token, false);
    let mut words = 0;
    while let Some((word, rest)) = body.split_once(['_', '-'])
        && is_word(word)
        && words < 4
    {
        if PUBLIC.have(word) {
            return None;
        }
        is_named |= SECRET.have(word);
        (body, words) = (rest, words + 1);
    }
    // Two letters alone may have been drawn.
    let says = is_named || token.find(['_', '-']).is_some_and(|first| first >= 3);
    let is_it = words > 0 && says && is_drawn(body, is_named) && !is_placeholder(token);
    is_it.then(|| Secret::new(start..start + token.len(), SecretClass::Token, "token"))
}

const LEAST: usize = 24;
const MOST: usize = 400;

/// Whether a part is a word in front, and not drawn: letters of one case, and a digit or two as of a version.
fn is_word(part: &str) -> bool {
    let mix = Mix::of(part);
    let is_plain = (2..=12).contains(&part.len()) && (mix.lower == 0 || mix.upper == 0);
    is_plain && mix.digits <= 2 && (mix.lower + mix.upper >= 2 || is_version(part))
}

fn is_version(part: &str) -> bool {
    matches!(part.as_bytes(), [b'v' | b'V', digit] if digit.is_ascii_digit())
}

/// Whether what follows the words was drawn.
fn is_drawn(body: &str, is_named: bool) -> bool {
    let mix = Mix::of(body);
    let longest = body.split(['_', '-']).map(str::len).max().unwrap_or(0);
    let is_mixed = mix.upper >= 3 && mix.lower >= 3 && mix.digits >= 2;
    let is_dense = switches(body) * 3 > body.len();
    let is_hex = body.bytes().all(|byte| Set::HexDash.has(byte));
    match is_named {
        true => {
            longest >= NAMED
                && is_random(body)
                && mix.digits >= 3
                && (is_mixed || !is_hex && is_dense || is_hex && longest >= 48)
        }
        false => longest >= UNNAMED && is_mixed && is_dense && entropy(body) > 4.0,
    }
}
