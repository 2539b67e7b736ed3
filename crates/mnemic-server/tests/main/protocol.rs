//! Requests that are no MCP, or break its rules: each gets an error that says why.

use mnemic_testing::{http::Request, http_client::HttpClient, mcp::odd_calls_are_refused};
use serde_json::json;

use crate::{server::TestServer, vault::Vault};

#[test]
fn a_body_that_is_no_message_gets_the_error_of_the_protocol() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    let client = HttpClient::ready(&server);
    for (body, code) in [
        ("this is not JSON", -32700),
        ("", -32700),
        ("{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\":", -32700),
        ("\u{0}\u{1}", -32700),
        ("[]", -32600),
        ("42", -32600),
        ("{}", -32600),
        ("{\"jsonrpc\": \"1.0\", \"id\": 7, \"method\": \"ping\"}", -32600),
    ] {
        let answer = server.ask(&client.signed(Request::post(body)));
        assert_eq!(answer.status, 400, "{body}: {}", answer.body);
        assert_eq!(answer.json()["error"]["code"], code, "{body}: {}", answer.body);
    }
    server.shut_down();
}

#[test]
fn a_request_that_breaks_the_rules_of_the_transport_gets_its_status_and_why() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    let client = HttpClient::ready(&server);
    let ping = || Request::post(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    let signed = |request: Request| client.signed(request);
    for (request, status) in [
        (signed(ping()), 200),
        (signed(ping()).with("content-type", "text/plain"), 415),
        (signed(ping()).with("accept", "text/html"), 406),
        (signed(ping()).with("mcp-protocol-version", "1999-01-01"), 400),
        (signed(ping()).with("mcp-session-id", "unheard-of"), 404),
        (ping().with_token(&server), 400),
        (Request::get("/mcp").with_token(&server).with("accept", "text/event-stream"), 400),
        (signed(Request::method("PUT")), 405),
    ] {
        let answer = server.ask(&request);
        assert_eq!(answer.status, status, "{}", answer.body);
        if status != 200 {
            let body = answer.json();
            let is_told = body["code"].is_string() || body["error"]["code"].is_number();
            assert!(is_told, "{status}: {}", answer.body);
        }
    }
    server.shut_down();
}

#[test]
fn a_broken_surrogate_pair_is_replaced_and_a_broken_request_is_answered_under_its_id() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    let client = HttpClient::ready(&server);
    let cut = r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"memory_store","arguments":{"content":"Deploys are fun \ud83d"}}}"#;
    let answer = server.ask(&client.signed(Request::post(cut)));
    assert!(answer.body.contains(r#""isError":false"#), "{}", answer.body);
    let broken = r#"{"jsonrpc":"2.0","id":6,"method":"#;
    let answer = server.ask(&client.signed(Request::post(broken)));
    assert_eq!((&answer.json()["id"], answer.status), (&json!(6), 400), "{}", answer.body);
    server.shut_down();
    assert_eq!(vault.memories()[0].text, "Deploys are fun \u{fffd}");
}

#[test]
fn odd_calls_are_refused_over_http() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    odd_calls_are_refused(&mut HttpClient::ready(&server));
    server.shut_down();
    vault.recover("after odd calls");
}
