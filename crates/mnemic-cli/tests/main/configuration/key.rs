//! Every key of the configuration changes what it says: one reader for each.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    thread,
};

use serde_json::{Value, json};

use super::*;
use crate::{
    hook,
    mcp::{ask::Ask, client::Client},
    providers::Provider,
};

fn with(key: &str, value: &str) -> Vault {
    let vault = Vault::new();
    vault.ok(&["config", "set", key, value]);
    vault
}

fn fill(vault: &Vault, count: usize, chars: usize) {
    let filler = "word ".repeat(chars / 5);
    let lines: Vec<Value> =
        (0..count).map(|number| json!({"text": format!("note {number} {filler}")})).collect();
    assert_eq!(vault.import(&lines)["added"], count);
}

fn factor(vault: &Vault, question: &str, name: &str) -> f64 {
    let answer = vault.json(&["recall", question, "--explain"]);
    let factors = answer["hits"][0]["explain"]["factors"].as_array().unwrap().clone();
    factors.iter().find(|factor| factor["name"] == name).unwrap()["value"].as_f64().unwrap()
}

fn count(vault: &Vault, question: &str) -> usize {
    vault.json(&["recall", question])["hits"].as_array().unwrap().len()
}

fn candidates(vault: &Vault) -> String {
    let answer = vault.json(&["recall", "note", "--limit", "2", "--explain"]);
    answer["hits"][0]["explain"]["kept"].as_str().unwrap().to_owned()
}

/// A class of secrets is kept, replaced or refused, as its key says.
fn keeps_redacts_or_refuses(key: &str, secret: &str, kind: &str) {
    let text = format!("before {secret} after");
    let remembered = |action: &str| {
        let vault = with(key, action);
        vault.ok(&["remember", &text]);
        vault.memories()[0]["text"].clone()
    };
    assert!(
        remembered("allow").as_str().unwrap().contains(secret.split('\n').next_back().unwrap())
    );
    assert!(remembered("redact").as_str().unwrap().contains(&format!("[REDACTED:{kind}]")));
    let refusing = with(key, "block");
    let complaint = refusing.fails(&["remember", &text]);
    assert!(complaint.contains(&format!("contains a secret ({kind})")), "{complaint}");
    assert!(refusing.memories().is_empty());
}

/// What each key changes. A key that is missing here fails the test below.
const READERS: [(&str, fn()); 71] = [
    ("preset", || {
        let vault = with("preset", "praxis");
        assert!(vault.fails(&["remember", &"x".repeat(501)]).contains("500 characters"));
    }),
    ("index.path", || {
        let vault = Vault::new();
        let elsewhere = vault.beside("indexes");
        vault.ok(&["config", "set", "index.path", elsewhere.to_str().unwrap()]);
        vault.ok(&["remember", "kept elsewhere"]);
        assert_eq!(std::fs::read_dir(vault.path("index")).unwrap().count(), 0);
        let own = std::fs::read_dir(&elsewhere).unwrap().next().unwrap().unwrap().path();
        assert!(own.file_name().unwrap().to_str().unwrap().starts_with("vault-"));
        assert!(own.join("memory-1.sqlite").exists());
        assert_eq!(vault.json(&["recall", "elsewhere"])["hits"][0]["number"], 1);
        let used = vault.beside("used");
        std::fs::create_dir(&used).unwrap();
        std::fs::write(used.join("hosts"), "127.0.0.1 localhost").unwrap();
        let given = format!("index.path={}", used.display());
        let complaint = vault.fails(&["list", "--config", &given]);
        assert!(complaint.contains("`index.path` is `"), "{complaint}");
        assert!(
            complaint.contains("the folder contains other files, such as `hosts`"),
            "{complaint}"
        );
        assert_eq!(std::fs::read_dir(&used).unwrap().count(), 1, "nothing was written");
        vault.ok(&["config", "set", "index.path", used.to_str().unwrap()]);
        vault.fails(&["remember", "refused"]);
        let checked = vault.run(&["config", "check"]);
        assert!(checked.story().contains("contains other files"), "{}", checked.story());
        vault.ok(&["config", "set", "index.path", elsewhere.to_str().unwrap()]);
        assert_eq!(vault.json(&["recall", "elsewhere"])["hits"][0]["number"], 1);
    }),
    ("journal.segment_size", || {
        let vault = with("journal.segment_size", "64KB");
        for number in 0..3 {
            let text = format!("segment{number} {}", "x".repeat(70_000));
            vault.import(&[json!({"text": text})]);
        }
        assert!(vault.path("journal/2026-11-003.jsonl").exists());
        vault.ok(&["config", "set", "journal.segment_size", "64MB"]);
        vault.ok(&["remember", "after the size was raised"]);
        let last =
            vault.read("journal/2026-11-004.jsonl") + &vault.read("journal/2026-11-003.jsonl");
        assert!(last.contains("after the size was raised"), "the newest segment is appended to");
        vault.ok(&["reindex"]);
        assert_eq!(vault.memories().len(), 4);
    }),
    ("lock.wait_seconds", || {
        let vault = with("lock.wait_seconds", "1");
        vault.ok(&["remember", "x"]);
        let held = std::fs::File::open(vault.path(".lock")).unwrap();
        held.lock().unwrap();
        let started = std::time::Instant::now();
        vault.fails(&["remember", "y"]);
        assert!(started.elapsed().as_secs() < 20, "30 seconds are the default");
    }),
    ("storage.backup.keep_count", || {
        let vault = with("storage.backup.keep_count", "2");
        let removed = || vault.json(&["backup"])["removed"].as_array().unwrap().len();
        assert_eq!([removed(), removed(), removed(), removed()], [0, 0, 1, 1]);
    }),
    ("document.max_chars", || {
        let vault = with("document.max_chars", "20000");
        fill(&vault, 30, 1_000);
        assert!(vault.path("global/memory/MEMORY-001.md").exists());
        for (path, content) in vault.documents() {
            assert!(content.chars().count() <= 20_000, "{}", path.display());
        }
    }),
    ("text.max_chars", || {
        let vault = with("text.max_chars", "5");
        vault.ok(&["remember", "ééééé"]);
        assert!(vault.fails(&["remember", "éééééé"]).contains("5 characters"));
        assert!(vault.fails(&["update", "1", "éééééé"]).contains("5 characters"));
    }),
    ("category.automatic", || {
        let vault = with("category.automatic", "off");
        assert_eq!(vault.json(&["remember", "Never force-push"])["category"], Value::Null);
        let given = vault.json(&["remember", "Tabs", "--category", "preference"]);
        assert_eq!(given["category"], "preference");
        vault.ok(&["config", "set", "category.automatic", "on"]);
        assert_eq!(vault.json(&["remember", "Never push on Friday"])["category"], "warning");
    }),
    ("redaction.private_keys", || {
        keeps_redacts_or_refuses(
            "redaction.private_keys",
            "-----BEGIN PRIVATE KEY-----\nMIIkQ7vT2mZx9Rb4NcW8yJd3LfG6hSp1Aa5kQ7vT2mZx9Rb4NcW8yJd3\n-----END PRIVATE KEY-----",
            "private-key",
        )
    }),
    ("redaction.tokens", || {
        keeps_redacts_or_refuses(
            "redaction.tokens",
            "npm_kQ7vT2mZx9Rb4NcW8yJd3LfG6hSp1Aa5kQ7v",
            "npm-token",
        )
    }),
    ("redaction.credentials", || {
        keeps_redacts_or_refuses(
            "redaction.credentials",
            "amqp://app:x7Rb4NcW8@host",
            "password-in-url",
        )
    }),
    ("redaction.labelled", || {
        keeps_redacts_or_refuses("redaction.labelled", "the password is x7Rb4NcW8", "password")
    }),
    ("redaction.cards", || {
        keeps_redacts_or_refuses("redaction.cards", "card 4111 1111 1111 1111", "card")
    }),
    ("redaction.ibans", || {
        keeps_redacts_or_refuses("redaction.ibans", "DE89370400440532013000", "iban")
    }),
    ("redaction.emails", || {
        keeps_redacts_or_refuses("redaction.emails", "ada@example.org", "email")
    }),
    ("redaction.phones", || keeps_redacts_or_refuses("redaction.phones", "+43 1 5544332", "phone")),
    ("search.max_results", || {
        let vault = with("search.max_results", "2");
        fill(&vault, 5, 10);
        let count = |arguments: &[&str]| vault.json(arguments)["hits"].as_array().unwrap().len();
        assert_eq!(count(&["recall", "note"]), 2);
        assert_eq!(count(&["recall", "note", "--config", "search.max_results=3"]), 3);
        assert_eq!(count(&["recall", "note", "--limit", "4"]), 4);
    }),
    // What it does to slow recalls is tested where the clock can be made slow.
    ("search.degraded_results", || {
        let vault = with("search.degraded_results", "1");
        fill(&vault, 5, 10);
        let answer = vault.json(&["recall", "note", "--limit", "3"]);
        assert_eq!(answer["hits"].as_array().unwrap().len(), 3, "{answer}");
    }),
    ("search.candidates_per_result", || {
        let vault = with("search.candidates_per_result", "4");
        vault.ok(&["config", "set", "search.min_candidates", "1"]);
        vault.ok(&["config", "set", "ranking.profile", "koshi"]);
        fill(&vault, 20, 10);
        assert_eq!(candidates(&vault), "place 1 of 8 candidates");
    }),
    ("search.min_candidates", || {
        let vault = with("search.min_candidates", "12");
        vault.ok(&["config", "set", "ranking.profile", "koshi"]);
        fill(&vault, 20, 10);
        assert_eq!(candidates(&vault), "place 1 of 12 candidates");
    }),
    ("ranking.profile", || {
        let vault = with("ranking.profile", "engine");
        vault.ok(&["remember", "apple pie"]);
        assert!(factor(&vault, "apple", "newness") > 1.0);
    }),
    ("ranking.fusion", || {
        let vault = with("ranking.fusion", "interleave");
        vault.ok(&["remember", "apple pie"]);
        vault.ok(&["remember", "plum cake"]);
        let relevance = |arguments: &[&str]| {
            let asked = [&["recall", "apple", "--explain"], arguments].concat();
            vault.json(&asked)["hits"][0]["explain"]["relevance"].as_f64().unwrap()
        };
        assert_eq!(relevance(&[]), 1.0);
        assert!(relevance(&["--config", "ranking.fusion=weighted"]) < 1.0);
        assert!(relevance(&["--config", "ranking.fusion=auto"]) < 1.0);
    }),
    ("ranking.score_weight", || {
        let vault = with("ranking.score_weight", "0.5");
        vault.ok(&["remember", "apple pie"]);
        vault.ok(&["reinforce", "1"]);
        assert!((factor(&vault, "apple", "score") - 1.5_f64.exp()).abs() < 1e-9);
        vault.ok(&["config", "set", "ranking.score_weight", "0"]);
        assert_eq!(factor(&vault, "apple", "score"), 1.0);
    }),
    ("ranking.recency_weight", || {
        let vault = with("ranking.recency_weight", "0.1");
        vault.import(&[json!({"text": "apple pie", "created_at": "2026-11-05T10:00:00Z"})]);
        assert!((factor(&vault, "apple", "recency") - 0.5).abs() < 1e-9);
    }),
    ("signal.reinforce_weight", || {
        let vault = with("signal.reinforce_weight", "7");
        vault.ok(&["remember", "apple pie"]);
        assert_eq!(vault.json(&["reinforce", "1"])["signals"]["score"], 7);
    }),
    ("signal.demote_weight", || {
        let vault = with("signal.demote_weight", "4");
        vault.ok(&["remember", "apple pie"]);
        assert_eq!(vault.json(&["demote", "1"])["signals"]["score"], -4);
    }),
    ("search.match", || {
        let vault = with("search.match", "all");
        vault.ok(&["config", "set", "ranking.profile", "koshi"]);
        vault.import(&[json!({"text": "apple pie"}), json!({"text": "apple tart"})]);
        assert_eq!(count(&vault, "apple pie"), 1);
        vault.ok(&["config", "set", "search.match", "prefix"]);
        assert_eq!(count(&vault, "appl"), 2);
    }),
    ("search.fuzzy", || {
        let vault = with("search.fuzzy", "off");
        vault.ok(&["remember", "apple pie"]);
        assert_eq!(vault.json(&["recall", "aplpe"])["unused"], Value::Null);
        vault.ok(&["config", "set", "search.fuzzy", "on"]);
        assert!(vault.json(&["recall", "aplpe"])["unused"].is_array());
    }),
    ("search.aliases", || {
        let vault = with("search.aliases", "on");
        vault.ok(&["config", "set", "ranking.profile", "koshi"]);
        vault.ok(&["remember", "a small database"]);
        assert_eq!(count(&vault, "db"), 1);
    }),
    ("search.min_score", || {
        let vault = with("search.min_score", "0.9");
        vault.ok(&["config", "set", "ranking.profile", "engine"]);
        fill(&vault, 3, 10);
        vault.ok(&["remember", "apple pie"]);
        vault.ok(&["remember", "apple tart"]);
        assert_eq!(vault.json(&["recall", "apple pie"])["dropped"], json!({"below_least": 1}));
    }),
    ("search.drop_share", || {
        let vault = with("search.drop_share", "0.5");
        fill(&vault, 4, 10);
        assert_eq!(count(&vault, "note"), 2);
    }),
    ("search.max_per_session", || {
        let vault = with("search.max_per_session", "1");
        let line = |text: &str| json!({"text": text, "session": "s1"});
        vault.import(&[line("apple pie"), line("apple tart")]);
        assert_eq!(count(&vault, "apple"), 1);
    }),
    ("search.mmr", || {
        let vault = with("search.mmr", "0.1");
        vault.ok(&["config", "set", "ranking.profile", "engine"]);
        for (text, importance) in
            [("red apple pie", "0.9"), ("red apple pies", "0.8"), ("one green apple", "0.5")]
        {
            vault.ok(&["remember", text, "--importance", importance]);
        }
        let answer = vault.json(&["recall", "apple", "--limit", "2"]);
        assert_eq!(answer["hits"][1]["text"], "one green apple");
        assert_eq!(answer["dropped"], json!({"alike": 1}));
    }),
    ("context.injection", || {
        let vault = with("context.injection", "none");
        vault.ok(&["remember", "--pin", "Never push to main"]);
        assert!(!vault.ok(&["context"]).contains("Never push"));
    }),
    ("context.budget", || {
        let vault = with("context.budget", "777");
        assert_eq!(vault.json(&["context"])["budget"], 777);
    }),
    ("context.window", || {
        let vault = with("context.window", "10000");
        assert_eq!(vault.json(&["context"])["budget"], 800);
    }),
    ("context.tokenizer", || {
        let vault = with("context.tokenizer", "o200k");
        let unused = vault.json(&["context"])["unused"].to_string();
        assert!(unused.contains("`o200k` needs a Mnemic built with"), "{unused}");
    }),
    ("context.max_relevant", || {
        let vault = with("context.max_relevant", "0");
        vault.ok(&["remember", "We chose SQLite over Postgres"]);
        let text = vault.ok(&["context", "--query", "did we choose SQLite over Postgres?"]);
        assert!(!text.contains("SQLite"), "{text}");
    }),
    ("context.recent_memories", || {
        let vault = with("context.recent_memories", "2");
        ["one", "two", "three"].iter().for_each(|text| drop(vault.ok(&["remember", text])));
        let loaded = vault.json(&["context", "load", "--agent", "ada"]);
        assert_eq!(loaded["recent_memories"].as_array().unwrap().len(), 1, "{loaded}");
    }),
    ("context.daily_logs_to_load", || {
        let vault = with("context.daily_logs_to_load", "0");
        vault.ok(&["remember", "told in the log of the day"]);
        let loaded = vault.json(&["context", "load", "--agent", "ada"])["documents"].to_string();
        assert!(!loaded.contains("2026-11-15.md") && loaded.contains("MEMORY.md"), "{loaded}");
    }),
    ("signal.access", || {
        let vault = with("signal.access", "recall");
        vault.ok(&["remember", "We chose SQLite over Postgres"]);
        vault.ok(&["recall", "SQLite"]);
        assert_eq!(vault.json(&["show", "1"])["signals"]["access_count"], 1);
    }),
    ("embedding.provider", || {
        let vault = with("embedding.provider", "none");
        assert_eq!(embedding(&vault)["embedder"], Value::Null);
    }),
    ("embedding.model", || {
        let vault = with("embedding.model", "nowhere/at-all");
        vault.ok(&["config", "set", "embedding.provider", "local"]);
        assert!(embedding(&vault)["unused"].to_string().contains("at-all"));
    }),
    ("embedding.url", || {
        let vault = with("embedding.url", "http://127.0.0.1:9");
        vault.ok(&["config", "set", "embedding.provider", "openai"]);
        vault.ok(&["config", "set", "embedding.key_variable", "ELSEWHERE"]);
        assert!(embedding(&vault)["unused"].to_string().contains("MNEMIC_"));
    }),
    ("embedding.dimensions", || {
        let vault = with("embedding.dimensions", "77");
        vault.ok(&["config", "set", "embedding.provider", "ollama"]);
        assert_eq!(embedding(&vault)["embedder"]["dimensions"], 77);
    }),
    ("embedding.ask_dimensions", || {
        let provider = Provider::start();
        for (is_asked, complaint) in [("false", ""), ("true", "with status 400")] {
            let vault = with("embedding.ask_dimensions", is_asked);
            vault.ok(&["config", "set", "embedding.url", &provider.url]);
            vault.ok(&["config", "set", "embedding.model", "my-embed"]);
            vault.ok(&["config", "set", "embedding.dimensions", "4"]);
            let answer = vault.run(&["models", "use", "openai"]);
            let stderr = String::from_utf8(answer.output.stderr).unwrap();
            assert_eq!(answer.output.status.success(), complaint.is_empty(), "{stderr}");
            assert!(stderr.contains(complaint), "{stderr}");
        }
    }),
    ("embedding.batch_size", || {
        let vault = with("embedding.batch_size", "2");
        fill(&vault, 5, 10);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        vault.ok(&["config", "set", "embedding.url", &url]);
        let asked = thread::spawn(move || second_request(&listener));
        vault.run(&["models", "use", "ollama"]);
        assert_eq!(asked.join().unwrap().matches("note ").count(), 2);
    }),
    ("embedding.key_variable", || {
        let vault = with("embedding.key_variable", "MNEMIC_NO_SUCH_KEY");
        vault.ok(&["config", "set", "embedding.provider", "openai"]);
        assert!(embedding(&vault)["unused"].to_string().contains("MNEMIC_NO_SUCH_KEY"));
    }),
    ("model.provider", || {
        let vault = with("model.provider", "ollama");
        assert_eq!(language(&vault)["model"]["provider"], "ollama");
    }),
    ("model.name", || {
        let vault = with("model.name", "tiny");
        vault.ok(&["config", "set", "model.provider", "ollama"]);
        assert_eq!(language(&vault)["model"]["model"], "tiny");
    }),
    ("model.url", || {
        let vault = with("model.url", "http://127.0.0.1:9");
        vault.ok(&["config", "set", "model.provider", "openai"]);
        vault.ok(&["config", "set", "model.key_variable", "ELSEWHERE"]);
        assert!(language(&vault)["unused"].to_string().contains("MNEMIC_"));
    }),
    ("model.key_variable", || {
        let vault = with("model.key_variable", "MNEMIC_NO_SUCH_KEY");
        vault.ok(&["config", "set", "model.provider", "anthropic"]);
        assert!(language(&vault)["unused"].to_string().contains("MNEMIC_NO_SUCH_KEY"));
    }),
    ("model.daily_tokens", || {
        assert_eq!(language(&with("model.daily_tokens", "77"))["daily_tokens"], 77);
    }),
    ("model.timeout_s", || {
        assert_eq!(language(&with("model.timeout_s", "7"))["timeout_s"], 7);
    }),
    ("learning.auto", || {
        let vault = with("learning.auto", "off");
        vault.import(&[json!({"text": "a note of no use to anyone", "source": "extraction"})]);
        assert!(vault.ok(&["promote", "1", "--explain"]).contains("without being asked for"));
    }),
    ("learning.readiness", || {
        let vault = with("learning.readiness", "conservative");
        vault.import(&[json!({"text": "x".repeat(60), "source": "extraction"})]);
        assert!(vault.ok(&["promote", "1", "--explain"]).contains(" of 4 points"));
    }),
    ("flush.enabled", || assert_eq!(shown_with("flush.enabled=off")["flush_at"], Value::Null)),
    ("flush.threshold", || assert_eq!(shown_with("flush.threshold=70000")["flush_at"], 70_000)),
    ("flush.soft_threshold_tokens", || {
        let shown = shown_with("flush.soft_threshold_tokens=150000");
        assert_eq!(shown["flush_at"], 30_000);
    }),
    ("flush.reserve_tokens_floor", || {
        let shown = shown_with("flush.reserve_tokens_floor=150000");
        assert_eq!(shown["compaction_at"], 50_000);
    }),
    ("compaction.enabled", || {
        assert_eq!(shown_with("compaction.enabled=off")["compaction_at"], Value::Null);
    }),
    ("compaction.threshold", || {
        assert_eq!(shown_with("compaction.threshold=90000")["compaction_at"], 90_000);
    }),
    ("compaction.window_share", || {
        assert_eq!(shown_with("compaction.window_share=0.25")["compaction_at"], 50_000);
    }),
    ("compaction.keep_recent", || {
        let vault = Vault::with_session("s");
        vault.ok(&["config", "set", "compaction.keep_recent", "1"]);
        assert_eq!(vault.json(&["session", "compact", "s"])["summarised_turns"], 4);
    }),
    ("daily_log.enabled", || {
        let vault = with("daily_log.enabled", "off");
        vault.ok(&["remember", "told in no log"]);
        assert!(!vault.path("global/memory/2026-11-15.md").exists());
    }),
    ("session.tool_results", || {
        let turns = shown_with("session.tool_results=0")["turns"].to_string();
        assert!(turns.contains("Tool result pruned"), "{turns}");
    }),
    ("session.idle_hours", || {
        let vault = Vault::with_session("s");
        vault.ok(&["config", "set", "session.idle_hours", "1"]);
        let later = vault.at("2026-11-15T11:00:00Z", &["session", "recover", "--json"]).json();
        assert_eq!(later["recovered"][0]["session"], "s");
    }),
    ("session.retention_days", || {
        let vault = Vault::with_session("s");
        vault.ok(&["session", "end", "s"]);
        vault.ok(&["config", "set", "session.retention_days", "1"]);
        let later = vault.at("2026-11-16T10:00:00Z", &["session", "expire", "--json"]).json();
        assert_eq!(later["archived"], json!(["s"]));
    }),
    ("hooks.inject", hook::nothing_is_handed_over_when_nobody_wants_it),
    ("hooks.capture", hook::a_conversation_is_not_kept_when_nobody_wants_it_kept),
    ("mcp.profile", || {
        let vault = with("mcp.profile", "chatgpt");
        let first_tool = |arguments: &[&str]| {
            let mut client = Client::ready(&vault, arguments);
            let listed = client.ask("tools/list", json!({}));
            client.leave();
            listed["result"]["tools"][0]["name"].as_str().unwrap().to_owned()
        };
        assert_eq!(first_tool(&[]), "search");
        assert_eq!(first_tool(&["--profile", "files"]), "memory");
    }),
];

/// How a session with a tool's result is shown under a setting.
fn shown_with(setting: &str) -> Value {
    Vault::with_session("s").json(&["session", "show", "s", "--config", setting])
}

fn language(vault: &Vault) -> Value {
    vault.json(&["status"])["language"].take()
}

fn embedding(vault: &Vault) -> Value {
    vault.json(&["status"])["embedding"].take()
}

/// What is sent after a first request, the word by which an embedder is tried out, was answered. It gets no answer.
fn second_request(listener: &TcpListener) -> String {
    let (mut stream, _) = listener.accept().unwrap();
    request(&mut stream);
    let body = json!({"embeddings": [vec![1.0; 768]]}).to_string();
    let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length";
    stream.write_all(format!("{head}: {}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
    request(&mut listener.accept().unwrap().0)
}

fn request(stream: &mut TcpStream) -> String {
    let (mut request, mut bytes) = (String::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut bytes).unwrap();
        request += &String::from_utf8_lossy(&bytes[..count]);
        if count == 0 || request.ends_with('}') {
            return request;
        }
    }
}

#[test]
fn every_key_changes_what_it_says() {
    let keys: Vec<&str> = mnemic::config::KEYS.iter().map(|key| key.name).collect();
    let read: Vec<&str> = READERS.iter().map(|(key, _)| *key).collect();
    assert_eq!(keys, read);
    READERS.iter().for_each(|(_, changes)| changes());
}
