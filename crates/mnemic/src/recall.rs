//! Recall: question in, ranked memories out.

mod gather;
mod meaning;
mod time;

use mnemic_core::{
    analyse,
    filter::Filter,
    memory::Memory,
    recall::{self, Circumstances, Evidence, Hit, RecallRequest, evidence, profile::Base},
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
    /// What could not be used to find them, a sentence each.
    pub unused: Vec<String>,
}

impl Engine {
    /// Finds the memories that answer a question. Everything acknowledged before, by any process, and every
    /// hand edit saved before is seen.
    pub async fn recall(&self, request: RecallRequest) -> Result<Answer, Error> {
        let limit = request.limit.min(RecallRequest::MAX_LIMIT);
        let policies = &self.settings().policies;
        let gathered = self.gather(&request).await?;
        let evidence = match policies.profile.base() {
            Base::Measured => self.weigh(&gathered),
            _ => Vec::new(),
        };
        let Gathered { material, unused, .. } = gathered;
        let circumstances = Circumstances::at(self.now(), policies.weights);
        let hits =
            recall::rank(material.candidates, evidence, policies.profile, limit, &circumstances);
        self.tell(&Notice::Search { query: request.question, results: hits.len() });
        Ok(Answer { hits, unused })
    }

    /// What can be told of each candidate for a question: what the measured ranking is fitted on.
    pub async fn evidence(
        &self,
        request: &RecallRequest,
    ) -> Result<Vec<(Memory, Evidence)>, Error> {
        let gathered = self.gather(request).await?;
        let evidence = self.weigh(&gathered);
        let candidates = gathered.material.candidates.into_iter();
        Ok(candidates.map(|candidate| candidate.memory).zip(evidence).collect())
    }

    async fn gather(&self, request: &RecallRequest) -> Result<Gathered, Error> {
        let limit = request.limit.min(RecallRequest::MAX_LIMIT);
        self.reading(async |store| Gatherer { engine: self, store, request, limit }.gather().await)
            .await
    }

    fn weigh(&self, gathered: &Gathered) -> Vec<Evidence> {
        let lexicon = self.embedders.lexicon.as_deref();
        evidence::evidence(&gathered.question, &gathered.material, lexicon)
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
        let hits = self.recall(request).await?.hits;
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
