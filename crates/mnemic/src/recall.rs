//! Recall: question in, ranked memories out.

pub(crate) mod alias;
mod gather;
mod link;
mod meaning;
pub(crate) mod receipt;
mod terms;
mod time;
mod timer;

use std::sync::{Arc, Mutex, MutexGuard};

use mnemic_core::{
    recall::{
        self, Asker, Drops, Evidence, Hit, RankingContext, RecallRequest, Selecting, Verdict,
        adjust::{Adjusting, adjust, beside},
        evidence,
        pace::{self, Pace, Slo},
        rank::profile::Base,
        receipt::Considered,
        select::{self, Selected, snippet},
        verdict,
    },
    record::{
        id::{MemoryId, ReceiptId},
        memory::Memory,
        scope::Reach,
    },
    text::alias::Occasion,
};

use self::{
    gather::{Gathered, Gatherer},
    time::Narrowing,
};
use crate::{
    embed::EmbeddingService,
    error::Error,
    host::Host,
    learn::contradiction::{self, ContradictionCase},
    notice::Notice,
    scribe::Scribe,
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
    /// Which of them contradict each other or others within reach.
    pub contradictions: Vec<ContradictionCase>,
    /// The name of the receipt; [`Engine::why`](crate::Engine::why) tells the rest.
    pub receipt: ReceiptId,
}

impl Answer {
    /// What is worth knowing of how they were found, a sentence each.
    pub fn asides(&self) -> Vec<String> {
        let slow = "recalls have been slow, so Mnemic considered fewer memories";
        self.unused.iter().cloned().chain(self.degraded.then(|| slow.to_owned())).collect()
    }
}

/// What was chosen from what was gathered.
struct Chosen {
    hits: Vec<Hit>,
    verdict: Verdict,
    dropped: Drops,
    unused: Vec<String>,
    considered: Vec<Considered>,
}

/// What answers questions for one engine.
pub(crate) struct Recaller {
    host: Arc<Host>,
    scribe: Arc<Scribe>,
    embedding: Arc<EmbeddingService>,
    slo: Mutex<Slo>,
}

impl Recaller {
    pub(crate) fn new(
        host: Arc<Host>,
        scribe: Arc<Scribe>,
        embedding: Arc<EmbeddingService>,
    ) -> Self {
        Self { host, scribe, embedding, slo: Mutex::default() }
    }

    /// Whether recalls have been slow, so that the next ones look at less.
    pub(crate) fn is_degraded(&self) -> bool {
        self.slo().is_degraded()
    }

    fn slo(&self) -> MutexGuard<'_, Slo> {
        self.slo.lock().expect("durations are only noted")
    }

    /// Answers a question that a context asks: it has its own ideas of what to drop.
    pub(crate) async fn answer_for_context(
        &self,
        reach: &Reach,
        request: RecallRequest,
        asker: Asker,
    ) -> Result<(Answer, Vec<Considered>), Error> {
        let selecting = self.host.settings().policies.handing.selecting;
        self.answer(reach, request, selecting, asker, Occasion::Automatic).await
    }

    /// Answers a question, and says what was considered for it.
    pub(crate) async fn answer(
        &self,
        reach: &Reach,
        request: RecallRequest,
        selecting: Selecting,
        asker: Asker,
        occasion: Occasion,
    ) -> Result<(Answer, Vec<Considered>), Error> {
        let degraded = self.slo().is_degraded();
        let limit = request.limit.min(RecallRequest::MAX_LIMIT);
        let usual = self.pool(limit);
        let pool = if degraded { pace::degraded_pool(usual, limit) } else { usual };
        let (request, asker) = (&request, &asker);
        let chosen = self.scribe.read(|store| async move {
            let begun = self.host.clock().running();
            let store = store.as_ref();
            let ask = |narrowing| async move {
                let gatherer =
                    Gatherer { recaller: self, store, reach, request, occasion, pool, narrowing };
                let gathered = gatherer.gather().await?;
                let (narrowed, embedding) = (gathered.narrowed, gathered.embedding);
                let chosen = self.choose(gathered, selecting, asker.clone(), limit);
                Ok::<_, Error>((chosen, narrowed, embedding))
            };
            let (mut chosen, narrowed, mut embedding) = ask(Narrowing::AsAsked).await?;
            if narrowed && chosen.verdict == Verdict::None {
                // A time is no reason for an empty answer when something answers.
                let (wider, _, again) = ask(Narrowing::Never).await?;
                embedding += again;
                if wider.verdict != Verdict::None || chosen.hits.is_empty() {
                    chosen = wider;
                }
            }
            let ids: Vec<MemoryId> = chosen.hits.iter().map(|hit| hit.memory.id).collect();
            store.verify_rows(&ids).await?;
            let contradictions = contradiction::contradictions_of(store, reach, &ids).await?;
            let took = self.host.clock().running().saturating_sub(begun);
            Ok((chosen, contradictions, took.saturating_sub(embedding)))
        });
        let (chosen, contradictions, took) = chosen.await?;
        let Chosen { hits, verdict, dropped, unused, considered } = chosen;
        if self.slo().observe(took) {
            tracing::warn!(degraded = self.slo().is_degraded(), "how fast recalls are has changed");
        }
        self.host.notify(&Notice::Search { query: request.question.clone(), results: hits.len() });
        let receipt = ReceiptId::new(self.host.randomness().as_ref());
        Ok((
            Answer { hits, verdict, dropped, degraded, unused, contradictions, receipt },
            considered,
        ))
    }

    /// The best of what was gathered.
    fn choose(
        &self,
        gathered: Gathered,
        selecting: Selecting,
        asker: Asker,
        limit: usize,
    ) -> Chosen {
        let policies = &self.host.settings().policies;
        let ranking = policies.ranking();
        let base = ranking.base;
        let evidence = if base == Base::Measured { self.weigh(&gathered) } else { Vec::new() };
        let Gathered { question, material, contradicted, unused, .. } = gathered;
        let neighbours = beside::beside(&material);
        let (now, weights) = (self.host.now(), policies.weights);
        let circumstances = RankingContext { now, weights, asker, contradicted };
        let mut ranked = recall::rank(material.candidates, evidence, ranking, &circumstances);
        let (links, neighbours) = (&material.links, &neighbours);
        adjust(&mut ranked, &Adjusting { links, neighbours, question: &question, base });
        let found = verdict::verdict(&ranked, &question, base);
        let selected = select::select(ranked, selecting, base, limit);
        let considered = mnemic_core::recall::receipt::considered(&selected);
        let Selected { mut hits, dropped, .. } = selected;
        for hit in &mut hits {
            hit.snippet = snippet::snippet(&hit.memory.text, &question);
        }
        let verdict = if hits.is_empty() { Verdict::None } else { found };
        Chosen { hits, verdict, dropped, unused, considered }
    }

    /// How many candidates each arm finds: as many as are wanted at least. The measured ranking looks at what all arms
    /// find together, so that with vectors each of them finds half.
    fn pool(&self, limit: usize) -> usize {
        let policies = &self.host.settings().policies;
        let size = policies.pool.size_for(limit);
        if policies.ranking().base != Base::Measured {
            return size;
        }
        let has_vectors = self.embedding.embedders().instant.is_some()
            || self.embedding.embedders().deep.is_some();
        let arms = if has_vectors { 2 } else { 1 };
        size.div_ceil(arms).max(limit)
    }

    /// How fast recalls of this process have been.
    pub(crate) fn pace(&self) -> Pace {
        self.slo().pace()
    }

    /// What can be told of each candidate for a question: what the measured ranking is fitted on.
    pub(crate) async fn evidence(
        &self,
        reach: &Reach,
        request: &RecallRequest,
    ) -> Result<Vec<(Memory, Evidence)>, Error> {
        let pool = self.pool(request.limit);
        let gathering = self.scribe.read(|store| async move {
            let (occasion, narrowing, store) = (Occasion::Asked, Narrowing::AsAsked, &*store);
            Gatherer { recaller: self, store, reach, request, occasion, pool, narrowing }
                .gather()
                .await
        });
        let gathered = gathering.await?;
        let evidence = self.weigh(&gathered);
        let candidates = gathered.material.candidates.into_iter();
        Ok(candidates.map(|candidate| candidate.memory).zip(evidence).collect())
    }

    fn weigh(&self, gathered: &Gathered) -> Vec<Evidence> {
        let lexicon = self.embedding.embedders().lexicon.as_deref();
        evidence::evidence(&gathered.question, &gathered.material, lexicon)
    }
}
