//! Recall: question in, ranked memories out.

use mnemic_core::{
    analyse,
    filter::Filter,
    memory::Memory,
    recall::{self, Hit, KeywordQuery, RecallRequest},
    scope::Reach,
};

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
}

impl Engine {
    /// Finds the memories that answer a question. Everything acknowledged before, by any process, and every
    /// hand edit saved before is seen.
    pub async fn recall(&self, request: RecallRequest) -> Result<Answer, Error> {
        let limit = request.limit.min(RecallRequest::MAX_LIMIT);
        let query = KeywordQuery {
            terms: analyse::query_terms(&request.question),
            filter: request.filter.clone(),
            pool: self.settings().policies.pool.size_for(limit),
        };
        let found =
            self.reading(async |store| Ok(store.search(&request.reach, &query).await?)).await?;
        let hits = recall::rank(found, limit, self.settings().policies.weights, self.now());
        self.tell(&Notice::Search { query: request.question, results: hits.len() });
        Ok(Answer { hits })
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
