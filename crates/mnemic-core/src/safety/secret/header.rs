//! Headers: what follows `Bearer`, and cookies that carry a session.

use std::ops::Range;

use super::{
    Secret, SecretClass,
    needles::Needles,
    page::{Page, Span},
    placeholder::is_placeholder,
    set::{Mix, Set, is_random},
};

/// What follows `Bearer` or `Basic`.
pub fn after_scheme(page: &Page, at: Range<usize>) -> Option<Secret> {
    let text = page.text;
    let run = &text[at.end..page.run_end(Set::Opaque, at.end)];
    let token = run.trim_end_matches(['.', '-']);
    let least = if text[at.clone()].eq_ignore_ascii_case("basic ") { 8 } else { 12 };
    let is_secret =
        token.len() >= least && is_random(token) && !is_placeholder(token) && !token.contains("//");
    let is_basic = least == 12 || Mix::of(token).upper > 0;
    (is_secret && is_basic)
        .then(|| Secret::new(at.end..at.end + token.len(), SecretClass::Credential, "credential"))
}

/// Words in the names of cookies that carry a session.
static SESSION: Needles<11> = Needles::new([
    "sess", "sid", "auth", "token", "jwt", "remember", "csrf", "li_at", "xsrf", "login", "identity",
]);

/// The values of cookies that carry a session.
pub fn cookies(page: &Page, at: Range<usize>, found: &mut Vec<Secret>) {
    let line = page.line_after(at.end);
    if page.is_done(Span::Cookies, at.end)
        || !line.trim_start_matches(['"', '\'']).starts_with(':') && !line.starts_with("s:")
    {
        return;
    }
    page.finish(Span::Cookies, at.end + line.len());
    for (place, _) in line.match_indices('=') {
        let name_start =
            line[..place].rfind(|it: char| " ;:'\",".contains(it)).map_or(0, |begin| begin + 1);
        let name = &line[name_start..place];
        if !SESSION.are_in(name) {
            continue;
        }
        let value = &line[place + 1..];
        let value = &value[..value
            .find(|it: char| it == ';' || it == '"' || it == '\'' || it.is_whitespace())
            .unwrap_or(value.len())];
        if value.len() >= 8 && !is_placeholder(value) && is_random(value) {
            let start = at.end + place + 1;
            found.push(Secret::new(start..start + value.len(), SecretClass::Credential, "cookie"));
        }
    }
}

/// The value of a session in a line of a file of cookies, whose seven fields tabs part.
pub fn stored_cookie(page: &Page, at: Range<usize>) -> Option<Secret> {
    let line = page.line(at.start);
    let fields: Vec<&str> = page.text.get(line.clone())?.splitn(7, '\t').collect();
    let [.., name, value] = fields[..] else { return None };
    let value = value.trim_end();
    let is_session = fields.len() == 7 && line.len() <= 8 << 10 && SESSION.are_in(name);
    let start = line.start + page.text[line].rfind(value)?;
    (is_session && value.len() >= 8 && is_random(value) && !is_placeholder(value))
        .then(|| Secret::new(start..start + value.len(), SecretClass::Credential, "cookie"))
}
