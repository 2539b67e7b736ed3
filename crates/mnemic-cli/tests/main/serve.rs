//! `mnemic serve` as a program: arguments, signals, what it prints, the token file. What it answers is tested in
//! `mnemic-server`.

mod process;

use std::{fs, os::unix::fs::PermissionsExt};

use mnemic_testing::{
    http::{Request, status_line},
    http_client::HttpClient,
};
use serde_json::{Value, json};

use self::process::ServeProcess;
use crate::harness::Vault;

#[test]
fn a_server_that_is_terminated_writes_documents_and_ends_well() {
    let vault = Vault::new();
    let server = ServeProcess::start(&vault, &[]);
    let idle = server.connect();
    HttpClient::ready(&server).call("memory_store", json!({"content": "We deploy on Fridays"}));
    server.terminate();
    assert!(vault.read("global/MEMORY.md").contains("We deploy on Fridays"));
    drop(idle);
}

#[test]
fn the_options_reach_the_server() {
    let vault = Vault::new();
    let allowed = ["--allow-host", "memory.example:8443", "--allow-origin", "https://app.example"];
    let server = ServeProcess::start(&vault, &[&allowed[..], &["--patience", "1"]].concat());
    let request = Request::get("/nowhere").with_token(&server);
    for (host, origin, status) in [
        ("memory.example:8443", "https://app.example", 404),
        ("memory.example", "https://app.example", 403),
        ("memory.example:8443", "http://app.example", 403),
    ] {
        let request = request.clone().with("host", host).with("origin", origin);
        assert_eq!(server.ask(&request).status, status, "{host} {origin}");
    }
    let slow = Request::post("{").with_token(&server).with("content-length", "100");
    assert_eq!(status_line(&mut server.send(&slow)), "HTTP/1.1 408 Request Timeout");
    server.terminate();
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
    let answer = vault.json(&["serve", "--show-token"]);
    assert_eq!(answer["token"], shown.trim());
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
    assert!(complaint.contains("hint: choose another port with `--listen`"), "{complaint}");
    let complaint = vault.fails(&["serve", "--listen", "0.0.0.0:0"]);
    assert!(complaint.contains("other machines can reach `0.0.0.0:0`"), "{complaint}");
    assert!(complaint.contains("hint: add `--expose`"), "{complaint}");
}

#[test]
fn a_program_is_told_the_address_and_the_file_of_the_token() {
    let vault = Vault::new();
    let server = ServeProcess::start(&vault, &["--json"]);
    let announced: Value = serde_json::from_str(&server.first_line).unwrap();
    assert_eq!(announced["address"], format!("http://{}/mcp", server.address));
    assert!(
        announced["token_file"].as_str().unwrap().ends_with("config/serve.token"),
        "{announced}"
    );
    server.terminate();
}

#[test]
fn what_is_no_host_or_origin_cannot_be_allowed() {
    let vault = Vault::new();
    for (flag, value) in [("--allow-host", "http://a.example"), ("--allow-origin", "a.example")] {
        let answer = vault.run(&["serve", flag, value]);
        assert_eq!(answer.output.status.code(), Some(2), "{}", answer.story());
        assert!(answer.story().contains(value), "{}", answer.story());
    }
}
