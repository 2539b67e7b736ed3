//! `memory_query`: the memories that answer a question, best first, within a budget.

use mnemic::{Answer, Filter, RecallRequest, Verdict};
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
            reach: self.service.reach.clone(),
            filter: Filter::active(),
        };
        let answer = self.engine.recall(request).await?;
        Ok(told(&answer, self.arguments.count("max_tokens").unwrap_or(TOKENS)))
    }
}

fn told(answer: &Answer, tokens: usize) -> Reply {
    let (mut room, mut paragraphs, mut memories) = (Room::of(tokens), Vec::new(), Vec::new());
    for hit in &answer.hits {
        let text = hit.snippet.as_ref().map_or(&hit.memory.text, |snippet| &snippet.text);
        let Some(text) = room.take(text) else { break };
        paragraphs.push(format!("{}\n  ({})", paragraph(&hit.memory, &text), about(&hit.memory)));
        memories.push(program(&hit.memory, &text));
    }
    let left_out = answer.hits.len() - memories.len();
    if left_out > 0 {
        paragraphs.push(format!("{left_out} more for want of room; ask with a larger max_tokens"));
    }
    paragraphs.extend(verdict(answer).map(str::to_owned));
    Reply {
        text: paragraphs.join("\n"),
        structured: json!({
            "memories": memories,
            "verdict": answer.verdict,
            "left_out": left_out,
            "receipt": answer.receipt,
        }),
    }
}

/// What is to be said of hits that do not surely answer.
fn verdict(answer: &Answer) -> Option<&'static str> {
    match answer.verdict {
        _ if answer.hits.is_empty() => Some("No memories found."),
        Verdict::Strong => None,
        Verdict::Weak => Some("None of these surely answers it."),
        Verdict::None => Some("None of these seems to answer it."),
    }
}
