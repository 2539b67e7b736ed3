//! Secrets reach no file of the vault, whichever way they come, and nobody is handed one.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::{
    case::{calls, for_each, seen, trace},
    harness::Vault,
    mcp::client::Client,
    relearning::{TALKERS, Talk, hook, write},
    strace::Kills,
};

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

/// The sentences alone; their secrets are added to the others.
fn texts(sentences: Vec<(String, String)>, secrets: &mut Vec<String>) -> Vec<String> {
    let split = sentences.into_iter().map(|(secret, text)| {
        secrets.push(secret);
        text
    });
    split.collect()
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
    let mut sentences = |seed| texts(sentences(seed), &mut secrets);
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
fn no_client_tool_or_log_lets_a_secret_through() {
    let vault = Vault::new();
    let mut secrets = Vec::new();
    let mut sentences = |seed| texts(sentences(seed), &mut secrets);
    let mut said = String::new();
    for (place, talker) in TALKERS.iter().enumerate() {
        let place = place as u64;
        let talk = Talk {
            injected: format!("We decided on this: {}", sentences(50 + place).join("\n")),
            recalled: sentences(60 + place).join("\n"),
            answer: format!("I decided on this: {}", sentences(70 + place).join("\n")),
        };
        write(talker, &vault, &talk);
        for moment in talker.moments {
            said.push_str(&hook(&vault, talker, moment));
        }
    }
    let mut client = Client::ready(&vault, &["--profile", "full"]);
    for text in sentences(80) {
        let tag = text.split(|it: char| !it.is_ascii_alphanumeric()).max_by_key(|it| it.len());
        let arguments = json!({"content": text, "files": [format!("{text}.sh")], "tags": [tag]});
        said.push_str(&client.result("memory_store", arguments).to_string());
    }
    client.call("session_start", json!({"session": "tool", "title": sentences(81)[0]}));
    for text in sentences(82) {
        let call = json!({"session": "tool", "role": "tool_call", "tool": "sh", "content": json!({"script": text}).to_string()});
        client.call("session_append", call);
    }
    for text in sentences(83) {
        said.push_str(&client.call("memory_query", json!({"query": text})).text);
        said.push_str(&client.call("memory_context", json!({"query": text})).text);
    }
    client.call("session_end", json!({"session": "tool"}));
    client.leave();
    let notes = vault.beside("notes");
    fs::create_dir(&notes).unwrap();
    let list: String =
        sentences(84).iter().map(|text| format!("- {}\n", text.replace('\n', " "))).collect();
    fs::write(notes.join("keys.md"), list).unwrap();
    vault.ok(&["import", "markdown", notes.to_str().unwrap()]);
    // Logs and errors at their most talkative.
    for text in sentences(85) {
        for arguments in
            [&["remember", &text, "-vv"][..], &["recall", &text, "-vv"], &["show", &text, "-vv"]]
        {
            let output = vault.run(arguments).output;
            said.push_str(&String::from_utf8_lossy(&output.stderr));
        }
    }
    vault.ok(&["backup"]);
    vault.ok(&["export", "-o", vault.beside("export.jsonl").to_str().unwrap()]);
    vault.ok(&["export", "--format", "markdown", "-o", vault.beside("pages").to_str().unwrap()]);
    said.push_str(&fs::read_to_string(vault.beside("export.jsonl")).unwrap());
    assert!(secrets.len() >= 150, "{}", secrets.len());
    for secret in &secrets {
        let document = vault.read("global/MEMORY.md");
        let line = document.lines().find(|line| line.contains(secret.as_str()));
        assert_eq!(files_with(&vault.root(), secret), Vec::<String>::new(), "{secret}: {line:?}");
        assert_eq!(files_with(&vault.beside("pages"), secret), Vec::<String>::new(), "{secret}");
        let at = said.find(secret.as_str());
        assert_eq!(
            at.map(|at| said[at.saturating_sub(200)..].chars().take(300).collect::<String>()),
            None,
            "{secret}"
        );
    }
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

/// A vault that was written while nothing was redacted, in a git repository, and the secrets in it.
fn vault_of_before() -> (Vault, Vec<String>) {
    let vault = Vault::new();
    for class in ["private_keys", "tokens", "credentials", "labelled"] {
        vault.ok(&["config", "set", &format!("redaction.{class}"), "allow"]);
    }
    let mut secrets = Vec::new();
    let mut sentences = |seed| texts(sentences(seed), &mut secrets);
    for text in sentences(21) {
        vault.ok(&["remember", &text]);
    }
    // Changed, pinned, forgotten and in other scopes; with a past of several states.
    let changes = sentences(22);
    vault.ok(&["update", "1", &changes[0]]);
    vault.ok(&["update", "1", "Deploy from CI"]);
    vault.ok(&["update", "2", &changes[1]]);
    vault.ok(&["pin", "3"]);
    vault.ok(&["forget", "4"]);
    vault.ok(&["remember", &changes[2], "--scope", "project:shop"]);
    vault.ok(&["remember", &changes[3], "--scope", "session:s9"]);
    vault.ok(&["remember", &changes[4], "--scope", "task:t1"]);
    vault.ok(&["remember", &format!("{}\n{}", "A long text. ".repeat(900), changes[5])]);
    vault.ok(&[
        "remember",
        "Tagged",
        "--tags",
        &changes[6].split_whitespace().last().unwrap_or_default().replace(['{', '}', '"'], ""),
    ]);
    vault.ok(&["session", "start", "--id", "s1", "--title", &changes[7]]);
    for text in sentences(23) {
        vault.ok(&["session", "append", "s1", &text]);
    }
    let call = json!({"role": "tool_call", "id": "c1", "name": "login", "input": {"user": "app", "password": drawn(99, 18)}});
    vault.reading(&["session", "append", "s1"], &call.to_string()).ok();
    vault.ok(&["session", "end", "s1"]);
    vault.run(&["recall", &sentences(24)[0]]);
    secrets.push(drawn(99, 18));
    let file = vault.read("config/memory.yaml");
    vault.save("config/memory.yaml", &file.replace("allow", "redact"));
    // What was never written is no secret of the vault.
    secrets.retain(|secret| !files_with(&vault.root(), secret).is_empty());
    (vault, secrets)
}

fn git(vault: &Vault, arguments: &[&str]) {
    let mut command = std::process::Command::new("git");
    command.arg("-C").arg(vault.root()).args(arguments);
    command.env("GIT_AUTHOR_NAME", "Ada").env("GIT_AUTHOR_EMAIL", "ada@example.org");
    command.env("GIT_COMMITTER_NAME", "Ada").env("GIT_COMMITTER_EMAIL", "ada@example.org");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The files of the vault itself that hold a secret: not its backups, not what git keeps.
fn holders(vault: &Vault, secret: &str) -> Vec<String> {
    let mut files = files_with(&vault.root(), secret);
    files.retain(|file| !file.contains("/backups/") && !file.contains("/.git/"));
    files
}

#[test]
fn a_fix_takes_every_secret_out_of_a_vault_of_before_and_nothing_else() {
    let (vault, secrets) = vault_of_before();
    assert!(secrets.len() >= 25, "{}", secrets.len());
    git(&vault, &["init", "--quiet"]);
    git(&vault, &["add", "--all"]);
    git(&vault, &["commit", "--quiet", "--message", "before"]);
    let before = vault.memories();
    let found = vault.json_of(&["scan"]);
    assert!(found["secrets"].as_array().unwrap().len() >= 25, "{found}");
    let fixed = vault.json_of(&["scan", "--fix"]);
    for secret in &secrets {
        assert_eq!(holders(&vault, secret), Vec::<String>::new(), "{secret}");
    }
    assert_eq!(fixed["secrets"], json!([]), "{fixed}");
    assert!(fixed["fixed"]["memories"].as_u64().unwrap() >= 10, "{fixed}");
    // The history of git is told, and left.
    let history = fixed["history"].as_array().unwrap();
    let paths: Vec<&str> = history.iter().map(|it| it["path"].as_str().unwrap()).collect();
    for path in ["global/MEMORY.md", "journal/2026-11.jsonl", "projects/shop/MEMORY.md"] {
        assert!(paths.contains(&path), "{path}: {history:?}");
    }
    let ignored = vault.read(".gitignore");
    assert!(ignored.contains("backups/"), "{ignored}");
    assert!(fixed["fixed"]["backup"].as_str().unwrap().contains("/backups/"), "{fixed}");
    // Everything else is as it was, also after the index was built anew.
    let after = vault.memories();
    let state = |memories: &[Value]| -> Vec<Value> {
        let fields = [
            "id",
            "number",
            "anchor",
            "scope",
            "status",
            "lifecycle",
            "importance",
            "created_at",
            "home",
        ];
        memories.iter().map(|it| fields.iter().map(|field| it[*field].clone()).collect()).collect()
    };
    assert_eq!(state(&after), state(&before));
    vault.ok(&["reindex"]);
    assert_eq!(vault.memories(), after);
    assert_eq!(vault.json(&["conflicts", "list"])["conflicts"], json!([]));
    assert!(vault.ok(&["doctor"]).contains("Everything is in order"), "{}", vault.ok(&["doctor"]));
    let past = vault.ok(&["show", "1", "--history"]);
    assert!(past.contains("Deploy from CI") && past.contains("[REDACTED:"), "{past}");
    assert!(vault.read("global/MEMORY.md").contains("[REDACTED:anthropic-key]"));
    assert!(vault.ok(&["session", "show", "s1", "--all"]).contains("[REDACTED:"));
    // Neither undo nor a second fix brings anything back or changes anything.
    vault.ok(&["undo", "--scope", "all"]);
    for secret in &secrets {
        assert_eq!(holders(&vault, secret), Vec::<String>::new(), "{secret}");
    }
    let again = vault.json_of(&["scan", "--fix"]);
    assert_eq!(
        (&again["fixed"]["memories"], &again["fixed"]["files"]),
        (&json!(0), &json!([])),
        "{again}"
    );
}

#[test]
fn a_fix_leaves_what_a_person_typed_and_says_where_it_is() {
    let vault = Vault::new();
    vault.ok(&["remember", "Deploys go through CI"]);
    let secret = drawn(31, 20);
    let document = vault.read("global/MEMORY.md");
    vault.save("global/MEMORY.md", &format!("{document}\nThe NAS password is {secret} today.\n"));
    let fixed = vault.run(&["scan", "--fix"]);
    assert_eq!(fixed.output.status.code(), Some(1));
    let story = fixed.story();
    assert!(story.contains("global/MEMORY.md:") && story.contains("1 secrets left in"), "{story}");
    assert!(story.contains("hint: a person typed these") && !story.contains(&secret), "{story}");
    assert!(vault.read("global/MEMORY.md").contains(&secret), "a person's words are not overruled");
}

#[test]
fn others_go_on_while_secrets_are_taken_out() {
    let (vault, secrets) = vault_of_before();
    let mut client = Client::ready(&vault, &[]);
    client.call("memory_store", json!({"content": "Before the fix"}));
    vault.run(&["scan", "--fix"]);
    client.call("memory_store", json!({"content": "After the fix"}));
    assert!(
        client
            .call("memory_query", json!({"query": "after the fix"}))
            .text
            .contains("After the fix")
    );
    client.leave();
    let texts: Vec<Value> = vault.memories().iter().map(|it| it["text"].clone()).collect();
    for text in ["Before the fix", "After the fix"] {
        assert!(texts.contains(&json!(text)), "{text}: {texts:?}");
    }
    for secret in &secrets {
        assert_eq!(holders(&vault, secret), Vec::<String>::new(), "{secret}");
    }
}

#[test]
fn a_fix_that_is_killed_while_it_replaces_files_is_finished_by_the_next() {
    // Two segments of the journal; the states of the second are based on those of the first.
    let vault = Vault::new();
    let token = format!("ghp_{}", drawn(41, 36));
    fn with<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
        [&["--config", "redaction.tokens=allow"], arguments].concat()
    }
    let text = format!("Deploy with {token} from CI");
    vault.at("2026-10-01T10:00:00Z", &with(&["remember", &text])).ok();
    vault.at("2026-10-02T10:00:00Z", &with(&["update", "1", &format!("{text} at night")])).ok();
    vault.at("2026-11-01T10:00:00Z", &with(&["update", "1", &format!("{text} at noon")])).ok();
    vault.at("2026-11-02T10:00:00Z", &with(&["update", "1", "Deploy from CI at noon"])).ok();
    vault.ok(&with(&["remember", &text, "--scope", "project:shop"]));
    vault.ok(&["session", "start", "--id", "s1"]);
    vault.ok(&with(&["session", "append", "s1", &text]));
    let done = vault.copy();
    done.run(&["scan", "--fix"]);
    let expected = seen(&done.memories());
    let arguments = ["scan", "--fix"].map(str::to_owned);
    let mut calls = calls(&vault, &arguments, 0, "rename,renameat,renameat2,unlink,unlinkat");
    // SQLite removes its own files at moments of its own.
    calls.retain(|call| !call.arguments.contains("/index/"));
    let kills = Kills::default();
    for_each(calls, |call| {
        let vault = vault.copy();
        let inject = format!("inject={}:signal=SIGKILL:when={}", call.name, call.number);
        let killed =
            trace(&vault, &arguments, &["-e", &format!("trace={}", call.name), "-e", &inject]);
        kills.note(&killed, &format!("{call:?}"));
        // Whoever reads in between sees all that there was.
        assert_eq!(vault.memories().len(), expected.len(), "{call:?}");
        vault.run(&["scan", "--fix"]);
        assert_eq!(seen(&vault.memories()), expected, "{call:?}");
        assert_eq!(holders(&vault, &token), Vec::<String>::new(), "{call:?}");
        let past = vault.json(&["show", "1"]);
        assert_eq!(
            (&past["conflicts"], past["versions"].as_array().unwrap().len()),
            (&json!([]), 3),
            "{call:?}: {past}"
        );
    });
    kills.are_many();
}

#[test]
fn fixes_at_once_and_projects_with_odd_names_lose_nothing() {
    let (vault, secrets) = vault_of_before();
    let secret = drawn(51, 36);
    let allow = ["--config", "redaction.tokens=allow", "remember"];
    vault.ok(&[&allow[..], &[&format!("Deploy with ghp_{secret}"), "--scope", "project:sessions"]]
        .concat());
    vault.ok(&["session", "start", "--id", "odd", "--scope", "project:sessions"]);
    let append = ["--config", "redaction.tokens=allow", "session", "append", "odd"];
    vault.ok(&[&append[..], &[&format!("Use ghp_{secret}")]].concat());
    let typed = vault.read("projects/sessions/MEMORY.md") + "\nMy own note: ghp_" + &secret + "\n";
    vault.save("projects/sessions/MEMORY.md", &typed);
    let before = vault.memories().len();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| vault.run(&["scan", "--fix"]));
        }
    });
    assert_eq!(vault.memories().len(), before);
    for planted in &secrets {
        assert_eq!(holders(&vault, planted), Vec::<String>::new(), "{planted}");
    }
    let held = holders(&vault, &secret);
    assert!(held.len() == 1 && held[0].ends_with("projects/sessions/MEMORY.md"), "{held:?}");
    assert!(vault.ok(&["session", "show", "odd", "--all"]).contains("[REDACTED:github-token]"));
    vault.ok(&["reindex"]);
    assert_eq!(vault.memories().len(), before);
}
