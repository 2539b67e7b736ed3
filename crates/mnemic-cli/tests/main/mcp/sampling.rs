//! A client that offers sampling is the language model where none is configured.

use serde_json::{Value, json};

use super::client::Client;
use crate::harness::Vault;

/// A client whose model knows one memory, and how often it was asked for which text.
fn flush(capabilities: Value, reply: &str) -> (String, Vec<Value>) {
    let vault = Vault::new();
    let mut client = Client::start(&vault, &["--profile", "full"]);
    client.greet(capabilities);
    client.call("session_start", json!({"session": "s1"}));
    client
        .call("session_append", json!({"session": "s1", "content": "We decided to use port 9443"}));
    let arguments = json!({"session": "s1"});
    let id = client.send("tools/call", json!({"name": "session_flush", "arguments": arguments}));
    let mut asked = Vec::new();
    let answer = loop {
        let message = client.read().unwrap();
        if message["method"] == "sampling/createMessage" {
            let text = json!({"type": "text", "text": reply});
            let result = json!({"role": "assistant", "content": text, "model": "test-model"});
            let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
            client.send_line(&answer.to_string());
            asked.push(message["params"].clone());
        } else if message["id"] == id {
            break message;
        }
    };
    client.leave();
    (answer["result"]["content"][0]["text"].as_str().unwrap().to_owned(), asked)
}

const REPLY: &str = "TYPE: fact\nCONTENT: The client's model says so\nTARGET: MEMORY.md";

#[test]
fn a_client_that_offers_sampling_is_asked_what_is_worth_keeping() {
    let (text, asked) = flush(json!({"sampling": {}}), REPLY);
    assert!(text.contains("[id:1] The client's model says so"), "{text}");
    assert_eq!(asked.len(), 1);
    let question = asked[0]["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(question.contains("9443"), "{question}");
    assert!(asked[0]["systemPrompt"].as_str().unwrap().contains("memories"), "{}", asked[0]);
}

#[test]
fn rules_do_it_where_the_client_offers_none_or_talks_nonsense() {
    let (text, asked) = flush(json!({}), REPLY);
    assert!(asked.is_empty() && text.contains("9443"), "{text}");
    assert!(!text.contains("note:"), "{text}");
    let (text, asked) = flush(json!({"sampling": {}}), "I would rather not.");
    assert_eq!(asked.len(), 1);
    assert!(text.contains("9443") && text.contains("rules decided"), "{text}");
}
