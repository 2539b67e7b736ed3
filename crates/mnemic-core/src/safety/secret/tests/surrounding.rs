//! Surroundings: the same secret quoted, escaped, coloured, encoded and parted from its name by other notations.

use super::*;

#[test]
fn a_labelled_value_is_found_in_each_notation() {
    for (open, close) in [
        ("{\\\"password\\\":\\\"", "\\\",\\\"a\\\":1}"),
        ("{\\\\\\\"password\\\\\\\":\\\\\\\"", "\\\\\\\"}"),
        ("&quot;password&quot;:&quot;", "&quot;"),
        ("%22password%22%3A%22", "%22"),
        ("\\u0022password\\u0022: \\u0022", "\\u0022"),
        ("\u{1b}[32mpassword\u{1b}[0m: \u{1b}[1m", "\u{1b}[0m"),
        ("password: |\n  ", "\nuser: bob"),
        ("password: !!str ", ""),
        ("- name: DB_PASSWORD\n  value: ", ""),
        ("{\"name\": \"DB_PASSWORD\", \"value\": \"", "\"}"),
        ("{\"log\": \"PASSWORD=", "\\nUSER=bob\"}"),
        ("variable \"db_password\" {\n  default = \"", "\"\n}"),
        ("-password: ", ""),
        ("+password: ", ""),
        ("> password: ", ""),
    ] {
        let text = format!("{open}hunter22{close}");
        assert_eq!(left(&text), format!("{open}[REDACTED:password]{close}"), "{text:?}");
    }
}

#[test]
fn passwords_in_addresses_go_to_the_last_at_sign_before_the_host() {
    for (open, secret, close) in [
        ("postgres://u:", "p@ss!w", "@host/db"),
        ("https://u:", "p/a#s", "@host/db"),
        ("mongodb+srv://u:", "pw,1)x", "@h1,h2/db"),
        ("redis://:", "s3cr3t", "@h:6379/0"),
        ("postgres:\\/\\/u:", "hunter2", "@h\\/d"),
        ("postgres%3A%2F%2Fu%3A", "hunter22", "%40h%2Fd"),
    ] {
        let text = format!("{open}{secret}{close}");
        assert_eq!(left(&text), format!("{open}[REDACTED:password-in-url]{close}"));
    }
    for benign in
        ["(http://host:80/x),a@b.c", "http://a:8080/x@y", "https://ghost@host", "http://x:y z@k"]
    {
        assert_eq!(left(benign), benign);
    }
    let token = drawn(40);
    assert_eq!(
        left(&format!("https://{token}:x-oauth-basic@host/a.git")),
        "https://[REDACTED:password-in-url]:x-oauth-basic@host/a.git"
    );
}

#[test]
fn a_key_block_is_found_behind_marks_and_in_escapes() {
    let line = drawn(64);
    for (open, between) in
        [("", "\\n"), ("> ", "\n> "), ("+", "\n+"), ("# ", "\n# "), ("    ", "\n    ")]
    {
        let header = "-----BEGIN PRIVATE KEY-----";
        let block = [header, &line, &line, "-----END PRIVATE KEY-----"].join(between);
        assert_eq!(left(&format!("{open}{block} x")), format!("{open}[REDACTED:private-key] x"));
        let cut = [header, &line, &line].join(between);
        assert_eq!(left(&format!("{open}{cut}")), format!("{open}[REDACTED:private-key]"));
    }
    let hash = "0123456789abcdef".repeat(2);
    let dump = format!("Administrator:500:{hash}:{hash}:::");
    assert_eq!(left(&dump), "Administrator:500:[REDACTED:password-hash]:::");
}

#[test]
fn an_address_that_is_a_secret_goes_whole() {
    let hook =
        format!("https://hooks.slack.com/services/T{}/B{}/{}", drawn(9), drawn(9), drawn(24));
    assert_eq!(left(&format!("post to <{hook}>.")), "post to <[REDACTED:slack-webhook]>.");
}

#[test]
fn what_is_redacted_stays_so_and_names_nothing() {
    for text in [
        "curl https://api.example.org -u [REDACTED:stripe-key]:",
        "CLOUDINARY_URL=cloudinary://[REDACTED:cloudinary-key]@acme",
        "deploy:[REDACTED:password-hash]:19802:0:99999:7:::",
        "source \"https://[REDACTED:password-in-url]:@gem.example.org/acme/\"",
        "Authorization: AWS4-HMAC-SHA256 [REDACTED:aws-access-key], SignedHeaders=host",
        "login(\"worker\", \"[REDACTED:password]\")",
    ] {
        assert_eq!(left(text), text);
    }
}
