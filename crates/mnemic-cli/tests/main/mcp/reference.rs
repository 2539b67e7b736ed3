//! The profile of the reference memory server: its tools, its shapes, its answers, on memories that last.

use std::process::Command;

use serde_json::{Value, json};

use super::{ask::Ask, client::Client};
use crate::harness::Vault;

fn ready(vault: &Vault) -> Client {
    Client::ready(vault, &["--profile", "reference"])
}

fn graph(vault: &Vault) -> Value {
    let mut client = ready(vault);
    let graph = client.call("read_graph", json!({})).structured;
    client.leave();
    graph
}

/// A session that has everything in it: duplicates, what is missing, odd names.
fn session() -> Vec<(&'static str, Value)> {
    let relation = |from: &str, relation: &str, to: &str| json!({"from": from, "to": to, "relationType": relation});
    let entity = |name: &str, of: &str, observations: &[&str]| json!({"name": name, "entityType": of, "observations": observations});
    let of = |name: &str, field: &str, texts: &[&str]| json!({"entityName": name, field: texts});
    vec![
        ("read_graph", json!({})),
        (
            "create_entities",
            json!({"entities": [
                entity("Ada Lovelace", "person", &["Wrote the first program", "Lives in London"]),
                entity("Analytical Engine", "machine", &[]),
            ]}),
        ),
        (
            "create_entities",
            json!({"entities": [
                entity("Ada Lovelace", "countess", &["Is not taken in"]),
                entity("Babbage", "person", &["Likes tea", "likes tea", "Likes tea"]),
            ]}),
        ),
        ("create_entities", json!({"entities": []})),
        (
            "create_entities",
            json!({"entities": [{
                "name": "Typed", "entityType": "x", "observations": [], "type": "entity",
            }]}),
        ),
        ("delete_entities", json!({"entityNames": ["Typed"]})),
        (
            "create_relations",
            json!({"relations": [
                relation("Ada Lovelace", "knows", "Babbage"),
                relation("Babbage", "designed", "Analytical Engine"),
                relation("Ada Lovelace", "wrote for", "Nobody"),
            ]}),
        ),
        ("create_relations", json!({"relations": [relation("Ada Lovelace", "knows", "Babbage")]})),
        (
            "add_observations",
            json!({"observations": [
                of("Ada Lovelace", "contents", &["Lives in London", "Was born in 1815"]),
                of("Analytical Engine", "contents", &["Has a mill\nand a store"]),
            ]}),
        ),
        (
            "add_observations",
            json!({"observations": [of("Babbage", "contents", &["Lost"]), of("Eve", "contents", &["x"])]}),
        ),
        (
            "create_entities",
            json!({"entities": [
                entity("note: one → two (three)", "odd (very): \\→", &["a: b → c", "  spaces  ", ""]),
            ]}),
        ),
        (
            "create_relations",
            json!({"relations": [relation("note: one → two (three)", "→ \\ →", "Ada: x")]}),
        ),
        ("search_nodes", json!({"query": "PROGRAM"})),
        ("search_nodes", json!({"query": "machine"})),
        ("search_nodes", json!({"query": "not there"})),
        ("search_nodes", json!({"query": ""})),
        ("open_nodes", json!({"names": ["Analytical Engine", "Nobody"]})),
        ("open_nodes", json!({"names": []})),
        (
            "delete_observations",
            json!({"deletions": [
                of("Babbage", "observations", &["Likes tea", "never said"]),
                of("Eve", "observations", &["x"]),
            ]}),
        ),
        (
            "delete_relations",
            json!({"relations": [
                relation("Ada Lovelace", "wrote for", "Nobody"),
                relation("Ada Lovelace", "hates", "Babbage"),
            ]}),
        ),
        ("read_graph", json!({})),
        ("delete_entities", json!({"entityNames": ["Babbage", "Eve"]})),
        ("create_entities", json!({"entities": [entity("Babbage", "ghost", &[])]})),
        ("read_graph", json!({})),
    ]
}

/// What a client goes by.
fn essence(result: &Value) -> Value {
    json!({
        "text": result["content"][0]["text"],
        "structured": result["structuredContent"],
        "failed": result["isError"] == true,
    })
}

#[test]
fn a_session_is_answered_in_the_shapes_of_the_reference_server() {
    let vault = Vault::new();
    let mut client = ready(&vault);
    let answers: Vec<Value> = session()
        .into_iter()
        .map(|(tool, arguments)| essence(&client.result(tool, arguments)))
        .collect();
    client.leave();
    assert_eq!(answers[0]["text"], "{\n  \"entities\": [],\n  \"relations\": []\n}");
    let created: Value = serde_json::from_str(answers[1]["text"].as_str().unwrap()).unwrap();
    assert_eq!(json!({ "entities": created }), answers[1]["structured"]);
    assert_eq!(created[0]["entityType"], "person");
    assert_eq!(answers[2]["structured"]["entities"].as_array().unwrap().len(), 1);
    assert_eq!(answers[7]["text"], "[]");
    let added = &answers[8]["structured"]["results"];
    assert_eq!(
        added[0],
        json!({"entityName": "Ada Lovelace", "addedObservations": ["Was born in 1815"]})
    );
    assert_eq!(
        (&answers[9]["failed"], &answers[9]["text"]),
        (&json!(true), &json!("Entity with name Eve not found"))
    );
    assert_eq!(answers[12]["structured"]["entities"][0]["name"], "Ada Lovelace");
    assert_eq!(answers[12]["structured"]["relations"].as_array().unwrap().len(), 2);
    assert_eq!(answers[18]["text"], "Observations deleted successfully");
    let whole = &answers[20]["structured"];
    let babbage = json!({"name": "Babbage", "entityType": "person", "observations": ["likes tea"]});
    assert_eq!(whole["entities"][2], babbage);
    let odd = &whole["entities"][3];
    assert_eq!(odd["name"], "note: one → two (three)");
    assert_eq!(odd["observations"], json!(["a: b → c", "  spaces  ", ""]));
    let last = answers.last().unwrap();
    assert_eq!(last["structured"]["entities"][3]["entityType"], "ghost");
    assert_eq!(last["structured"]["relations"].as_array().unwrap().len(), 1);
}

#[test]
fn what_the_reference_server_passes_over_is_passed_over_and_line_ends_are_all_one() {
    let vault = Vault::new();
    let mut client = ready(&vault);
    let ada =
        json!({"name": "Ada", "entityType": "person", "observations": ["one\r\ntwo", "three"]});
    client.call("create_entities", json!({"entities": [ada], "extra": true}));
    let read = client.call("read_graph", json!({"extra": 1}));
    assert_eq!(read.structured["entities"][0]["observations"], json!(["one\ntwo", "three"]));
    let added = json!({"observations": [{"entityName": "Ada", "contents": ["one\r\ntwo"]}]});
    let added = client.call("add_observations", added);
    assert_eq!(added.structured["results"][0]["addedObservations"], json!([]));
    let deletion = json!({"entityName": "Ada", "observations": ["one\r\ntwo"]});
    client.call("delete_observations", json!({"deletions": [deletion]}));
    let read = client.call("read_graph", json!({}));
    assert_eq!(read.structured["entities"][0]["observations"], json!(["three"]));
    client.leave();
}

#[test]
fn the_graph_survives_a_reindex_an_export_and_the_loss_of_the_journal() {
    let vault = Vault::new();
    let mut client = ready(&vault);
    for (tool, arguments) in session() {
        client.result(tool, arguments);
    }
    client.leave();
    let before = graph(&vault);
    vault.ok(&["reindex"]);
    assert_eq!(graph(&vault), before, "after a reindex");

    let exported = vault.beside("export.jsonl");
    vault.ok(&["export", "--output", exported.to_str().unwrap()]);
    let other = Vault::new();
    other.ok(&["import", "jsonl", exported.to_str().unwrap()]);
    assert_eq!(graph(&other), before, "after an ordinary import");
    let restored = Vault::new();
    restored.ok(&["import", "jsonl", "--restore", exported.to_str().unwrap()]);
    assert_eq!(graph(&restored), before, "after a restore");

    std::fs::remove_dir_all(vault.path("journal")).unwrap();
    std::fs::remove_dir_all(vault.path("index")).unwrap();
    let found = graph(&vault);
    let names = |graph: &Value| -> Vec<String> {
        let entities = graph["entities"].as_array().unwrap();
        let mut names: Vec<String> = entities.iter().map(|it| it["name"].to_string()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&found), names(&before), "after the journal was lost");
}

#[test]
fn people_change_the_graph_in_their_documents() {
    let vault = Vault::new();
    let mut client = ready(&vault);
    let ada =
        json!({"name": "Ada", "entityType": "person", "observations": ["Likes tea", "Sings"]});
    client.call("create_entities", json!({"entities": [ada]}));
    client.leave();
    let document = vault.read("global/MEMORY.md");
    let edited = document.replace("Ada: Likes tea", "Ada: Likes coffee");
    let section = "## Facts\n\n";
    assert!(edited.contains(section), "{edited}");
    let by_hand =
        format!("{section}- [relation] Ada → knows → Babbage\n- [observation] Babbage: Frowns\n");
    vault.save("global/MEMORY.md", &edited.replace(section, &by_hand));
    let graph = graph(&vault);
    assert_eq!(graph["entities"][0]["observations"], json!(["Likes coffee", "Sings"]));
    let babbage = json!({"name": "Babbage", "entityType": "", "observations": ["Frowns"]});
    assert_eq!(graph["entities"][1], babbage);
    assert_eq!(graph["relations"][0]["relationType"], "knows");
}

#[test]
fn what_is_deleted_is_archived_and_taken_back_as_one() {
    let vault = Vault::new();
    let mut client = ready(&vault);
    let ada =
        json!({"name": "Ada", "entityType": "person", "observations": ["Likes tea", "Sings"]});
    client.call("create_entities", json!({"entities": [ada]}));
    let before = client.call("read_graph", json!({})).structured;
    client.call("delete_entities", json!({"entityNames": ["Ada"]}));
    assert_eq!(client.call("read_graph", json!({})).structured["entities"], json!([]));
    client.leave();
    assert_eq!(vault.memories().len(), 3);
    let acts = vault.json(&["audit", "--limit", "1"]);
    vault.ok(&["undo", acts["acts"][0]["act"].as_str().unwrap()]);
    assert_eq!(graph(&vault), before);
    assert_eq!(vault.json(&["recall", "tea"])["hits"][0]["text"], "Ada: Likes tea");
}

#[test]
fn the_graph_is_a_resource_and_stays_within_reach() {
    let vault = Vault::new();
    let mut client = ready(&vault);
    client.call(
        "create_entities",
        json!({"entities": [{"name": "Ada", "entityType": "person", "observations": []}]}),
    );
    let listed = client.ask("resources/list", json!({}));
    assert_eq!(listed["result"]["resources"][0]["uri"], "memory://knowledge-graph", "{listed}");
    let read = client.ask("resources/read", json!({"uri": "memory://knowledge-graph"}));
    assert!(read["result"]["contents"][0]["text"].as_str().unwrap().contains("Ada"), "{read}");
    client.leave();
    let mut client = Client::ready(&vault, &["--profile", "reference", "--scope", "project:mine"]);
    client.call(
        "create_entities",
        json!({"entities": [{"name": "Mine", "entityType": "x", "observations": []}]}),
    );
    client.leave();
    let mut client = Client::ready(&vault, &["--profile", "reference", "--scope", "project:other"]);
    let entities = client.call("read_graph", json!({})).structured["entities"].take();
    assert_eq!(entities.as_array().unwrap().len(), 1, "{entities}");
    client.leave();
}

/// The reference server itself gets the same session. `scripts/test` installs it and says where it is.
#[test]
#[ignore = "needs the reference server from npm; scripts/test runs it"]
fn the_reference_server_answers_the_same() {
    let program = std::env::var("MNEMIC_REFERENCE_SERVER").expect("scripts/test sets it");
    let vault = Vault::new();
    let mut reference = Command::new("node");
    reference.arg(program).env("MEMORY_FILE_PATH", vault.beside("memory.jsonl"));
    let (mut theirs, mut ours) = (Client::of(reference), ready(&vault));
    theirs.initialize();
    for (tool, arguments) in session() {
        let [their, our] =
            [&mut theirs, &mut ours].map(|client| essence(&client.result(tool, arguments.clone())));
        assert_eq!(our, their, "{tool} {arguments}");
    }
    let [their, our] = [&mut theirs, &mut ours].map(tools);
    assert_eq!(our, their);
    ours.leave();
}

/// The tools without what only one of the two says.
fn tools(client: &mut Client) -> Vec<Value> {
    let listed = client.ask("tools/list", json!({}))["result"]["tools"].take();
    let plain = |tool: &Value| {
        json!({
            "name": tool["name"], "description": tool["description"],
            "input": schema(&tool["inputSchema"]), "output": schema(&tool["outputSchema"]),
        })
    };
    listed.as_array().unwrap().iter().map(plain).collect()
}

fn schema(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let said = |key: &&String| !matches!(key.as_str(), "$schema" | "additionalProperties");
            let kept = fields.keys().filter(said);
            kept.map(|key| (key.clone(), schema(&fields[key]))).collect()
        }
        other => other.clone(),
    }
}
