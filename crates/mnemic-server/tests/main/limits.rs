//! Requests that are too long, too slow or too many: the server stays up, and other clients do not wait.

use std::{
    io::{ErrorKind, Read, Write},
    time::Duration,
};

use mnemic_testing::{
    http::{Request, Response, status_line},
    http_client::HttpClient,
    mcp::Ask,
};
use serde_json::json;

use crate::{server::TestServer, vault::Vault};

const MAX_BYTES: usize = 8 << 20;

#[test]
fn a_body_that_is_too_long_is_not_read() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    let client = HttpClient::ready(&server);
    let announced = client.signed(Request::post("{")).with("content-length", "99999999999");
    let answer = server.ask(&announced);
    assert_eq!(answer.status, 413, "{}", answer.body);
    assert_eq!(answer.json()["code"], "body-too-large");

    let chunked = client.signed(Request::post("")).with("transfer-encoding", "chunked");
    let mut stream = server.send(&chunked);
    write!(stream, "{MAX_BYTES:x}\r\n").unwrap();
    stream.write_all(&vec![b' '; MAX_BYTES]).unwrap();
    write!(stream, "\r\n1\r\n \r\n").unwrap();
    let answer = Response::read(stream);
    assert_eq!(answer.status, 413, "{}", answer.body);
    server.is_alive();
    server.shut_down();
}

#[test]
fn a_head_that_is_too_long_is_refused() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    let long = Request::get("/mcp").with("x-long", &"x".repeat(1 << 20));
    let mut stream = server.connect();
    let _ = stream.write_all(&long.bytes(&server.address));
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(!rest.starts_with(b"HTTP/1.1 200"));
    server.is_alive();
    server.shut_down();
}

#[test]
fn a_client_that_is_too_slow_is_disconnected() {
    let vault = Vault::new();
    let server = TestServer::with_client_timeout(&vault, Duration::from_secs(1));
    let (mut silent, mut half_head) = (server.connect(), server.connect());
    half_head.write_all(b"POST /mcp HTTP/1.1\r\nhost: loc").unwrap();
    let slow = Request::post("{").with_token(&server).with("content-length", "100");
    let mut half_body = server.send(&slow);
    assert_eq!(status_line(&mut half_body), "HTTP/1.1 408 Request Timeout");
    for stream in [&mut silent, &mut half_head] {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap();
        assert!(!rest.starts_with(b"HTTP/1.1 200"));
    }
    server.is_alive();
    server.shut_down();
}

#[test]
fn silent_connections_are_evicted_and_authenticated_clients_stay() {
    let vault = Vault::new();
    let server = TestServer::with_client_timeout(&vault, Duration::from_secs(3600));
    let client = HttpClient::ready(&server);
    let mut listening = server.send(&client.listening());
    assert_eq!(status_line(&mut listening), "HTTP/1.1 200 OK");
    let silent: Vec<_> = (0..300).map(|_| server.connect()).collect();
    server.is_alive();
    HttpClient::ready(&server).ask("ping", json!({}));
    listening.set_nonblocking(true).unwrap();
    let mut rest = Vec::new();
    let still_open = listening.read_to_end(&mut rest).unwrap_err();
    assert_eq!(still_open.kind(), ErrorKind::WouldBlock);
    server.shut_down();
    drop(silent);
}

#[test]
fn long_bodies_that_do_not_arrive_keep_no_short_one_waiting() {
    let vault = Vault::new();
    let server = TestServer::with_client_timeout(&vault, Duration::from_secs(3600));
    let mut client = HttpClient::ready(&server);
    let unfinished = client
        .signed(Request::post(vec![b' '; 100 << 10]))
        .with("content-length", &MAX_BYTES.to_string());
    let held: Vec<_> = (0..8).map(|_| server.send(&unfinished)).collect();
    client.ask("ping", json!({}));
    server.is_alive();
    drop(held);
    server.shut_down();
}

#[test]
fn a_long_initialize_request_is_rejected() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "x".repeat(65 << 10), "version": "1"},
    }});
    let answer = server.ask(&Request::post(hello.to_string()).with_token(&server));
    assert_eq!((answer.status, &answer.json()["code"]), (413, &json!("body-too-large")));
    HttpClient::ready(&server).ask("ping", json!({}));
    server.shut_down();
}
