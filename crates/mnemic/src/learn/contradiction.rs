//! Contradictions: memories that contradict each other, noticed after each write and settled by people.
//!
//! What was written is compared when its writer has its answer: while nothing is locked, with the few memories within its
//! reach that share words with it. A process that dies before that leaves the comparison to [`Engine::compare_all`].

use mnemic_core::{
    journal::event::{Act, Actor, Cause, Channel, Contradicted, Event},
    learn::{
        claim::{Claims, TextContradiction},
        contradiction::{Contradiction, Pair},
    },
    port::store::Store,
    recall::{KeywordQuery, Matching},
    record::{
        filter::{Filter, Query},
        id::MemoryId,
        memory::Memory,
        scope::Reach,
    },
    text::analyse,
};

use super::Learner;
use crate::error::Error;

/// At most how many of the memories written are compared when a process ends; an import of more is left to a scan.
pub(super) const MOST_COMPARED: usize = 200;
/// With how many other memories each is compared.
const CANDIDATES: usize = 48;
/// How many words of a text are looked up.
const MAX_TERMS: usize = 32;
/// How many memories are read at once.
const PAGE: usize = 500;

/// A contradiction with the two memories it is between.
#[derive(Debug, Clone, PartialEq)]
pub struct ContradictionCase {
    /// Which, and how.
    pub contradiction: Contradiction,
    /// The two, the older one first.
    pub memories: [Memory; 2],
}

impl ContradictionCase {
    /// The other side, if a memory is one.
    pub fn opponent_of(&self, id: MemoryId) -> Option<&Memory> {
        let [one, other] = &self.memories;
        match id {
            _ if one.id == id => Some(other),
            _ if other.id == id => Some(one),
            _ => None,
        }
    }
}

/// The open contradictions of these memories with any within reach.
pub(crate) async fn contradictions_of(
    store: &dyn Store,
    reach: &Reach,
    ids: &[MemoryId],
) -> Result<Vec<ContradictionCase>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    open_contradictions(store, reach, Some(ids)).await
}

async fn open_contradictions(
    store: &dyn Store,
    reach: &Reach,
    of: Option<&[MemoryId]>,
) -> Result<Vec<ContradictionCase>, Error> {
    let mut contradictions = Vec::new();
    for contradiction in
        store.contradictions(reach, of).await?.into_iter().filter(|it| !it.dismissed)
    {
        let mut memories = store.memories(reach, &contradiction.between.ids()).await?;
        memories.sort_by_key(|memory| (memory.created_at, memory.number));
        if let Ok(memories) = <[Memory; 2]>::try_from(memories) {
            contradictions.push(ContradictionCase { contradiction, memories });
        }
    }
    Ok(contradictions)
}

impl Learner {
    /// The open contradictions within reach, oldest first.
    pub(crate) async fn contradictions(
        &self,
        reach: &Reach,
    ) -> Result<Vec<ContradictionCase>, Error> {
        self.scribe
            .read(|store| async move { open_contradictions(&*store, reach, None).await })
            .await
    }

    /// The open contradictions of these memories with any within reach.
    pub(crate) async fn contradictions_of(
        &self,
        reach: &Reach,
        ids: &[MemoryId],
    ) -> Result<Vec<ContradictionCase>, Error> {
        self.scribe.read(|store| async move { contradictions_of(&*store, reach, ids).await }).await
    }

    /// Compares what was written with the rest. Nobody waits for it, so nobody hears of a failure but the log.
    pub(crate) async fn compare_written(&self) {
        let ids = self.uncompared.take();
        if let Err(error) = self.compare(&ids).await {
            tracing::info!(%error, "what was written is not compared");
        }
    }

    /// Compares every active memory within reach with the others; says how many contradictions are new.
    pub(crate) async fn compare_all(&self, reach: &Reach) -> Result<usize, Error> {
        let mut found = 0;
        let mut after = None;
        loop {
            let query = Query { filter: Filter::active(), limit: PAGE, after, ..Query::default() };
            let query = &query;
            let page = self
                .scribe
                .read(|store| async move { Ok(store.query(reach, query).await?) })
                .await?;
            let ids: Vec<MemoryId> = page.memories.iter().map(|memory| memory.id).collect();
            found += self.compare(&ids).await?;
            after = page.next;
            if after.is_none() {
                return Ok(found);
            }
        }
    }

    async fn compare(&self, ids: &[MemoryId]) -> Result<usize, Error> {
        let mut found: Vec<(Pair, TextContradiction)> = Vec::new();
        for id in ids {
            for (pair, texts) in self.new_contradictions(*id).await? {
                if !found.iter().any(|(known, _)| *known == pair) {
                    found.push((pair, texts));
                }
            }
        }
        self.record(found).await
    }

    /// What contradicts one memory and is not known to.
    async fn new_contradictions(
        &self,
        id: MemoryId,
    ) -> Result<Vec<(Pair, TextContradiction)>, Error> {
        let Some((memory, others)) = self.with_candidates(id).await? else {
            return Ok(Vec::new());
        };
        let claims = Claims::of(&memory.text, &memory.file_paths);
        let mut found = Vec::new();
        for other in others {
            let others = Claims::of(&other.text, &other.file_paths);
            if let Some(contradiction) = self.contradiction(&claims, &others).await.value {
                found.push((Pair::of(id, other.id), contradiction));
            }
        }
        Ok(found)
    }

    /// A memory that stands, and those within its reach that share words with it and are in no contradiction with it.
    async fn with_candidates(&self, id: MemoryId) -> Result<Option<(Memory, Vec<Memory>)>, Error> {
        self.scribe
            .read(|store| async move {
                let memory = store.get(&Reach::Vault, id).await?;
                let Some(memory) = memory.filter(is_claim_in_force) else { return Ok(None) };
                let reach = Reach::of(memory.scope.clone());
                let known = store.contradictions(&Reach::Vault, Some(&[id])).await?;
                let is_known = |other: &Memory| {
                    other.id == id
                        || known.iter().any(|contradiction| contradiction.between.holds(other.id))
                };
                let hits = store.search(&reach, &lookup(&memory)).await?;
                let others = hits.into_iter().map(|hit| hit.memory);
                let others =
                    others.filter(|other| is_claim_in_force(other) && !is_known(other)).collect();
                Ok(Some((memory, others)))
            })
            .await
    }

    /// Journals contradictions that nobody has noticed meanwhile.
    async fn record(&self, found: Vec<(Pair, TextContradiction)>) -> Result<usize, Error> {
        if found.is_empty() {
            return Ok(0);
        }
        let writer = self.ledger.writer(Actor::through(Channel::Scribe)).await?;
        let ids: Vec<MemoryId> = found.iter().flat_map(|(pair, _)| pair.ids()).collect();
        let known = writer.store().contradictions(&Reach::Vault, Some(&ids)).await?;
        let is_new =
            |pair: &Pair| !known.iter().any(|contradiction| contradiction.between == *pair);
        let events: Vec<Event> = found
            .into_iter()
            .filter(|(pair, _)| is_new(pair))
            .map(|(between, TextContradiction { severity, manner, .. })| {
                Event::Contradicted(Contradicted { between, severity, manner })
            })
            .collect();
        let count = events.len();
        if count > 0 {
            writer.commit_lazily(events).await?;
            tracing::debug!(count, "memories contradict each other");
        }
        Ok(count)
    }
}

/// The memories that say something new by an act.
pub(super) fn to_compare(act: &Act) -> impl Iterator<Item = MemoryId> {
    act.events.iter().filter_map(|event| match event {
        Event::Put(put) if put.memory.is_active() && changes_text(put.cause) => Some(put.memory.id),
        _ => None,
    })
}

/// Whether a verb made a memory say something.
fn changes_text(cause: Cause) -> bool {
    !matches!(
        cause,
        Cause::Pinned
            | Cause::Unpinned
            | Cause::Forgotten
            | Cause::DeletedByHand
            | Cause::Confirmed
            | Cause::Doubted
    )
}

/// Whether what a memory says is meant to be true now. A narrative tells what happened, and claims nothing.
fn is_claim_in_force(memory: &Memory) -> bool {
    memory.is_active() && memory.superseded_by.is_none() && memory.rules().makes_claims
}

/// How the memories are found that may contradict one.
fn lookup(memory: &Memory) -> KeywordQuery {
    let mut terms = analyse::query_terms(&memory.text);
    terms.truncate(MAX_TERMS);
    for path in &memory.file_paths {
        terms.extend(analyse::query_terms(path));
    }
    KeywordQuery { terms, matching: Matching::Any, filter: Filter::active(), pool: CANDIDATES }
}
