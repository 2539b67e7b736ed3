//! Who is let in: the token, the host and the origin of a request.

use super::http::{Request, Serving};
use crate::harness::Vault;

/// A greeting: it is answered when the request is let in.
fn greeting() -> Request {
    Request::post(
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",
        "capabilities":{},"clientInfo":{"name":"x","version":"1"}}}"#,
    )
}

#[test]
fn without_the_token_nothing_is_answered() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let answer = serving.ask(&greeting());
    assert_eq!(answer.status, 401);
    assert_eq!(answer.header("www-authenticate"), Some("Bearer realm=\"mnemic\""));
    assert_eq!(answer.json()["code"], "no_token");
    assert!(answer.json()["hint"].as_str().unwrap().contains("--show-token"));
    for wrong in ["Bearer wrong", "Basic dTpw", "Bearer", &format!("Bearer {}x", serving.token)] {
        let answer = serving.ask(&greeting().with("authorization", wrong));
        assert_eq!(answer.status, 401, "{wrong}");
        assert!(answer.header("www-authenticate").unwrap().starts_with("Bearer"), "{wrong}");
        assert!(!answer.body.contains(&serving.token));
    }
    assert_eq!(serving.ask(&Request::get("/nowhere")).status, 401);
    assert_eq!(serving.ask(&greeting().with_token(&serving)).status, 200);
    serving.leave();
}

#[test]
fn a_page_that_gave_itself_the_machines_address_is_refused() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &["--allow-host", "memory.example:8443"]);
    for (host, status) in [
        ("evil.example", 403),
        ("localhost.evil.example", 403),
        ("memory.example", 403),
        ("memory.example:8443", 200),
        ("localhost:1", 200),
        ("[::1]", 200),
    ] {
        let answer = serving.ask(&greeting().with_token(&serving).with("host", host));
        assert_eq!(answer.status, status, "{host}: {}", answer.body);
    }
    let refused = serving.ask(&greeting().with_token(&serving).with("host", "evil.example"));
    assert_eq!(refused.json()["code"], "foreign_host");
    serving.leave();
}

#[test]
fn a_page_of_another_origin_is_refused_unless_it_is_listed() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &["--allow-origin", "https://app.example"]);
    for (origin, status) in [
        ("https://evil.example", 403),
        ("null", 403),
        ("http://app.example", 403),
        ("https://app.example", 200),
        ("http://localhost:5173", 200),
    ] {
        let answer = serving.ask(&greeting().with_token(&serving).with("origin", origin));
        assert_eq!(answer.status, status, "{origin}: {}", answer.body);
        let readable = answer.header("access-control-allow-origin");
        assert_eq!(readable, (status == 200).then_some(origin), "{origin}");
    }
    serving.leave();
}

#[test]
fn a_browser_learns_what_a_listed_page_may_send_and_another_nothing() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &["--allow-origin", "https://app.example"]);
    let asking = Request::method("OPTIONS").with("access-control-request-method", "POST");
    let answer = serving.ask(&asking.clone().with("origin", "https://app.example"));
    assert_eq!(answer.status, 204);
    assert!(answer.header("access-control-allow-headers").unwrap().contains("Authorization"));
    let answer = serving.ask(&asking.clone().with("origin", "https://evil.example"));
    assert_eq!(answer.status, 403);
    assert_eq!(answer.header("access-control-allow-headers"), None);
    assert_eq!(serving.ask(&asking).status, 401);
    serving.leave();
}

#[test]
fn what_is_no_host_or_origin_cannot_be_listed() {
    let vault = Vault::new();
    for (flag, value) in [("--allow-host", "http://a.example"), ("--allow-origin", "a.example")] {
        let answer = vault.run(&["serve", flag, value]);
        assert_eq!(answer.output.status.code(), Some(2), "{}", answer.story());
        assert!(answer.story().contains(value), "{}", answer.story());
    }
}
