//! How the server ends: it finishes what is under way and waits for nothing else.

use std::io::{Read, Write};

use mnemic_testing::{
    http::{Response, status_line},
    http_client::HttpClient,
};
use serde_json::json;

use crate::{server::TestServer, vault::Vault};

#[test]
fn a_request_under_way_is_answered_before_the_server_ends() {
    let vault = Vault::new();
    let mut server = TestServer::start(&vault);
    let mut client = HttpClient::ready(&server);
    let call = json!({"name": "memory_store", "arguments": {"content": "We deploy on Fridays"}});
    let request = client.asking("tools/call", call).with("expect", "100-continue");
    let whole = request.bytes(&server.address);
    let head = whole.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
    let mut stream = server.connect();
    stream.write_all(&whole[..head]).unwrap();
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(go_on, *b"HTTP/1.1 100 Continue\r\n\r\n");
    server.begin_shutdown();
    server.is_closed();
    stream.write_all(&whole[head..]).unwrap();
    let answer = Response::read(stream);
    assert_eq!(answer.message()["result"]["isError"], false, "{}", answer.body);
    server.has_ended();
    assert!(vault.read("global/MEMORY.md").contains("We deploy on Fridays"));
}

#[test]
fn an_open_stream_does_not_keep_the_server() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    let client = HttpClient::ready(&server);
    let mut stream = server.send(&client.listening());
    assert_eq!(status_line(&mut stream), "HTTP/1.1 200 OK");
    server.shut_down();
}
