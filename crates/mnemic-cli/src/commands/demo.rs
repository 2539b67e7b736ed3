//! `mnemic demo`: the main job from beginning to end, in a throw-away vault.

use std::{path::Path, process::ExitCode};

use mnemic::{Draft, Engine, Filter, Hit, Options, Reach, RecallRequest, Scope};

use super::{name, nature};
use crate::{
    caller::{caller, whole_vault},
    output,
};

const QUESTION: &str = "Did we choose SQLite or Postgres for storage?";

/// Text, category, tags.
const MEMORIES: [(&str, &str, &[&str]); 12] = [
    (
        "Chose SQLite over Postgres for the local default\n- Rationale: no server to run\n- Status: Active",
        "decision",
        &["storage"],
    ),
    (
        "The API gateway terminates TLS; services speak plain HTTP behind it",
        "architecture",
        &["network"],
    ),
    (
        "Never run the migration script against production without a snapshot",
        "warning",
        &["database"],
    ),
    ("The user prefers short answers with the command first", "preference", &[]),
    ("Retry flaky network calls three times with exponential backoff", "pattern", &["network"]),
    ("CI takes 11 minutes; the integration tests are 8 of them", "discovery", &["ci"]),
    ("`cargo build` fails on a fresh machine until clang is installed", "error", &["build"]),
    ("Renamed src/db.rs to src/store.rs", "file_change", &["storage"]),
    ("Billing export: parser done, totals still off by one cent", "task_progress", &["billing"]),
    ("Staging lives in eu-west-1, production in eu-central-1", "discovery", &["infra"]),
    ("Dates in the public API are UTC, RFC 3339, always with a Z", "pattern", &["api"]),
    ("Mara owns the payment service; ask her before touching refunds", "discovery", &["people"]),
];

pub async fn run() -> anyhow::Result<ExitCode> {
    let folder = tempfile::Builder::new().prefix("mnemic-demo-").tempdir()?;
    let vault = folder.path().join("vault");
    let engine = Engine::open(Options::for_vault(&vault)).await?;
    remember_all(&engine).await?;
    ask(&engine, "Recall, with the reason").await?;
    engine.update_documents().await?;
    show_document(&vault)?;
    edit_by_hand(&vault, &engine).await?;
    forget_one(&engine).await?;
    let before = recalled(&engine).await?;
    engine.close().await?;
    delete_index(&vault)?;
    let engine = Engine::open(Options::for_vault(&vault)).await?;
    let after = ask(&engine, "The index is rebuilt from the journal; the same question").await?;
    let ids = |hits: &[Hit]| hits.iter().map(|hit| hit.memory.id).collect::<Vec<_>>();
    anyhow::ensure!(ids(&before) == ids(&after), "the rebuilt index answers differently");
    output::line("The same memories, in the same order.");
    engine.close().await?;
    heading("What to type next");
    output::line("  mnemic remember \"Chose SQLite over Postgres\" --tags storage");
    output::line("  mnemic recall which database");
    output::line("  mnemic --help");
    Ok(ExitCode::SUCCESS)
}

fn heading(text: &str) {
    output::line(format!("\n== {text}"));
}

async fn remember_all(engine: &Engine) -> anyhow::Result<()> {
    heading("Remember a dozen things");
    for (text, category, tags) in MEMORIES {
        let mut draft = Draft::note(Scope::Global, text);
        draft.category = Some(category.to_owned());
        draft.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        let remembered = engine.remember(&whole_vault(), draft).await?;
        output::line(format!("{} {}", name(&remembered.memory), mnemic::excerpt(text)));
    }
    Ok(())
}

async fn recalled(engine: &Engine) -> anyhow::Result<Vec<Hit>> {
    let request =
        RecallRequest { question: QUESTION.to_owned(), limit: 3, filter: Filter::active() };
    Ok(engine.recall(&caller(&Reach::of(Scope::Global)), request).await?.hits)
}

async fn ask(engine: &Engine, title: &str) -> anyhow::Result<Vec<Hit>> {
    heading(title);
    output::line(format!("? {QUESTION}"));
    let hits = recalled(engine).await?;
    for hit in &hits {
        output::line(format!("{} {}", name(&hit.memory), mnemic::excerpt(&hit.memory.text)));
        let factors: Vec<String> = hit
            .scoring
            .factors
            .iter()
            .map(|factor| format!("{} {:.2}", factor.name, factor.value))
            .collect();
        output::line(format!(
            "    {}; relevance {:.3} × {}",
            nature(&hit.memory),
            hit.scoring.relevance,
            factors.join(" × ")
        ));
    }
    Ok(hits)
}

fn show_document(vault: &Path) -> anyhow::Result<()> {
    heading("What was written: global/MEMORY.md");
    let document = std::fs::read_to_string(vault.join("global/MEMORY.md"))?;
    document.lines().take_while(|line| *line != "## Goals").for_each(output::line);
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "the demo plays the person who edits the file")]
async fn edit_by_hand(vault: &Path, engine: &Engine) -> anyhow::Result<()> {
    heading("A person edits the file: one line is changed, one is added");
    let path = vault.join("global/MEMORY.md");
    let document = std::fs::read_to_string(&path)?
        .replace("CI takes 11 minutes", "CI takes 6 minutes since the cache")
        .replace(
            "### System Facts\n",
            "### System Facts\n\n- The build box is called kestrel #infra\n",
        );
    std::fs::write(&path, document)?;
    let request = RecallRequest {
        question: "CI minutes, build box".to_owned(),
        limit: 2,
        filter: Filter::active(),
    };
    for hit in engine.recall(&caller(&Reach::of(Scope::Global)), request).await?.hits {
        output::line(format!("{} {}", name(&hit.memory), mnemic::excerpt(&hit.memory.text)));
    }
    Ok(())
}

async fn forget_one(engine: &Engine) -> anyhow::Result<()> {
    heading("Forget one");
    let memory = engine.find_by_words(&whole_vault(), "billing export").await?;
    let memory = engine.forget(&whole_vault(), &memory.id.into()).await?;
    let number = memory.number.unwrap_or_default();
    output::line(format!(
        "Forgot {}; `mnemic restore {number}` would bring it back",
        name(&memory)
    ));
    Ok(())
}

fn delete_index(vault: &Path) -> anyhow::Result<()> {
    heading("Delete the index");
    std::fs::remove_dir_all(vault.join("index"))?;
    output::line("Deleted index/; Mnemic rebuilds it from the journal");
    Ok(())
}
