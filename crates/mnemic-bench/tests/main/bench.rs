//! Benchmarks of recall, on conversations whose figures are known by hand.

use serde_json::{Value, json};

use crate::harness::Bench;

/// Two things said in one session, and another session that is all about one thing.
fn conversation(questions: &Value) -> Value {
    let said = |reference: &str, text: &str, session: &str, sequence: usize| {
        json!({
            "ref": reference, "author": "Mara", "text": text, "session": session,
            "sequence": sequence, "created_at": format!("2026-01-0{}T09:{sequence:02}:00Z", 1 + sequence / 10),
        })
    };
    let mut turns = vec![
        said("t1", "Mara adopted a zebra finch called Pip", "a", 0),
        said("t2", "the harbour ferry leaves at nine", "a", 1),
    ];
    turns.extend(
        (10..35).map(|row| said(&format!("k{row}"), &format!("kiwi harvest row {row}"), "b", row)),
    );
    json!({"id": "walk", "turns": turns, "questions": questions})
}

fn question(text: &str, category: &str, core: bool, evidence: &[&str]) -> Value {
    json!({"question": text, "category": category, "core": core, "evidence": evidence})
}

fn questions() -> Value {
    json!([
        question("zebra finch", "found", true, &["t1"]),
        question("zebra and ferry", "found", true, &["t1", "t2", "t2"]),
        question("kiwi harvest", "missed", true, &["t2"]),
        question("kiwi harvest row 10", "half", false, &["k10", "t2"]),
        question("what was never said", "nothing", true, &[]),
    ])
}

fn write(bench: &Bench, content: &Value) -> String {
    let file = bench.beside("conversations.json");
    std::fs::write(&file, content.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

fn assert_figures(score: &Value, expected: &[(&str, f64)]) {
    for (name, expected) in expected {
        let value = score[name].as_f64().unwrap_or_else(|| panic!("no {name} in {score}"));
        assert!((value - expected).abs() < 1e-6, "{name} is {value}, not {expected}: {score}");
    }
}

#[test]
fn conversations_are_scored_by_their_evidence() {
    let bench = Bench::new();
    let file = write(&bench, &json!([conversation(&questions())]));
    let figures = bench.json(&["conversations", &file]);
    for (name, expected) in [("conversations", 1), ("memories", 27), ("left_out", 1), ("limit", 20)]
    {
        assert_eq!(figures[name], expected, "{name}: {figures}");
    }
    let core = &figures["core"];
    assert_figures(
        &core["all"],
        &[("questions", 3.0), ("recall_at_5", 2.0 / 3.0), ("recall_at_10", 2.0 / 3.0)],
    );
    let whole = ["recall_at_5", "recall_at_20", "hit_at_10", "ndcg_at_10", "mrr"];
    assert_figures(&core["categories"]["found"], &whole.map(|name| (name, 1.0)));
    assert_figures(
        &core["categories"]["found"],
        &[("questions", 2.0), ("session_recall_at_5", 1.0)],
    );
    assert_figures(&core["categories"]["missed"], &whole.map(|name| (name, 0.0)));
    assert_figures(
        &core["categories"]["missed"],
        &[("session_recall_at_5", 0.0), ("tokens_per_query", 50.0)],
    );
    assert_figures(
        &figures["other"]["all"],
        &[
            ("questions", 1.0),
            ("recall_at_5", 0.5),
            ("recall_at_20", 0.5),
            ("hit_at_10", 1.0),
            ("ndcg_at_10", 1.0 / 1.630_929_75),
            ("mrr", 1.0),
            ("session_recall_at_5", 0.5),
        ],
    );
    assert!(figures["import_per_second"].as_f64().unwrap() > 0.0);
    assert!(!bench.vault().exists(), "the vault in use is left alone");
}

#[test]
fn figures_are_a_table_to_read_and_a_report_in_markdown() {
    let bench = Bench::new();
    let file = write(&bench, &json!([conversation(&questions())]));
    let report = bench.beside("reports/first.md");
    let arguments = ["conversations", &file, "--report", report.to_str().unwrap()];
    let output = bench.ok(&[&arguments[..], &["--config", "preset=koshi"]].concat());
    assert!(output.contains("settings: preset=koshi"), "{output}");
    let line = output.lines().find(|line| line.starts_with("all core questions")).unwrap();
    let cells: Vec<&str> = line.split_whitespace().skip(3).take(4).collect();
    assert_eq!(cells, ["3", "66.7", "66.7", "66.7"]);
    let written = std::fs::read_to_string(report).unwrap();
    assert!(written.starts_with("# Conversations: recall of evidence\n"), "{written}");
    assert!(written.contains("| all core questions | 3 | 66.7 | 66.7 | 66.7 |"), "{written}");
    assert!(written.contains("| half | 1 | 50.0 | 50.0 | 50.0 | 100.0 | 61.3 |"), "{written}");
}

#[test]
fn the_format_of_locomo_is_understood() {
    let bench = Bench::new();
    let said = |name: &str, text: &str| json!({"speaker": "Mara", "dia_id": name, "text": text});
    let photo = json!({
        "speaker": "Tom", "dia_id": "D1:2", "text": "look",
        "blip_caption": "a lighthouse at dusk", "img_url": ["nowhere"],
    });
    let asked = |question: &str, category: u8, evidence: &[&str]| json!({"question": question, "answer": "x", "category": category, "evidence": evidence});
    let file = write(
        &bench,
        &json!([{
            "sample_id": "made-up",
            "conversation": {
                "speaker_a": "Mara", "speaker_b": "Tom",
                "session_1_date_time": "1:56 pm on 8 May, 2023",
                "session_1": [said("D1:1", "I adopted a zebra finch"), photo],
                "session_2_date_time": "12:09 am on 13 September, 2023",
                "session_2": [said("D2:1", "the harbour ferry leaves at nine")],
                "session_3_date_time": "9:55 am on 22 October, 2023",
            },
            "qa": [
                asked("zebra and ferry", 1, &["D1:1; D2:1", "D9:9", "D"]),
                asked("when did the ferry leave", 2, &["D2:1"]),
                asked("the lighthouse", 4, &["D1:2"]),
                asked("nothing to go by", 3, &["D:1:2"]),
                asked("a trap", 5, &["D1:1"]),
            ],
        }]),
    );
    let figures = bench.json(&["locomo", &file]);
    assert_eq!((&figures["memories"], &figures["left_out"]), (&json!(3), &json!(1)), "{figures}");
    let categories = figures["core"]["categories"].as_object().unwrap();
    let names: Vec<&String> = categories.keys().collect();
    assert_eq!(names, ["multi-hop", "single-hop", "temporal"]);
    for score in categories.values() {
        assert_figures(score, &[("questions", 1.0), ("recall_at_5", 1.0), ("ndcg_at_10", 1.0)]);
    }
}

#[test]
fn what_cannot_be_scored_is_named() {
    let bench = Bench::new();
    let complaint_of = |content: &Value| {
        let file = write(&bench, content);
        bench.fails(&["conversations", &file])
    };
    let unknown = conversation(&json!([question("who", "x", true, &["t99"])]));
    let complaint = complaint_of(&json!([unknown]));
    assert!(complaint.contains("`walk` has no turn `t99`, the evidence of `who`"), "{complaint}");
    let empty = json!([{"id": "silence", "turns": [], "questions": []}]);
    assert!(complaint_of(&empty).contains("conversation `silence` has no turns"));
    let mut twice = conversation(&json!([]));
    twice["turns"][1]["ref"] = json!("t1");
    assert!(complaint_of(&json!([twice])).contains("`walk` has two turns `t1`"));
    let mut blank = conversation(&questions());
    blank["turns"][1]["text"] = json!(" ");
    assert!(complaint_of(&json!([blank])).contains("turn `t2` of conversation `walk`: "));
    let mut timeless = conversation(&questions());
    timeless["turns"][0]["created_at"] = json!("yesterday");
    assert!(complaint_of(&json!([timeless])).contains("is not a list of conversations"));
    assert!(complaint_of(&json!([])).contains("lists no conversations"));
    assert!(complaint_of(&json!([conversation(&json!([]))])).contains("no question with evidence"));
    assert!(complaint_of(&json!([{"id": "x"}])).contains("missing field `turns`"));
    assert!(complaint_of(&json!({"turns": 3})).contains("is not a list of conversations"));
}

#[test]
fn a_file_that_is_no_conversation_is_named() {
    let bench = Bench::new();
    for name in ["locomo", "conversations"] {
        let complaint = bench.fails(&[name, "nowhere.json"]);
        assert!(complaint.contains("cannot read `nowhere.json`"), "{complaint}");
        std::fs::write(bench.beside("broken.json"), "[{\"id\": ").unwrap();
        let complaint = bench.fails(&[name, "broken.json"]);
        assert!(complaint.contains("`broken.json` is not a list"), "{complaint}");
    }
    let recording = |key: &str, when: &str| {
        let turn = json!({"speaker": "Mara", "dia_id": "D1:1", "text": "hello"});
        json!([{"sample_id": "made-up", "conversation": {"session_1": [turn], key: when}, "qa": []}])
    };
    let file = write(&bench, &recording("session_2_date_time", "x"));
    let complaint = bench.fails(&["locomo", &file]);
    assert!(
        complaint.contains("`session_1` of `made-up` has no `session_1_date_time`"),
        "{complaint}"
    );
    let file = write(&bench, &recording("session_1_date_time", "last week"));
    assert!(bench.fails(&["locomo", &file]).contains("was at `last week`"));
    let file = write(&bench, &json!([conversation(&questions())]));
    let complaint = bench.fails(&["conversations", &file, "--folder", "nowhere"]);
    assert!(complaint.contains("cannot make a vault in `nowhere`"), "{complaint}");
    let complaint = bench.fails(&["conversations", &file, "--config", "no.such=1"]);
    assert!(complaint.contains("no.such"), "{complaint}");
}

#[test]
fn the_same_conversations_score_the_same_every_time() {
    let bench = Bench::new();
    let alike = json!([question("kiwi", "alike", true, &["k12", "k19", "k33"])]);
    let file = write(&bench, &json!([conversation(&alike)]));
    let first = bench.json(&["conversations", &file]);
    let second = bench.json(&["conversations", &file]);
    assert_eq!(first["core"], second["core"]);
}

#[test]
fn a_small_scale_has_one_point_with_every_figure() {
    let bench = Bench::new();
    let report = bench.beside("scale.md");
    let arguments = ["scale", "--memories", "60", "--report", report.to_str().unwrap()];
    let figures = bench.json(&arguments);
    let points = figures["points"].as_array().unwrap();
    assert_eq!((points.len(), &points[0]["memories"]), (1, &json!(60)));
    for (name, value) in points[0].as_object().unwrap() {
        // Static vectors are made as memories are written, and no deep embedder is here.
        let is_measured = !["embedded_per_second", "embedding_ms_p50"].contains(&name.as_str());
        assert_eq!(value.as_f64().unwrap() > 0.0, is_measured, "{name} is {value}");
    }
    let written = std::fs::read_to_string(report).unwrap();
    assert!(written.contains("| memories | recall p50 ms |"), "{written}");
    assert!(!bench.vault().exists(), "the vault in use is left alone");
}

#[test]
fn mcp_is_measured_over_a_pipe_and_over_http_and_loses_no_write() {
    let bench = Bench::new();
    let sizes = ["--memories", "20", "--questions", "3", "--clients", "2", "--requests", "20"];
    let figures = bench.json(&[&["mcp"][..], &sizes].concat());
    let figures = figures.as_array().unwrap();
    let value = |name: &str| {
        let figure = figures.iter().find(|figure| figure["what"] == name);
        figure.unwrap_or_else(|| panic!("no {name} in {figures:?}"))["value"].as_f64().unwrap()
    };
    assert!(value("memory_query over a pipe, p50") > 0.0);
    assert!(value("memory_query over HTTP, p50") > 0.0);
    assert!(value("20 mixed requests: rate") > 0.0);
    assert_eq!(value("writes lost"), 0.0);
    assert!(!bench.vault().exists(), "the vault in use is left alone");
}

/// A server with tools of the kind of `mcp-memory-keeper`, in a few lines of shell: whatever is called is fine.
const KEEPER: &str = r#"#!/bin/sh
while read -r line; do
    id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
    case "$line" in
        *'"initialize"'*) result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"keeper","version":"9"}}' ;;
        *'"tools/list"'*) result='{"tools":[{"name":"context_save"},{"name":"context_semantic_search"}]}' ;;
        *'"tools/call"'*) result='{"content":[]}' ;;
        *) continue ;;
    esac
    echo "this is no message"
    printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
"#;

#[test]
fn other_servers_are_measured_beside_ours_with_the_same_memories() {
    let bench = Bench::new();
    let keeper = bench.beside("keeper.sh");
    std::fs::write(&keeper, KEEPER).unwrap();
    let keeper = format!("sh {}", keeper.display());
    let reference = format!("{} mcp --profile reference", bench.mnemic().display());
    let sizes = ["--memories", "5", "--questions", "2", "--clients", "1", "--requests", "4"];
    let against = ["--against", reference.as_str(), "--against", keeper.as_str()];
    let report = bench.beside("report.md");
    let arguments = ["mcp", "--report", report.to_str().unwrap()];
    let figures = bench.json(&[&arguments[..], &sizes, &against].concat());
    let measured: Vec<&str> =
        figures.as_array().unwrap().iter().map(|figure| figure["what"].as_str().unwrap()).collect();
    let ours = format!("mnemic {}", env!("CARGO_PKG_VERSION"));
    for name in [ours.as_str(), "keeper 9"] {
        for what in ["5 memories stored, each", "query p50", "query p95", "resident"] {
            assert!(
                measured.contains(&format!("{name}: {what}").as_str()),
                "{what} in {measured:?}"
            );
        }
    }
    let report = std::fs::read_to_string(report).unwrap();
    assert!(report.contains("looks for that very text"), "{report}");
    assert!(!bench.vault().exists(), "the vault in use is left alone");
}

#[test]
fn a_server_that_cannot_be_talked_to_is_told_with_what_is_known() {
    let bench = Bench::new();
    let sizes = ["--memories", "1", "--questions", "1", "--clients", "1", "--requests", "1"];
    let against =
        |command: &str| bench.fails(&[&["mcp"], &sizes[..], &["--against", command]].concat());
    let files = format!("{} mcp --profile files", bench.mnemic().display());
    let error = against(&files);
    assert!(error.contains("has no tools that are known: memory"), "{error}");
    assert!(error.contains("`create_entities` and `search_nodes`"), "{error}");
    let error = against("/nowhere/at/all");
    assert!(error.contains("cannot start `/nowhere/at/all`"), "{error}");
}

#[test]
fn nothing_is_measured_in_place_of_an_embedder_that_is_not_there() {
    let bench = Bench::new();
    let file = write(&bench, &json!([conversation(&questions())]));
    let minilm = "embedding.provider=minilm";
    let failed = bench.fails(&["conversations", &file, "--config", minilm]);
    assert!(failed.contains("the model `minilm` is not on this machine"), "{failed}");
    let report = bench.beside("report.md");
    let arguments = ["conversations", &file, "--report", report.to_str().unwrap()];
    let figures = bench.json(&arguments);
    let embedder = figures["embedder"].as_str().unwrap();
    assert!(embedder.starts_with("static/"), "{figures}");
    let written = std::fs::read_to_string(report).unwrap();
    assert!(written.contains(&format!("- embedder: {embedder}")), "{written}");
}

#[test]
fn writers_are_processes_that_write_to_one_vault() {
    let bench = Bench::new();
    let figures = bench.json(&["store", "--part", "writers", "--writers", "2"]);
    let measured: Vec<&str> =
        figures.as_array().unwrap().iter().map(|figure| figure["what"].as_str().unwrap()).collect();
    assert!(measured.contains(&"2 processes × 500 writes"), "{measured:?}");
    assert!(!bench.vault().exists(), "the vault in use is left alone");
}

#[test]
fn a_missing_mnemic_is_told_with_the_command_that_builds_it() {
    let bench = Bench::new();
    for name in ["scale", "mcp", "store"] {
        let error = bench.fails(&[name, "--mnemic", "/nowhere/mnemic"]);
        assert!(error.contains("there is no `mnemic` at `/nowhere/mnemic`"), "{error}");
        assert!(error.contains("build it with `cargo build"), "{error}");
    }
}

#[test]
fn the_help_lists_every_benchmark() {
    let help = Bench::new().ok(&["--help"]);
    let listed = help.split_once("Commands:\n").unwrap().1.lines();
    let listed = listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let listed: Vec<&str> = listed.map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(
        listed,
        ["store", "locomo", "conversations", "notes", "scale", "mcp", "secrets", "attacks", "help"]
    );
}

/// A vault of notes, and queries whose figures are known by hand.
fn vault_of_notes() -> Value {
    let note = |reference: &str, text: &str, day: u8| json!({"ref": reference, "text": text, "created_at": format!("2026-01-{day:02}T09:00:00Z")});
    let mut notes = vec![
        note("old", "The invoice export runs at 02:30", 1),
        note("new", "The invoice export runs at 04:00 since January", 2),
        note("pip", "Mara adopted a zebra finch called Pip", 3),
    ];
    notes.extend(
        (4..20).map(|day| note(&format!("k{day}"), &format!("kiwi harvest row {day}"), day)),
    );
    let query = |sort: &str, text: &str, evidence: &[&str], stale: &[&str]| json!({"type": sort, "query": text, "evidence": evidence, "stale": stale, "also_fine": []});
    json!([{
        "id": "garden", "persona": "a gardener", "now": "2026-02-01T09:00:00Z", "notes": notes,
        "queries": [
            query("keywords", "zebra finch", &["pip"], &[]),
            query("update", "when does the invoice export run since January", &["new"], &["old"]),
            query("none", "qwertz uiop", &[], &[]),
        ],
    }])
}

#[test]
fn notes_are_scored_by_what_recall_finds_and_a_context_hands_over() {
    let bench = Bench::new();
    let file = write(&bench, &vault_of_notes());
    let fit = bench.beside("fit.jsonl");
    let figures =
        bench.json(&["notes", &file, "--embedder", "none", "--fit", fit.to_str().unwrap()]);
    assert_eq!((&figures["vaults"], &figures["notes"]), (&json!(1), &json!(19)), "{figures}");
    assert_eq!(figures["embedder"], "none");
    assert_eq!(figures["overall"]["queries"], 3);
    assert_figures(
        &figures["types"]["keywords"],
        &[("hit1", 100.0), ("r3", 100.0), ("mrr", 100.0)],
    );
    assert_figures(&figures["types"]["update"], &[("hit1", 100.0), ("stale_first", 0.0)]);
    assert_figures(&figures["types"]["none"], &[("quiet", 100.0)]);
    assert_eq!(figures["types"]["none"]["hit1"], Value::Null);
    assert_eq!(figures["verdict_auc"], 100.0, "{figures}");
    let bins = figures["reliability"]["bins"].as_array().unwrap();
    assert_eq!(bins.len(), 10);
    assert!(bins.iter().map(|bin| bin["hits"].as_u64().unwrap()).sum::<u64>() >= 2, "{figures}");
    // What weights are fitted on: a line a query, with the vault as the group.
    let lines = std::fs::read_to_string(fit).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["conversation"], "garden");
    let answer = lines[0]["candidates"].as_array().unwrap().iter().find(|it| it["answers"] == true);
    assert_eq!(answer.unwrap()["ref"], "pip");
    let table = bench.ok(&["notes", &file, "--embedder", "none"]);
    assert!(table.contains("\nkeywords ") && table.contains("scores are off by"), "{table}");
}

#[test]
fn vaults_of_notes_that_cannot_be_scored_are_named() {
    let bench = Bench::new();
    let complaint = bench.fails(&["notes", "nowhere.json"]);
    assert!(complaint.contains("cannot read `nowhere.json`"), "{complaint}");
    let mut vaults = vault_of_notes();
    vaults[0]["queries"][0]["evidence"] = json!(["gone"]);
    let file = write(&bench, &vaults);
    let complaint = bench.fails(&["notes", &file]);
    assert!(
        complaint.contains("vault `garden` has no note `gone`, a label of `zebra finch`"),
        "{complaint}"
    );
    let mut vaults = vault_of_notes();
    vaults[0]["notes"][0]["text"] = json!("");
    let file = write(&bench, &vaults);
    let complaint = bench.fails(&["notes", &file, "--embedder", "none"]);
    assert!(complaint.contains("note 1 of vault `garden`: "), "{complaint}");
}
