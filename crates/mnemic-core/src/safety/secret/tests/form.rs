//! Forms: each finds a token of its own, drawn from what it says; shapes find tokens of providers that no form knows.

use super::{
    super::{
        form::{self, Part},
        set::Set,
    },
    *,
};

/// So many characters of a set, drawn.
fn run(set: Set, length: usize) -> String {
    let all = drawn(512) + "-_.+/=~:$*" + &drawn(90).to_lowercase() + "2345679";
    let members = all.bytes().filter(|byte| byte.is_ascii_alphanumeric() && set.has(*byte));
    members.map(char::from).cycle().skip(length * 5).take(length).collect()
}

fn written(part: &Part) -> String {
    match part {
        Part::Run(set, least, most) => run(*set, (*least + 2).max(8).clamp(*least, *most)),
        Part::Text(text) => (*text).to_owned(),
    }
}

#[test]
fn each_form_finds_its_token_whole_and_in_other_surroundings() {
    for form in form::all() {
        let before = form.before.as_ref().map(written).unwrap_or_default();
        let rest: String = form.rest.iter().map(written).collect();
        let secret =
            if form.before.is_some() { &format!("{before}{}{rest}", form.prefix) } else { &rest };
        for (open, close) in [
            ("see ", ", then"),
            ("{\\\"a\\\":\\\"", "\\\"}"),
            ("x:\\n", "\\n"),
            ("\u{1b}[31m", "\u{1b}[0m"),
        ] {
            let whole = format!("{before}{}{rest}", form.prefix);
            let text = format!("{open}{whole}{close}");
            let end = open.len() + whole.len();
            let found = find(&text, &SecretPolicy::SECRETS);
            let covers = |it: &Secret| it.range.start <= end - secret.len() && end <= it.range.end;
            assert!(found.iter().any(covers), "{}: {text:?}: {found:?}", form.kind);
        }
    }
}

#[test]
fn a_token_of_an_unknown_provider_is_known_by_its_shape() {
    let (short, long) = (drawn(24), drawn(40));
    for token in [
        format!("acme_live_{short}"),
        format!("acme-pat-{short}"),
        format!("zx_sk_v2_{short}"),
        format!("acme_{long}"),
    ] {
        assert_eq!(left(&format!("use {token}, please")), "use [REDACTED:token], please");
    }
    for benign in [
        format!("evt_{short}"),
        format!("acme_pub_{long}"),
        format!("sha256-{long}"),
        format!("css/{short}-{short}"),
        "auth-service-7d9f8c6b5d-x2x4z".to_owned(),
        "https://example.org/acme_live_and_what_else_is_written_here".to_owned(),
    ] {
        assert_eq!(left(&benign), benign);
    }
}
