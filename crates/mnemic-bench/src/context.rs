//! Contexts for questions, and in turn with each the recall that is inside it.

use std::time::{Duration, Instant};

use mnemic::{ContextRequest, Engine, Filter, RecallRequest};

use crate::invocation::caller;

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
                let query = Some(question.clone());
                engine
                    .context(&caller(), &ContextRequest { query, ..ContextRequest::default() })
                    .await?;
                took.assembled.push(start.elapsed());
            } else {
                let request =
                    RecallRequest { question: question.clone(), limit, filter: Filter::active() };
                engine.recall(&caller(), request).await?;
                took.recalled.push(start.elapsed());
            }
        }
    }
    Ok(took)
}
