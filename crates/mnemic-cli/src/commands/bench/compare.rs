//! Recall and raw FTS5 in turn: what the same questions take with either, at the same moment.

use std::time::{Duration, Instant};

use mnemic::{Engine, Filter, Reach, RecallRequest, Scope};

use super::raw::Raw;

/// How long recall and raw FTS5 took for the same questions, question by question.
pub struct Asked {
    pub ours: Vec<Duration>,
    pub theirs: Vec<Duration>,
}

/// Asks everything twice and keeps the second time.
pub async fn ask(engine: &Engine, raw: &Raw, questions: &[String]) -> anyhow::Result<Asked> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for question in questions.iter().chain(questions) {
        theirs.push(raw.ask(question)?);
        let request = RecallRequest {
            question: question.clone(),
            limit: 10,
            reach: Reach::of(Scope::Global),
            filter: Filter::active(),
        };
        let start = Instant::now();
        engine.recall(request).await?;
        ours.push(start.elapsed());
    }
    Ok(Asked { ours: ours.split_off(questions.len()), theirs: theirs.split_off(questions.len()) })
}
