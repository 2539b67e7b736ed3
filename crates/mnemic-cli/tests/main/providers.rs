//! Providers of vectors through the binary: asked, silent, picky, refused, elsewhere.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use mnemic_testing::tiny_model::TinyModel;
use serde_json::{Value, json};

use crate::harness::Vault;

const TEXTS: [&str; 3] =
    ["We choose SQLite over Postgres", "Anna likes tea", "The password is on the wall"];

/// What a provider does with a request.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// Vectors of four numbers; a request that names a length is refused.
    Good,
    /// The same, and whatever says `password` is refused.
    Picky,
    /// No answer at all.
    Silent,
}

/// A server of this machine that speaks as OpenAI does.
pub struct Provider {
    pub url: String,
    manner: Arc<Mutex<Manner>>,
}

impl Provider {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let manner = Arc::new(Mutex::new(Manner::Good));
        let shared = Arc::clone(&manner);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let manner = *shared.lock().unwrap();
                thread::spawn(move || answer(stream.unwrap(), manner));
            }
        });
        Self { url, manner }
    }

    fn turn(&self, manner: Manner) {
        *self.manner.lock().unwrap() = manner;
    }
}

fn answer(mut stream: TcpStream, manner: Manner) {
    let Some(request) = read(&stream) else { return };
    let texts = request["input"].as_array().unwrap();
    let is_bad = |text: &Value| text.as_str().unwrap().contains("password");
    let (status, body) = match manner {
        Manner::Silent => {
            let _ = stream.read(&mut [0; 1]);
            return;
        }
        _ if request.get("dimensions").is_some() => (400, String::new()),
        Manner::Picky if texts.iter().any(is_bad) => (400, String::new()),
        Manner::Good | Manner::Picky => (200, vectors(texts)),
    };
    let head = format!("HTTP/1.1 {status} So\r\nconnection: close\r\ncontent-length: ");
    let _ = stream.write_all(format!("{head}{}\r\n\r\n{body}", body.len()).as_bytes());
}

fn read(stream: &TcpStream) -> Option<Value> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|count| *count > 0)?;
        if let Some(value) = line.to_lowercase().strip_prefix("content-length: ") {
            length = value.trim().parse().unwrap();
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// Texts point where their letters do.
fn vectors(texts: &[Value]) -> String {
    let vector = |text: &Value| {
        let mut vector = [0.1_f32; 4];
        text.as_str().unwrap().bytes().for_each(|byte| vector[usize::from(byte) % 4] += 1.0);
        vector
    };
    let data = texts.iter().enumerate();
    let data: Vec<Value> =
        data.map(|(index, it)| json!({"index": index, "embedding": vector(it)})).collect();
    json!({ "data": data }).to_string()
}

fn vault() -> Vault {
    let vault = Vault::new();
    TEXTS.iter().for_each(|text| drop(vault.ok(&["remember", text])));
    vault
}

/// A vault whose embedder is `my-embed` of this provider.
fn vault_with(provider: &Provider) -> Vault {
    let vault = vault();
    vault.ok(&["config", "set", "embedding.model", "my-embed"]);
    let url = format!("embedding.url={}", provider.url);
    vault.ok(&["--config", &url, "models", "use", "openai"]);
    vault
}

fn embedding(vault: &Vault) -> Value {
    vault.json(&["status"])["embedding"].take()
}

#[test]
fn what_models_use_was_told_is_kept_and_the_length_of_an_unknown_model_found_out() {
    let provider = Provider::start();
    let vault = vault_with(&provider);
    let status = embedding(&vault);
    assert_eq!(status["lag"], 0, "{status}");
    assert_eq!(status["embedder"]["model"], "my-embed", "{status}");
    assert_eq!(status["embedder"]["dimensions"], 4, "{status}");
    assert_eq!(status["embedder"]["revision"], format!("at {}", provider.url), "{status}");
    let written = vault.read("config/memory.yaml");
    for expected in [&provider.url, "my-embed", "dimensions: 4", "provider: openai"] {
        assert!(written.contains(expected), "{expected}: {written}");
    }
    let other = Provider::start();
    vault.ok(&["config", "set", "embedding.url", &other.url]);
    let status = embedding(&vault);
    assert_eq!(status["lag"], 3, "another server has other vectors: {status}");
}

#[test]
fn a_provider_that_falls_silent_keeps_no_question_waiting() {
    let provider = Provider::start();
    let vault = vault_with(&provider);
    provider.turn(Manner::Silent);
    let mut command = vault.command(&["recall", "--stdin"]);
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut asks = child.stdin.take().unwrap();
    asks.write_all(b"which database: sqlite\nwhich database: sqlite\n").unwrap();
    drop(asks);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let answers: Vec<Value> =
        output.stdout.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    for (answer, complaint) in answers.iter().zip(["did not answer", "a moment ago"]) {
        assert_eq!(answer["hits"][0]["text"], TEXTS[0], "{answer}");
        assert!(answer["unused"][0].as_str().unwrap().contains(complaint), "{answer}");
    }
    assert_eq!(answers.len(), 2);
}

#[test]
fn a_refused_text_keeps_no_embedder_from_serving() {
    let provider = Provider::start();
    provider.turn(Manner::Picky);
    let vault = vault_with(&provider);
    let status = embedding(&vault);
    assert_eq!((&status["lag"], &status["unused"]), (&json!(0), &Value::Null), "{status}");
    let answer = vault.json(&["recall", "password"]);
    assert_eq!(answer["hits"][0]["text"], TEXTS[2], "{answer}");
    provider.turn(Manner::Good);
    assert_eq!(vault.json(&["models", "use", "openai"])["embedded"], 1, "it is asked again");
}

#[test]
fn this_machine_is_asked_whatever_proxies_there_are() {
    let provider = Provider::start();
    let vault = vault_with(&provider);
    vault.ok(&["remember", "One more"]);
    let mut command = vault.command(&["models", "use", "openai", "--json"]);
    for name in ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"] {
        command.env(name, "http://127.0.0.1:9");
    }
    let output = command.output().unwrap();
    let used: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(used["embedded"], 1, "{used}");
}

#[test]
fn an_address_that_is_never_asked_is_refused_with_its_reason() {
    let vault = vault();
    vault.ok(&["config", "set", "embedding.provider", "openai"]);
    for url in ["http://169.254.169.254/v1", "https://[fe80::1]/v1", "http://8.8.8.8/v1"] {
        vault.ok(&["config", "set", "embedding.url", url]);
        let status = embedding(&vault);
        let unused = status["unused"].as_str().unwrap();
        assert!(unused.contains("does not connect to"), "{unused}");
        assert!(vault.fails(&["models", "use", "openai"]).contains("does not connect to"));
    }
}

#[test]
fn models_list_tells_what_answers_while_memories_wait() {
    let provider = Provider::start();
    let vault = vault_with(&provider);
    assert!(vault.ok(&["models", "list"]).contains("In use     openai/my-embed"));
    (0..5).for_each(|number| drop(vault.ok(&["remember", &format!("Number {number}")])));
    let listed = vault.ok(&["models", "list"]);
    assert!(listed.contains("In use     static, until openai/my-embed"), "{listed}");
    assert!(listed.contains("5 of 8 memories still wait"), "{listed}");
}

#[test]
fn a_model_that_is_damaged_is_told_by_the_doctor_and_not_taken() {
    let vault = vault();
    let folder = vault.beside("tiny");
    std::fs::create_dir_all(&folder).unwrap();
    TinyModel::new().write(&folder);
    let place = folder.to_str().unwrap();
    let used = vault.json(&["models", "use", place]);
    let revision = &used["embedder"]["revision"].as_str().unwrap()[..16];
    let weights = folder.join("model.safetensors");
    let mut bytes = std::fs::read(&weights).unwrap();
    let stamp = json!({"bytes": bytes.len(), "revision": revision});
    std::fs::write(folder.join("mnemic.json"), stamp.to_string()).unwrap();
    vault.ok(&["doctor"]);
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&weights, bytes).unwrap();
    let doctor = vault.run(&["doctor", "--json"]);
    let findings = String::from_utf8(doctor.output.stdout).unwrap();
    assert!(
        findings.contains("embedder-missing") && findings.contains("model.safetensors"),
        "{findings}"
    );
    assert!(vault.fails(&["models", "use", place]).contains("model.safetensors"));
}

#[test]
fn a_model_that_nobody_knows_is_not_taken_from_a_file() {
    let vault = vault();
    let failed = vault.fails(&["models", "fetch", "nonsense", "--from", "nothing.whl"]);
    assert!(failed.contains("there is no model `nonsense`"), "{failed}");
}
