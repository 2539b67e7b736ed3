//! The configuration file: Mnemic does what it says, names its errors, and keeps the rest of it.

mod key;

use serde_json::{Value, json};

use crate::harness::Vault;

const FILE: &str = "config/memory.yaml";

impl Vault {
    /// A vault with this configuration.
    pub fn configured(source: &str) -> Self {
        let vault = Self::new();
        vault.ok(&["init"]);
        vault.save(FILE, source);
        vault
    }
}

/// The answer without the path of the vault.
fn steady(vault: &Vault, answer: &Value) -> String {
    answer.to_string().replace(vault.root().canonicalize().unwrap().to_str().unwrap(), "<vault>")
}

#[test]
fn show_answers_what_programs_rely_on() {
    let vault = Vault::configured("preset: praxis\nsearch:\n  max_results: 7\n");
    let answer = vault.json(&["config", "show", "--config", "text.max_chars=90"]);
    let shown = |key: &str| {
        let keys = answer["keys"].as_array().unwrap();
        keys.iter().find(|row| row["key"] == key).unwrap().to_string()
    };
    insta::assert_snapshot!(shown("search.max_results"), @r#"{"help":"the number of memories a recall returns without `--limit`","key":"search.max_results","line":3,"origin":"file","takes":"a whole number from 1 to 1000","value":7}"#);
    insta::assert_snapshot!(shown("text.max_chars"), @r#"{"help":"the maximum length of a memory's text; 1 MiB is the upper limit","key":"text.max_chars","origin":"command line","takes":"a whole number from 1 to 1048576","value":90}"#);
    insta::assert_snapshot!(shown("search.min_candidates"), @r#"{"help":"the minimum number of candidates to rank","key":"search.min_candidates","origin":"preset","takes":"a whole number from 1 to 10000","value":500}"#);
    insta::assert_snapshot!(shown("ranking.score_weight"), @r#"{"help":"how much feedback changes the rank: w in e^(w × score); 0 ignores feedback","key":"ranking.score_weight","origin":"default","takes":"a number from 0 to 1","value":0.2}"#);
    assert_eq!(answer["faults"], 0);
    assert!(answer["file"].as_str().unwrap().ends_with("vault/config/memory.yaml"));
    let text = vault.ok(&["config", "show"]);
    assert!(text.contains("preset                       praxis     config/memory.yaml line 1\n"));
    assert!(text.contains("search.min_candidates        500        preset praxis\n"), "{text}");
}

#[test]
fn get_answers_what_programs_rely_on() {
    let vault = Vault::configured("memory:\n  reinforceWeight: 5\n");
    insta::assert_snapshot!(vault.json(&["config", "get", "reinforceWeight"]), @r#"{"help":"how much `mnemic reinforce` adds to a score","key":"signal.reinforce_weight","line":2,"origin":"file","takes":"a whole number from 0 to 100","value":5}"#);
    assert_eq!(vault.ok(&["config", "get", "signal.reinforce_weight"]), "5\n");
    let complaint = vault.fails(&["config", "get", "signal.reinforce_wieght"]);
    assert!(complaint.contains("did you mean `signal.reinforce_weight`?"), "{complaint}");
    assert!(complaint.contains("hint: `mnemic config show`"), "{complaint}");
}

#[test]
fn set_answers_what_programs_rely_on_and_leaves_the_rest_of_the_file() {
    let vault = Vault::configured(
        "# mine\n\nsearch:        # how\n    maxResults: 5   # five\n\n# the end\n",
    );
    let answer = vault.json(&["config", "set", "search.max_results", "7"]);
    insta::assert_snapshot!(steady(&vault, &answer), @r#"{"file":"<vault>/config/memory.yaml","key":"search.max_results","line":4,"value":7}"#);
    vault.ok(&["config", "set", "search.min_candidates", "70"]);
    vault.ok(&["config", "set", "preset", "koshi"]);
    assert_eq!(
        vault.read(FILE),
        "# mine\n\nsearch:        # how\n    maxResults: 7   # five\n    min_candidates: 70\npreset: koshi\n\n# the end\n"
    );
    let complaint = vault.fails(&["config", "set", "search.max_results", "-1"]);
    assert!(complaint.contains("a whole number from 1 to 1000"), "{complaint}");
    assert!(vault.read(FILE).contains("maxResults: 7"));
}

#[test]
fn set_makes_a_missing_file_and_a_missing_vault() {
    let vault = Vault::new();
    assert_eq!(
        vault.ok(&["config", "set", "search.max_results", "7"]),
        "search.max_results is 7 (config/memory.yaml line 2)\n"
    );
    assert_eq!(vault.read(FILE), "search:\n  max_results: 7\n");
    vault.ok(&["config", "check"]);
}

#[test]
fn check_lists_every_fault_with_its_line() {
    let vault = Vault::configured(
        "preset: kochi\nserach:\n  max_results: 5\nsignal:\n  reinforce_weight: lots\n",
    );
    let run = vault.run(&["config", "check", "--json"]);
    assert_eq!(run.output.status.code(), Some(1), "{}", run.story());
    let answer: Value = serde_json::from_slice(&run.output.stdout).unwrap();
    insta::assert_snapshot!(steady(&vault, &answer), @r#"{"faults":[{"key":"preset","line":1,"message":"`preset` is `kochi`, but takes one of default, openclaw, koshi, brain, praxis, engine"},{"key":"serach.max_results","line":3,"message":"`serach.max_results` is not a key of this version; did you mean `search.max_results`?"},{"key":"signal.reinforce_weight","line":5,"message":"`signal.reinforce_weight` is `lots`, but takes a whole number from 0 to 100"}],"file":"<vault>/config/memory.yaml","well":false}"#);
    let run = vault.run(&["config", "check"]);
    let text = String::from_utf8_lossy(&run.output.stdout).into_owned();
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.contains("line 3: `serach.max_results` is not a key"), "{text}");
    vault.save(FILE, "preset: koshi\n");
    assert_eq!(vault.json(&["config", "check"])["well"], true);
}

#[test]
fn a_broken_file_does_not_brick_the_vault() {
    for (source, said) in [
        ("search:\n  max_results: lots\n", "line 2: `search.max_results` is `lots`"),
        ("search: [\n", "line 2: this is not YAML"),
        ("colour: blue\n", "line 1: `colour` is not a key"),
    ] {
        let vault = Vault::new();
        vault.ok(&["remember", "before it broke"]);
        vault.save(FILE, source);
        for verb in [["recall", "before"], ["remember", "after"], ["forget", "1"], ["show", "1"]] {
            let complaint = vault.fails(&verb);
            assert!(
                complaint.contains("/config/memory.yaml` ") && complaint.contains(said),
                "{complaint}"
            );
            assert!(complaint.contains("hint: `mnemic config check`"), "{complaint}");
        }
        let status = vault.json(&["status"]);
        assert_eq!(
            (&status["memories"][0]["count"], &status["configuration_faults"]),
            (&json!(1), &json!(1))
        );
        let doctor = vault.run(&["doctor"]);
        assert_eq!(doctor.output.status.code(), Some(1), "{}", doctor.story());
        assert!(doctor.story().contains(said), "{}", doctor.story());
        vault.ok(&["config", "show"]);
        vault.save(FILE, "");
        assert_eq!(vault.json(&["recall", "before"])["hits"][0]["number"], 1);
    }
}

#[test]
fn a_wrong_value_is_corrected_by_setting_it() {
    let vault = Vault::configured("search:\n  max_results: lots # of them\n");
    vault.ok(&["config", "set", "search.max_results", "9"]);
    assert_eq!(vault.read(FILE), "search:\n  max_results: 9 # of them\n");
    vault.ok(&["recall", "anything"]);
}

#[test]
fn a_file_that_is_a_link_or_no_text_is_not_read() {
    let vault = Vault::new();
    vault.ok(&["init"]);
    std::fs::write(vault.path(FILE), b"preset: \xff\n").unwrap();
    assert!(vault.fails(&["recall", "x"]).contains("is not UTF-8"));
    std::fs::remove_file(vault.path(FILE)).unwrap();
    std::fs::write(vault.beside("elsewhere.yaml"), "preset: koshi\n").unwrap();
    std::os::unix::fs::symlink(vault.beside("elsewhere.yaml"), vault.path(FILE)).unwrap();
    assert!(vault.fails(&["recall", "x"]).contains("is a symbolic link"));
    assert!(vault.fails(&["config", "set", "preset", "brain"]).contains("is a symbolic link"));
}

#[test]
fn several_processes_may_set_keys_at_once() {
    let vault = Vault::new();
    vault.ok(&["init"]);
    let keys =
        ["search.max_results", "search.min_candidates", "text.max_chars", "signal.demote_weight"];
    let running: Vec<_> = keys
        .iter()
        .map(|key| vault.command(&["config", "set", key, "9"]).spawn().unwrap())
        .collect();
    for mut process in running {
        assert!(process.wait().unwrap().success());
    }
    for key in keys {
        assert_eq!(vault.ok(&["config", "get", key]), "9\n", "{key}");
    }
}

#[test]
fn a_value_for_this_once_is_checked() {
    let vault = Vault::new();
    let complaint = vault.fails(&["recall", "x", "--config", "serach.max_results=1"]);
    assert!(complaint.contains("did you mean `search.max_results`?"), "{complaint}");
    assert!(vault.fails(&["recall", "x", "--config", "preset"]).contains("KEY=VALUE"));
}
