//! Placeholders: what stands where a secret would: a word, a variable, a call, a type.

use super::{
    needles::Needles,
    set::{Set, is_random_base64},
};

/// Words that stand where a secret would, in whatever length of text.
static PLACEHOLDERS: Needles<27> = Needles::new([
    "your_",
    "your-",
    "yourpass",
    "changeme",
    "change-me",
    "change_me",
    "example",
    "placeholder",
    "redacted",
    "filtered",
    "xxxx",
    "replace",
    "<",
    "{{",
    "${",
    "***",
    "…",
    "•••",
    "●●●",
    "sensitive",
    "masked",
    "my-secret",
    "my_secret",
    "not-a-secret",
    "goes-here",
    "goes_here",
    "1234567890",
]);

/// Words that do so in a short text; a long random one holds them by chance.
static SHORT_PLACEHOLDERS: Needles<29> = Needles::new([
    "your",
    "change",
    "hidden",
    "todo",
    "insert",
    "dummy",
    "sample",
    "fixme",
    "...",
    "___",
    "omitted",
    "undefined",
    "mysecret",
    "mypassword",
    "my-password",
    "my_password",
    "notasecret",
    "fake",
    "abc123",
    "foobar",
    "aaaaaaaa",
    "00000000",
    "secretref",
    "keyring",
    "(set)",
    "unset",
    "not_real",
    "whatever",
    "password",
]);

/// From so many characters on a text is long.
const LONG: usize = 40;

/// What values begin with that are meant to be public.
const PUBLIC_VALUES: [&str; 7] =
    ["pk_", "pk.", "phc_", "sb_publishable_", "age1", "ssh-", "ecdsa-"];

/// Words that are values of such fields and no secrets.
static WORDS: Needles<58> = Needles::new([
    "null",
    "nil",
    "none",
    "true",
    "false",
    "yes",
    "no",
    "on",
    "off",
    "string",
    "str",
    "string?",
    "text",
    "bytes",
    "char",
    "varchar",
    "required",
    "optional",
    "password",
    "passwd",
    "secret",
    "token",
    "key",
    "apikey",
    "env",
    "vault",
    "file",
    "missing",
    "invalid",
    "expired",
    "unknown",
    "default",
    "empty",
    "prompt",
    "bearer",
    "basic",
    "self",
    "this",
    "any",
    "number",
    "boolean",
    "object",
    "var",
    "let",
    "const",
    "get",
    "set",
    "value",
    "literal",
    "plain",
    "plaintext",
    "jwt",
    "oauth",
    "oauth2",
    "oidc",
    "saml",
    "external",
    "changeme",
]);

/// Whether a text stands for a secret without being one.
pub fn is_placeholder(value: &str) -> bool {
    let trimmed = value.trim_matches(|it: char| !it.is_alphanumeric());
    let is_masked = {
        let hidden = value.chars().filter(|it| "*•●.…xX#-_".contains(*it)).count();
        hidden * 2 > value.chars().count() && value.chars().count() > 2
    };
    trimmed.is_empty()
        || WORDS.have(trimmed)
        || is_masked
        || PLACEHOLDERS.are_in(value)
        || (value.len() < LONG && SHORT_PLACEHOLDERS.are_in(value))
        || PUBLIC_VALUES.iter().any(|begin| value.starts_with(begin))
        || is_reference(value)
}

/// What values begin with that say where the secret is.
static REFERENCES: Needles<32> = Needles::new([
    "$(",
    "${",
    "{{",
    "{%",
    "%(",
    "<%",
    "#{",
    "@{",
    "!ref",
    "!vault",
    "ref+",
    "op://",
    "vault:",
    "ssm:",
    "arn:",
    "env:",
    "file:",
    "secret://",
    "projects/",
    "%env",
    "$env:",
    "$_",
    "@microsoft.keyvault",
    "#/",
    "enc[",
    "sha256:",
    "sha512:",
    "hmac-sha256:",
    "md5:",
    "age1",
    "http://",
    "https://",
]);

/// Whether a value names where the secret is: a variable, a call, a path of names.
pub fn is_reference(value: &str) -> bool {
    if REFERENCES.begin(value) || is_sealed(value) {
        return true;
    }
    if let Some(name) = value.strip_prefix('$') {
        let end =
            name.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_')).unwrap_or(name.len());
        return name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
            && (end == name.len() || name[end..].starts_with(['.', '-', '[', '(', ':']));
    }
    if value.starts_with("&[") || value.starts_with("&str") || value.starts_with("&mut ") {
        return true;
    }
    if value.starts_with('%') && value.ends_with('%') && value.len() > 2 {
        return true;
    }
    if value.starts_with(['/', '~']) && value.contains('/') && !is_random_base64(value) {
        return true;
    }
    if value.starts_with("./") || value.starts_with("../") {
        return true;
    }
    // An index that a quote cuts off, and a call.
    let is_call = value.ends_with(')')
        && value.contains('(')
        && value.starts_with(|it: char| it.is_ascii_lowercase());
    if value.ends_with('[') || is_call && !value.contains(['!', '#', '@', '$', '%']) {
        return true;
    }
    // A call, an index or a field: `os.environ["KEY"]`, `config.password`, `get_secret(...)`.
    let name_end =
        value.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_')).unwrap_or(value.len());
    let (name, rest) = value.split_at(name_end);
    let is_name = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
    let begins_call = rest.starts_with('(')
        || (rest.starts_with('[') && rest.contains(']'))
        || rest.starts_with("::")
        || rest.starts_with("->");
    if is_name && begins_call && !name.is_empty() {
        return true;
    }
    if is_name && rest.starts_with('.') {
        let is_word = |part: &str| {
            let tail = part.split(['(', '[', '!', '?']).next().unwrap_or(part);
            !tail.is_empty() && tail.chars().all(|it| it.is_ascii_alphabetic() || it == '_')
        };
        return is_word(name) && rest[1..].split('.').all(is_word);
    }
    false
}

/// Whether a value was encrypted for a cluster, so that it may be shown.
fn is_sealed(value: &str) -> bool {
    value.len() >= 300 && value.starts_with("Ag") && value.bytes().all(|byte| Set::Base64.has(byte))
}
