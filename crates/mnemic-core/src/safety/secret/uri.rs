//! Passwords in addresses: `scheme://user:password@host`, of any scheme.

use std::ops::Range;

use super::{Secret, SecretClass, page::Page, placeholder::is_placeholder, set::is_random};

/// An address with a password is no longer than this up to its host.
const LONGEST: usize = 1 << 10;

/// The password in front of the host, or a token that stands alone there.
pub fn password(page: &Page, at: Range<usize>) -> Option<Secret> {
    let near = page.after(at.end, LONGEST);
    let rest = &near[..near.find('@').map(|_| near.len())?];
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
pub fn go_address(page: &Page, at: Range<usize>) -> Option<Secret> {
    before_host(page, at, ':')
}

/// The password of `user/password@//host`.
pub fn oracle_address(page: &Page, at: Range<usize>) -> Option<Secret> {
    before_host(page, at, '/')
}

/// What stands between a sign and a host.
fn before_host(page: &Page, at: Range<usize>, sign: char) -> Option<Secret> {
    let before = page.before(at.start, 128);
    let begins = |it: char| it.is_whitespace() || matches!(it, '"' | '\'' | '`' | '[' | '(');
    let address = before.rsplit(begins).next()?;
    let (_, secret) = address.split_once(sign).filter(|it| !it.1.ends_with('/'))?;
    let colon = at.start - secret.len();
    let is_secret = !secret.is_empty() && !is_placeholder(secret);
    is_secret.then(|| Secret::new(colon..at.start, SecretClass::Credential, "password-in-url"))
}

/// The password of `host:port:database:user:password`, as in `.pgpass`.
pub fn password_file(page: &Page, at: Range<usize>) -> Option<Secret> {
    let Range { start, end } = page.line(at.start);
    let line = page.text.get(start..end).filter(|line| line.len() <= LONGEST)?;
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
