//! Half a character in JSON. Programs that count in UTF-16 cut texts inside an emoji and write the half that is left as
//! `\ud83d`, which no text can hold. It becomes the sign for what is lost, `\ufffd`, so that the rest is read.

use std::borrow::Cow;

/// How long an escape is: `\ud83d`.
const ESCAPE: usize = 6;

/// Puts `\ufffd` in place of every half of a character. Nothing else changes, and no byte moves.
pub fn replace_lone_surrogates(json: &mut [u8]) {
    let mut at = 0;
    while at < json.len() {
        match (json[at], unit(&json[at..])) {
            (b'\\', Some(0xd800..=0xdbff))
                if matches!(unit(&json[at + ESCAPE..]), Some(0xdc00..=0xdfff)) =>
            {
                at += 2 * ESCAPE;
            }
            (b'\\', Some(0xd800..=0xdfff)) => {
                json[at + 2..at + ESCAPE].copy_from_slice(b"fffd");
                at += ESCAPE;
            }
            (b'\\', _) => at += 2,
            _ => at += 1,
        }
    }
}

/// A text with every half of a character mended.
pub fn without_lone_surrogates(json: &str) -> Cow<'_, str> {
    if !json.contains("\\ud") && !json.contains("\\uD") {
        return Cow::Borrowed(json);
    }
    let mut bytes = json.as_bytes().to_vec();
    replace_lone_surrogates(&mut bytes);
    Cow::Owned(String::from_utf8(bytes).expect("letters took the place of letters"))
}

/// What an escape at the start of some JSON stands for.
fn unit(json: &[u8]) -> Option<u16> {
    let digits = json.strip_prefix(b"\\u")?.get(..4)?;
    let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
    let digits = std::str::from_utf8(digits).ok().filter(|_| is_hex)?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_mended_and_all_else_stays() {
        for (json, expected) in [
            (r#""cut \ud83d""#, r#""cut \ufffd""#),
            (r#""\uDE00 tail""#, r#""\ufffd tail""#),
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\\ud83d""#, r#""\\ud83d""#),
            (r#""\u00e9 é \n""#, r#""\u00e9 é \n""#),
            (r#""\ud83"#, r#""\ud83"#),
            ("\\", "\\"),
        ] {
            assert_eq!(without_lone_surrogates(json), expected, "{json}");
        }
    }

    proptest::proptest! {
        #[test]
        fn mended_json_is_read(text in r#"([a-zé ]|\\ud83d|\\uDE00|\\\\|\\n|\\u0041){0,20}"#) {
            let json = without_lone_surrogates(&format!("\"{text}\"")).into_owned();
            proptest::prop_assert!(serde_json::from_str::<String>(&json).is_ok(), "{json}");
        }
    }
}
