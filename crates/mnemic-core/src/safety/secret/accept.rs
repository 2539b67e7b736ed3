//! Which values a label accepts: the less the label and the place say, the more the value has to.

use super::{
    label::Strength,
    odd::is_odd,
    placeholder::{is_placeholder, is_reference},
    set::{Mix, Set, entropy, is_random, is_random_base64, is_uuid, switches},
};

/// Where a value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// In quotes behind a separator.
    Quoted,
    /// In quotes behind a comma.
    List,
    /// Directly behind `=`, or behind a name in capitals.
    Tight,
    /// Behind a separator.
    Bare,
    /// Behind a word that links.
    Prose,
    /// In a table, or behind several spaces.
    Cell,
}

/// Whether a value may be the secret that a label of that strength names.
pub fn accepts(strength: Strength, setting: Setting, value: &str) -> bool {
    let length = value.chars().count();
    if is_dense(value) && !matches!(strength, Strength::Pin | Strength::Phrase) {
        return true;
    }
    if is_placeholder(value) || length > 8_192 || value.contains(" --") || value.contains("%s") {
        return false;
    }
    match strength {
        Strength::Pin => is_pin(value),
        Strength::Password | Strength::Pair => may_be_password(setting, value, length),
        Strength::Token => may_be_token(setting, value, length),
        Strength::Weak => may_be_key(setting, value, length),
        Strength::Param => may_be_parameter(setting, value, length),
        Strength::Phrase => false,
    }
}

/// Whether a value is so full of signs that nobody wrote it: a salt of WordPress, a key of Django. Signs that placeholders
/// have, too, may be in it.
fn is_dense(value: &str) -> bool {
    let mix = Mix::of(value);
    let signs = value.bytes().filter(u8::is_ascii_punctuation).count();
    (32..=200).contains(&value.len())
        && value.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic())
        && signs >= 8
        && mix.upper >= 3
        && mix.lower >= 6
        && mix.digits >= 2
        && entropy(value) > 4.5
        && switches(value) * 2 > value.len()
        && !is_reference(value)
        && !value.contains("{{")
        && !value.contains("${")
}

fn may_be_password(setting: Setting, value: &str, length: usize) -> bool {
    let mix = Mix::of(value);
    let is_word = mix.digits == 0
        && mix.others == 0
        && (mix.upper == 0 || mix.lower == 0 || is_pascal(value));
    let is_text = value.contains(' ') && is_sentence(value);
    match setting {
        Setting::Quoted => length >= 4 && !is_text && !(is_word && length < 5),
        Setting::Tight => length >= 4 && !is_snake(value) && !is_pascal(value) || is_odd(value),
        Setting::List => is_odd(value),
        Setting::Prose => {
            is_odd(value)
                || (is_plain_number(value) && (4..=12).contains(&length))
                || (length >= 5 && mix.digits >= 2 && !is_duration(value, mix))
        }
        Setting::Bare => {
            length >= 4
                && !is_word
                && !is_snake(value)
                && !is_duration(value, mix)
                && !is_text
                && (mix.digits > 0 || mix.others > 0 || mix.upper > 1)
                && !(is_plain_number(value) && length < 6)
        }
        Setting::Cell => {
            let is_drawn = mix.lower == 0 && mix.digits == 0 && mix.others == 0 && length >= 8;
            is_odd(value)
                || is_drawn
                || (length >= 6
                    && !value.contains(' ')
                    && mix.digits > 0
                    && mix.lower + mix.upper > 2
                    && !is_duration(value, mix))
        }
    }
}

fn may_be_token(setting: Setting, value: &str, length: usize) -> bool {
    let mix = Mix::of(value);
    let is_long_enough = length >= 8 && (mix.digits > 0 || length >= 20);
    if !is_long_enough
        || is_snake(value)
        || is_plain_number(value)
        || is_duration(value, mix)
        || (is_code(value) && length < 40)
    {
        return false;
    }
    if value.contains(' ') {
        return setting == Setting::Quoted && mix.digits >= 2 && !is_sentence(value);
    }
    let is_drawn = is_random(value) || is_odd(value) || is_uuid(value);
    match setting {
        Setting::List | Setting::Prose | Setting::Cell => {
            is_odd(value) || is_uuid(value) || is_random(value) && length >= 16
        }
        Setting::Quoted => is_drawn || (length >= 12 && mix.others > 1),
        Setting::Tight | Setting::Bare => is_drawn,
    }
}

fn may_be_parameter(setting: Setting, value: &str, length: usize) -> bool {
    // A user may stand before it: `elastic:…`.
    let drawn = value.rsplit_once(':').map_or(value, |(_, password)| password);
    // A text in percent encoding, as examples in addresses are.
    if value.matches('%').count() * 8 > length {
        return false;
    }
    let is_drawn = length >= 12 && is_random(drawn) && is_odd(drawn) && !value.contains('/');
    match setting {
        Setting::Cell | Setting::Prose | Setting::List => false,
        Setting::Tight => is_drawn || (length >= 16 && is_random(value) && !is_code(value)),
        Setting::Quoted | Setting::Bare => is_drawn || (length >= 32 && is_random_base64(value)),
    }
}

fn may_be_key(setting: Setting, value: &str, length: usize) -> bool {
    let is_fingerprint = value
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase() || byte == b':');
    let is_drawn =
        is_odd(value) && length >= 10 && is_random(value) && !value.contains(['/', ':', '.']);
    let is_uuid = is_uuid(value) && matches!(setting, Setting::Quoted | Setting::Tight);
    !is_fingerprint
        && !is_code(value)
        && (is_drawn
            || is_uuid
            || (is_random_base64(value) && length >= 32 && setting != Setting::Cell))
}

/// Whether a word is a password and nothing else: letters of both cases, digits and a sign.
pub fn is_evident(word: &str) -> bool {
    let mix = Mix::of(word);
    let signs = word.chars().filter(|it| "!#$%&*@^+?".contains(*it)).count();
    word.chars().count() >= 8
        && mix.upper > 0
        && mix.lower > 0
        && mix.digits > 0
        && signs > 0
        && word.chars().all(|it| it.is_ascii_graphic() && !"()[]{}<>;,\"'=".contains(it))
}

/// A number with four to ten digits.
pub fn is_pin(value: &str) -> bool {
    (4..=10).contains(&value.len()) && value.bytes().all(|byte| Set::Digit.has(byte))
}

fn is_plain_number(value: &str) -> bool {
    value.chars().all(|it| it.is_ascii_digit() || ".,-_:".contains(it))
}

/// `15m`, `90days`, `3600s`.
fn is_duration(value: &str, mix: Mix) -> bool {
    let number = value.trim_end_matches(char::is_alphabetic);
    mix.digits > 0
        && mix.lower + mix.upper <= 4
        && mix.digits < 6
        && number.chars().all(|it| it.is_ascii_digit() || it == '.')
}

/// `SecretString`, `AccessToken`: words in capitals, as types are called.
fn is_pascal(value: &str) -> bool {
    let mix = Mix::of(value);
    mix.digits == 0 && mix.others == 0 && mix.upper > 0 && mix.lower > mix.upper * 2
}

/// `db_password`, `user-token`: a name.
fn is_snake(value: &str) -> bool {
    let mix = Mix::of(value);
    mix.digits == 0
        && mix.others > 0
        && value.chars().all(|it| it.is_ascii_alphabetic() || it == '_' || it == '-' || it == '.')
        && (mix.upper == 0 || mix.lower == 0)
        && value.split(['_', '-', '.']).count() < 4
}

/// Signs that tokens do not have and code does.
fn is_code(value: &str) -> bool {
    value.contains(['(', '{', '<', '[', '?', '|'])
        || value.contains("::")
        || value.contains("->")
        || is_reference(value)
}

/// Words of a sentence, as of a label on a screen; a few small words are a passphrase.
fn is_sentence(value: &str) -> bool {
    let words: Vec<&str> = value.split_whitespace().collect();
    let is_plain = |word: &&&str| {
        word.trim_matches(|it: char| ".,;:!?'\"()…".contains(it)).chars().all(char::is_alphabetic)
    };
    let plain = words.iter().filter(is_plain).count();
    let is_small =
        |word: &&str| word.len() >= 4 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_phrase = (4..=8).contains(&words.len()) && words.iter().all(is_small);
    !is_phrase && plain * 4 > words.len() * 3
}
