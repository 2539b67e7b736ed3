//! Slash commands, carried out: the same line has the same answer wherever it is typed.

mod answer;
mod setting;
mod status;

pub use mnemic_core::foreign::slash::{Argument, COMMANDS, Command, Slash, SlashError, listing};
use mnemic_core::{
    recall::RecallRequest,
    record::{
        draft::Draft,
        filter::{Direction, Field, Filter, Order, Query},
        memory::{Memory, Status, Trust},
        scope::Scope,
    },
    safety::caller::Caller,
};
use serde_json::{Value, json};

use self::answer::{line, named};
use crate::{Reference, engine::Engine, error::Error, json::MemoryJson};

/// What a slash command remembers by: where, and how far it may be relied on.
#[derive(Debug, Clone)]
pub struct SlashWriter {
    /// Where something is remembered.
    pub scope: Scope,
    /// How far what is remembered may be relied on.
    pub trust: Trust,
}

/// What came of a slash command.
#[derive(Debug, Clone, PartialEq)]
pub struct SlashAnswer {
    /// For people.
    pub text: String,
    /// The same for programs.
    pub value: Value,
}

impl SlashAnswer {
    fn new(text: impl Into<String>, value: Value) -> Self {
        Self { text: text.into(), value }
    }
}

impl Engine {
    /// Carries out a slash command.
    pub async fn slash(
        &self,
        caller: &Caller,
        slash: &Slash,
        writer: &SlashWriter,
    ) -> Result<SlashAnswer, Error> {
        match slash {
            Slash::Remember { category, text } => {
                let category = category.as_ref().map(|it| it.to_string());
                let draft = Draft::note(writer.scope.clone(), text);
                let draft = Draft { category, trust: writer.trust, ..draft };
                self.slash_remember(caller, draft).await
            }
            Slash::Forget(typed) => {
                let memory = self.find_named(caller, typed).await?;
                let memory = self.forget(caller, &memory.id.into()).await?;
                Ok(changed("Forgot", &memory))
            }
            Slash::Pin(typed) => self.slash_pin(caller, typed).await,
            Slash::Status => self.slash_status(caller).await,
            Slash::List { category, limit } => {
                self.slash_list(caller, category.as_deref(), *limit).await
            }
            Slash::Search(question) => self.slash_search(caller, question).await,
            Slash::Budget(tokens) => self.slash_budget(caller, tokens.as_deref()).await,
            Slash::Aliases => self.slash_aliases(),
            Slash::AddAlias { word, synonyms } => {
                self.slash_add_alias(caller, word, synonyms).await
            }
            Slash::RemoveAlias(word) => self.slash_remove_alias(caller, word).await,
            Slash::Auto(on) => self.slash_auto(caller, *on).await,
            Slash::Readiness(readiness) => self.slash_readiness(caller, *readiness).await,
            Slash::Help => Ok(SlashAnswer::new(listing(), json!({ "commands": commands() }))),
        }
    }

    /// The one memory that someone means, by its name or by words that only it holds.
    pub async fn find_named(&self, caller: &Caller, typed: &str) -> Result<Memory, Error> {
        if let Ok(reference) = typed.parse::<Reference>() {
            match self.show(caller, &reference).await {
                Err(Error::NotFound(_)) if typed.chars().any(char::is_alphabetic) => {}
                shown => return Ok(shown?.memory),
            }
        }
        self.find_by_words(caller, typed).await
    }

    async fn slash_remember(&self, caller: &Caller, draft: Draft) -> Result<SlashAnswer, Error> {
        let remembered = self.remember(caller, draft).await?;
        let said = match (remembered.restored, remembered.duplicate) {
            (true, _) => "It had been forgotten; restored",
            (false, true) => "Already remembered as",
            (false, false) => "Remembered",
        };
        let mut answer = changed(said, &remembered.memory);
        answer.value["duplicate"] = json!(remembered.duplicate);
        answer.value["restored"] = json!(remembered.restored);
        Ok(answer)
    }

    /// Pins what is not pinned, and unpins what is.
    async fn slash_pin(&self, caller: &Caller, typed: &str) -> Result<SlashAnswer, Error> {
        let memory = self.find_named(caller, typed).await?;
        let reference = memory.id.into();
        match memory.status {
            Status::Pinned => Ok(changed("Unpinned", &self.unpin(caller, &reference).await?)),
            _ => Ok(changed("Pinned", &self.pin(caller, &reference).await?)),
        }
    }

    async fn slash_list(
        &self,
        caller: &Caller,
        category: Option<&str>,
        limit: usize,
    ) -> Result<SlashAnswer, Error> {
        let filter = match category {
            Some(category) => Filter::active().and_text(Field::Category, &category.to_lowercase()),
            None => Filter::active(),
        };
        let order = Order { field: Field::CreatedAt, direction: Direction::Descending };
        let query = Query { filter, order, limit, after: None };
        let listing = self.list(caller, &query).await?;
        let (memories, total) = (listing.page.memories, listing.total);
        let mut lines: Vec<String> = memories.iter().map(line).collect();
        match category {
            _ if total > memories.len() as u64 => {
                lines.push(format!("… {} of {total}", memories.len()));
            }
            Some(category) if memories.is_empty() => {
                lines.push(format!("No memory is of category `{category}`"));
            }
            None if memories.is_empty() => lines.push("Nothing is remembered yet".to_owned()),
            _ => {}
        }
        Ok(SlashAnswer::new(
            lines.join("\n"),
            json!({ "memories": MemoryJson::all(&memories), "total": total }),
        ))
    }

    async fn slash_search(&self, caller: &Caller, question: &str) -> Result<SlashAnswer, Error> {
        let request = RecallRequest {
            question: question.to_owned(),
            limit: self.settings().policies.max_results,
            filter: Filter::active(),
        };
        let answer = self.recall(caller, request).await?;
        let lines =
            answer.hits.iter().map(|hit| format!("{}, rank {}", line(&hit.memory), hit.score));
        let mut lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            lines.push("No memory answers that".to_owned());
        }
        let hits = answer.hits.iter();
        let hits: Vec<Value> = hits
            .map(|hit| json!({ "memory": MemoryJson::from(&hit.memory), "score": hit.score }))
            .collect();
        let value = json!({ "hits": hits, "verdict": answer.verdict, "receipt": answer.receipt });
        Ok(SlashAnswer::new(lines.join("\n"), value))
    }
}

fn changed(said: &str, memory: &Memory) -> SlashAnswer {
    SlashAnswer::new(
        format!("{said} {}", named(memory)),
        json!({ "memory": MemoryJson::from(memory) }),
    )
}

fn commands() -> Vec<Value> {
    let describe = |it: &Command| json!({ "command": it.to_string(), "about": it.about });
    COMMANDS.iter().map(describe).collect()
}
