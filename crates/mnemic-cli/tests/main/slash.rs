//! `mnemic slash`: what a person types to an agent, and the same through prompts of the server.

use serde_json::json;

use crate::{
    harness::Vault,
    mcp::{ask::Ask, client::Client},
};

fn typed(vault: &Vault, line: &str) -> String {
    vault.ok(&["slash", line]).trim_end().to_owned()
}

/// A line without the anchors of memories, which are others each time.
fn plain(text: &str) -> String {
    text.split(' ').filter(|word| !word.starts_with('^')).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_typed_is_remembered_confirmed_and_a_repeat_is_told() {
    let vault = Vault::new();
    let said = typed(&vault, "/remember Chose SQLite over Postgres for the local index");
    assert_eq!(plain(&said), "Remembered [id:1] (decision, global)");
    let memory = &vault.memories()[0];
    assert_eq!((&memory["status"], &memory["trust"]), (&json!("confirmed"), &json!("high")));
    let again = typed(&vault, "/remember chose sqlite over postgres for the local index");
    assert_eq!(plain(&again), "Already remembered as [id:1] (decision, global)");
    assert!(vault.fails(&["slash", "/remember"]).contains("type `/remember <text>`"));
}

#[test]
fn a_category_is_taken_off_what_is_remembered() {
    let vault = Vault::new();
    let said = typed(&vault, "/remember [architecture] Never mind: events are ordered by time");
    assert_eq!(plain(&said), "Remembered [id:1] (architecture, global)");
    assert_eq!(vault.memories()[0]["text"], "Never mind: events are ordered by time");
    let listed = typed(&vault, "/memory list architecture");
    assert!(
        listed.contains("events are ordered") && !listed.contains("[architecture]"),
        "{listed}"
    );
}

#[test]
fn a_list_is_as_long_as_someone_says() {
    let vault = Vault::new();
    for number in 1..=12 {
        typed(&vault, &format!("/remember Never use port {number}00{number}"));
    }
    let short = typed(&vault, "/memory list --limit 1");
    assert!(short.starts_with("[id:") && short.ends_with("\n… 1 of 12"), "{short}");
    assert!(typed(&vault, "/memory list").ends_with("\n… 10 of 12"));
    assert_eq!(typed(&vault, "/memory list warning --limit 50").lines().count(), 12);
    let complaint = vault.fails(&["slash", "/memory list --limit many"]);
    assert!(
        complaint.contains("`/memory list [category --limit N]` does not accept"),
        "{complaint}"
    );
}

#[test]
fn a_memory_is_forgotten_and_pinned_by_its_id_or_by_words_that_only_it_holds() {
    let vault = Vault::new();
    typed(&vault, "/remember The gateway listens on port 8443");
    typed(&vault, "/remember The staging database is called plum");
    assert_eq!(plain(&typed(&vault, "/pin gateway")), "Pinned [id:1] (discovery, global)");
    assert_eq!(plain(&typed(&vault, "/pin 1")), "Unpinned [id:1] (discovery, global)");
    assert_eq!(plain(&typed(&vault, "/forget plum")), "Forgot [id:2] (discovery, global)");
    assert_eq!(plain(&typed(&vault, "/forget [id:1]")), "Forgot [id:1] (discovery, global)");
    assert!(
        vault.fails(&["slash", "/forget", "nothing", "of", "the", "kind"]).contains("no memory")
    );
    typed(&vault, "/remember The red gate is open");
    typed(&vault, "/remember The blue gate is open");
    let complaint = vault.fails(&["slash", "/pin gate open"]);
    assert!(
        complaint.contains("matches 2 memories") && complaint.contains("blue gate"),
        "{complaint}"
    );
}

#[test]
fn a_memory_of_another_project_is_neither_forgotten_nor_pinned() {
    let vault = Vault::new();
    vault.ok(&["remember", "The staging database is called plum", "--scope", "project:b"]);
    for line in ["/forget plum", "/forget 1", "/pin plum", "/pin 1"] {
        let complaint = vault.fails(&["slash", line]);
        assert!(complaint.contains("no memory"), "{line}: {complaint}");
    }
    let memory = &vault.memories()[0];
    assert_eq!((&memory["version"], &memory["lifecycle"]), (&json!(1), &json!(null)));
}

#[test]
fn memories_are_listed_searched_and_counted() {
    let vault = Vault::new();
    assert_eq!(typed(&vault, "/memory list"), "Nothing is remembered yet");
    typed(&vault, "/remember Never push to main directly");
    typed(&vault, "/remember The gateway listens on port 8443");
    let all = typed(&vault, "/memory list");
    assert!(all.contains("[id:1]") && all.lines().count() == 2, "{all}");
    let warnings = typed(&vault, "/memory list warning");
    assert!(warnings.contains("Never push") && warnings.lines().count() == 1, "{warnings}");
    assert_eq!(typed(&vault, "/memory list error"), "No memory is of category `error`");
    let found = typed(&vault, "/memory search which port does the gateway listen on");
    assert!(found.starts_with("[id:2]") && found.contains(", rank "), "{found}");
    let status = typed(&vault, "/memory status");
    assert!(status.contains("Memories       2: 1 warning, 1 discovery"), "{status}");
    assert!(status.contains("Index          in order"), "{status}");
    assert!(status.contains("Last injected  nothing yet"), "{status}");
    vault.ok(&["context", "--query", "which port does the gateway listen on"]);
    let status = typed(&vault, "/memory status");
    assert!(status.contains("Last injected  2026-11-15 10:00 UTC, 1 memories"), "{status}");
    let status = vault.json(&["slash", "/memory status"]);
    assert_eq!((&status["memories"], &status["categories"]["warning"]), (&json!(2), &json!(1)));
}

#[test]
fn settings_are_shown_and_kept() {
    let vault = Vault::new();
    assert_eq!(typed(&vault, "/memory budget"), "A context may cost 5000 tokens");
    assert_eq!(typed(&vault, "/memory budget 3000"), "A context may cost 3000 tokens from now on");
    assert_eq!(typed(&vault, "/memory budget"), "A context may cost 3000 tokens");
    assert!(vault.fails(&["slash", "/memory budget 499"]).contains("at least 500"));
    assert!(vault.fails(&["slash", "/memory budget plenty"]).contains("takes a whole number"));
    assert!(typed(&vault, "/memory auto off").starts_with("Learning by itself is off"));
    assert_eq!(vault.ok(&["config", "get", "learning.auto"]), "false\n");
    assert!(typed(&vault, "/memory auto on").starts_with("Learning by itself is on"));
    assert_eq!(vault.ok(&["config", "get", "learning.auto"]), "true\n");
    assert!(typed(&vault, "/memory config").contains("`balanced`"));
    assert!(typed(&vault, "/memory config aggressive").contains("`aggressive`"));
    assert_eq!(vault.ok(&["config", "get", "learning.readiness"]), "aggressive\n");
}

#[test]
fn aliases_of_ones_own_are_looked_up_and_kept_in_a_file_that_people_can_edit() {
    let vault = Vault::new();
    vault.ok(&["config", "set", "embedding.provider", "none"]);
    typed(&vault, "/remember The Kubernetes cluster runs in Frankfurt");
    typed(&vault, "/remember The tea is in the kitchen");
    assert_eq!(typed(&vault, "/memory alias list"), "There are no aliases of yours");
    assert_eq!(vault.json(&["recall", "k8s"])["hits"], json!([]));
    let added = typed(&vault, "/memory alias add k8s kubernetes");
    assert_eq!(added, "Mnemic searches kubernetes along with `k8s`");
    assert_eq!(vault.json(&["recall", "k8s"])["hits"][0]["number"], 1);
    assert_eq!(typed(&vault, "/memory alias list"), "k8s → kubernetes");
    assert_eq!(vault.read("config/aliases.json"), "{\n  \"k8s\": [\n    \"kubernetes\"\n  ]\n}\n");
    assert_eq!(typed(&vault, "/memory alias remove k8s"), "`k8s` has no aliases of yours any more");
    assert_eq!(typed(&vault, "/memory alias remove k8s"), "`k8s` had no aliases of yours");
    vault.save("config/aliases.json", "{\"k8s\": ");
    let complaint = vault.fails(&["slash", "/memory alias add db database"]);
    assert!(complaint.contains("`config/aliases.json`"), "{complaint}");
    assert_eq!(vault.read("config/aliases.json"), "{\"k8s\": ");
    vault.ok(&["recall", "kubernetes"]);
}

#[test]
fn an_unknown_command_lists_those_there_are() {
    let vault = Vault::new();
    let complaint = vault.fails(&["slash", "/dance"]);
    assert!(complaint.contains("unknown slash command `/dance`; use one of"), "{complaint}");
    for command in ["/remember <text>", "/memory alias [add|list|remove]", "/memory config"] {
        assert!(complaint.contains(command), "{complaint}");
        assert!(typed(&vault, "/memory").contains(command));
    }
}

#[test]
fn the_same_line_has_the_same_answer_through_a_prompt_of_the_server() {
    let vault = Vault::new();
    typed(&vault, "/remember The gateway listens on port 8443");
    typed(&vault, "/remember Never push to main directly");
    let mut client = Client::ready(&vault, &[]);
    let listed = client.ask("prompts/list", json!({}));
    let names: Vec<&str> = listed["result"]["prompts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    for name in ["remember", "forget", "pin", "memory-status", "memory-alias"] {
        assert!(names.contains(&name), "{names:?}");
    }
    for (prompt, argument, value, line) in [
        ("memory-status", "", "", "/memory status"),
        ("memory-list", "category", "warning", "/memory list warning"),
        ("memory-search", "query", "gateway port", "/memory search gateway port"),
        (
            "remember",
            "text",
            "Never push to main directly",
            "/remember Never push to main directly",
        ),
        ("memory-auto", "state", "off", "/memory auto off"),
    ] {
        let arguments = json!({ argument: value });
        let got = client.ask("prompts/get", json!({"name": prompt, "arguments": arguments}));
        let messages = got["result"]["messages"].as_array().unwrap_or_else(|| panic!("{got}"));
        let answer = messages.last().unwrap()["content"]["text"].as_str().unwrap().to_owned();
        assert_eq!(answer, typed(&vault, line), "{prompt}");
    }
    let failed =
        client.ask("prompts/get", json!({"name": "forget", "arguments": {"memory": "99"}}));
    let text = failed["result"]["messages"][1]["content"]["text"].as_str().unwrap();
    assert!(text.contains("there is no memory `99`"), "{failed}");
    let refused = client.ask("prompts/get", json!({"name": "remember"}));
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    client.leave();
}
