//! Passwords in addresses: `scheme://user:password@host`, of any scheme.

use std::ops::Range;

use super::{Secret, SecretClass, page::Page, placeholder::is_placeholder, set::is_random};

/// An address with a password is no longer than this up to its host.
const LONGEST: usize = 1 << 10;

/// The password in front of the host, or a token that stands alone there.
pub fn password(page: &Page, at: Range<usize>) -> Option<Secret> {
    let near = page.after(at.end, LONGEST);
    // Nearly every address has none, which is quickly seen.
    near.find('@')?;
    let near = &near[..near.find(ends_address).unwrap_or(near.len())];
    let host = host(near)?;
    let authority = &near[..host];
    let (from, secret) = match authority.split_once(':') {
        // The token stands where a user does, and the password says so.
        Some((token, "" | "x-oauth-basic" | "x" | "X" | "api_token" | "unused")) => (0, token),
        Some((user, secret)) => (user.len() + 1, secret),
        None => (0, authority),
    };
    let is_secret = match from {
        0 => secret.len() >= 20 && is_random(secret) && !is_public(&near[host..]),
        _ => !secret.is_empty() && !is_placeholder(secret) && !secret.starts_with('$'),
    };
    let start = at.end + from;
    (is_secret && !authority[..from].contains('/')).then(|| {
        Secret::new(start..start + secret.len(), SecretClass::Credential, "password-in-url")
    })
}

/// Where the `@` before the host stands. A password may hold `/`, `#` and `@`, a port does not: `host:80/a@b`.
fn host(address: &str) -> Option<usize> {
    let first = address.find('@')?;
    let authority = &address[..first];
    let digits = |port: &str| port.bytes().take_while(u8::is_ascii_digit).count();
    let is_path = match authority.split_once(':') {
        Some((_, rest)) => rest[digits(rest)..].starts_with(['/', '?', ')', ',']),
        None => authority.contains(['/', '?', '(', ')', ',']),
    };
    // Behind the first one, up to the path, only a host stands.
    let rest = &address[first + 1..];
    let path = rest.find(['/', '?', ',', '#']).unwrap_or(rest.len());
    (!is_path).then(|| rest[..path].rfind('@').map_or(first, |last| first + 1 + last))
}

/// Whether a character ends an address.
fn ends_address(it: char) -> bool {
    it.is_whitespace() || it.is_control() || matches!(it, '"' | '`' | '<' | '>')
}

/// The password of an address in percent encoding: `scheme%3A%2F%2Fuser%3Apassword%40host`.
pub fn encoded_password(page: &Page, at: Range<usize>) -> Option<Secret> {
    let near = page.after(at.end, LONGEST);
    let is_encoded = |byte: &u8| byte.is_ascii_alphanumeric() || b"%-._~+*".contains(byte);
    let address = &near[..near.bytes().take_while(|byte| is_encoded(byte)).count()];
    let (authority, _) = address.split_once("%40")?;
    let (user, secret) = authority.split_once("%3A").or_else(|| authority.split_once("%3a"))?;
    let is_secret = !secret.is_empty() && !user.contains("%2F") && !is_placeholder(secret);
    let start = at.end + user.len() + "%3A".len();
    is_secret.then(|| {
        Secret::new(start..start + secret.len(), SecretClass::Credential, "password-in-url")
    })
}

/// The two hashes of `user:id:hash:hash:::`, as tools print the passwords of Windows.
pub fn hash_dump(page: &Page, at: Range<usize>) -> Option<Secret> {
    const PAIR: usize = 32 + 1 + 32;
    let start = at.start.checked_sub(PAIR)?;
    let (first, second) = page.text.get(start..at.start)?.split_once(':')?;
    let is_hash = |part: &str| part.len() == 32 && part.bytes().all(|it| it.is_ascii_hexdigit());
    (is_hash(first) && is_hash(second))
        .then(|| Secret::new(start..at.start, SecretClass::Token, "password-hash"))
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
