//! The steps of the model test: every verb of the engine, and a person with an editor.

use mnemic::{Amendment, Draft, Engine, Hit, Query, Reach, RecallRequest, Reference, Scope};
use mnemic_testing::by;

use crate::person::Person;

/// One thing that happens to a vault.
#[derive(Debug, Clone)]
pub struct Step {
    /// How long after the step before.
    pub after_seconds: i64,
    /// What happens.
    pub verb: Verb,
}

/// What came of a step: hits if it was a recall, and anything else spelled out.
#[derive(Debug, Default)]
pub struct Answer {
    pub hits: Vec<Hit>,
    pub said: String,
}

/// What happens to a vault.
#[derive(Debug, Clone)]
pub enum Verb {
    Remember(Box<Draft>),
    Recall(Reach, RecallRequest),
    Update(Reference, Amendment),
    Forget(Reference),
    Restore(Reference),
    Pin(Reference),
    Unpin(Reference),
    Reinforce(Reference),
    Demote(Reference),
    Show(Reference),
    List(Reach, Query),
    Import(Vec<String>),
    Reindex,
    Scribe,
    Status,
    WriteByHand(String),
}

impl Step {
    /// Takes the step in an engine's vault.
    pub async fn take(&self, engine: &Engine) -> Answer {
        let vault = &Reach::Vault;
        let said = match &self.verb {
            Verb::Recall(reach, request) => {
                match engine.recall(&by(reach), request.clone()).await {
                    Ok(answer) => return Answer { hits: answer.hits, ..Answer::default() },
                    Err(error) => format!("{error:?}"),
                }
            }
            Verb::Remember(draft) => {
                spelled(engine.remember(&by(&Reach::Vault), draft.as_ref().clone()).await)
            }
            Verb::Update(reference, change) => {
                spelled(engine.update(&by(vault), reference, change.clone()).await)
            }
            Verb::Forget(reference) => spelled(engine.forget(&by(vault), reference).await),
            Verb::Restore(reference) => spelled(engine.restore(&by(vault), reference).await),
            Verb::Pin(reference) => spelled(engine.pin(&by(vault), reference).await),
            Verb::Unpin(reference) => spelled(engine.unpin(&by(vault), reference).await),
            Verb::Reinforce(reference) => spelled(engine.reinforce(&by(vault), reference).await),
            Verb::Demote(reference) => spelled(engine.demote(&by(vault), reference).await),
            Verb::Show(reference) => spelled(engine.show(&by(vault), reference).await),
            Verb::List(reach, query) => list(engine, reach, query.clone()).await,
            Verb::Import(lines) => {
                let lines = lines.iter().cloned().map(Ok);
                spelled(
                    engine.import_jsonl(&by(&Reach::Vault), lines, &Scope::Global, |_| ()).await,
                )
            }
            Verb::Reindex => spelled(engine.reindex(&by(&Reach::Vault)).await),
            Verb::Scribe => spelled(engine.update_documents().await),
            Verb::Status => status(engine).await,
            Verb::WriteByHand(text) => write_by_hand(engine, text),
        };
        Answer { said, ..Answer::default() }
    }
}

fn spelled<T: std::fmt::Debug>(result: Result<T, mnemic::Error>) -> String {
    format!("{result:#?}")
}

/// Every page of a listing.
async fn list(engine: &Engine, reach: &Reach, mut query: Query) -> String {
    let mut said = String::new();
    loop {
        let listing = engine.list(&by(reach), &query).await.unwrap();
        said.push_str(&format!("{listing:#?}"));
        query.after = listing.page.next;
        if query.after.is_none() {
            return said;
        }
    }
}

/// The status without the vault's folder, and whether the index is sound.
async fn status(engine: &Engine) -> String {
    let status = engine.status(&by(&Reach::Vault)).await.unwrap();
    let health = engine.doctor(&by(&Reach::Vault), false).await;
    let root = engine.root().display().to_string();
    format!("{status:#?} {health:#?}").replace(&root, "")
}

fn write_by_hand(engine: &Engine, text: &str) -> String {
    let person = Person::at(engine.root().join("global/MEMORY.md"));
    let Some(mut buffer) = person.load() else { return "nothing to edit".to_owned() };
    buffer.append(text);
    person.save(buffer);
    "saved".to_owned()
}
