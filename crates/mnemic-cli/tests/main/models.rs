//! Models through the binary: used, missing, broken, changed, and providers that do not play along.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    path::PathBuf,
    process::Stdio,
    thread,
};

use mnemic_testing::tiny_model::TinyModel;
use serde_json::{Value, json};

use crate::harness::{Answer, Vault};

const TEXTS: [&str; 3] = ["We choose SQLite over Postgres", "Anna likes tea", "数 is a number"];

fn vault() -> Vault {
    let vault = Vault::new();
    TEXTS.iter().for_each(|text| drop(vault.ok(&["remember", text])));
    vault
}

/// A tiny model beside the vault.
fn model(vault: &Vault) -> PathBuf {
    let folder = vault.beside("tiny");
    std::fs::create_dir_all(&folder).unwrap();
    TinyModel::new().write(&folder);
    folder
}

fn embedding(vault: &Vault) -> Value {
    vault.json(&["status"])["embedding"].take()
}

fn finds_sqlite(vault: &Vault) {
    let answer = vault.json(&["recall", "which database: sqlite"]);
    assert_eq!(answer["hits"][0]["text"], TEXTS[0], "{answer}");
}

#[test]
fn a_model_is_used_once_its_vectors_are_built() {
    let vault = vault();
    assert_eq!(embedding(&vault)["embedder"]["provider"], "static");
    let folder = model(&vault);
    let used = vault.json(&["models", "use", folder.to_str().unwrap()]);
    assert_eq!((&used["embedded"], &used["waiting"]), (&json!(3), &json!(0)), "{used}");
    let status = embedding(&vault);
    assert_eq!(status["provider"], "local");
    assert_eq!(status["embedder"]["model"], "tiny");
    assert_eq!((&status["lag"], &status["unused"]), (&json!(0), &Value::Null));
    finds_sqlite(&vault);
    vault.ok(&["remember", "Postgres over SQLite"]);
    assert_eq!(embedding(&vault)["lag"], 1);
    assert_eq!(vault.json(&["models", "use", "local"])["embedded"], 1);
    vault.ok(&["reindex"]);
    assert_eq!(embedding(&vault)["lag"], 0);
    vault.ok(&["models", "use", "none"]);
    assert_eq!(embedding(&vault)["embedder"], Value::Null);
    finds_sqlite(&vault);
}

#[test]
fn a_model_that_is_gone_or_cut_off_is_named_and_everything_else_goes_on() {
    let vault = vault();
    let folder = model(&vault);
    vault.ok(&["models", "use", folder.to_str().unwrap()]);
    let weights = folder.join("model.safetensors");
    let whole = std::fs::read(&weights).unwrap();
    std::fs::write(&weights, &whole[..whole.len() / 2]).unwrap();
    finds_sqlite(&vault);
    vault.ok(&["remember", "One more"]);
    std::fs::remove_dir_all(&folder).unwrap();
    finds_sqlite(&vault);
    vault.ok(&["remember", "And another"]);
    let status = embedding(&vault);
    assert_eq!(status["embedder"]["provider"], "static");
    assert_eq!(status["unused"], "the model `tiny` is not on this machine");
    let doctor = vault.run(&["doctor", "--json"]);
    let text = String::from_utf8(doctor.output.stdout).unwrap();
    assert!(text.contains("embedder-missing"), "{text}");
    TinyModel::new().write(&model(&vault));
    assert_eq!(embedding(&vault)["lag"], 2);
}

#[test]
fn another_state_of_a_model_is_another_model() {
    let vault = vault();
    let folder = model(&vault);
    vault.ok(&["models", "use", folder.to_str().unwrap()]);
    let mut other = TinyModel::new();
    other.set_first("embeddings.word_embeddings.weight", 0.25);
    other.write(&folder);
    let status = embedding(&vault);
    assert_eq!(status["lag"], 3);
    finds_sqlite(&vault);
    vault.ok(&["models", "use", "local"]);
    assert_eq!(embedding(&vault)["lag"], 0);
}

#[test]
fn a_model_that_changes_under_a_running_process_stops_no_answer() {
    let vault = vault();
    let folder = model(&vault);
    vault.ok(&["models", "use", folder.to_str().unwrap()]);
    let mut command = vault.command(&["recall", "--stdin"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut asks, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut answers = BufReader::new(answers).lines();
    let mut ask = |state: &str| {
        writeln!(asks, "which database: sqlite").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["hits"][0]["text"], TEXTS[0], "{state}: {answer}");
    };
    ask("as it was");
    let mut other = TinyModel::new();
    other.set_first("embeddings.word_embeddings.weight", 0.25);
    other.write(&folder);
    ask("another state");
    std::fs::write(folder.join("model.safetensors"), b"").unwrap();
    ask("emptied in place");
    std::fs::remove_dir_all(&folder).unwrap();
    ask("gone");
    drop(asks);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_model_of_other_dimensions_is_another_model_whose_vectors_are_compared_with_none_of_the_first()
{
    let vault = vault();
    let folder = model(&vault);
    vault.ok(&["models", "use", folder.to_str().unwrap()]);
    let config = folder.join("config.json");
    let original = std::fs::read_to_string(&config).unwrap();
    let mut shape: Value = serde_json::from_str(&original).unwrap();
    let width = shape["hidden_size"].as_u64().unwrap();
    shape["hidden_size"] = json!(width * 2);
    std::fs::write(&config, shape.to_string()).unwrap();
    finds_sqlite(&vault);
    let answer = vault.run(&["models", "use", "local"]).fails();
    assert!(answer.contains("model.safetensors"), "{answer}");
    finds_sqlite(&vault);
    std::fs::write(&config, original).unwrap();
    assert_eq!(embedding(&vault)["lag"], 0);
}

#[test]
fn what_cannot_be_had_changes_nothing_and_says_what_helps() {
    let vault = vault();
    for (name, complaint) in [
        ("minilm", "`mnemic models fetch minilm` gets it"),
        ("openai", "`OPENAI_API_KEY` is not set"),
        ("onnx", "neither a model, nor a provider, nor a folder"),
    ] {
        let mut command = vault.command(&["models", "use", name]);
        command.env_remove("OPENAI_API_KEY");
        let failed = Answer::of(name, command.output().unwrap()).fails();
        assert!(failed.contains(complaint), "{failed}");
    }
    let failed = vault.fails(&["models", "fetch", "minilm", "--offline"]);
    assert!(failed.contains("the network is off") && failed.contains("--from FILE"), "{failed}");
    let failed = vault.fails(&["models", "fetch", "minilm", "--from", "nothing.whl"]);
    assert!(failed.contains("nothing.whl"), "{failed}");
    assert_eq!(embedding(&vault)["provider"], "auto");
    let listed = vault.json(&["models", "list"]);
    assert_eq!(listed["models"][0]["state"], "absent", "{listed}");
}

/// A provider that gives every request this answer.
fn provider(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 65_536]);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    url
}

#[test]
fn a_provider_that_refuses_or_talks_nonsense_keeps_nobody_from_remembering() {
    for (answer, complaint) in [
        (
            "HTTP/1.1 401 No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
            "`openai` refused the key",
        ),
        (
            "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 6\r\n\r\n<html>",
            "`openai` answered",
        ),
    ] {
        let vault = vault();
        vault.ok(&["config", "set", "embedding.url", &provider(answer)]);
        vault.ok(&["config", "set", "embedding.key_variable", "MNEMIC_TEST_KEY"]);
        let run = |arguments: &[&str]| {
            let mut command = vault.command(arguments);
            command.env("MNEMIC_TEST_KEY", "sk-secret").env_remove("HTTPS_PROXY");
            command.env_remove("https_proxy").env_remove("ALL_PROXY").env_remove("all_proxy");
            Answer::of(&arguments.join(" "), command.output().unwrap())
        };
        let failed = run(&["models", "use", "openai"]).fails();
        assert!(failed.contains(complaint) && !failed.contains("sk-secret"), "{failed}");
        assert_eq!(embedding(&vault)["provider"], "auto");
        vault.ok(&["config", "set", "embedding.provider", "openai"]);
        run(&["remember", "Written while the provider fails"]).ok();
        let answer = run(&["recall", "sqlite", "--json"]).json();
        assert_eq!(answer["hits"][0]["text"], TEXTS[0], "{answer}");
        assert_eq!(run(&["status", "--json"]).json()["embedding"]["lag"], 4);
    }
}

#[test]
fn a_key_that_was_not_meant_for_mnemic_goes_to_its_provider_alone() {
    let vault = vault();
    vault.ok(&["config", "set", "embedding.provider", "openai"]);
    vault.ok(&["config", "set", "embedding.url", "http://127.0.0.1:9/v1"]);
    vault.ok(&["config", "set", "embedding.key_variable", "OPENAI_API_KEY"]);
    let status = embedding(&vault);
    let unused = status["unused"].as_str().unwrap();
    assert!(unused.contains("`OPENAI_API_KEY` is not sent to"), "{unused}");
    finds_sqlite(&vault);
}
