//! Who is answered: the token, the host and the origin of a request.

use mnemic_testing::http::Request;

use crate::{server::TestServer, vault::Vault};

/// The server answers it when the guard lets it through.
fn initialize() -> Request {
    Request::post(
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",
        "capabilities":{},"clientInfo":{"name":"x","version":"1"}}}"#,
    )
}

#[test]
fn without_the_token_nothing_is_answered() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    let answer = server.ask(&initialize());
    assert_eq!(answer.status, 401);
    assert_eq!(answer.header("www-authenticate"), Some("Bearer realm=\"mnemic\""));
    assert_eq!(answer.json()["code"], "token-missing");
    assert!(answer.json()["hint"].as_str().unwrap().contains("--show-token"));
    for wrong in ["Bearer wrong", "Basic dTpw", "Bearer", &format!("Bearer {}x", server.token)] {
        let answer = server.ask(&initialize().with("authorization", wrong));
        assert_eq!(answer.status, 401, "{wrong}");
        assert!(answer.header("www-authenticate").unwrap().starts_with("Bearer"), "{wrong}");
        assert!(!answer.body.contains(&server.token));
    }
    assert_eq!(server.ask(&Request::get("/nowhere")).status, 401);
    assert_eq!(server.ask(&initialize().with_token(&server)).status, 200);
    server.shut_down();
}

#[test]
fn a_page_that_points_its_name_at_this_machine_is_rejected() {
    let vault = Vault::new();
    let server = TestServer::with_hosts(&vault, &["memory.example:8443"]);
    for (host, status) in [
        ("evil.example", 403),
        ("localhost.evil.example", 403),
        ("memory.example", 403),
        ("memory.example:8443", 200),
        ("localhost:1", 200),
        ("[::1]", 200),
    ] {
        let answer = server.ask(&initialize().with_token(&server).with("host", host));
        assert_eq!(answer.status, status, "{host}: {}", answer.body);
    }
    let refused = server.ask(&initialize().with_token(&server).with("host", "evil.example"));
    assert_eq!(refused.json()["code"], "host-not-allowed");
    server.shut_down();
}

#[test]
fn a_page_of_another_origin_is_rejected_unless_it_is_allowed() {
    let vault = Vault::new();
    let server = TestServer::with_origins(&vault, &["https://app.example"]);
    for (origin, status) in [
        ("https://evil.example", 403),
        ("null", 403),
        ("http://app.example", 403),
        ("https://app.example", 200),
        ("http://localhost:5173", 200),
    ] {
        let answer = server.ask(&initialize().with_token(&server).with("origin", origin));
        assert_eq!(answer.status, status, "{origin}: {}", answer.body);
        let readable = answer.header("access-control-allow-origin");
        assert_eq!(readable, (status == 200).then_some(origin), "{origin}");
    }
    server.shut_down();
}

#[test]
fn a_browser_learns_what_an_allowed_page_may_send_and_of_another_nothing() {
    let vault = Vault::new();
    let server = TestServer::with_origins(&vault, &["https://app.example"]);
    let asking = Request::method("OPTIONS").with("access-control-request-method", "POST");
    let answer = server.ask(&asking.clone().with("origin", "https://app.example"));
    assert_eq!(answer.status, 204);
    assert!(answer.header("access-control-allow-headers").unwrap().contains("Authorization"));
    let answer = server.ask(&asking.clone().with("origin", "https://evil.example"));
    assert_eq!(answer.status, 403);
    assert_eq!(answer.header("access-control-allow-headers"), None);
    assert_eq!(server.ask(&asking).status, 401);
    server.shut_down();
}

#[test]
fn a_path_without_a_route_is_not_found() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    for path in ["/", "/mcp/", "/mcp/../mcp", "/../../etc/passwd", "/%2e%2e/etc/passwd", "//mcp"] {
        let answer = server.ask(&Request::get(path).with_token(&server));
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json()["code"], "page-not-found", "{path}");
    }
    server.shut_down();
}
