//! docs/cli.md is what `--help` says, docs/configuration.md what the schema says,
//! docs/operations.md has every finding; `MNEMIC_UPDATE_DOCS=1 cargo test` writes it anew.

use std::path::Path;

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
        "# Command line\n\nGenerated from `--help`; a test fails when it is stale.\n\nEvery command takes `--json`. Exit codes: 0 fine, 1 something for you to put right, 2 wrong usage, 255 our fault.\n",
    );
    for command in all_commands(&vault) {
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = vault.ok(&[&command[..], &["--help"]].concat());
        let title = [&["mnemic"], &command[..]].concat().join(" ");
        reference.push_str(&format!("\n## {title}\n\n```text\n{}\n```\n", help.trim_end()));
    }
    is_up_to_date("docs/cli.md", &reference);
}

#[test]
fn the_page_about_configuration_says_what_the_schema_says() {
    is_up_to_date("docs/configuration.md", &mnemic::config::reference());
}

#[test]
fn the_page_about_operations_has_every_finding() {
    let (begin, end) = ("cargo test -p mnemic-cli reference writes them anew -->\n", "<!-- end of");
    let page = std::fs::read_to_string(root().join("docs/operations.md")).unwrap();
    let (before, rest) = page.split_once(begin).unwrap();
    let after = rest.split_once(end).unwrap().1;
    let mut table = String::from("| Code | Means | Mended by | Repair |\n|---|---|---|---|\n");
    for code in mnemic::Code::ALL {
        let (meaning, mending, repair) = (code.meaning(), code.mending(), code.repair());
        table.push_str(&format!("| `{code}` | {meaning} | {mending} | {repair} |\n"));
    }
    is_up_to_date("docs/operations.md", &format!("{before}{begin}\n{table}\n{end}{after}"));
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
