//! Codes: how each of them is undone.

/// Bytes of Base64, in either alphabet; spaces and signs of other codes are left out.
pub fn base64(run: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(run.len());
    let (mut bits, mut held) = (0_u32, 0);
    for byte in run.bytes().filter(|byte| *byte != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            _ => 63,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            decoded.push((bits >> held & 0xff) as u8);
        }
    }
    text_of(decoded)
}

/// Bytes of pairs of hexadecimal digits.
pub fn hexadecimal(digits: &str) -> Option<String> {
    let digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_hexdigit).collect();
    let pairs = digits.chunks_exact(2);
    let decoded = pairs
        .map(|pair| std::str::from_utf8(pair).ok().and_then(|it| u8::from_str_radix(it, 16).ok()));
    text_of(decoded.collect::<Option<Vec<u8>>>()?)
}

/// Bytes of groups of eight binary digits.
pub fn binary(digits: &str) -> Option<String> {
    let digits: Vec<u8> = digits.bytes().filter(|it| matches!(it, b'0' | b'1')).collect();
    let groups = digits.chunks_exact(8);
    text_of(groups.map(|group| group.iter().fold(0, |byte, it| byte << 1 | (it - b'0'))).collect())
}

/// Escapes such as `%20`, `\x20`, `\u0020`, `&#32;` and `&#x20;`.
pub fn escapes(text: &str) -> String {
    const FORMS: [(&str, usize, u32); 6] = [
        ("\\x", 2, 16),
        ("\\u", 4, 16),
        ("&#x", 0, 16),
        ("&#", 0, 10),
        ("u+", 4, 16),
        ("%", 2, 16),
    ];
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let escape = FORMS.iter().find_map(|(mark, digits, radix)| {
            let code = rest.strip_prefix(mark)?;
            let length = code.bytes().take_while(|it| it.is_ascii_hexdigit()).count();
            let length = if *digits == 0 { length } else { length.min(*digits) };
            let value = u32::from_str_radix(code.get(..length)?, *radix).ok()?;
            Some((char::from_u32(value)?, mark.len() + length))
        });
        let (character, length) = escape.unwrap_or((first, first.len_utf8()));
        plain.push(character);
        rest = rest[length..].strip_prefix(';').unwrap_or(&rest[length..]);
    }
    plain
}

/// Letters turned by thirteen.
pub fn turned(text: &str) -> String {
    let turn = |it: char| match it {
        'a'..='m' | 'A'..='M' => (it as u8 + 13) as char,
        'n'..='z' | 'N'..='Z' => (it as u8 - 13) as char,
        other => other,
    };
    text.chars().map(turn).collect()
}

/// Letters of Morse, a space between letters and a stroke between words.
pub fn morse(signs: &str) -> String {
    const CODES: &str = ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..";
    let letter = |sign: &str| match sign {
        "/" | "|" => Some(' '),
        _ => CODES.split(' ').zip('a'..='z').find(|(code, _)| *code == sign).map(|(_, it)| it),
    };
    signs.split_whitespace().filter_map(letter).collect()
}

/// A code cut at its end may leave half a character.
pub fn text_of(bytes: Vec<u8>) -> Option<String> {
    match String::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error)
            if error.utf8_error().error_len().is_none()
                || error.utf8_error().valid_up_to() > 16 =>
        {
            let valid = error.utf8_error().valid_up_to();
            let mut bytes = error.into_bytes();
            bytes.truncate(valid);
            String::from_utf8(bytes).ok()
        }
        Err(_) => None,
    }
}
