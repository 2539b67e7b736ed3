//! Agents over HTTP: they store, find and edit, alone and at once.

use std::io::Write;

use mnemic_testing::{
    http_client::HttpClient,
    mcp::{Ask, is_edited_by_two},
};
use serde_json::json;

use crate::{server::TestServer, vault::Vault};

#[test]
fn an_agent_stores_and_finds_over_http() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    let mut client = HttpClient::ready(&server);
    let listed = client.ask("tools/list", json!({}));
    assert_eq!(listed["result"]["tools"][0]["name"], "memory_store", "{listed}");
    let stored = client.call("memory_store", json!({"content": "The gateway listens on 8443"}));
    assert_eq!(stored, "[id:1] remembered (global)");
    let found = client.call("memory_query", json!({"query": "gateway"}));
    assert!(found.starts_with("[id:1] The gateway listens on 8443"), "{found}");
    let read = client.ask("resources/read", json!({"uri": "memory://1"}));
    assert_eq!(read["result"]["contents"][0]["text"], "The gateway listens on 8443");
    server.shut_down();
    let source = json!(vault.memories()[0].source);
    assert_eq!(source["agent"], "http-client");
    assert_eq!(source["origin"], "agent");
}

#[test]
fn five_clients_of_one_server_lose_nothing() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    std::thread::scope(|scope| {
        for crop in ["apricot", "bilberry", "cinnamon", "damson", "elderflower"] {
            let server = &server;
            scope.spawn(move || {
                let mut client = HttpClient::ready(server);
                for field in 0..8 {
                    let content = format!("The {crop} harvest of field {field} is in");
                    client.call("memory_store", json!({"content": content}));
                }
                let found = client.call("memory_query", json!({"query": crop, "limit": 8}));
                assert_eq!(found.matches(crop).count(), 8, "{found}");
            });
        }
    });
    server.shut_down();
    assert_eq!(vault.recover("after five clients").len(), 40);
}

#[test]
fn a_client_ends_its_session() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    let mut client = HttpClient::ready(&server);
    client.call("memory_store", json!({"content": "The gateway listens on 8443"}));
    let ended = server.ask(&client.ending());
    assert_eq!(ended.status, 204, "{}", ended.body);
    let request = client.asking("tools/list", json!({}));
    assert_eq!(server.ask(&request).status, 404);
    server.shut_down();
}

#[test]
fn a_client_that_vanishes_costs_nobody_else_anything() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    let mut client = HttpClient::ready(&server);
    for number in 0..8 {
        let arguments = json!({"content": format!("Fact number {number}")});
        let call = json!({"name": "memory_store", "arguments": arguments});
        let request = client.asking("tools/call", call);
        drop(server.send(&request));
        let whole = request.bytes(&server.address);
        server.connect().write_all(&whole[..whole.len() - 9]).unwrap();
    }
    let stored = client.call("memory_store", json!({"content": "The server is alive"}));
    assert!(stored.ends_with("remembered (global)"), "{stored}");
    server.shut_down();
    let memories = vault.recover("after clients that vanished");
    assert!(memories.iter().any(|memory| memory.text == "The server is alive"));
}

#[test]
fn two_clients_that_edit_one_memory_both_have_their_edits_kept_over_http() {
    let vault = Vault::new();
    let server = TestServer::start(&vault);
    is_edited_by_two(|| HttpClient::ready(&server));
    server.shut_down();
    vault.recover("after two editors");
}
