//! docs/cli.md is what `--help` says, docs/configuration.md what the schema says,
//! docs/operations.md has every finding, docs/errors.md every error; `MNEMIC_UPDATE_DOCS=1 cargo test` writes it anew. Pages that show an answer show
//! the rank that it has.

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

#[test]
fn the_page_about_files_has_every_field_to_filter_by() {
    let page = std::fs::read_to_string(root().join("docs/file-format.md")).unwrap();
    let list = page.split_once("### list\n").unwrap().1.split_once("\n### ").unwrap().0;
    for (_, name) in Field::HEADER {
        assert!(list.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn the_page_about_errors_has_every_code() {
    let mut page = String::from(
        "# Errors\n\nGenerated from the table of codes; a test fails when it is stale.\n\n\
         Every error has a code that stays the same from version to version. HTTP answers with it as `code`, MCP tools as \
         `structuredContent.code`, or as a last line `code: …` where a tool has a schema for its answers. With the command \
         line, lines of `recall --stdin` and failed stages of `session end --json` have it.\n\n\
         The exit code of the command line is 1 for what you can put right, 255 for a fault of Mnemic's own.\n\n\
         | Code | Means | What helps | What helps a model, if something else | Exit code |\n|---|---|---|---|---|\n",
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
    is_up_to_date("docs/errors.md", &page);
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

/// The second line of the best answer: whose it is, and its rank.
fn details_of_best_hit(vault: &Vault, question: &[&str]) -> String {
    let answer = vault.ok(&[&["recall"], question, &["--limit", "1"]].concat());
    answer.lines().nth(1).expect("a memory takes two lines").to_owned()
}

#[test]
fn the_pages_show_ranks_as_they_are() {
    let page = |name: &str| std::fs::read_to_string(root().join(name)).unwrap();
    let readme = page("README.md");
    let vault = Vault::new();
    vault.ok(&["remember", "Chose SQLite over Postgres for the local index", "--tags", "storage"]);
    let question = ["which", "database", "index", "did", "we", "choose"];
    let details = details_of_best_hit(&vault, &question);
    assert!(readme.contains(&details), "README.md: {details}");
    let answer = vault.json(&[&["recall"], &question[..]].concat());
    let score = format!("\"score\":{},\"created_at\"", answer["hits"][0]["score"]);
    let verdict = format!("\"verdict\":{}", answer["verdict"]);
    assert!(readme.contains(&score) && readme.contains(&verdict), "README.md: {score} {verdict}");
    vault.ok(&["remember", "Deploys go through CI", "--tags", "ci"]);
    vault.ok(&["remember", "Never push to main directly"]);
    let memories = vault.read("global/MEMORY.md");
    let typed = "## Patterns\n\n- Retry network calls three times\n";
    vault.save("global/MEMORY.md", &memories.replacen("## Patterns\n", typed, 1));
    let details = details_of_best_hit(&vault, &["retry", "network"]);
    assert!(readme.contains(&details), "README.md: {details}");
    let vault = Vault::new();
    vault.ok(&["remember", "Always sign release tags with the team key"]);
    vault.ok(&["remember", "Never sign release tags with the team key"]);
    let details = details_of_best_hit(&vault, &["sign", "release", "tags"]);
    assert!(page("docs/learning.md").contains(&details), "docs/learning.md: {details}");
}
