//! `memory_query`: the memories that answer a question, best first, within a budget.

use mnemic::{Answer, Asker, Field, Filter, RecallRequest, Test, Value as Compared};
use serde_json::json;

use super::{
    Call,
    failure::Failure,
    reply::{Reply, Room, about, paragraph, program},
};

/// At most so many memories, whatever is asked for.
const MOST: usize = 100;
/// What the texts of an answer cost at most, in tokens, unless the call says otherwise.
pub(super) const TOKENS: usize = 2_000;

impl Call<'_> {
    pub(super) async fn query(self) -> Result<Reply, Failure> {
        let usual = self.engine.settings().policies.max_results;
        let request = RecallRequest {
            question: self.question()?,
            limit: self.arguments.count("limit").unwrap_or(usual).min(MOST),
            filter: self.only()?,
        };
        let asker = Asker {
            files: self.arguments.words("files").unwrap_or_default().to_vec(),
            topics: self.arguments.words("topics").unwrap_or_default().to_vec(),
            user: None,
        };
        let answer = self.engine.recall_for(&self.service.caller, request, asker).await?;
        Ok(reply(&answer, self.arguments.count("max_tokens").unwrap_or(TOKENS)))
    }

    /// Which memories are considered.
    fn only(&self) -> Result<Filter, Failure> {
        let mut filter = match self.arguments.flag("archived") {
            true => {
                let states = ["active", "archived"].map(|state| Compared::Text(state.to_owned()));
                Filter::none().and(Field::Lifecycle, Test::In(states.to_vec()))
            }
            false => Filter::active(),
        };
        if let Some(category) = self.arguments.text("category") {
            filter = filter.and_text(Field::Category, category);
        }
        if let Some(kind) = self.arguments.text("kind") {
            filter = filter.and_text(Field::Kind, kind);
        }
        if let Some(tags) = self.arguments.words("tags") {
            let tags = tags.iter().map(|tag| tag.trim_start_matches('#').to_owned());
            filter = filter.and(Field::Tags, Test::In(tags.map(Compared::Text).collect()));
        }
        if let Some(since) = self.moment("since", "00:00:00Z")? {
            filter = filter.and(Field::CreatedAt, Test::Gte(since));
        }
        if let Some(until) = self.moment("until", "23:59:59.999999999Z")? {
            filter = filter.and(Field::CreatedAt, Test::Lte(until));
        }
        Ok(filter)
    }

    /// A moment, or of a day this one.
    fn moment(&self, name: &str, of_day: &str) -> Result<Option<Compared>, Failure> {
        let Some(text) = self.arguments.text(name) else { return Ok(None) };
        let whole = text.parse().or_else(|_| format!("{text}T{of_day}").parse());
        let wrong =
            |_| Failure::argument(name, "it takes a day or a moment, as 2026-11-01T09:00:00Z");
        whole.map(Compared::Time).map(Some).map_err(wrong)
    }
}

fn reply(answer: &Answer, tokens: usize) -> Reply {
    let (mut room, mut paragraphs, mut memories) = (Room::of(tokens), Vec::new(), Vec::new());
    for hit in &answer.hits {
        let text = hit.snippet.clone().unwrap_or_else(|| hit.memory.text_with_fields());
        let Some(text) = room.take(&text) else { break };
        paragraphs.push(format!("{}\n  ({})", paragraph(&hit.memory, &text), about(&hit.memory)));
        memories.push(program(&hit.memory, &text));
    }
    let left_out = answer.hits.len() - memories.len();
    if left_out > 0 {
        paragraphs.push(format!("{left_out} more did not fit; ask with a larger max_tokens"));
    }
    paragraphs.extend(verdict(answer).map(str::to_owned));
    paragraphs.extend(answer.asides().iter().map(|aside| format!("({aside})")));
    Reply {
        text: paragraphs.join("\n"),
        structured: json!({
            "memories": memories,
            "verdict": answer.verdict,
            "left_out": left_out,
            "asides": answer.asides(),
            "receipt": answer.receipt,
        }),
    }
}

/// What is to be said of hits that do not surely answer.
fn verdict(answer: &Answer) -> Option<&'static str> {
    if answer.hits.is_empty() { Some("No memories found.") } else { answer.verdict.caution() }
}
