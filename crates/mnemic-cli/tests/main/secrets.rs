//! Secrets reach no file of the vault, whichever way they come, and nobody is handed one.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::harness::Vault;

/// Drawn by a number, so that the source holds no token and no two are the same.
fn drawn(seed: u64, length: usize) -> String {
    let letters = b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(letters[(state % letters.len() as u64) as usize])
    };
    // Some of each sort, as in any run of this length.
    format!("a7{}Q9z", (0..length - 5).map(|_| draw()).collect::<String>())
}

/// What is secret in a sentence, and the sentence, made from what was drawn.
type Form = fn(&str) -> (String, String);

/// Sentences with a secret each, and the secrets.
fn sentences(seed: u64) -> Vec<(String, String)> {
    let forms: [Form; 10] = [
        |it| (format!("ghp_{it}"), format!("Deploy with ghp_{it} from CI")),
        |it| (it.to_owned(), format!("The staging password is {it}, for now")),
        |it| (it.to_owned(), format!("export API_KEY={it}")),
        |it| (it.to_owned(), format!("{{\"client_secret\": \"{it}\"}}")),
        |it| (it.to_owned(), format!("DATABASE_URL=postgres://app:{it}@db/app")),
        |it| (it.to_owned(), format!("curl -H 'Authorization: Bearer {it}' https://api.example")),
        |it| (format!("sk-ant-{it}"), format!("Claude runs with sk-ant-{it}")),
        |it| (it.to_owned(), format!("Server=db;User Id=app;Password={it};Encrypt=True")),
        |it| (it.to_owned(), format!("machine git.example login ci password {it}")),
        |it| {
            let block = format!("-----BEGIN PRIVATE KEY-----\n{it}\n-----END PRIVATE KEY-----");
            (it.to_owned(), format!("The key of the bastion:\n{block}"))
        },
    ];
    let make = |(place, form): (usize, &Form)| {
        let (secret, text) = form(&drawn(seed * 100 + place as u64, 36));
        (secret, text)
    };
    forms.iter().enumerate().map(make).collect()
}

/// The files below a folder that hold a text, the database and what belongs to it included.
fn files_with(folder: &Path, secret: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, secret));
        } else {
            let bytes = fs::read(&path).unwrap();
            let is_there = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            found.extend(is_there.then(|| path.display().to_string()));
        }
    }
    found
}

#[test]
fn a_hundred_secrets_through_every_channel_are_in_no_file() {
    let vault = Vault::new();
    let mut secrets = Vec::new();
    let mut sentences = |seed| {
        let all = self::sentences(seed);
        secrets.extend(all.iter().map(|(secret, _)| secret.clone()));
        all.into_iter().map(|(_, text)| text).collect::<Vec<String>>()
    };
    for text in sentences(1) {
        vault.ok(&["remember", &text, "--file", "deploy.sh"]);
    }
    let lines: Vec<Value> = sentences(2).iter().map(|text| json!({ "text": text })).collect();
    vault.import(&lines);
    vault.ok(&["session", "start", "--id", "s1", "--title", &sentences(3)[0]]);
    let append = |role: &str, text: &str| {
        vault.ok(&["session", "append", "s1", text, "--role", role]);
    };
    sentences(4).iter().for_each(|text| append("user", text));
    sentences(5).iter().for_each(|text| append("assistant", text));
    let turns = sentences(6).into_iter().enumerate().flat_map(|(place, text)| {
        let call = json!({"role": "tool_call", "id": format!("c{place}"), "name": "bash", "input": {"command": text}});
        let result = json!({"role": "tool_result", "call_id": format!("c{place}"), "content": text});
        [call, result]
    });
    let turns: Vec<String> = turns.map(|turn| turn.to_string()).collect();
    vault.reading(&["session", "append", "s1"], &turns.join("\n")).ok();
    for text in sentences(7) {
        vault.ok(&["slash", &format!("/remember {}", text.replace('\n', " "))]);
    }
    vault.ok(&["session", "end", "s1"]);
    for (place, text) in sentences(8).into_iter().enumerate() {
        vault.ok(&["remember", &format!("note number {place} to be changed")]);
        let memory = vault.memories().last().unwrap()["number"].to_string();
        vault.ok(&["update", &memory, &text]);
    }
    for text in sentences(9) {
        vault.run(&["recall", &text]);
        vault.run(&["context", "--query", &text]);
    }
    let state: Vec<String> = sentences(10);
    let state = json!({"agent_id": "ada", "session_id": "s2", "scratchpad": {"notes": state}});
    vault.reading(&["context", "save", "-"], &state.to_string()).ok();
    vault.ok(&["backup"]);
    assert!(secrets.len() >= 100, "{}", secrets.len());
    for secret in &secrets {
        assert_eq!(files_with(&vault.root(), secret), Vec::<String>::new(), "{secret}");
    }
    assert_eq!(vault.json(&["scan"])["secrets"], json!([]));
    assert!(vault.read("global/MEMORY.md").contains("[REDACTED:github-token]"));
}

#[test]
fn what_a_person_types_into_a_document_stays_there_and_is_reported() {
    let vault = Vault::new();
    vault.ok(&["remember", "Deploys go through CI"]);
    let secret = drawn(7, 20);
    let document = vault.read("global/MEMORY.md");
    let typed =
        document.replace("Deploys go through CI", &format!("The NAS password is {secret} today"));
    vault.save("global/MEMORY.md", &typed);
    assert_eq!(vault.memories()[0]["text"], "The NAS password is [REDACTED:password] today");
    assert!(vault.read("global/MEMORY.md").contains(&secret), "a person's words are not overruled");
    for file in files_with(&vault.root(), &secret) {
        assert!(file.ends_with("MEMORY.md"), "{file}");
    }
    vault.ok(&["remember", "Another note"]);
    assert!(vault.read("global/MEMORY.md").contains(&secret));
    let health: Value =
        serde_json::from_slice(&vault.run(&["doctor", "--json"]).output.stdout).unwrap();
    let finding = &health["findings"][0];
    assert_eq!(finding["code"], "secret-in-document", "{health}");
    let what = finding["what"].as_str().unwrap();
    assert!(
        what.starts_with("`global/MEMORY.md` contains secrets: line ") && !what.contains(&secret),
        "{what}"
    );
    let scanned = vault.run(&["scan"]);
    assert_eq!(scanned.output.status.code(), Some(1));
    let story = scanned.story();
    assert!(
        story.contains("global/MEMORY.md:")
            && story.contains(": password")
            && !story.contains(&secret),
        "{story}"
    );
}

#[test]
fn nobody_is_handed_a_secret_of_a_vault_that_kept_them() {
    let vault = Vault::new();
    let secret = drawn(9, 24);
    let text = format!("The grafana password is {secret} for viewers");
    vault.ok(&["config", "set", "redaction.labelled", "allow"]);
    vault.ok(&["remember", &text, "--pin"]);
    assert!(vault.ok(&["recall", "grafana password"]).contains(&secret), "it was allowed");
    vault.ok(&["config", "set", "redaction.labelled", "redact"]);
    for arguments in [
        &["recall", "grafana password"][..],
        &["recall", "grafana password", "--json"],
        &["context", "--query", "grafana password"],
        &["context"],
    ] {
        let printed = vault.ok(arguments);
        assert!(
            printed.contains("[REDACTED:password]") && !printed.contains(&secret),
            "{arguments:?}: {printed}"
        );
    }
    let scanned: Value =
        serde_json::from_slice(&vault.run(&["scan", "--json"]).output.stdout).unwrap();
    let places = scanned["secrets"].as_array().unwrap();
    assert!(
        places.iter().any(|place| place["path"].as_str().unwrap().starts_with("journal/")),
        "{scanned}"
    );
}
