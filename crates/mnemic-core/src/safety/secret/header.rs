//! Headers: what follows `Bearer`, and cookies that carry a session.

use std::ops::Range;

use super::{
    Secret, SecretClass,
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
        let name = line[name_start..place].to_ascii_lowercase();
        let carries = [
            "sess", "sid", "auth", "token", "jwt", "remember", "csrf", "li_at", "xsrf", "login",
            "identity",
        ];
        if !carries.iter().any(|word| name.contains(word)) {
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
