//! Passwords in addresses: `scheme://user:password@host`, of any scheme.

use std::ops::Range;

use super::{Secret, SecretClass, placeholder::is_placeholder, set::is_random};

/// The password in front of the host, or a token that stands alone there.
pub fn password(text: &str, at: Range<usize>) -> Option<Secret> {
    let rest = &text[at.end..];
    let ends = |it: char| {
        it.is_whitespace() || matches!(it, '"' | '\'' | '`' | '<' | '>' | ')' | ',' | ']')
    };
    let address = &rest[..rest.find(ends).unwrap_or(rest.len())];
    // A password may hold `/`, `#` and `@`: the last `@` before the host's path ends it.
    let host = address.find('@')?;
    let authority = &address[..host];
    if authority.contains('/') && !authority.contains(':') {
        return None;
    }
    let (from, secret) = match authority.split_once(':') {
        Some((token, "")) => (0, token),
        Some((user, secret)) => (user.len() + 1, secret),
        None => (0, authority),
    };
    let is_alone = from == 0;
    let is_secret = match is_alone {
        true => secret.len() >= 20 && is_random(secret) && !is_public(&address[host..]),
        false => !secret.is_empty() && !is_placeholder(secret) && !secret.starts_with('$'),
    };
    let start = at.end + from;
    is_secret.then(|| {
        Secret::new(start..start + secret.len(), SecretClass::Credential, "password-in-url")
    })
}

/// Sentry calls the user of its addresses a public key.
fn is_public(host: &str) -> bool {
    host.contains("sentry.io") || host.contains("ingest.")
}

/// The password of `user:password@tcp(host)`.
pub fn go_address(text: &str, at: Range<usize>) -> Option<Secret> {
    before_host(text, at, ':')
}

/// The password of `user/password@//host`.
pub fn oracle_address(text: &str, at: Range<usize>) -> Option<Secret> {
    before_host(text, at, '/')
}

/// What stands between a sign and a host.
fn before_host(text: &str, at: Range<usize>, sign: char) -> Option<Secret> {
    let before = &text[..at.start];
    let begins = |it: char| it.is_whitespace() || matches!(it, '"' | '\'' | '`' | '[' | '(');
    let start = before.rfind(begins).map_or(0, |place| place + 1);
    let colon = start + before[start..].find(sign)? + 1;
    let secret = &text[colon..at.start];
    let is_secret = !secret.is_empty() && !is_placeholder(secret);
    is_secret.then(|| Secret::new(colon..at.start, SecretClass::Credential, "password-in-url"))
}

/// The password of `host:port:database:user:password`, as in `.pgpass`.
pub fn password_file(text: &str, at: Range<usize>) -> Option<Secret> {
    let start = text[..at.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at.end..].find('\n').map_or(text.len(), |newline| at.end + newline);
    let line = &text[start..end];
    let fields: Vec<&str> = line.splitn(5, ':').collect();
    let [host, port, _, _, secret] = fields[..] else { return None };
    let is_port = port == "*" || port.bytes().all(|byte| byte.is_ascii_digit());
    let is_secret = is_port
        && !host.contains(' ')
        && secret.len() >= 4
        && !secret.contains(' ')
        && !is_placeholder(secret);
    is_secret.then(|| Secret::new(end - secret.len()..end, SecretClass::Credential, "password"))
}
