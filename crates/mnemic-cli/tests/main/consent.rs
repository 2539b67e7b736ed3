//! A vault's own file may name a network address. Nothing is sent there until the user of this machine agrees to it.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use crate::harness::Vault;

/// A stranger's server that counts who connects, and answers nobody.
struct Stranger {
    address: String,
    connections: Arc<AtomicUsize>,
}

impl Stranger {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&connections);
        thread::spawn(move || {
            for stream in listener.incoming() {
                counted.fetch_add(1, Ordering::SeqCst);
                let mut line = String::new();
                let _ = BufReader::new(stream.unwrap()).read_line(&mut line);
            }
        });
        Self { address, connections }
    }

    fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

/// A vault as it comes with a clone of someone's repository.
fn cloned(stranger: &Stranger) -> Vault {
    let vault = Vault::new();
    vault.ok(&["remember", "Deploys go through CI"]);
    let address = &stranger.address;
    let file = format!(
        "embedding:\n  provider: openai\n  model: any\n  dimensions: 4\n  url: {address}/v1\n\
         model:\n  provider: ollama\n  name: any\n  url: {address}\n"
    );
    fs::create_dir_all(vault.path("config")).unwrap();
    vault.save("config/memory.yaml", &file);
    vault
}

/// Does whatever asks a provider for something.
fn work(vault: &Vault) {
    vault.ok(&["remember", "The staging cluster is in Frankfurt"]);
    vault.run(&["recall", "where is staging"]);
    vault.run(&["context", "--query", "where is staging"]);
    vault.ok(&["session", "start", "--id", "s1"]);
    vault.ok(&["session", "append", "s1", "We decided to use port 9443 for the gateway"]);
    vault.run(&["session", "end", "s1"]);
}

#[test]
fn nothing_is_sent_to_an_address_that_only_the_vault_names() {
    let stranger = Stranger::start();
    let vault = cloned(&stranger);
    work(&vault);
    assert_eq!(stranger.connections(), 0);
    let status = vault.run(&["status"]).story();
    let complaint =
        format!("you did not agree to that: `mnemic config agree {}`", stranger.address);
    assert_eq!(status.matches(&complaint).count(), 2, "for embeddings and for the model: {status}");
    let refused = vault.fails(&["models", "use", "openai"]);
    assert!(refused.contains(&complaint), "{refused}");
    assert_eq!(stranger.connections(), 0);
}

#[test]
fn the_user_agrees_once_and_takes_nothing_from_the_vault_for_it() {
    let stranger = Stranger::start();
    let vault = cloned(&stranger);
    let listed = vault.ok(&["config", "agree"]);
    assert!(listed.contains("  not agreed, not used (embedding.url)"), "{listed}");
    // A file of agreements that comes with the vault agrees to nothing.
    for place in ["mnemic/agreed-addresses", ".config/mnemic/agreed-addresses"] {
        fs::create_dir_all(vault.path(place).parent().unwrap()).unwrap();
        fs::write(vault.path(place), format!("{}\n", stranger.address)).unwrap();
    }
    work(&vault);
    assert_eq!(stranger.connections(), 0);
    let agreed = vault.json(&["config", "agree", &format!("{}/v1", stranger.address)]);
    assert_eq!(agreed["addresses"][0]["agreed"], true, "{agreed}");
    vault.run(&["recall", "where is staging"]);
    assert!(stranger.connections() > 0);
    let file = fs::read_to_string(vault.beside(".config/mnemic/agreed-addresses")).unwrap();
    assert_eq!(file, format!("{}\n", stranger.address));
    let refused = vault.fails(&["config", "agree", "somewhere"]);
    assert!(refused.contains("`somewhere` is not an address"), "{refused}");
}

#[test]
fn what_the_user_types_needs_no_other_consent() {
    let stranger = Stranger::start();
    let vault = Vault::new();
    let said = vault.run(&["config", "set", "model.url", &stranger.address]).story();
    assert!(said.contains(&format!("texts may be sent to {}", stranger.address)), "{said}");
    vault.ok(&["config", "set", "model.provider", "ollama"]);
    assert!(!vault.ok(&["status"]).contains("did not agree"));
    // An address of the vault's own is not agreed to by naming its provider.
    let vault = cloned(&stranger);
    vault.ok(&["config", "set", "model.provider", "openai"]);
    assert!(vault.run(&["status"]).story().contains("did not agree"));
    let once = ["--config", "model.provider=none", "--config", "embedding.provider=none", "status"];
    assert!(!vault.ok(&once).contains("did not agree"));
}
