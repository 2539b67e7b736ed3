//! Labels: words that name a secret, and the secret behind them, in code, configuration, tables and sentences.

use std::ops::Range;

use super::{
    Secret, SecretClass,
    accept::{self, Setting, is_pin},
    labelled,
    value::{self, Mix, is_odd, is_random},
};

/// A word that names a secret.
#[derive(Debug)]
pub struct Label {
    /// The word, in small letters.
    pub word: &'static str,
    /// What the secret is called in placeholders.
    kind: &'static str,
    /// How much it says.
    strength: Strength,
}

/// How much a label says of what stands behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Passwords: any word may be one.
    Password,
    /// Tokens and keys: drawn, not chosen.
    Token,
    /// Words that name other things more often.
    Weak,
    /// Short numbers.
    Pin,
    /// A user and a password, with a slash between them.
    Pair,
    /// Words of a dictionary, a dozen or two.
    Phrase,
    /// Names of parameters, which say nothing in a sentence.
    Param,
}

use Strength::{Pair, Param, Password, Phrase, Pin, Token, Weak};

const fn label(word: &'static str, kind: &'static str, strength: Strength) -> Label {
    Label { word, kind, strength }
}

/// Every label.
pub static LABELS: &[Label] = &[
    label("password", "password", Password),
    label("passwd", "password", Password),
    label("passphrase", "password", Password),
    label("passcode", "password", Password),
    label("pass", "password", Password),
    label("pwd", "password", Password),
    label("pw", "password", Password),
    label("passwort", "password", Password),
    label("kennwort", "password", Password),
    label("zugangsdaten", "password", Pair),
    label("mot de passe", "password", Password),
    label("mdp", "password", Password),
    label("contraseña", "password", Password),
    label("contrasena", "password", Password),
    label("senha", "password", Password),
    label("wachtwoord", "password", Password),
    label("hasło", "password", Password),
    label("lösenord", "password", Password),
    label("identified by", "password", Password),
    label("requirepass", "password", Password),
    label("masterauth", "password", Password),
    label("securestring", "password", Password),
    label("networkcredential", "password", Pair),
    label("login", "password", Pair),
    label("creds", "password", Pair),
    label("credentials", "password", Pair),
    label("secret", "secret", Token),
    label("geheimnis", "secret", Token),
    label("token", "token", Token),
    label("jeton", "token", Token),
    label("api key", "api-key", Token),
    label("api-key", "api-key", Token),
    label("api_key", "api-key", Token),
    label("apikey", "api-key", Token),
    label("api-schlüssel", "api-key", Token),
    label("clave", "api-key", Weak),
    label("clé", "api-key", Weak),
    label("schlüssel", "api-key", Weak),
    label("chiave", "api-key", Weak),
    label("access key", "access-key", Token),
    label("access_key", "access-key", Token),
    label("access-key", "access-key", Token),
    label("accesskey", "access-key", Token),
    label("app_key", "api-key", Token),
    label("appkey", "api-key", Token),
    label("app-key", "api-key", Token),
    label("appid", "api-key", Weak),
    label("admin_key", "api-key", Token),
    label("auth_key", "api-key", Token),
    label("auth-key", "api-key", Token),
    label("authkey", "api-key", Token),
    label("auth_salt", "secret", Token),
    label("_salt", "secret", Token),
    label("private key", "private-key", Token),
    label("private_key", "private-key", Token),
    label("privatekey", "private-key", Token),
    label("presharedkey", "private-key", Token),
    label("preshared_key", "private-key", Token),
    label("signing_key", "secret", Token),
    label("signing-key", "secret", Token),
    label("signing key", "secret", Token),
    label("signingkey", "secret", Token),
    label("encryption_key", "secret", Token),
    label("encryption-key", "secret", Token),
    label("encryption key", "secret", Token),
    label("encryptionkey", "secret", Token),
    label("master_key", "secret", Token),
    label("masterkey", "secret", Token),
    label("master key", "secret", Token),
    label("production key", "api-key", Token),
    label("license_key", "license-key", Token),
    label("license key", "license-key", Token),
    label("logged_in_key", "secret", Token),
    label("nonce_key", "secret", Token),
    label("secure_auth_key", "secret", Token),
    label("cookie_keys", "secret", Token),
    label("secret_key_base", "secret", Token),
    label("accountkey", "access-key", Token),
    label("subscription-key", "api-key", Token),
    label("client-key-data", "private-key", Token),
    label("setup key", "totp-secret", Token),
    label("totp", "totp-secret", Weak),
    label("psk", "wifi-password", Password),
    label("wifi:t:", "wifi-password", Password),
    label("wifi", "wifi-password", Weak),
    label("wlan", "wifi-password", Weak),
    label("rocommunity", "community", Password),
    label("rwcommunity", "community", Password),
    label("authorization", "credential", Token),
    label("\"auth\"", "credential", Token),
    label("sig", "signature", Param),
    label("signature", "signature", Param),
    label("key", "key", Weak),
    label("session", "session", Param),
    label("root", "password", Param),
    label("api", "api-key", Param),
    label("auth", "credential", Param),
    label("pat", "token", Param),
    label("encrypt", "secret", Param),
    label("remember_me", "session", Param),
    label("remember_token", "session", Param),
    label("genkey", "private-key", Token),
    label("macaroon", "token", Token),
    label("2fa seed", "totp-secret", Token),
    label("totp seed", "totp-secret", Token),
    label("mfa seed", "totp-secret", Token),
    label("otp seed", "totp-secret", Token),
    label("wif", "private-key", Token),
    label("sharedkeycredential", "access-key", Pair),
    label("sessionid", "session", Token),
    label("li_at", "session", Token),
    label("jsessionid", "session", Param),
    label("phpsessid", "session", Param),
    label("connect.sid", "session", Param),
    label("asp.net_sessionid", "session", Param),
    label("laravel_session", "session", Param),
    label("?code", "access-key", Param),
    label("&code", "access-key", Param),
    label("master.key", "secret", Token),
    label("verification code", "one-time-code", Pin),
    label("one-time code", "one-time-code", Pin),
    label("one time code", "one-time-code", Pin),
    label("security code", "one-time-code", Pin),
    label("login code", "one-time-code", Pin),
    label("2fa code", "one-time-code", Pin),
    label("otp", "one-time-code", Pin),
    label("door code", "pin", Pin),
    label("alarm code", "pin", Pin),
    label("пароль", "password", Password),
    label("Пароль", "password", Password),
    label("密码", "password", Password),
    label("密碼", "password", Password),
    label("パスワード", "password", Password),
    label("비밀번호", "password", Password),
    label("ключ", "api-key", Weak),
    label("sleutel", "api-key", Weak),
    label("llave", "api-key", Weak),
    label("jelszó", "password", Password),
    label("heslo", "password", Password),
    label("parola", "password", Password),
    label("salasana", "password", Password),
    label("pin", "pin", Pin),
    label("recovery codes", "recovery-code", Weak),
    label("backup codes", "recovery-code", Weak),
    label("recovery phrase", "seed-phrase", Phrase),
    label("seed phrase", "seed-phrase", Phrase),
    label("mnemonic", "seed-phrase", Phrase),
    label("secret phrase", "seed-phrase", Phrase),
];

/// What an identifier goes on with when it is about a secret and does not hold one.
const ABOUT: [&str; 46] = [
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
];

/// Parts of an identifier that is public or counts something.
const PUBLIC: [&str; 30] = [
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
];

/// Of these, the ones that say so of a `key` only: a server's token is a secret.
const OF_KEYS: [&str; 9] =
    ["server", "host", "site", "next", "vite", "object", "group", "ssh", "registry"];

/// Words before a word such as `key` that say which one it is, none of them secret.
const PUBLIC_BEFORE: [&str; 19] = [
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
];

impl Label {
    /// Adds the secrets that the word at a place names.
    pub fn examine(&self, text: &str, at: Range<usize>, found: &mut Vec<Secret>) {
        let Some(name) = Name::around(text, &at, self) else { return };
        let kind = self.kind;
        let mut tell = |range: Range<usize>| {
            if !range.is_empty() {
                found.push(Secret::new(range, SecretClass::Labelled, kind));
            }
        };
        let accepts = |cell: &str| self.accepts(cell, Setting::Cell);
        let cells = labelled::column(text, &name.range, accepts);
        if !cells.is_empty() {
            cells.into_iter().for_each(tell);
            return;
        }
        if let Some(range) = self.assigned(text, &name) {
            let more = self.more(text, &range);
            tell(range);
            more.into_iter().for_each(&mut tell);
        } else {
            self.in_prose(text, &name).into_iter().for_each(&mut tell);
            self.before_it(text, &name).into_iter().for_each(&mut tell);
        }
    }

    /// Values in a list behind the first: of plural names, and codes that stand one below the other.
    fn more(&self, text: &str, first: &Range<usize>) -> Vec<Range<usize>> {
        let rest = &text[first.end..];
        if let Some(next) = rest.strip_prefix(',') {
            let run = next.bytes().take_while(|byte| value::Set::Opaque.has(*byte)).count();
            let is_more = run >= 16 && is_random(&next[..run]);
            return is_more.then(|| first.end + 1..first.end + 1 + run).into_iter().collect();
        }
        Vec::new()
    }

    /// The value that the name is given: `name = value`, `"name": "value"`, `name('value')`, `<name>value</name>`.
    fn assigned(&self, text: &str, name: &Name) -> Option<Range<usize>> {
        match self.strength {
            Phrase => return labelled::phrase(text, name.range.end),
            Pair => {
                if let Some(second) = labelled::second_argument(text, name.range.end) {
                    return Some(second);
                }
            }
            _ => {}
        }
        if self.kind == "totp-secret"
            && let Some(groups) = labelled::groups(text, name.range.end)
        {
            return Some(groups);
        }
        let gap = labelled::Gap::after(text, name)?;
        let gap = labelled::wrapped_value(text, gap);
        let is_bare_verb = self.word == "pass" && !name.is_compound && !name.is_option;
        if is_bare_verb && !text[name.range.end..gap.end].contains(['=', ':', '→', '│', '>']) {
            return None;
        }
        let value = labelled::Value::at(text, gap.end, gap.manner)?;
        let setting = match () {
            () if value.is_quoted && gap.is_list => Setting::List,
            () if value.is_quoted => Setting::Quoted,
            () if gap.is_linked => Setting::Prose,
            () if gap.is_loose => Setting::Cell,
            () if gap.is_tight || name.is_shouted => Setting::Tight,
            () => Setting::Bare,
        };
        let range = value.range;
        self.accepts(&text[range.clone()], setting).then_some(range)
    }

    /// The first word behind the name that looks like a secret by itself.
    fn in_prose(&self, text: &str, name: &Name) -> Vec<Range<usize>> {
        if let Some(printed) = labelled::printed(text, name.range.end) {
            return vec![printed];
        }
        let is_in_address = text[..name.range.start]
            .ends_with(['/', '?', '&', '.', '$', '@', '-', '_'])
            || text[name.range.end..]
                .starts_with(['/', '?', '=', '(', '[', '.', ']', '<', '$', '_', ';', '{', '\\']);
        if matches!(self.strength, Phrase | Param) || name.is_compound || is_in_address {
            return Vec::new();
        }
        // A verb, too.
        if self.word == "pass" {
            return Vec::new();
        }
        if self.kind == "recovery-code" {
            return labelled::codes(text, name.range.end);
        }
        if self.strength == Password && labelled::is_netrc(text, &name.range) {
            return labelled::words(text, name.range.end, 1);
        }
        let most = match self.strength {
            Password => 14,
            Token => 12,
            _ => 9,
        };
        let words = labelled::words(text, name.range.end, most);
        let mut found = Vec::new();
        for (place, range) in words.iter().enumerate() {
            let word = &text[range.clone()];
            let is_it = match self.strength {
                Weak => {
                    is_odd(word)
                        && word.len() >= 8
                        && (is_random(word) && Mix::of(word).digits >= 2)
                }
                Pin => place < 6 && is_pin(word),
                Pair => {
                    let slash = place >= 2 && &text[words[place - 1].clone()] == "/";
                    (slash && self.accepts(word, Setting::Cell))
                        || (place > 0 && is_odd(word) && &text[words[place - 1].clone()] == "with")
                }
                Password if is_pin(word) => {
                    // "… is 202191", not "… is 16 characters".
                    let follows_link = place > 0 && is_link(&text[words[place - 1].clone()]);
                    let unit = words.get(place + 1).map_or("", |next| &text[next.clone()]);
                    follows_link && !unit.starts_with(|it: char| it.is_ascii_lowercase())
                }
                _ => is_odd(word) || (value::is_uuid(word) && place < 3),
            };
            if is_it {
                found.push(range.clone());
                break;
            }
        }
        found
    }

    /// A value before the name: "use X as the password", "X (that is the password)".
    fn before_it(&self, text: &str, name: &Name) -> Option<Range<usize>> {
        if !matches!(self.strength, Password | Token) {
            return None;
        }
        let words = labelled::words_before(text, name.range.start, 7);
        let is_link = |range: &Range<usize>| {
            matches!(
                &text[range.clone()].to_lowercase()[..],
                "as" | "als" | "comme" | "como" | "come"
            )
        };
        let is_quoted =
            |range: &Range<usize>| text[..range.start].ends_with(['"', '\'', '`', '“', '«']);
        let linked = words.iter().position(is_link).and_then(|link| words.get(link + 1));
        let linked = linked.filter(|range| is_odd(&text[(*range).clone()]));
        let evident = || {
            words.iter().find(|range| {
                accept::is_evident(&text[(*range).clone()])
                    || is_quoted(range) && is_odd(&text[(*range).clone()])
            })
        };
        linked.or_else(evident).cloned()
    }

    /// Whether a value may be the secret.
    fn accepts(&self, value: &str, setting: Setting) -> bool {
        accept::accepts(self.strength, setting, value)
    }
}

/// Whether a word links a name with its value.
fn is_link(word: &str) -> bool {
    matches!(word, "is" | "was" | "ist" | "lautet" | "est" | "es" | "è" | "to" | "=" | "→")
}

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
    fn around(text: &str, at: &Range<usize>, label: &Label) -> Option<Self> {
        let bytes = text.as_bytes();
        let is_inside =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        let start =
            at.start - bytes[..at.start].iter().rev().take_while(|byte| is_inside(**byte)).count();
        let is_tail = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let end = at.end + bytes[at.end..].iter().take_while(|byte| is_tail(**byte)).count();
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
            && ABOUT.iter().any(|word| first == *word || (tail.starts_with(word) && word.len() > 3))
        {
            return None;
        }
        let mut parts = before.split(['_', '-', '.']);
        let is_public =
            |part: &str| PUBLIC.contains(&part) || PUBLIC[..2].iter().any(|it| part.contains(it));
        let is_shared =
            |part: &str| is_public(part) && (label.strength == Weak || !OF_KEYS.contains(&part));
        if label.strength != Password && parts.any(is_shared) {
            return None;
        }
        let camel = ["public", "server", "sort", "cache", "primary", "foreign", "site"];
        if label.strength == Weak && camel.iter().any(|it| before.ends_with(it)) {
            return None;
        }
        let previous = text[..start]
            .trim_end()
            .rsplit(|it: char| !it.is_alphanumeric())
            .next()
            .unwrap_or_default();
        if matches!(label.strength, Weak | Token)
            && PUBLIC_BEFORE.contains(&previous.to_ascii_lowercase().as_str())
        {
            return None;
        }
        // The name of a resource, not what it holds.
        if text[..start].ends_with(':') && text[..start].contains("arn:") {
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
