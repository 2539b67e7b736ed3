//! Recall: question in, ranked memories out.

mod gather;
mod terms;

use mnemic_core::{
    analyse,
    filter::Filter,
    memory::Memory,
    recall::{
        self, Circumstances, Drops, Hit, RecallRequest, Selecting, Verdict, evidence,
        profile::Base,
        select::{self, Selected},
        slo::{self, Slo},
        verdict,
    },
    scope::Reach,
};

use self::gather::{Gathered, Gatherer};
use crate::{
    engine::Engine,
    error::{Candidate, Error},
    notice::Notice,
};

/// The memories that answer a question, best first.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The memories.
    pub hits: Vec<Hit>,
    /// Whether they answer it.
    pub verdict: Verdict,
    /// How many others were dropped, by reason.
    pub dropped: Drops,
    /// Whether fewer candidates were looked at than usual, because recalls have been slow.
    pub degraded: bool,
    /// What could not be used to find them, a sentence each.
    pub unused: Vec<String>,
}

impl Engine {
    /// Finds the memories that answer a question. Everything acknowledged before, by any process, and every
    /// hand edit saved before is seen.
    pub async fn recall(&self, request: RecallRequest) -> Result<Answer, Error> {
        self.answer(request, self.settings().policies.selecting).await
    }

    async fn answer(&self, request: RecallRequest, selecting: Selecting) -> Result<Answer, Error> {
        let begun = self.clock.running();
        let limit = request.limit.min(RecallRequest::MAX_LIMIT);
        let policies = &self.settings().policies;
        let degraded = self.slo().is_degraded();
        let usual = policies.pool.size_for(limit);
        let pool = if degraded { slo::degraded_pool(usual, limit) } else { usual };
        let Gathered { question, material, unused } = self
            .reading(async |store| {
                Gatherer { engine: self, store, request: &request, pool }.gather().await
            })
            .await?;
        let base = policies.profile.base();
        let evidence = match base {
            Base::Measured => {
                let lexicon = self.embedders.lexicon.as_deref();
                evidence::evidence(&question, &material, lexicon)
            }
            _ => Vec::new(),
        };
        let circumstances = Circumstances::at(self.now(), policies.weights);
        let ranked = recall::rank(material.candidates, evidence, policies.profile, &circumstances);
        let Selected { hits, dropped } = select::select(ranked, selecting, base, limit);
        let verdict = verdict::verdict(&hits, &question, base);
        if self.slo().observe(self.clock.running().saturating_sub(begun)) {
            tracing::warn!(degraded = self.slo().is_degraded(), "how fast recalls are has changed");
        }
        self.tell(&Notice::Search { query: request.question, results: hits.len() });
        Ok(Answer { hits, verdict, dropped, degraded, unused })
    }

    fn slo(&self) -> std::sync::MutexGuard<'_, Slo> {
        self.slo.lock().expect("durations are only noted")
    }

    /// The one memory that holds all the words of `text`.
    pub async fn find_by_words(&self, reach: &Reach, text: &str) -> Result<Memory, Error> {
        let terms = analyse::query_terms(text);
        let request = RecallRequest {
            question: text.to_owned(),
            limit: RecallRequest::MAX_LIMIT,
            reach: reach.clone(),
            filter: Filter::active(),
        };
        let holds_all = |memory: &Memory| {
            let said = analyse::index_text(&memory.text).to_lowercase()
                + " "
                + &memory.tags.join(" ").to_lowercase();
            terms.iter().all(|term| said.contains(&term.text))
        };
        let hits = self.answer(request, Selecting::default()).await?.hits;
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
