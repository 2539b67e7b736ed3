//! Secrets in JSON as it stands in a file: its strings are looked at one by one, and only those that hold a secret
//! change. Every other byte stays, so that checksums, unknown fields and the order of keys survive.

use std::{borrow::Cow, ops::Range};

use super::redaction::{Redact, redact_labelled};

/// Below these keys, people and programs choose the names themselves, and a name such as `password` says what its value
/// is. Elsewhere names are Mnemic's own.
const FREE: [&str; 3] = ["input", "scratchpad", "body"];

/// A string or a number of a JSON text.
#[derive(Debug, PartialEq)]
pub struct JsonString<'p> {
    /// Where it stands, with the quotes of a string.
    pub range: Range<usize>,
    /// What it says.
    pub text: String,
    /// The keys that it lies below, the nearest last.
    pub keys: &'p [String],
}

impl JsonString<'_> {
    /// The names that tell what it is, where people and programs choose names.
    pub fn labels(&self) -> &[String] {
        let free = self.keys.iter().position(|key| FREE.contains(&key.as_str()));
        free.map_or(&[], |at| &self.keys[at + 1..])
    }
}

/// Tells every string of a JSON text; of the keys and the numbers only those that people and programs chose. Several texts
/// may follow each other, as in lines of JSON; what is broken is passed over.
pub fn each_string(json: &str, mut tell: impl FnMut(JsonString<'_>)) {
    let bytes = json.as_bytes();
    // For each object or array that is open, whether it has a key at the end of `keys`.
    let mut open: Vec<bool> = Vec::new();
    let mut keys: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let Some(end) = end_of_string(bytes, at) else {
                    // A line that was cut off. The next one may be whole.
                    let line_end = bytes[at..].iter().position(|byte| *byte == b'\n');
                    at = line_end.map_or(bytes.len(), |length| at + length);
                    continue;
                };
                let range = at..end;
                at = end;
                let Ok(text) = serde_json::from_str::<String>(&json[range.clone()]) else {
                    continue;
                };
                if is_key(bytes, end) {
                    let above = keys.len() - usize::from(open.last() == Some(&true));
                    if is_free(&keys[..above]) {
                        tell(JsonString { range, text: text.clone(), keys: &[] });
                    }
                    if let Some(has_key) = open.last_mut() {
                        if *has_key {
                            keys.pop();
                        }
                        *has_key = true;
                        keys.push(text);
                    }
                } else {
                    tell(JsonString { range, text, keys: &keys });
                }
                continue;
            }
            b'0'..=b'9' | b'-' if is_free(&keys) => {
                let is_digit = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
                let length = bytes[at..].iter().take_while(|byte| is_digit(byte)).count();
                let range = at..at + length;
                at = range.end;
                tell(JsonString { text: json[range.clone()].to_owned(), range, keys: &keys });
                continue;
            }
            b'{' | b'[' => open.push(false),
            b'}' | b']' => {
                let had_key = open.pop().unwrap_or_default();
                keys.truncate(keys.len() - usize::from(had_key));
            }
            // A line of JSON begins with nothing open, whatever the one before it left.
            b'\n' if bytes.get(at + 1) == Some(&b'{') => {
                open.clear();
                keys.clear();
            }
            _ => {}
        }
        at += 1;
    }
}

/// Whether what lies below these keys has names that people and programs chose.
fn is_free(keys: &[String]) -> bool {
    keys.iter().any(|key| FREE.contains(&key.as_str()))
}

/// Where a string ends that begins at a quote.
fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            b'\n' => return None,
            _ => at += 1,
        }
    }
}

fn is_key(bytes: &[u8], end: usize) -> bool {
    bytes[end..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
}

/// A JSON text with other strings in the place of some; nothing where none changes.
pub fn with_strings(
    json: &str,
    mut change: impl FnMut(&JsonString<'_>) -> Option<String>,
) -> Option<String> {
    let (mut changed, mut from) = (String::new(), 0);
    each_string(json, |string| {
        let Some(other) = change(&string) else { return };
        changed.push_str(&json[from..string.range.start]);
        changed.push_str(&serde_json::Value::String(other).to_string());
        from = string.range.end;
    });
    (from > 0).then(|| changed + &json[from..])
}

/// A JSON text without secrets; nothing where there is none.
pub fn redacted(json: &str, redact: Redact<'_>) -> Option<String> {
    with_strings(json, |string| {
        let labels: Vec<&str> = string.labels().iter().map(String::as_str).collect();
        redact_labelled(&string.text, &labels, redact)
    })
}

/// The texts in which a secret of a string can be seen: alone, and behind each of its names.
pub fn readings<'s>(string: &'s JsonString<'_>) -> impl Iterator<Item = Cow<'s, str>> {
    let labelled = string.labels().iter().map(|label| format!("{label}: {}", string.text).into());
    std::iter::once(Cow::Borrowed(string.text.as_str())).chain(labelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(json: &str) -> Vec<String> {
        let mut found = Vec::new();
        each_string(json, |it| found.push(format!("{}={}", it.keys.join("."), it.text)));
        found
    }

    #[test]
    fn strings_are_told_with_the_keys_above_them() {
        for (json, expected) in [
            (r#"{"a":"x","b":{"c":["y","z"]},"d":1}"#, vec!["a=x", "b.c=y", "b.c=z"]),
            (r#"{"a" : {"b":"x"}, "c":"y"}"#, vec!["a.b=x", "c=y"]),
            (r#"["x",{"a":"y"},"z"]"#, vec!["=x", "a=y", "=z"]),
            (r#"{"a":"say \"hi\" \\","b":"ü"}"#, vec![r#"a=say "hi" \"#, "b=ü"]),
            ("{\"a\":\"x\"}\n{\"b\":\"cut\n{\"c\":\"y\"}", vec!["a=x", "c=y"]),
            ("{\"a\":{\"b\":\"x\"\n{\"c\":\"y\"}\n", vec!["a.b=x", "c=y"]),
            ("", vec![]),
        ] {
            assert_eq!(strings(json), expected, "{json}");
        }
    }

    #[test]
    fn only_a_string_with_a_secret_changes() {
        let redact = |text: &str| -> Cow<'_, str> {
            match text {
                "password: swordfish" => "password: [R]".into(),
                "pin: 4711" => "pin: [R]".into(),
                _ if text.contains("hunter2") => text.replace("hunter2", "[R]").into(),
                _ => text.to_owned().into(),
            }
        };
        let redact: Redact<'_> = &|text| Cow::Owned(redact(text).into_owned());
        for (json, expected) in [
            (
                r#"{ "z":"a \/ hunter2",  "a":1.50,"b":"\u00fc" }"#,
                Some(r#"{ "z":"a / [R]",  "a":1.50,"b":"\u00fc" }"#),
            ),
            (r#"{"input":{"password":"swordfish"}}"#, Some(r#"{"input":{"password":"[R]"}}"#)),
            (r#"{"input":{"password":swordfish}}"#, None),
            (
                r#"{"input":{"hunter2":true,"n":-1.5e3}}"#,
                Some(r#"{"input":{"[R]":true,"n":-1.5e3}}"#),
            ),
            (r#"{"input":{"pin":4711},"pin":4711}"#, Some(r#"{"input":{"pin":"[R]"},"pin":4711}"#)),
            (r#"{"password":"swordfish"}"#, None),
            (r#"{"hunter2":"x"}"#, None),
        ] {
            assert_eq!(redacted(json, redact).as_deref(), expected, "{json}");
        }
    }
}
