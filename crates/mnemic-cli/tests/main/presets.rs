//! Presets: what each one does, and how one is looked at, compared and taken.

use serde_json::{Value, json};

use crate::harness::Vault;

fn with(preset: &str) -> Vault {
    let vault = Vault::new();
    vault.ok(&["preset", "use", preset]);
    vault
}

/// What a vault under a preset does: results and candidates of a recall, the factors of a reinforced memory of
/// ten days ago, its score, the category of a note, and whether 501 characters are taken.
fn behaviour(preset: &str) -> String {
    let vault = with(preset);
    let text = |number| format!("note {number}");
    let texts = (0..120).map(text).chain(["apple pie".to_owned()]);
    let lines: Vec<Value> =
        texts.map(|text| json!({"text": text, "created_at": "2026-11-05T10:00:00Z"})).collect();
    vault.import(&lines);
    let answer = vault.json(&["recall", "note", "--explain"]);
    let hits = answer["hits"].as_array().unwrap();
    // Arms that order equals differently overlap by chance, so that only the pools of single arms can be told.
    let kept = hits[0]["explain"]["kept"].as_str().unwrap();
    let mut arms = hits.iter().flat_map(|hit| hit["explain"]["arms"].as_array().unwrap());
    let several = arms.any(|arm| arm["arm"] == "vector");
    let kept = if several { "by several arms" } else { kept };
    let factors = |hit: &Value| {
        let factors = hit["explain"]["factors"].as_array().unwrap().iter();
        let describe = |factor: &Value| {
            format!("{} {:.2}", factor["name"].as_str().unwrap(), factor["value"].as_f64().unwrap())
        };
        factors.map(describe).collect::<Vec<_>>().join(" ")
    };
    let plain = factors(&hits[0]);
    let score = &vault.json(&["reinforce", "121"])["signals"]["score"];
    let praised = factors(&vault.json(&["recall", "apple", "--explain"])["hits"][0]);
    let lowered = &vault.json(&["demote", "121"])["signals"]["score"];
    let category = vault.json(&["remember", "Never do that"])["category"].to_string();
    let long = vault.run(&["remember", &"x".repeat(501)]).output.status.success();
    format!(
        "{} hits, {kept}, factors [{plain}], praised [{praised}] {score} {lowered}, category {category}, long {long}",
        hits.len()
    )
}

#[test]
fn openclaw_behaves_as_it_says() {
    insta::assert_snapshot!(behaviour("openclaw"), @r#"10 hits, by several arms, factors [time 1.00 user 1.00 recency 1.41 topics 1.00], praised [time 1.00 user 1.00 recency 1.41 topics 1.00] 3 2, category "warning", long true"#);
}

#[test]
fn koshi_behaves_as_it_says() {
    insta::assert_snapshot!(behaviour("koshi"), @"5 hits, place 1 of 15 candidates, factors [score 1.00 recency 0.91], praised [score 1.82 recency 1.00] 3 2, category null, long true");
}

#[test]
fn brain_behaves_as_it_says() {
    insta::assert_snapshot!(behaviour("brain"), @"20 hits, place 1 of 40 candidates, factors [], praised [] 3 2, category null, long true");
}

#[test]
fn praxis_behaves_as_it_says() {
    insta::assert_snapshot!(behaviour("praxis"), @r#"11 hits, place 1 of 120 candidates; not among the lowest 30 %; of no session, factors [category 0.90 recency 0.70 access 1.00 files 1.00 status 1.00 conflict 1.00], praised [category 0.90 recency 0.70 access 1.00 files 1.00 status 1.00 conflict 1.00] 3 2, category "warning", long false"#);
}

#[test]
fn engine_behaves_as_it_says() {
    insta::assert_snapshot!(behaviour("engine"), @"100 hits, place 1 of 120 candidates, factors [importance 1.10 newness 1.00], praised [importance 1.10 newness 1.00] 3 2, category null, long true");
}

#[test]
fn default_behaves_as_it_says() {
    insta::assert_snapshot!(behaviour("default"), @r#"10 hits, by several arms, factors [score 1.00 recency 1.00], praised [score 1.82 recency 1.00 note 0.57] 3 2, category "warning", long true"#);
}

#[test]
fn show_answers_what_programs_rely_on() {
    let vault = with("koshi");
    insta::assert_snapshot!(vault.json(&["preset", "show", "praxis"]), @r#"{"description":"short notes, ranked out of many candidates","policies":{"category.automatic":true,"compaction.enabled":false,"compaction.keep_recent":10,"compaction.threshold":0,"compaction.window_share":0.0,"context.budget":0,"context.injection":"tiered","context.max_relevant":5,"daily_log.enabled":true,"document.max_chars":50000,"embedding.provider":"auto","flush.enabled":false,"flush.reserve_tokens_floor":20000,"flush.soft_threshold_tokens":4000,"flush.threshold":0,"learning.auto":true,"learning.readiness":"balanced","ranking.fusion":"auto","ranking.profile":"praxis","ranking.recency_weight":0.0,"ranking.score_weight":0.2,"redaction.cards":"allow","redaction.credentials":"redact","redaction.emails":"redact","redaction.ibans":"allow","redaction.labelled":"redact","redaction.phones":"allow","redaction.private_keys":"redact","redaction.tokens":"redact","search.aliases":"automatic","search.candidates_per_result":5,"search.degraded_results":5,"search.drop_share":0.3,"search.fuzzy":true,"search.match":"prefix","search.max_per_session":2,"search.max_results":15,"search.min_candidates":500,"search.min_score":0.0,"search.mmr":0.0,"session.tool_results":5,"signal.access":"injection","signal.demote_weight":1,"signal.reinforce_weight":3,"text.max_chars":500},"preset":"praxis","used":false}"#);
    assert_eq!(vault.json(&["preset", "show"])["preset"], "koshi");
    assert_eq!(vault.json(&["preset", "show"])["used"], true);
    assert!(vault.ok(&["preset", "show"]).starts_with("koshi: "));
    assert!(vault.fails(&["preset", "show", "kochi"]).contains("default, openclaw"));
}

#[test]
fn diff_answers_what_programs_rely_on() {
    let vault = with("koshi");
    insta::assert_snapshot!(vault.json(&["preset", "diff", "praxis"]), @r#"{"a":"praxis","b":"koshi","differences":[{"a":500,"b":1048576,"key":"text.max_chars"},{"a":true,"b":false,"key":"category.automatic"},{"a":"redact","b":"allow","key":"redaction.emails"},{"a":15,"b":5,"key":"search.max_results"},{"a":5,"b":0,"key":"search.degraded_results"},{"a":5,"b":3,"key":"search.candidates_per_result"},{"a":500,"b":1,"key":"search.min_candidates"},{"a":"praxis","b":"koshi","key":"ranking.profile"},{"a":0.0,"b":0.01,"key":"ranking.recency_weight"},{"a":"prefix","b":"any","key":"search.match"},{"a":true,"b":false,"key":"search.fuzzy"},{"a":"automatic","b":"none","key":"search.aliases"},{"a":0.3,"b":0.0,"key":"search.drop_share"},{"a":2,"b":0,"key":"search.max_per_session"},{"a":"tiered","b":"none","key":"context.injection"},{"a":5,"b":40,"key":"context.max_relevant"},{"a":"injection","b":"never","key":"signal.access"},{"a":"auto","b":"none","key":"embedding.provider"},{"a":true,"b":false,"key":"learning.auto"},{"a":false,"b":true,"key":"flush.enabled"},{"a":false,"b":true,"key":"compaction.enabled"},{"a":0.0,"b":0.7,"key":"compaction.window_share"},{"a":true,"b":false,"key":"daily_log.enabled"}]}"#);
    assert_eq!(vault.json(&["preset", "diff", "brain", "brain"])["differences"], json!([]));
    assert!(vault.ok(&["preset", "diff", "koshi"]).contains("set the same values"));
}

#[test]
fn use_answers_what_programs_rely_on_and_leaves_the_rest_of_the_file() {
    let vault = Vault::configured("# mine\nsearch: {max_results: 7} # seven\n");
    let mut answer = vault.json(&["preset", "use", "koshi"]);
    answer["file"] = json!("<file>");
    insta::assert_snapshot!(answer, @r#"{"changes":[{"from":true,"key":"category.automatic","to":false},{"from":4,"key":"search.candidates_per_result","to":3},{"from":80,"key":"search.min_candidates","to":1},{"from":"default","key":"ranking.profile","to":"koshi"},{"from":0.0,"key":"ranking.recency_weight","to":0.01},{"from":true,"key":"search.fuzzy","to":false},{"from":"own","key":"search.aliases","to":"none"},{"from":"tiered","key":"context.injection","to":"none"},{"from":"injection","key":"signal.access","to":"never"},{"from":"auto","key":"embedding.provider","to":"none"},{"from":true,"key":"learning.auto","to":false},{"from":80000,"key":"flush.threshold","to":0},{"from":100000,"key":"compaction.threshold","to":0},{"from":0.0,"key":"compaction.window_share","to":0.7},{"from":true,"key":"daily_log.enabled","to":false}],"file":"<file>","kept":["search.max_results"],"line":3,"preset":"koshi"}"#);
    assert_eq!(
        vault.read("config/memory.yaml"),
        "# mine\nsearch: {max_results: 7} # seven\npreset: koshi\n"
    );
    assert_eq!(vault.ok(&["config", "get", "search.max_results"]), "7\n", "the file is above");
    assert!(
        vault
            .ok(&["preset", "use", "praxis"])
            .contains("text.max_chars               1048576 → 500")
    );
}
