//! docs/reference/cli.md is what `--help` says, docs/reference/configuration.md what the schema says,
//! docs/reference/doctor.md has every finding, docs/reference/errors.md every error, docs/reference/explanations.md every
//! name of an explanation; `MNEMIC_UPDATE_DOCS=1 cargo test` updates them.

use std::path::Path;

use mnemic::{ErrorCode, ErrorFault, Field, HintReader};

use crate::harness::Vault;

/// Every command and what is below it, as the help lists them.
fn all_commands(vault: &Vault) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    for command in vault.commands(&[]) {
        let below = vault.commands(&[&command]);
        all.push(vec![command.clone()]);
        all.extend(below.into_iter().map(|name| vec![command.clone(), name]));
    }
    all
}

#[test]
fn the_reference_says_what_the_help_says() {
    let vault = Vault::new();
    let mut reference = String::from(
        "# Command line\n\nGenerated from `--help`; a test fails when it is stale.\n\nEvery command takes `--json`. Exit codes: 0 success, 1 an error that you can correct, 2 wrong usage, 255 an internal error.\n",
    );
    for command in all_commands(&vault) {
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = vault.ok(&[&command[..], &["--help"]].concat());
        let title = [&["mnemic"], &command[..]].concat().join(" ");
        reference.push_str(&format!("\n## {title}\n\n```text\n{}\n```\n", help.trim_end()));
    }
    is_up_to_date("docs/reference/cli.md", &reference);
}

#[test]
fn the_page_about_configuration_says_what_the_schema_says() {
    is_up_to_date("docs/reference/configuration.md", &mnemic::config::reference());
}

#[test]
fn the_page_about_operations_has_every_finding() {
    let (begin, end) = ("cargo test -p mnemic-cli reference updates them -->\n", "<!-- end of");
    let page = std::fs::read_to_string(root().join("docs/reference/doctor.md")).unwrap();
    let (before, rest) = page.split_once(begin).unwrap();
    let after = rest.split_once(end).unwrap().1;
    let mut table = String::from("| Code | Means | Mended by | Repair |\n|---|---|---|---|\n");
    for code in mnemic::Code::ALL {
        let (meaning, mending, repair) = (code.meaning(), code.mending(), code.repair());
        table.push_str(&format!("| `{code}` | {meaning} | {mending} | {repair} |\n"));
    }
    is_up_to_date("docs/reference/doctor.md", &format!("{before}{begin}\n{table}\n{end}{after}"));
}

#[test]
fn the_page_about_explanations_has_every_name() {
    let (begin, end) = ("cargo test -p mnemic-cli reference -->\n", "<!-- end of the tables");
    let page = std::fs::read_to_string(root().join("docs/reference/explanations.md")).unwrap();
    let (before, rest) = page.split_once(begin).unwrap();
    let after = rest.split_once(end).unwrap().1;
    let evidence = mnemic::EvidenceKind::ALL.map(|kind| (kind.as_str(), kind.meaning()));
    let evidence = [&evidence[..], &mnemic::SHIFTS].concat();
    let mut tables = String::new();
    for (title, head, rows) in [
        ("Arms", "| Arm | Finds |", &mnemic::ARMS[..]),
        ("Evidence", "| Name | Value |", &evidence[..]),
        ("Factors", "| Factor | Depends on |", &mnemic::FACTORS[..]),
    ] {
        tables.push_str(&format!("\n### {title}\n\n{head}\n|---|---|\n"));
        for (name, meaning) in rows {
            tables.push_str(&format!("| `{name}` | {meaning} |\n"));
        }
    }
    let page = format!("{before}{begin}{tables}\n{end}{after}");
    is_up_to_date("docs/reference/explanations.md", &page);
}

#[test]
fn the_page_about_json_has_every_field_to_filter_by() {
    let page = std::fs::read_to_string(root().join("docs/reference/json.md")).unwrap();
    let list = page.split_once("## list\n").unwrap().1.split_once("\n## ").unwrap().0;
    for (_, name) in Field::HEADER {
        assert!(list.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn the_page_about_errors_has_every_code() {
    let mut page = String::from(
        "# Errors\n\nGenerated from the table of codes; a test fails when it is stale.\n\n\
         Every error has a code that stays the same between versions. HTTP sends it as `code`, MCP tools as \
         `structuredContent.code`, or as a last line `code: …` where a tool has a schema for its answers. On the command \
         line, `recall --stdin` and failed stages of `session end --json` include it.\n\n\
         The command line exits with 1 for errors that you can correct, with 255 for internal errors.\n\n\
         | Code | Meaning | What to do | What a model should do, if different | Exit code |\n|---|---|---|---|---|\n",
    );
    for code in ErrorCode::ALL {
        let person = code.hint(HintReader::Person);
        let model = Some(code.hint(HintReader::Model)).filter(|hint| *hint != person);
        let exit = match code.fault() {
            ErrorFault::User => 1,
            ErrorFault::Ours => 255,
        };
        let (meaning, model) = (code.meaning(), model.unwrap_or_default());
        page.push_str(&format!("| `{code}` | {meaning} | {person} | {model} | {exit} |\n"));
    }
    is_up_to_date("docs/reference/errors.md", &page);
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn is_up_to_date(page: &str, reference: &str) {
    let path = root().join(page);
    if std::env::var_os("MNEMIC_UPDATE_DOCS").is_some() {
        std::fs::write(&path, reference).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == reference,
        "{page} is stale: run MNEMIC_UPDATE_DOCS=1 cargo test -p mnemic-cli reference"
    );
}
