//! The steps of the model test: every verb of the engine, and a person with an editor.

use mnemic::{Amendment, Draft, Engine, Hit, Query, Reach, RecallRequest, Reference, Scope};

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
    Recall(RecallRequest),
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
            Verb::Recall(request) => match engine.recall(request.clone()).await {
                Ok(answer) => return Answer { hits: answer.hits, ..Answer::default() },
                Err(error) => format!("{error:?}"),
            },
            Verb::Remember(draft) => spelled(engine.remember(draft.as_ref().clone()).await),
            Verb::Update(reference, change) => {
                spelled(engine.update(vault, reference, change.clone()).await)
            }
            Verb::Forget(reference) => spelled(engine.forget(vault, reference).await),
            Verb::Restore(reference) => spelled(engine.restore(vault, reference).await),
            Verb::Pin(reference) => spelled(engine.pin(vault, reference).await),
            Verb::Unpin(reference) => spelled(engine.unpin(vault, reference).await),
            Verb::Reinforce(reference) => spelled(engine.reinforce(vault, reference).await),
            Verb::Demote(reference) => spelled(engine.demote(vault, reference).await),
            Verb::Show(reference) => spelled(engine.show(vault, reference).await),
            Verb::List(reach, query) => list(engine, reach, query.clone()).await,
            Verb::Import(lines) => {
                let lines = lines.iter().cloned().map(Ok);
                spelled(engine.import_jsonl(lines, &Scope::Global, |_| ()).await)
            }
            Verb::Reindex => spelled(engine.reindex().await),
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
        let listing = engine.list(reach, &query).await.unwrap();
        said.push_str(&format!("{listing:#?}"));
        query.after = listing.page.next;
        if query.after.is_none() {
            return said;
        }
    }
}

/// The status without the vault's folder, and whether the index is sound.
async fn status(engine: &Engine) -> String {
    let status = engine.status(&Reach::Vault).await.unwrap();
    let health = engine.doctor(false).await;
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
