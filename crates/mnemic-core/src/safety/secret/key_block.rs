//! Private keys as blocks of text, and text between `<private>` tags.

use std::ops::Range;

use super::{Secret, SecretClass};

/// The whole block that a header begins, if it holds a private key. Without a footer, it ends with the last line that
/// looks like its data.
pub fn secret(text: &str, at: Range<usize>) -> Option<Secret> {
    let rest = &text[at.start..];
    let end = match () {
        () if rest.starts_with("-----") => end_of_pem(rest)?,
        () if rest.starts_with("----") => {
            rest.find("---- END")?
                + rest[rest.find("---- END")?..]
                    .find('\n')
                    .unwrap_or(rest.len() - rest.find("---- END")?)
        }
        () => end_of_putty(rest)?,
    };
    Some(Secret::new(at.start..at.start + end, SecretClass::PrivateKey, "private-key"))
}

fn end_of_pem(rest: &str) -> Option<usize> {
    const BEGIN: usize = "-----BEGIN ".len();
    let title_end = BEGIN + rest.get(BEGIN..)?.find("-----")?;
    let title = rest.get(BEGIN..title_end)?;
    if title.len() > 60
        || !["PRIVATE KEY", "STATIC KEY"].iter().any(|it| title.to_ascii_uppercase().contains(it))
    {
        return None;
    }
    let body = title_end + "-----".len();
    let footer = format!("-----END {title}-----");
    match rest.get(body..)?.find(&footer) {
        Some(from) => Some(body + from + footer.len()),
        None => unfinished(rest, body),
    }
}

/// Where the data of a block without a footer ends; a header alone is no key.
fn unfinished(rest: &str, body: usize) -> Option<usize> {
    let is_data = |it: char| it.is_ascii_alphanumeric() || "+/=\\ \r\n\t".contains(it);
    let length = rest[body..].find(|it: char| !is_data(it)).unwrap_or(rest.len() - body);
    let data = &rest[body..body + length];
    let is_key = data.bytes().filter(u8::is_ascii_alphanumeric).count() >= 32;
    is_key.then(|| body + data.trim_end().len())
}

/// The private lines of a key of PuTTY.
fn end_of_putty(rest: &str) -> Option<usize> {
    let lines = rest.find("Private-Lines:")?;
    let is_data = |it: char| it.is_ascii_alphanumeric() || "+/=\r\n".contains(it);
    let from = lines + rest[lines..].find('\n')? + 1;
    let length = rest[from..].find(|it: char| !is_data(it)).unwrap_or(rest.len() - from);
    let data = rest[from..from + length].trim_end();
    // The name of the next field is letters, too.
    let next =
        rest[from + data.len()..].starts_with('-') || rest[from + data.len()..].starts_with(':');
    let data = if next { data.rsplit_once('\n').map_or(data, |(data, _)| data) } else { data };
    Some(from + data.trim_end().len())
}

/// The private numbers of a JSON web key.
pub fn web_key(text: &str, at: Range<usize>, found: &mut Vec<Secret>) {
    let begin = text[..at.start].rfind('{').unwrap_or(at.start);
    let end = text[at.end..].find('}').map_or(text.len(), |end| at.end + end);
    for field in ["\"d\"", "\"p\"", "\"q\"", "\"dp\"", "\"dq\"", "\"qi\"", "\"k\""] {
        let Some(place) = text[begin..end].find(field) else { continue };
        let mut quotes = text[begin + place + field.len()..end]
            .match_indices('"')
            .map(|(quote, _)| begin + place + field.len() + quote);
        if let (Some(open), Some(close)) = (quotes.next(), quotes.next())
            && close - open > 20
        {
            found.push(Secret::new(open + 1..close, SecretClass::PrivateKey, "private-key"));
        }
    }
}

/// What stands between `<private>` and `</private>`, or to the end of the text: who forgot to close it did not mean to
/// publish it. A tag that is quoted in backticks is talk about tags.
pub fn private(text: &str, at: Range<usize>) -> Option<Secret> {
    let is_quoted = text[..at.start].ends_with('`') && text[at.end..].starts_with('`');
    if is_quoted {
        return None;
    }
    const CLOSE: &str = "</private>";
    let is_close = |place: &usize| {
        let tag = text.as_bytes().get(*place..*place + CLOSE.len());
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(CLOSE.as_bytes()))
    };
    let mut tags = text[at.end..].match_indices("</").map(|(offset, _)| at.end + offset);
    let end = tags.find(is_close).map_or(text.len(), |place| place + CLOSE.len());
    Some(Secret::new(at.start..end, SecretClass::Private, "private"))
}
