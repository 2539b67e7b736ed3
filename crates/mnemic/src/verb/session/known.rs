//! Whether something said in a session is remembered already: an agent that says what it was told has learnt nothing new.

use mnemic_core::{
    learn::{
        known::{Familiarity, known},
        widening::may_be_handed,
    },
    recall::{KeywordQuery, Matching},
    record::{
        draft::Draft, filter::Filter, fingerprint::Fingerprint, memory::Memory, scope::Reach,
    },
    text::analyse,
};

use crate::{engine::Engine, error::Error};

/// With how many memories that share words something is compared.
const COMPARED_MOST: usize = 32;
/// How many words of it are looked up.
const MAX_TERMS: usize = 32;

impl Engine {
    /// Whether what a session would remember is remembered already, within its reach or by what it was given.
    pub(crate) async fn how_known(&self, draft: &Draft) -> Result<Familiarity, Error> {
        let given = match &draft.source.session {
            Some(session) => self.deliveries().delivered_to(session).await.ids(),
            None => Vec::new(),
        };
        let mut terms = analyse::query_terms(&draft.text);
        terms.truncate(MAX_TERMS);
        let (matching, filter) = (Matching::Any, Filter::active());
        let query = KeywordQuery { terms, matching, filter, pool: COMPARED_MOST };
        let reach = Reach::of(draft.scope.clone());
        let (asked, within, injected) = (&query, &reach, &given);
        let found = self.read(|store| async move {
            let hits = store.search(within, asked).await?;
            let mut found: Vec<Memory> = hits.into_iter().map(|hit| hit.memory).collect();
            found.extend(store.with_fingerprint(&draft.scope, Fingerprint::of(&draft.text)).await?);
            found.extend(store.memories(&Reach::Vault, injected).await?);
            Ok(found)
        });
        let mut found = found.await?;
        found.retain(|memory| may_be_handed(memory, &reach));
        Ok(known(draft, &found, &given))
    }
}
