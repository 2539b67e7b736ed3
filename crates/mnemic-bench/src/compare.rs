//! Recall, raw FTS5 and a raw scan of codes in turn: what the same questions take with each, at the same moment.

use std::time::{Duration, Instant};

use mnemic::{Engine, Filter, RecallRequest, embedder::Role};

use super::raw::Raw;
use crate::invocation::caller;

/// How long recall, raw FTS5 and a raw scan took for the same questions, question by question.
pub struct Asked {
    pub ours: Vec<Duration>,
    pub words: Vec<Duration>,
    pub scan: Vec<Duration>,
    /// What a deep embedder took for the question alone; nothing where none serves.
    pub embedding: Vec<Duration>,
}

/// Asks everything twice and keeps the second time.
pub async fn ask(engine: &Engine, raw: &Raw, questions: &[String]) -> anyhow::Result<Asked> {
    let (mut ours, mut words, mut scan) = (Vec::new(), Vec::new(), Vec::new());
    let (deep, mut embedding) = (engine.serving().await?.deep, Vec::new());
    for (place, question) in questions.iter().chain(questions).enumerate() {
        words.push(raw.ask(question)?);
        scan.push(raw.scan(place));
        let request =
            RecallRequest { question: question.clone(), limit: 10, filter: Filter::active() };
        let start = Instant::now();
        engine.recall(&caller(), request).await?;
        ours.push(start.elapsed());
        let start = Instant::now();
        if let Some(deep) = &deep {
            deep.embed(&[question], Role::Question).await?;
        }
        embedding.push(if deep.is_some() { start.elapsed() } else { Duration::ZERO });
    }
    let second = |mut samples: Vec<Duration>| samples.split_off(questions.len());
    Ok(Asked {
        ours: second(ours),
        words: second(words),
        scan: second(scan),
        embedding: second(embedding),
    })
}
