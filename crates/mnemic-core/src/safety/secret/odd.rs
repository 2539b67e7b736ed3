//! Odd words: those that look like a secret without anything said of them.

use super::{
    needles::Needles,
    placeholder::{is_placeholder, is_reference},
    set::{Mix, Set, is_random_base64, is_uuid, is_wordlike, switches},
};

/// What names of standards, products and units with digits begin with.
static STANDARDS: Needles<70> = Needles::new([
    "aws4-",
    "hmac",
    "sha1",
    "sha2",
    "sha3",
    "sha-",
    "md5",
    "rfc",
    "iso",
    "utf",
    "base64",
    "base32",
    "argon2",
    "oauth",
    "oidc",
    "http",
    "ed25519",
    "x25519",
    "rsa",
    "aes",
    "hs256",
    "rs256",
    "es256",
    "p256",
    "secp",
    "ipv",
    "k8s",
    "i18n",
    "l10n",
    "a11y",
    "ec2",
    "s3:",
    "x509",
    "pbkdf2",
    "bcrypt",
    "scrypt",
    "chacha",
    "blake",
    "sql",
    "win32",
    "x86",
    "arm64",
    "amd64",
    "python3",
    "node",
    "mysql",
    "h264",
    "web3",
    "log4j",
    "junit",
    "cve-",
    "pr-",
    "gpt",
    "claude",
    "llama",
    "mp3",
    "mp4",
    "sprint",
    "q1",
    "q2",
    "q3",
    "q4",
    "auth0",
    "1password",
    "keepass",
    "bip39",
    "totp",
    "jira",
    "step",
    "tls",
]);

/// Whether a word looks like a secret without anything said of it: signs or digits inside it, and no name of a standard,
/// a version, a unit or a date.
pub fn is_odd(word: &str) -> bool {
    if !(6..=1_600).contains(&word.len()) {
        return false;
    }
    let mix = Mix::of(word);
    let letters = mix.lower + mix.upper;
    let count = letters + mix.digits + mix.others;
    // What follows finds nothing in small letters alone.
    if mix.digits == 0 && mix.upper == 0 {
        return false;
    }
    if !(6..=400).contains(&count)
        || is_placeholder(word)
        || is_reference(word)
        || is_ordinary(word)
    {
        return false;
    }
    let inner_case = word.chars().skip(1).any(char::is_uppercase) && mix.lower > 0;
    let signs = word.chars().filter(|it| "!#$%&*@^+=?~".contains(*it)).count();
    let is_hex = count >= 24
        && word.bytes().all(|byte| byte.is_ascii_hexdigit())
        && mix.digits > 0
        && letters > 0;
    is_hex
        || (count >= 10
            && !is_wordlike(word)
            && mix.upper >= 3
            && mix.lower >= 3
            && mix.others == 0
            && switches(word) * 5 > count * 2)
        || (mix.digits >= 2
            && letters >= 3
            && (inner_case || signs > 0 || count >= 8 || ends_with_digits(word)))
        || (mix.digits >= 1 && letters >= 3 && (signs > 0 || (inner_case && count >= 8)))
        || (inner_case && signs > 1)
        || (count >= 16 && mix.digits >= 1 && letters >= 6 && switches(word) * 3 > count)
}

fn ends_with_digits(word: &str) -> bool {
    word.chars().rev().take_while(char::is_ascii_digit).count() >= 2
}

/// Whether a word with digits is one that people write: `RFC7519`, `argon2id`, `2025-11-03`, `v1.2.3`, `10.0.0.1`, `p95`.
fn is_ordinary(word: &str) -> bool {
    if STANDARDS.begin(word) {
        return true;
    }
    let numeric = |it: char| it.is_ascii_digit() || ".,:/-+%()x×".contains(it);
    if word.chars().all(numeric) {
        return true;
    }
    // A ticket: `ABC-1234`; a link of Markdown.
    let is_ticket = word.split_once('-').is_some_and(|(name, number)| {
        name.len() <= 8
            && name.bytes().all(|it| it.is_ascii_alphabetic())
            && number.len() <= 6
            && number.bytes().all(|it| it.is_ascii_digit())
    });
    // The anchor of a memory.
    let is_anchor =
        word.strip_prefix('^').is_some_and(|it| it.bytes().all(|byte| Set::Lower.has(byte)));
    if is_anchor
        || is_ticket
        || word.contains("](")
        || word.contains("()")
        || is_option(word)
        || is_assigned(word)
    {
        return true;
    }
    // A date with a time.
    let is_digit = |place: usize| word.as_bytes().get(place).is_some_and(u8::is_ascii_digit);
    if (0..4).all(is_digit) && word.as_bytes().get(4) == Some(&b'-') && is_digit(5) && is_digit(6) {
        return true;
    }
    // A version, a number with its unit, an ordinal.
    let digits_first =
        word.chars().take_while(|it| it.is_ascii_digit() || ".,-".contains(*it)).count();
    let after: String = word.chars().skip(digits_first).collect();
    if digits_first > 0
        && after.len() <= 8
        && after.chars().all(|it| it.is_ascii_lowercase() || it == '-')
    {
        return true;
    }
    if word.starts_with(['v', 'V'])
        && word[1..].chars().all(|it| it.is_ascii_digit() || it == '.' || it == '-')
    {
        return true;
    }
    is_path(word)
        || is_uuid(word)
        || is_git_hash(word)
        || is_file(word)
        || word.contains("@") && word.contains('.') && !word.contains(['!', '#', '$'])
}

/// `--length=20`, `-base64`.
fn is_option(word: &str) -> bool {
    let name = word.strip_prefix('-').unwrap_or_default();
    name.starts_with('-')
        || !name.is_empty() && name.len() <= 12 && name.bytes().all(|it| Set::Lower.has(it))
}

/// `NPM_TOKEN=`: a name whose value was cut off.
fn is_assigned(word: &str) -> bool {
    let name = word.strip_suffix('=').unwrap_or_default();
    name.contains('_') && name.bytes().all(|it| it.is_ascii_uppercase() || it == b'_')
}

fn is_path(word: &str) -> bool {
    word.contains('/') && !is_random_base64(word)
}

/// A name with an extension, or an address.
fn is_file(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(name, end)| {
        (2..=5).contains(&end.len())
            && end.chars().all(|it| it.is_ascii_lowercase())
            && name.chars().all(|it| it.is_ascii_alphanumeric() || "._-:".contains(it))
    })
}

/// A hash as git shows them; 32 digits are keys more often than hashes.
fn is_git_hash(word: &str) -> bool {
    let hex = |word: &str| word.bytes().all(|byte| Set::Hex.has(byte));
    hex(word) && (7..=12).contains(&word.len())
}
