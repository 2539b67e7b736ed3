//! Private keys as blocks of text, and text between `<private>` tags.

use std::ops::Range;

use super::{
    Secret, SecretClass,
    page::{Page, REACH, Span},
};

/// So long is a block at most.
const BLOCK: usize = 64 << 10;

/// The whole block that a header begins, if it holds a private key. Without a footer, it ends with the last line that
/// looks like its data.
pub fn secret(page: &Page, at: Range<usize>) -> Option<Secret> {
    if page.is_done(Span::KeyBlock, at.start) {
        return None;
    }
    let rest = page.after(at.start, BLOCK);
    let end = match () {
        () if rest.starts_with("-----") => end_of_pem(page, at.start)?,
        () if rest.starts_with("----") => {
            let footer = page.next("---- END", at.end)?;
            page.line(footer).end
        }
        () => at.start + end_of_putty(rest)?,
    };
    page.finish(Span::KeyBlock, end);
    page.finish(Span::Private, end);
    Some(Secret::new(at.start..end, SecretClass::PrivateKey, "private-key"))
}

fn end_of_pem(page: &Page, start: usize) -> Option<usize> {
    const BEGIN: usize = "-----BEGIN ".len();
    let header = page.after(start, BEGIN + 80);
    let title = header.get(BEGIN..)?;
    let title = &title[..title.find("-----")?];
    let is_private = ["PRIVATE KEY", "STATIC KEY", "TESTING KEY"]
        .iter()
        .any(|it| title.to_ascii_uppercase().contains(it));
    if title.len() > 60 || !is_private {
        return None;
    }
    let body = start + BEGIN + title.len() + "-----".len();
    let footer = format!("-----END {title}-----");
    let is_footer = |at: &usize| page.text[*at..].starts_with(&footer);
    match page.next("-----END", body).filter(is_footer) {
        Some(at) => Some(at + footer.len()),
        None => unfinished(page, body),
    }
}

/// Where the data of a block without a footer ends; a header alone is no key.
fn unfinished(page: &Page, body: usize) -> Option<usize> {
    let rest = page.after(body, BLOCK);
    // Marks of quotes, comments and changes stand before the lines, quotes around them.
    let is_data = |it: char| it.is_ascii_alphanumeric() || "+/=\\ \r\n\t>|\"'#*,".contains(it);
    let length = rest.find(|it: char| !is_data(it)).unwrap_or(rest.len());
    let data = &rest[..page.spend(length)];
    let is_key = data.bytes().filter(u8::is_ascii_alphanumeric).count() >= 32;
    is_key.then(|| body + data.trim_end_matches(|it: char| " \r\n\t>|\"'#*,\\".contains(it)).len())
}

/// The private lines of a key of PuTTY.
fn end_of_putty(rest: &str) -> Option<usize> {
    let lines = rest.get(..8 << 10).unwrap_or(rest).find("Private-Lines:")?;
    let is_data = |it: char| it.is_ascii_alphanumeric() || "+/=\r\n".contains(it);
    let from = lines + rest[lines..].find('\n')? + 1;
    let length = rest[from..].find(|it: char| !is_data(it)).unwrap_or(rest.len() - from);
    let data = rest[from..from + length].trim_end();
    // The name of the next field is letters, too.
    let next =
        rest[from + data.len()..].starts_with('-') || rest[from + data.len()..].starts_with(':');
    let data = if next { data.rsplit_once('\n').map_or(data, |(data, _)| data) } else { data };
    let end = from + data.trim_end().len();
    // The check of the key shows whether a guess of its passphrase is right.
    let mac = rest[end..].trim_start().strip_prefix("Private-MAC: ");
    let hex = mac.map(|mac| mac.bytes().take_while(u8::is_ascii_hexdigit).count());
    let padding = rest[end..].len() - rest[end..].trim_start().len();
    Some(hex.map_or(end, |hex| end + padding + "Private-MAC: ".len() + hex))
}

/// The private numbers of a JSON web key.
pub fn web_key(page: &Page, at: Range<usize>, found: &mut Vec<Secret>) {
    if page.is_done(Span::WebKey, at.start) {
        return;
    }
    let before = page.before(at.start, REACH);
    let begin = at.start - before.rfind('{').map_or(0, |brace| before.len() - brace);
    let after = page.after(at.end, REACH);
    let end = at.end + after.find('}').unwrap_or(after.len());
    page.finish(Span::WebKey, end);
    let text = page.text;
    for field in ["\"d\"", "\"p\"", "\"q\"", "\"dp\"", "\"dq\"", "\"qi\"", "\"k\""] {
        let Some(place) = text[begin..end].find(field) else { continue };
        let value = begin + place + field.len();
        let mut quotes = text[value..end].match_indices('"').map(|(quote, _)| value + quote);
        if let (Some(open), Some(close)) = (quotes.next(), quotes.next())
            && close - open > 20
        {
            found.push(Secret::new(open + 1..close, SecretClass::PrivateKey, "private-key"));
        }
    }
}

/// What stands between `<private>` and `</private>`, or to the end of the text: who forgot to close it did not mean to
/// publish it. A tag that is quoted in backticks is talk about tags.
pub fn private(page: &Page, at: Range<usize>) -> Option<Secret> {
    let text = page.text;
    if page.is_done(Span::Private, at.start) {
        return None;
    }
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
    page.finish(Span::Private, end);
    Some(Secret::new(at.start..end, SecretClass::Private, "private"))
}
