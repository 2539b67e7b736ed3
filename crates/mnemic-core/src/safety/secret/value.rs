//! What values of secrets look like, and what only stands for one: placeholders, references, types, words.

/// A set of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// Letters and digits.
    Alnum,
    /// Capital letters and digits.
    Upper,
    /// Capital letters, digits and dashes.
    UpperDash,
    /// Small letters and digits.
    Lower,
    /// Digits.
    Digit,
    /// Hexadecimal digits, small.
    Hex,
    /// Hexadecimal digits of either case, and dashes.
    HexDash,
    /// Letters, digits, `_` and `-`.
    Url,
    /// Base64 with padding, of either alphabet.
    Base64,
    /// What tokens are made of in headers.
    Opaque,
    /// Parts of an address: letters, digits, `/`, `_` and `-`.
    Path,
    /// The same with `@`.
    PathAt,
    /// Letters, digits and what percent encoding needs.
    Percent,
    /// The alphabet of crypt.
    Crypt,
    /// The same with what separates parts.
    CryptParts,
}

impl Set {
    /// Whether a character is in it.
    pub const fn has(self, byte: u8) -> bool {
        match self {
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::UpperDash => byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-',
            Self::Lower => byte.is_ascii_lowercase() || byte.is_ascii_digit(),
            Self::Digit => byte.is_ascii_digit(),
            Self::Hex => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            Self::HexDash => byte.is_ascii_hexdigit() || byte == b'-',
            Self::Url => byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-',
            Self::Base64 => {
                byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'_' | b'-')
            }
            Self::Opaque => {
                byte.is_ascii_alphanumeric()
                    || matches!(byte, b'+' | b'/' | b'=' | b'_' | b'-' | b'.' | b'~')
            }
            Self::Path => byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-'),
            Self::PathAt => {
                byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b'@')
            }
            Self::Percent => byte.is_ascii_alphanumeric() || byte == b'%',
            Self::Crypt => byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/'),
            Self::CryptParts => {
                byte.is_ascii_alphanumeric()
                    || matches!(byte, b'.' | b'/' | b'$' | b'+' | b'=' | b',' | b'-' | b'_')
            }
        }
    }
}

/// Words that stand where a secret would, in whatever length of text.
const PLACEHOLDERS: [&str; 27] = [
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
];

/// Words that do so in a short text; a long random one holds them by chance.
const SHORT_PLACEHOLDERS: [&str; 28] = [
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
];

/// From so many characters on a text is long.
const LONG: usize = 40;

/// What values begin with that are meant to be public.
const PUBLIC_VALUES: [&str; 7] =
    ["pk_", "pk.", "phc_", "sb_publishable_", "age1", "ssh-", "ecdsa-"];

/// Words that are values of such fields and no secrets.
const WORDS: [&str; 58] = [
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
];

/// Whether a text stands for a secret without being one.
pub fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let trimmed = lower.trim_matches(|it: char| !it.is_alphanumeric());
    let is_masked = {
        let hidden = value.chars().filter(|it| "*•●.…xX#-_".contains(*it)).count();
        hidden * 2 > value.chars().count() && value.chars().count() > 2
    };
    trimmed.is_empty()
        || WORDS.contains(&trimmed)
        || is_masked
        || PLACEHOLDERS.iter().any(|word| lower.contains(word))
        || (value.len() < LONG && SHORT_PLACEHOLDERS.iter().any(|word| lower.contains(word)))
        || PUBLIC_VALUES.iter().any(|begin| value.starts_with(begin))
        || is_reference(value)
}

/// Whether a value names where the secret is: a variable, a call, a path of names.
pub fn is_reference(value: &str) -> bool {
    let begins = [
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
    ];
    let lower = value.to_ascii_lowercase();
    if begins.iter().any(|begin| lower.starts_with(begin)) {
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
    if value.starts_with("./")
        || value.starts_with("../")
        || lower.starts_with("http://")
        || lower.starts_with("https://")
    {
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

/// Characters of a text by sort: small, capital, digits, others.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mix {
    /// Small letters.
    pub lower: usize,
    /// Capital letters.
    pub upper: usize,
    /// Digits.
    pub digits: usize,
    /// Everything else.
    pub others: usize,
}

impl Mix {
    /// Of a text.
    pub fn of(text: &str) -> Self {
        let mut mix = Self::default();
        for it in text.chars() {
            let count = match it {
                _ if it.is_lowercase() => &mut mix.lower,
                _ if it.is_uppercase() => &mut mix.upper,
                _ if it.is_ascii_digit() => &mut mix.digits,
                _ => &mut mix.others,
            };
            *count += 1;
        }
        mix
    }
}

/// Bits of a character, by how often each occurs.
pub fn entropy(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    text.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let length = text.len() as f64;
    let share = |count: &u32| f64::from(*count) / length;
    -counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| share(count) * share(count).log2())
        .sum::<f64>()
}

/// Whether a run of characters was drawn and not written: digits among letters or cases mixed, and varied.
pub fn is_random(text: &str) -> bool {
    let mix = Mix::of(text);
    let kinds = [mix.lower, mix.upper, mix.digits].iter().filter(|count| **count > 0).count();
    let distinct = {
        let mut seen = [false; 256];
        text.bytes().for_each(|byte| seen[usize::from(byte)] = true);
        seen.iter().filter(|seen| **seen).count()
    };
    let is_mixed = kinds >= 2 && (mix.digits > 0 || switches(text) * 4 >= text.len());
    let is_long_word =
        kinds == 1 && text.len() >= 16 && entropy(text) > 3.2 && mix.digits == 0 && mix.upper > 0;
    (is_mixed || is_long_word) && distinct >= 6.min(text.len()) && entropy(text) >= 2.5
}

/// Whether a text is made of words that are written together, as `KernelSigSet` and `CLOCK_THREAD_ID`.
fn is_wordlike(text: &str) -> bool {
    let (mut in_words, mut run) = (0, 0);
    let mut close = |run: &mut usize| {
        in_words += if *run >= 3 { *run } else { 0 };
        *run = 0;
    };
    let mut was_lower = false;
    for byte in text.bytes() {
        let is_lower = byte.is_ascii_lowercase();
        if !(is_lower || (byte.is_ascii_uppercase() && !was_lower && run == 0)) {
            close(&mut run);
        }
        run += usize::from(byte.is_ascii_alphabetic());
        was_lower = is_lower;
    }
    close(&mut run);
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    in_words * 4 >= letters * 3
        || text.split(['_', '-']).all(|part| part.bytes().all(|it| it.is_ascii_uppercase()))
            && text.contains('_')
}

/// How often neighbours differ in case or sort.
fn switches(text: &str) -> usize {
    let sort = |byte: u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    text.as_bytes().windows(2).filter(|pair| sort(pair[0]) != sort(pair[1])).count()
}

/// Whether a text is base64 of random bytes.
pub fn is_random_base64(text: &str) -> bool {
    let mix = Mix::of(text);
    text.len() >= 24
        && text.bytes().all(|byte| Set::Base64.has(byte))
        && mix.lower >= 4
        && mix.upper >= 4
        && mix.digits >= 2
        && entropy(text) > 4.0
        && switches(text) * 3 > text.len()
}

/// Whether a word looks like a secret without anything said of it: signs or digits inside it, and no name of a standard,
/// a version, a unit or a date.
pub fn is_odd(word: &str) -> bool {
    let mix = Mix::of(word);
    let letters = mix.lower + mix.upper;
    let count = word.chars().count();
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
    let lower = word.to_ascii_lowercase();
    let known = [
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
    ];
    if known.iter().any(|it| lower.starts_with(it)) {
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
    if is_ticket || word.contains("](") || word.contains("()") || word.starts_with("--") {
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
    if lower.starts_with('v')
        && lower[1..].chars().all(|it| it.is_ascii_digit() || it == '.' || it == '-')
    {
        return true;
    }
    is_path(word)
        || is_uuid(word)
        || is_git_hash(word)
        || is_file(word)
        || word.contains("@") && word.contains('.') && !word.contains(['!', '#', '$'])
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

/// Whether a text is a UUID.
pub fn is_uuid(word: &str) -> bool {
    word.len() == 36
        && word.bytes().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// A hash as git shows them; 32 digits are keys more often than hashes.
fn is_git_hash(word: &str) -> bool {
    let hex = |word: &str| word.bytes().all(|byte| Set::Hex.has(byte));
    hex(word) && (7..=12).contains(&word.len())
}
