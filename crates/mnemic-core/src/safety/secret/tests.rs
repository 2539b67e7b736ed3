mod form;
mod place;
mod surrounding;
mod work;

use super::*;

/// What is left of a text.
fn left(text: &str) -> String {
    redact(text, &SecretPolicy::SECRETS).into_owned()
}

/// A run of letters and digits that was drawn: no test holds a real token.
fn drawn(length: usize) -> String {
    let letters = b"kQ7vT2mZx9Rb4NcW8yJd3LfG6hSp1Aa5";
    (0..length).map(|place| char::from(letters[(place * 7 + place / 32) % letters.len()])).collect()
}

#[test]
fn the_whole_secret_goes_and_nothing_around_it() {
    let token = format!("ghp_{}", drawn(36));
    for (text, expected) in [
        (format!("use {token}."), "use [REDACTED:github-token].".to_owned()),
        (format!("(\"{token}\")"), "(\"[REDACTED:github-token]\")".to_owned()),
        ("password = \"a.b'c;d 9\"".to_owned(), "password = \"[REDACTED:password]\"".to_owned()),
        ("DB_PASSWORD=Tr0ub4dor&3".to_owned(), "DB_PASSWORD=[REDACTED:password]".to_owned()),
        (
            "the password is Tr0ub4dor&3, keep it".to_owned(),
            "the password is [REDACTED:password], keep it".to_owned(),
        ),
        (
            "use sw0rd-fish-77 as the password".to_owned(),
            "use [REDACTED:password] as the password".to_owned(),
        ),
        (
            "postgres://app:p%40ss.word@db/app".to_owned(),
            "postgres://app:[REDACTED:password-in-url]@db/app".to_owned(),
        ),
        (
            "<password>x1y2z3</password>".to_owned(),
            "<password>[REDACTED:password]</password>".to_owned(),
        ),
        (
            "curl -u bob:hunter22 https://x".to_owned(),
            "curl -u bob:[REDACTED:password] https://x".to_owned(),
        ),
        (
            "machine h login bob password plainword".to_owned(),
            "machine h login bob password [REDACTED:password]".to_owned(),
        ),
        ("a <private>my diary</private> b".to_owned(), "a [REDACTED:private] b".to_owned()),
        ("a <private>to the end".to_owned(), "a [REDACTED:private]".to_owned()),
    ] {
        assert_eq!(left(&text), expected);
        assert_eq!(left(&expected), expected, "what is redacted stays so");
    }
}

#[test]
fn a_key_block_goes_whole_even_when_it_is_cut_off() {
    let line = drawn(64);
    let block =
        format!("-----BEGIN RSA PRIVATE KEY-----\n{line}\n{line}\n-----END RSA PRIVATE KEY-----");
    assert_eq!(left(&format!("a\n{block}\nb")), "a\n[REDACTED:private-key]\nb");
    let cut = format!("a\n-----BEGIN PRIVATE KEY-----\n{line}\n{line}");
    assert_eq!(left(&cut), "a\n[REDACTED:private-key]");
    let public = format!("-----BEGIN CERTIFICATE-----\n{line}\n-----END CERTIFICATE-----");
    assert_eq!(left(&public), public);
}

#[test]
fn what_only_speaks_of_secrets_stays() {
    for text in [
        "Passwords are hashed with argon2id and rotated every 90 days",
        "password: string;",
        "password = os.environ[\"DB_PASSWORD\"]",
        "export TOKEN=$(gh auth token)",
        "token: ${{ secrets.NPM_TOKEN }}",
        "DB_PASSWORD=changeme",
        "the token expires after 15 minutes, see RFC7519",
        "api_key: YOUR_API_KEY",
        "the password is required",
        "let token = lexer.next_token();",
        "tokens: 8192",
        "secretName: ledger-db",
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b fixes the token",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "the primary key is 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        "postgres://app:${PASSWORD}@db/app",
        "git@github.com:acme/shop.git",
        "[REDACTED:github-token] was here",
        "- [decision] one  two three ^pw77z3h2\n- [decision] one  two three ^fsmbc49m",
        "- [fact] four  five ^key3x9q2\n- [fact] four  five ^j5x1vg34",
    ] {
        assert_eq!(left(text), text);
    }
}

#[test]
fn what_is_far_away_is_not_read_and_ranges_are_those_of_the_whole_text() {
    let far = "é ".repeat(3_000);
    let text = format!("{far}password: hunter22 {far}<private>x</PRIVATE>{far}");
    let shown = left(&text);
    assert_eq!(shown, format!("{far}password: [REDACTED:password] {far}[REDACTED:private]{far}"));
    // A long line full of triggers is read once, not once for each.
    for trigger in [":token ", "{\"token\": 1, ", "<private></private>", "password ", "'auth', "] {
        let text = trigger.repeat((1 << 15) / trigger.len());
        find(&text, &SecretPolicy::EVERYTHING);
    }
}

#[test]
fn personal_data_stays_unless_a_policy_says_otherwise() {
    let text = "ada@example.org, +43 1 5544332, card 4111 1111 1111 1111, DE89370400440532013000";
    assert_eq!(left(text), text);
    assert_eq!(
        redact(text, &SecretPolicy::EVERYTHING),
        "[REDACTED:email], [REDACTED:phone], card [REDACTED:card], [REDACTED:iban]"
    );
    let numbers = "order 4111111111111112, IBAN DE89370400440532013001, 10.0.0.1, 2026-11-15 10:00";
    assert_eq!(redact(numbers, &SecretPolicy::EVERYTHING), numbers);
}

#[test]
fn a_policy_decides_by_class() {
    let text = format!("ghp_{} and password: hunter22", drawn(36));
    let policy = SecretPolicy { labelled: SecretAction::Allow, ..SecretPolicy::SECRETS };
    assert_eq!(redact(&text, &policy), "[REDACTED:github-token] and password: hunter22");
    assert!(!policy.blocks_any());
    let policy = SecretPolicy { tokens: SecretAction::Block, ..policy };
    assert!(policy.blocks_any());
    assert_eq!(find(&text, &policy)[0].class, SecretClass::Token);
}

mod properties {
    use proptest::prelude::*;

    use super::super::*;

    proptest! {
        #[test]
        fn any_text_is_examined_and_redaction_is_stable(text in "(?s).{0,200}") {
            let once = redact(&text, &SecretPolicy::EVERYTHING).into_owned();
            let secrets = find(&text, &SecretPolicy::EVERYTHING);
            prop_assert!(secrets.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start));
            prop_assert_eq!(secrets.is_empty(), once == text);
        }

        #[test]
        fn triggers_in_any_text_are_examined(parts in proptest::collection::vec(prop_oneof![
            Just("password".to_owned()), Just(" is ".to_owned()), Just("=".to_owned()), Just("\"".to_owned()),
            Just("://".to_owned()), Just("@".to_owned()), Just("-----BEGIN ".to_owned()), Just("|".to_owned()),
            Just("\n".to_owned()), Just("(".to_owned()), Just("token: ".to_owned()), Just("curl -u ".to_owned()),
            Just("login ".to_owned()), Just("{\"value\": ".to_owned()), Just("ü密".to_owned()), "[a-zA-Z0-9]{1,40}", ".{0,3}",
        ], 0..12)) {
            let text = parts.concat();
            for secret in find(&text, &SecretPolicy::EVERYTHING) {
                prop_assert!(text.is_char_boundary(secret.range.start) && text.is_char_boundary(secret.range.end));
            }
        }
    }
}
