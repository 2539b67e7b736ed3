//! Escapes: letters before a word that do not belong to it, as in `\nTOKEN`, `%20TOKEN` and behind the colours of terminals.

/// Whether a word may begin at a place: no letter or digit stands before it, or one that belongs to an escape.
pub fn begins_word(bytes: &[u8], place: usize) -> bool {
    place == 0 || !bytes[place - 1].is_ascii_alphanumeric() || ends_escape(&bytes[..place])
}

/// Whether a text ends with an escape.
pub fn ends_escape(before: &[u8]) -> bool {
    let is_hex = |from: usize| {
        before.get(before.len() - from..).is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit))
    };
    let has = |sign: &[u8], from: usize| {
        before.len() >= from && before[before.len() - from..].starts_with(sign)
    };
    let is_letter = has(b"\\", 2) && b"nrtfbv".contains(&before[before.len() - 1]);
    let is_coded = has(b"%", 3) && is_hex(2)
        || has(b"\\x", 4) && is_hex(2)
        || has(b"\\u", 6) && is_hex(4)
        || has(b"=3D", 3);
    is_letter || is_coded || colour(before)
}

/// Whether a text ends with a colour: `ESC [ 1;31 m`, with or without the `ESC` that some logs lose.
fn colour(before: &[u8]) -> bool {
    let Some((b'm', codes)) = before.split_last() else { return false };
    let digits = codes.iter().rev().take(12).take_while(|it| it.is_ascii_digit() || **it == b';');
    codes.len().checked_sub(digits.count() + 1).is_some_and(|bracket| codes[bracket] == b'[')
}

/// How long the colours are with which a text begins.
pub fn colours(text: &str) -> usize {
    let mut length = 0;
    while let Some(rest) = text[length..].strip_prefix("\u{1b}[") {
        let Some(end) = rest.bytes().take(12).position(|byte| byte == b'm') else { break };
        length += 2 + end + 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_begin_behind_an_escape() {
        let begins = |text: &str| begins_word(text.as_bytes(), text.len());
        for text in ["", " ", "a\\n", "a%20", "\\u0022", "\\x1b", "\u{1b}[1;31m", "[0m", "=3D"] {
            assert!(begins(text), "{text:?}");
        }
        for text in ["a", "an", "20", "x[m1", "31m"] {
            assert!(!begins(text), "{text:?}");
        }
        assert_eq!(colours("\u{1b}[0m\u{1b}[1;31mx"), 11);
    }
}
