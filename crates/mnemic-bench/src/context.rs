//! Contexts for questions, and in turn with each the recall that is inside it.

use std::time::{Duration, Instant};

use mnemic::{ContextRequest, Engine, Filter, Reach, RecallRequest, Scope};

/// How long each took.
pub struct Contexts {
    pub assembled: Vec<Duration>,
    pub recalled: Vec<Duration>,
}

/// Asks each question both ways, in another order each time, so that neither finds more in the caches than the other.
pub async fn ask(engine: &Engine, questions: &[String]) -> anyhow::Result<Contexts> {
    let limit = engine.settings().policies.handing.max_relevant;
    let mut took = Contexts { assembled: Vec::new(), recalled: Vec::new() };
    for (number, question) in questions.iter().enumerate() {
        for is_context in [number.is_multiple_of(2), !number.is_multiple_of(2)] {
            let start = Instant::now();
            if is_context {
                let reach = Reach::of(Scope::Global);
                let query = Some(question.clone());
                engine.context(&ContextRequest { query, ..ContextRequest::of(reach) }).await?;
                took.assembled.push(start.elapsed());
            } else {
                let request = RecallRequest {
                    question: question.clone(),
                    limit,
                    reach: Reach::of(Scope::Global),
                    filter: Filter::active(),
                };
                engine.recall(request).await?;
                took.recalled.push(start.elapsed());
            }
        }
    }
    Ok(took)
}
