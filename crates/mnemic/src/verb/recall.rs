//! Recall: question in, ranked memories out.

use mnemic_core::{
    recall::{Asker, Evidence, Hit, RecallRequest, Selecting, pace, receipt::Receipt},
    record::{filter::Filter, memory::Memory},
    safety::caller::Caller,
    settings::preset::Policies,
    text::{alias::Occasion, analyse},
};

use crate::{
    engine::Engine,
    error::{Candidate, Error},
    ledger::redact::{self, Redactor},
    recall::Answer,
};

/// Looks once more at what is handed out: a vault that was written without redaction may hold secrets.
fn redact_hit(redactor: &dyn Redactor, hit: &mut Hit) {
    redact::memory(redactor, &mut hit.memory);
    hit.snippet.iter_mut().for_each(|snippet| redact::text(redactor, snippet));
}

impl Engine {
    /// Finds the memories that answer a question. Everything acknowledged before, by any process, and every
    /// hand edit saved before is seen.
    pub async fn recall(&self, caller: &Caller, request: RecallRequest) -> Result<Answer, Error> {
        self.recall_for(caller, request, Asker::default()).await
    }

    /// The same for someone of whom more is known, where the ranking profile asks for it.
    pub async fn recall_for(
        &self,
        caller: &Caller,
        mut request: RecallRequest,
        asker: Asker,
    ) -> Result<Answer, Error> {
        let Policies { selecting, degraded_results, .. } = self.settings().policies;
        request.limit =
            pace::results(request.limit, self.recaller().is_degraded(), degraded_results);
        let question = request.question.clone();
        let (mut answer, considered) = self
            .recaller()
            .answer(&caller.reach, request, selecting, asker, Occasion::Asked)
            .await?;
        answer.hits.iter_mut().for_each(|hit| redact_hit(self.redactor(), hit));
        self.learner().note_recalled(&caller.actor, answer.hits.iter().map(|hit| hit.memory.id));
        self.receipts()
            .keep(Receipt {
                id: answer.receipt.clone(),
                at: self.now(),
                question: Some(question),
                session: None,
                verdict: answer.verdict.to_string(),
                considered: considered.len(),
                candidates: considered,
                unused: answer.unused.clone(),
                context: None,
            })
            .await;
        Ok(answer)
    }

    /// What can be told of each candidate for a question: what the measured ranking is fitted on.
    pub async fn evidence(
        &self,
        caller: &Caller,
        request: &RecallRequest,
    ) -> Result<Vec<(Memory, Evidence)>, Error> {
        self.recaller().evidence(&caller.reach, request).await
    }

    /// The one memory that holds all the words of `text`.
    pub async fn find_by_words(&self, caller: &Caller, text: &str) -> Result<Memory, Error> {
        let reach = &caller.reach;
        let terms = analyse::query_terms(text);
        let request = RecallRequest {
            question: text.to_owned(),
            limit: RecallRequest::MAX_LIMIT,
            filter: Filter::active(),
        };
        let holds_all = |memory: &Memory| {
            let said = analyse::index_text(&memory.text).to_lowercase()
                + " "
                + &memory.tags.join(" ").to_lowercase();
            terms.iter().all(|term| said.contains(&term.text))
        };
        let selecting = Selecting::default();
        let answer =
            self.recaller().answer(reach, request, selecting, Asker::default(), Occasion::Asked);
        let hits = answer.await?.0.hits;
        let mut found: Vec<Memory> =
            hits.into_iter().map(|hit| hit.memory).filter(holds_all).collect();
        match found.len() {
            0 => Err(Error::NothingSays(text.to_owned())),
            1 => Ok(found.remove(0)),
            _ => Err(Error::Ambiguous {
                reference: text.to_owned(),
                candidates: found.iter().map(Candidate::from).collect(),
            }),
        }
    }
}
