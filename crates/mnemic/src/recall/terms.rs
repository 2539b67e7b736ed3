//! The keyword arm: a question's words as they are looked up. They are joined as the vault wants it, widened by
//! aliases where it has them, and taken for misspelt when no memory holds any of them.

use mnemic_core::{
    analyse::Term,
    filter::Filter,
    fuzzy::{self, Correction},
    recall::{KeywordHit, KeywordQuery, question::Question},
};

use super::{gather::Gatherer, time::Times};
use crate::error::Error;

/// How many words of a question are taken for misspelt.
const CORRECTED: usize = 8;

impl Gatherer<'_> {
    /// What holds the words of a question. When nothing does, words that no memory holds are replaced in it by the
    /// nearest that one does, and `unused` tells of it.
    pub(super) async fn by_keyword(
        &self,
        question: &mut Question,
        times: &Times,
        unused: &mut Vec<String>,
    ) -> Result<Vec<KeywordHit>, Error> {
        let filter = &times.filter;
        let hits = self.look_up(question, filter).await?;
        // The words of a question for nothing but a time need not be held by anything.
        let is_found = !hits.is_empty() || question.is_only_about_time();
        if is_found || !self.engine.settings().policies.lookup.fuzzy {
            return Ok(hits);
        }
        let corrections = self.corrections(question, filter).await?;
        if corrections.is_empty() {
            return Ok(hits);
        }
        unused.extend(corrections.iter().map(ToString::to_string));
        *question = times.question(&fuzzy::corrected(&self.request.question, &corrections));
        self.look_up(question, filter).await
    }

    async fn look_up(
        &self,
        question: &Question,
        filter: &Filter,
    ) -> Result<Vec<KeywordHit>, Error> {
        let lookup = self.engine.settings().policies.lookup;
        let mut terms = question.store_terms();
        self.engine.aliases().widen(&mut terms);
        let (matching, filter) = (lookup.matching, filter.clone());
        let query = KeywordQuery { terms, matching, filter, pool: self.pool };
        Ok(self.store.search(&self.request.reach, &query).await?)
    }

    /// What words that no memory holds may be meant to be.
    async fn corrections(
        &self,
        question: &Question,
        filter: &Filter,
    ) -> Result<Vec<Correction>, Error> {
        let mut terms = question.store_terms();
        terms.retain(|term: &Term| !term.prefix && fuzzy::tolerated(&term.text) > 0);
        terms.truncate(CORRECTED);
        let frequencies = self.store.statistics(&terms).await?.frequencies;
        let unknown = terms.into_iter().zip(frequencies).filter(|(_, frequency)| *frequency == 0);
        let mut corrections = Vec::new();
        for (Term { text: said, .. }, _) in unknown {
            let meant = self.store.spelling(&self.request.reach, filter, &said).await?;
            corrections.extend(meant.map(|meant| Correction { said, meant }));
        }
        Ok(corrections)
    }
}
