//! Long, multi-line, fenced and headed texts go in and come out identical: through journal, index and
//! documents. The shared conversations are used when they lie beside the repository.

use std::{collections::HashMap, path::Path};

use serde_json::{Value, json};

use crate::harness::Vault;

const NASTY: [&str; 16] = [
    "plain",
    "  leading and trailing  ",
    "ends with a tag #notatag",
    "ends with an anchor ^abc123",
    "escaped \\#already and \\^this",
    "# heading\n\n## another\n\ntext",
    "```rust\nfn main() {\n    // - not an item\n}\n```",
    "- item\n- item\n  - nested\n\n- after a blank line",
    "[warning] looks like a category",
    "**[2026-01-01]** looks like a date",
    "trailing newline\n",
    "two trailing newlines\n\n",
    "\nleading newline",
    "<<<<<<< ours\n=======\n>>>>>>> theirs",
    "<!-- comment\n-->",
    "\\\n\\\\\n\\",
];

#[test]
fn every_text_comes_out_as_it_went_in() {
    round_trip(NASTY.iter().map(|text| (*text).to_owned()).collect());
}

#[test]
fn the_shared_conversations_come_out_as_they_went_in() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let read = |name: &str| -> Option<Value> {
        serde_json::from_str(&std::fs::read_to_string(data.join(name)).ok()?).ok()
    };
    let mut texts = Vec::new();
    for chat in
        read("beam-dev.json").as_ref().and_then(Value::as_array).into_iter().flatten().take(3)
    {
        texts.extend(
            chat["turns"]
                .as_array()
                .unwrap()
                .iter()
                .map(|turn| turn["text"].as_str().unwrap().to_owned()),
        );
    }
    for chat in read("locomo-dev.json").as_ref().and_then(Value::as_array).into_iter().flatten() {
        let sessions =
            chat["conversation"].as_object().unwrap().values().filter_map(Value::as_array);
        texts.extend(sessions.flatten().map(|turn| turn["text"].as_str().unwrap().to_owned()));
    }
    if !texts.is_empty() {
        round_trip(texts);
    }
}

/// Through the journal and the index, then once more from the documents alone.
fn round_trip(texts: Vec<String>) {
    // Some conversations are about passwords, with examples of them.
    let vault =
        Vault::configured("redaction: {labelled: allow, tokens: allow, credentials: allow}\n");
    let lines: Vec<Value> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| json!({"text": text, "ref": format!("r{index}")}))
        .collect();
    let report = vault.import(&lines);
    assert_eq!(report["added"], texts.len(), "{report}");
    let kept: HashMap<String, String> = vault.memories().iter().map(by_ref).collect();
    for (index, text) in texts.iter().enumerate() {
        assert_eq!(kept.get(&format!("r{index}")), Some(text));
    }
    assert_eq!(vault.json(&["doctor"])["findings"], json!([]));
    let mut anchored: Vec<(String, String)> = vault.memories().iter().map(by_anchor).collect();
    std::fs::remove_dir_all(vault.path("journal")).unwrap();
    std::fs::remove_dir_all(vault.path("index")).unwrap();
    let mut again: Vec<(String, String)> = vault.memories().iter().map(by_anchor).collect();
    anchored.sort();
    again.sort();
    assert_eq!(anchored.len(), again.len());
    for (before, after) in anchored.iter().zip(&again) {
        assert_eq!(before, after);
    }
}

fn by_ref(memory: &Value) -> (String, String) {
    (
        memory["source"]["ref"].as_str().unwrap().to_owned(),
        memory["text"].as_str().unwrap().to_owned(),
    )
}

fn by_anchor(memory: &Value) -> (String, String) {
    (memory["anchor"].as_str().unwrap().to_owned(), memory["text"].as_str().unwrap().to_owned())
}
