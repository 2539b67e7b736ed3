//! `memory_why`: how a recall or a context came about, as far as its memories are within reach.

use std::collections::HashMap;

use mnemic::{CandidateOutcome, Considered, Memory, MemoryId, excerpt};
use serde_json::json;

use super::{Call, failure::Failure, name, reply::Reply};

impl Call<'_> {
    pub(super) async fn why(self) -> Result<Reply, Failure> {
        let named = self.arguments.text("receipt").unwrap_or_default();
        let receipt = named.trim_start_matches('^').parse();
        let receipt =
            receipt.map_err(|error: mnemic::IdError| Failure::argument("receipt", error))?;
        let receipt = self.engine.why(&self.service.caller, &receipt).await?;
        let ids: Vec<MemoryId> =
            receipt.candidates.iter().map(|candidate| candidate.memory).collect();
        let known = self.engine.memories(&self.service.caller, &ids).await?;
        let known: HashMap<MemoryId, Memory> =
            known.into_iter().map(|memory| (memory.id, memory)).collect();
        let candidates = receipt.candidates.iter();
        let within = candidates.filter_map(|it| Some((known.get(&it.memory)?, it)));
        let (lines, programs): (Vec<String>, Vec<_>) = within
            .map(|(memory, candidate)| (describe_candidate(memory, candidate), json!(candidate)))
            .unzip();
        let head = format!("{} considered, verdict {}", receipt.considered, receipt.verdict);
        let text = std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n");
        let structured = json!({"verdict": receipt.verdict, "candidates": programs});
        Ok(Reply { text, structured })
    }
}

fn describe_candidate(memory: &Memory, candidate: &Considered) -> String {
    let fate = match &candidate.fate {
        CandidateOutcome::Kept(why) => format!("kept: {why}"),
        CandidateOutcome::LeftOut(why) => format!("left out: {why}"),
    };
    let arms: Vec<&str> = candidate.arms.iter().map(|arm| arm.arm.as_str()).collect();
    format!(
        "{} {} (rank {:.3}, by {}; {fate})",
        name(memory),
        excerpt(&memory.text),
        candidate.score,
        arms.join(", ")
    )
}
