//! The keyword arm: a question's words as they are looked up. They are joined as the vault wants it, and taken for
//! beginnings of others or for misspelt when no memory holds any of them.

use mnemic_core::{
    recall::{
        KeywordHit, KeywordQuery, Matching,
        question::{Question, Wording},
    },
    record::filter::Filter,
    text::{
        analyse::Term,
        spelling,
        spelling::{Correction, CorrectionKind},
    },
};

use super::{gather::Gatherer, time::Times};
use crate::error::Error;

/// How many words of a question may be taken for others. Chosen by hand, for time.
const CORRECTED: usize = 8;

impl Gatherer<'_> {
    /// What else counts as a word of the question.
    pub(super) fn wording(&self) -> Wording {
        let matching = self.recaller.host.settings().policies.lookup.matching;
        let aliases = self.recaller.aliases(self.occasion);
        Wording { aliases, beginnings: matching == Matching::Prefix }
    }

    /// A question taken apart. Words that stand side by side in it count where a memory writes them as one.
    pub(super) async fn read(
        &self,
        text: &str,
        times: &Times,
        wording: &Wording,
    ) -> Result<Question, Error> {
        let mut question = times.question(text, wording);
        let joined = question.joined_words(text);
        let terms: Vec<Term> = joined.iter().map(|joined| Term::word(&joined.text)).collect();
        if !terms.is_empty() {
            let frequencies = self.store.statistics(&terms).await?.frequencies;
            let written = joined.iter().zip(frequencies).filter(|(_, frequency)| *frequency > 0);
            written.for_each(|(joined, _)| question.join(joined));
        }
        Ok(question)
    }

    /// What holds the words of a question. When nothing does, words that no memory holds are taken in it for the
    /// beginnings of others or for misspelt, and `unused` tells of it.
    pub(super) async fn by_keyword(
        &self,
        question: &mut Question,
        wording: &Wording,
        times: &Times,
        unused: &mut Vec<String>,
    ) -> Result<Vec<KeywordHit>, Error> {
        let filter = &times.filter;
        let hits = self.look_up(question, filter).await?;
        // The words of a question for nothing but a time need not be held by anything.
        let is_found = !hits.is_empty() || question.is_only_about_time();
        if is_found || !self.recaller.host.settings().policies.lookup.fuzzy {
            return Ok(hits);
        }
        let corrections = self.corrections(question, filter).await?;
        if corrections.is_empty() {
            return Ok(hits);
        }
        unused.extend(corrections.iter().map(ToString::to_string));
        let corrected = spelling::corrected(&self.request.question, &corrections);
        *question = self.read(&corrected, times, wording).await?;
        question.note_corrections(&corrections);
        self.look_up(question, filter).await
    }

    async fn look_up(
        &self,
        question: &Question,
        filter: &Filter,
    ) -> Result<Vec<KeywordHit>, Error> {
        let lookup = self.recaller.host.settings().policies.lookup;
        let terms = question.store_terms();
        let (matching, filter) = (lookup.matching, filter.clone());
        let query = KeywordQuery { terms, matching, filter, pool: self.pool };
        Ok(self.store.search(self.reach, &query).await?)
    }

    /// What words that no memory holds may be meant to be; nothing when that explains too little of the question.
    async fn corrections(
        &self,
        question: &Question,
        filter: &Filter,
    ) -> Result<Vec<Correction>, Error> {
        let content_terms = question.terms.iter().filter(|sought| !sought.is_frame);
        let terms: Vec<Term> =
            content_terms.map(|sought| sought.term.clone()).take(CORRECTED).collect();
        let frequencies = self.store.statistics(&terms).await?.frequencies;
        let unknown = terms.into_iter().zip(frequencies).filter(|(_, frequency)| *frequency == 0);
        let unknown: Vec<String> = unknown.map(|(term, _)| term.text).collect();
        let mut corrections = Vec::new();
        for said in &unknown {
            let meant = self.meant(said, filter).await?;
            corrections.extend(meant.map(|meant| Correction { said: said.clone(), meant }));
        }
        let are_believable = spelling::are_believable(corrections.len(), unknown.len());
        Ok(if are_believable { corrections } else { Vec::new() })
    }

    /// What a word that no memory holds may be meant to be: rather the beginning of another than misspelt.
    async fn meant(&self, said: &str, filter: &Filter) -> Result<Option<CorrectionKind>, Error> {
        let reach = self.reach;
        if spelling::may_begin(said) {
            let (terms, matching) = (vec![Term::word(said)], Matching::Prefix);
            let query = KeywordQuery { terms, matching, filter: filter.clone(), pool: 1 };
            if !self.store.search(reach, &query).await?.is_empty() {
                return Ok(Some(CorrectionKind::Beginning));
            }
        }
        if spelling::max_edits(said) == 0 {
            return Ok(None);
        }
        Ok(self.store.spelling(reach, filter, said).await?.map(CorrectionKind::Word))
    }
}
