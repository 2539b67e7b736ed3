//! `mnemic serve` as clients see it: requests over TCP to the real binary.

mod bad_input;
mod client;
mod http;
mod letting_in;

use std::{
    fs,
    io::{Read, Write},
    os::unix::fs::PermissionsExt,
};

use serde_json::{Value, json};

use self::{
    client::HttpClient,
    http::{Request, Response, Serving},
};
use crate::{harness::Vault, invariants::recover, mcp::ask::Ask};

#[test]
fn an_agent_stores_and_finds_over_http() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let mut client = HttpClient::ready(&serving);
    let listed = client.ask("tools/list", json!({}));
    assert_eq!(listed["result"]["tools"][0]["name"], "memory_store", "{listed}");
    let stored = client.call("memory_store", json!({"content": "The gateway listens on 8443"}));
    assert_eq!(stored, "[id:1] remembered (global)");
    let found = client.call("memory_query", json!({"query": "gateway"}));
    assert!(found.starts_with("[id:1] The gateway listens on 8443"), "{found}");
    let read = client.ask("resources/read", json!({"uri": "memory://1"}));
    assert_eq!(read["result"]["contents"][0]["text"], "The gateway listens on 8443");
    serving.leave();
    let memory = &vault.memories()[0];
    assert_eq!(memory["source"]["agent"], "http-client");
    assert_eq!(memory["source"]["origin"], "agent");
}

#[test]
fn documents_are_written_before_the_server_leaves() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let idle = serving.connect();
    HttpClient::ready(&serving).call("memory_store", json!({"content": "We deploy on Fridays"}));
    serving.leave();
    assert!(vault.read("global/MEMORY.md").contains("We deploy on Fridays"));
    drop(idle);
}

#[test]
fn what_was_begun_is_answered_before_the_server_leaves() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let mut client = HttpClient::ready(&serving);
    let call = json!({"name": "memory_store", "arguments": {"content": "We deploy on Fridays"}});
    let request = client.asking("tools/call", call).with("expect", "100-continue");
    let whole = request.bytes(&serving.address);
    let head = whole.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
    let mut stream = serving.connect();
    stream.write_all(&whole[..head]).unwrap();
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(go_on, *b"HTTP/1.1 100 Continue\r\n\r\n");
    serving.ask_to_leave();
    serving.is_closed();
    stream.write_all(&whole[head..]).unwrap();
    let answer = Response::read(stream);
    assert_eq!(answer.message()["result"]["isError"], false, "{}", answer.body);
    serving.has_left();
    assert!(vault.read("global/MEMORY.md").contains("We deploy on Fridays"));
}

#[test]
fn a_stream_that_stays_open_does_not_keep_the_server() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let client = HttpClient::ready(&serving);
    let mut stream = serving.send(&client.listening());
    assert_eq!(http::status_line(&mut stream), "HTTP/1.1 200 OK");
    serving.leave();
}

#[test]
fn five_clients_of_one_server_lose_nothing() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    std::thread::scope(|scope| {
        for crop in ["apricot", "bilberry", "cinnamon", "damson", "elderflower"] {
            let serving = &serving;
            scope.spawn(move || {
                let mut client = HttpClient::ready(serving);
                for field in 0..8 {
                    let content = format!("The {crop} harvest of field {field} is in");
                    client.call("memory_store", json!({"content": content}));
                }
                let found = client.call("memory_query", json!({"query": crop, "limit": 8}));
                assert_eq!(found.matches(crop).count(), 8, "{found}");
            });
        }
    });
    serving.leave();
    assert_eq!(recover(&vault, "after five clients").len(), 40);
}

#[test]
fn a_client_ends_its_session_and_is_told_so() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    let mut client = HttpClient::ready(&serving);
    client.call("memory_store", json!({"content": "The gateway listens on 8443"}));
    let ended = serving.ask(&client.ending());
    assert_eq!(ended.status, 204, "{}", ended.body);
    let request = client.asking("tools/list", json!({}));
    assert_eq!(serving.ask(&request).status, 404);
    serving.leave();
}

#[test]
fn the_token_is_its_owners_alone_stays_and_is_kept_out_of_git_and_backups() {
    let vault = Vault::new();
    let shown = vault.ok(&["serve", "--show-token"]);
    assert_eq!(shown.trim().len(), 64, "{shown}");
    assert_eq!(vault.read("config/serve.token"), shown);
    let mode = fs::metadata(vault.path("config/serve.token")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(vault.read("config/.gitignore"), "serve.token\n");
    let told = vault.json(&["serve", "--show-token"]);
    assert_eq!(told["token"], shown.trim());
    vault.ok(&["remember", "Something to back up"]);
    let backup = vault.beside("backup.tar.gz");
    vault.ok(&["backup", "--output", backup.to_str().unwrap()]);
    let listing = std::process::Command::new("tar").arg("-tzf").arg(&backup).output().unwrap();
    let listing = String::from_utf8(listing.stdout).unwrap();
    assert!(listing.contains("MEMORY.md") && !listing.contains("serve.token"), "{listing}");
    assert_eq!(vault.ok(&["doctor"]), vault.copy().ok(&["doctor"]));
}

#[test]
fn a_person_may_choose_the_token_but_not_a_poor_one() {
    let vault = Vault::new();
    vault.ok(&["init"]);
    vault.save("config/serve.token", "my-own-token-1234\n");
    assert_eq!(vault.ok(&["serve", "--show-token"]), "my-own-token-1234\n");
    vault.save("config/serve.token", "short\n");
    let complaint = vault.fails(&["serve", "--show-token"]);
    assert!(complaint.contains("fewer than 16 characters"), "{complaint}");
    vault.save("config/serve.token", "my-own-token-1234\n");
    let open = fs::Permissions::from_mode(0o644);
    fs::set_permissions(vault.path("config/serve.token"), open).unwrap();
    let complaint = vault.fails(&["serve", "--listen", "127.0.0.1:0"]);
    assert!(complaint.contains("others may read or write the file"), "{complaint}");
    assert!(complaint.contains("chmod 600"), "{complaint}");
}

#[test]
fn an_address_that_is_taken_or_beyond_the_machine_is_refused_with_the_way_out() {
    let vault = Vault::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let complaint = vault.fails(&["serve", "--listen", &address]);
    assert!(complaint.contains(&format!("cannot listen on `{address}`")), "{complaint}");
    assert!(complaint.contains("hint: another program listens there"), "{complaint}");
    let complaint = vault.fails(&["serve", "--listen", "0.0.0.0:0"]);
    assert!(complaint.contains("can be reached from other machines"), "{complaint}");
    assert!(complaint.contains("hint: say `--expose`"), "{complaint}");
}

#[test]
fn a_program_is_told_the_address_and_the_file_of_the_token() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &["--json"]);
    let told: Value = serde_json::from_str(&serving.first_line).unwrap();
    assert_eq!(told["address"], format!("http://{}/mcp", serving.address));
    assert!(told["token_file"].as_str().unwrap().ends_with("config/serve.token"), "{told}");
    serving.leave();
}

#[test]
fn what_is_not_there_is_not_found() {
    let vault = Vault::new();
    let serving = Serving::start(&vault, &[]);
    for path in ["/", "/mcp/", "/mcp/../mcp", "/../../etc/passwd", "/%2e%2e/etc/passwd", "//mcp"] {
        let answer = serving.ask(&Request::get(path).with_token(&serving));
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json()["code"], "not_found", "{path}");
    }
    serving.leave();
}
