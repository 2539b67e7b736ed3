//! An import that comes to an end before its lines do says how far it came, and can be repeated.

use std::{fs, process::Command};

use serde_json::{Value, json};

use crate::harness::{Answer, Vault};

const LINES: usize = 2_500;

#[test]
fn an_import_that_stops_half_way_says_so_and_goes_on_when_repeated() {
    let vault = Vault::new();
    vault.ok(&["remember", "Before"]);
    let lines: Vec<Value> = (0..LINES).map(|n| json!({ "text": format!("Line {n}") })).collect();
    let file = vault.write_lines(&lines);
    let import = ["import", "jsonl", file.to_str().unwrap()];
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o"]).arg(vault.beside("trace"));
    strace.args(["-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO:when=2"]);
    strace.arg(env!("CARGO_BIN_EXE_mnemic")).arg("--vault").arg(vault.root()).args(import);
    vault.surround(&mut strace);
    let complaint = Answer::of("import", strace.output().unwrap()).fails();
    assert!(complaint.contains("stopped after 1000 lines"), "{complaint}");
    assert!(complaint.contains("outcome is unknown"), "{complaint}");
    assert!(complaint.contains("hint: correct the cause and import again"), "{complaint}");
    let repeated = vault.json(&import);
    let added = repeated["added"].as_u64().unwrap();
    assert!(added <= LINES as u64 - 1_000, "{repeated}");
    assert_eq!(vault.memories().len(), LINES + 1);
}

#[test]
fn a_folder_is_no_file_to_import() {
    let vault = Vault::new();
    let folder = vault.beside("folder");
    fs::create_dir(&folder).unwrap();
    let complaint = vault.fails(&["import", "jsonl", folder.to_str().unwrap()]);
    assert!(complaint.contains("stopped after 0 lines"), "{complaint}");
}
