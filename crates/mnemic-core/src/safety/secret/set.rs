//! Characters: sets of them, how a text mixes them, and whether it was drawn.

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
    /// What hashes of tickets are made of.
    Krb,
    /// Letters, digits and marks without a meaning in addresses.
    Mark,
    /// Letters and digits that are not mixed up.
    Base58,
    /// Capital letters and the digits from 2 to 7.
    Base32,
}

impl Set {
    /// How many sets there are.
    pub const COUNT: usize = Self::Base32 as usize + 1;

    /// Whether all of it is made of what tokens are made of in headers.
    pub const fn is_opaque(self) -> bool {
        !matches!(self, Self::PathAt | Self::Percent | Self::Crypt | Self::CryptParts | Self::Krb)
    }

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
            Self::Krb => {
                Self::CryptParts.has(byte) || matches!(byte, b'*' | b':' | b'@' | b'}' | b'~')
            }
            Self::Mark => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'~'),
            Self::Base58 => {
                byte.is_ascii_alphanumeric() && !matches!(byte, b'0' | b'O' | b'I' | b'l')
            }
            Self::Base32 => matches!(byte, b'A'..=b'Z' | b'2'..=b'7'),
        }
    }
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
                'a'..='z' => &mut mix.lower,
                'A'..='Z' => &mut mix.upper,
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
pub fn is_wordlike(text: &str) -> bool {
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
pub fn switches(text: &str) -> usize {
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

/// Whether a text is a UUID.
pub fn is_uuid(word: &str) -> bool {
    word.len() == 36
        && word.bytes().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}
