//! What is no request, too much of one, or half of one: each has its answer, and the server lives.

use std::io::{ErrorKind, Read, Write};

use serde_json::json;

use super::{
    client::HttpClient,
    http::{Request, Response, Serving, status_line},
};
use crate::{
    harness::Vault,
    invariants::recover,
    mcp::ask::{Ask, is_edited_by_two, odd_calls_are_refused},
};

const MOST_BYTES: usize = 8 << 20;

#[test]
fn what_is_not_the_protocol_is_told_so() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let client = HttpClient::ready(&serving);
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
        let answer = serving.ask(&client.signed(Request::post(body)));
        assert_eq!(answer.status, 400, "{body}: {}", answer.body);
        assert_eq!(answer.json()["error"]["code"], code, "{body}: {}", answer.body);
    }
    serving.leave();
}

#[test]
fn what_is_not_its_way_of_speaking_is_told_so() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let client = HttpClient::ready(&serving);
    let ping = || Request::post(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    let signed = |request: Request| client.signed(request);
    for (request, status) in [
        (signed(ping()), 200),
        (signed(ping()).with("content-type", "text/plain"), 415),
        (signed(ping()).with("accept", "text/html"), 406),
        (signed(ping()).with("mcp-protocol-version", "1999-01-01"), 400),
        (signed(ping()).with("mcp-session-id", "unheard-of"), 404),
        (ping().with_token(&serving), 400),
        (Request::get("/mcp").with_token(&serving).with("accept", "text/event-stream"), 400),
        (signed(Request::method("PUT")), 405),
    ] {
        let answer = serving.ask(&request);
        assert_eq!(answer.status, status, "{}", answer.body);
        if status != 200 {
            let told = answer.json();
            let is_told = told["code"].is_string() || told["error"]["code"].is_number();
            assert!(is_told, "{status}: {}", answer.body);
        }
    }
    serving.leave();
}

#[test]
fn half_an_emoji_costs_itself_and_a_request_that_is_broken_is_told_under_its_id() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let client = HttpClient::ready(&serving);
    let cut = r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"memory_store","arguments":{"content":"Deploys are fun \ud83d"}}}"#;
    let answer = serving.ask(&client.signed(Request::post(cut)));
    assert!(answer.body.contains(r#""isError":false"#), "{}", answer.body);
    let broken = r#"{"jsonrpc":"2.0","id":6,"method":"#;
    let answer = serving.ask(&client.signed(Request::post(broken)));
    assert_eq!((&answer.json()["id"], answer.status), (&json!(6), 400), "{}", answer.body);
    serving.leave();
    assert_eq!(vault.memories()[0]["text"], "Deploys are fun \u{fffd}");
}

#[test]
fn odd_calls_are_refused_over_http() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    odd_calls_are_refused(&mut HttpClient::ready(&serving));
    serving.leave();
    recover(&vault, "after odd calls");
}

#[test]
fn a_body_that_is_too_long_is_not_read() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let client = HttpClient::ready(&serving);
    let announced = client.signed(Request::post("{")).with("content-length", "99999999999");
    let answer = serving.ask(&announced);
    assert_eq!(answer.status, 413, "{}", answer.body);
    assert_eq!(answer.json()["code"], "too_large");

    let chunked = client.signed(Request::post("")).with("transfer-encoding", "chunked");
    let mut stream = serving.send(&chunked);
    write!(stream, "{MOST_BYTES:x}\r\n").unwrap();
    stream.write_all(&vec![b' '; MOST_BYTES]).unwrap();
    write!(stream, "\r\n1\r\n \r\n").unwrap();
    let answer = Response::read(stream);
    assert_eq!(answer.status, 413, "{}", answer.body);
    serving.is_alive();
    serving.leave();
}

#[test]
fn a_head_that_is_too_long_is_refused() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let long = Request::get("/mcp").with("x-long", &"x".repeat(1 << 20));
    let mut stream = serving.connect();
    let _ = stream.write_all(&long.bytes(&serving.address));
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(!rest.starts_with(b"HTTP/1.1 200"));
    serving.is_alive();
    serving.leave();
}

#[test]
fn a_client_that_takes_its_time_is_not_waited_for() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &["--patience", "1"]);
    let (mut silent, mut half_head) = (serving.connect(), serving.connect());
    half_head.write_all(b"POST /mcp HTTP/1.1\r\nhost: loc").unwrap();
    let slow = Request::post("{").with_token(&serving).with("content-length", "100");
    let mut half_body = serving.send(&slow);
    assert_eq!(status_line(&mut half_body), "HTTP/1.1 408 Request Timeout");
    for stream in [&mut silent, &mut half_head] {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap();
        assert!(!rest.starts_with(b"HTTP/1.1 200"));
    }
    serving.is_alive();
    serving.leave();
}

#[test]
fn a_client_that_vanishes_costs_nobody_else_anything() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let mut client = HttpClient::ready(&serving);
    for number in 0..8 {
        let arguments = json!({"content": format!("Fact number {number}")});
        let call = json!({"name": "memory_store", "arguments": arguments});
        let request = client.asking("tools/call", call);
        drop(serving.send(&request));
        let whole = request.bytes(&serving.address);
        serving.connect().write_all(&whole[..whole.len() - 9]).unwrap();
    }
    let stored = client.call("memory_store", json!({"content": "The server is alive"}));
    assert!(stored.ends_with("remembered (global)"), "{stored}");
    serving.leave();
    let memories = recover(&vault, "after clients that vanished");
    assert!(memories.iter().any(|memory| memory["text"] == "The server is alive"));
}

#[test]
fn two_clients_that_edit_one_memory_both_have_their_edits_kept_over_http() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    is_edited_by_two(|| HttpClient::ready(&serving));
    serving.leave();
    recover(&vault, "after two editors");
}

#[test]
fn silent_connections_make_way_and_clients_that_showed_the_token_stay() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &["--patience", "3600"]);
    let client = HttpClient::ready(&serving);
    let mut listening = serving.send(&client.listening());
    assert_eq!(status_line(&mut listening), "HTTP/1.1 200 OK");
    let silent: Vec<_> = (0..300).map(|_| serving.connect()).collect();
    serving.is_alive();
    HttpClient::ready(&serving).ask("ping", json!({}));
    listening.set_nonblocking(true).unwrap();
    let mut rest = Vec::new();
    let still_open = listening.read_to_end(&mut rest).unwrap_err();
    assert_eq!(still_open.kind(), ErrorKind::WouldBlock);
    serving.leave();
    drop(silent);
}

#[test]
fn long_bodies_that_do_not_arrive_keep_no_short_one_waiting() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &["--patience", "3600"]);
    let mut client = HttpClient::ready(&serving);
    let unfinished = client
        .signed(Request::post(vec![b' '; 100 << 10]))
        .with("content-length", &MOST_BYTES.to_string());
    let held: Vec<_> = (0..8).map(|_| serving.send(&unfinished)).collect();
    client.ask("ping", json!({}));
    serving.is_alive();
    drop(held);
    serving.leave();
}

#[test]
fn a_greeting_that_every_session_would_keep_is_not_taken_when_it_is_long() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "x".repeat(65 << 10), "version": "1"},
    }});
    let answer = serving.ask(&Request::post(hello.to_string()).with_token(&serving));
    assert_eq!((answer.status, &answer.json()["code"]), (413, &json!("too_large")));
    HttpClient::ready(&serving).ask("ping", json!({}));
    serving.leave();
}
