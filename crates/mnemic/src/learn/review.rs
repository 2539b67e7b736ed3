//! Review: candidates whose time is up are confirmed by use, or doubted once.
//!
//! Run at the end of each session in its scope, and whenever someone asks for it. Running it twice does nothing twice.

use jiff::Timestamp;
use mnemic_core::{
    journal::event::{Actor, Cause, Channel},
    learn::{
        promotion::quarantine::{Candidate, Review, WINDOW, review},
        widening::awaits_consent,
    },
    port::store::Store,
    record::{
        filter::{Field, Filter, Query, Test, Value},
        id::MemoryId,
        memory::{Memory, Status},
        scope::Reach,
    },
};

use super::Learner;
use crate::{error::Error, session::Lineage, verb::remember::put};

/// How many candidates are judged at once.
const PAGE: usize = 200;

/// What became of a candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct Reviewed {
    /// The memory as it is now.
    pub memory: Memory,
    /// What was decided.
    pub review: Review,
}

impl Learner {
    /// Judges the candidates within reach whose time is up; tells what became of those that changed.
    pub(crate) async fn review(
        &self,
        reach: &Reach,
        lineage: &Lineage,
    ) -> Result<Vec<Reviewed>, Error> {
        let mut reviewed = Vec::new();
        for ids in self.due_candidates(reach).await?.chunks(PAGE) {
            reviewed.extend(
                self.ledger
                    .retry_after_repair(|| async { self.review_some(reach, ids, lineage).await })
                    .await?,
            );
        }
        if !reviewed.is_empty() {
            tracing::debug!(count = reviewed.len(), "candidates were reviewed");
        }
        Ok(reviewed)
    }

    async fn due_candidates(&self, reach: &Reach) -> Result<Vec<MemoryId>, Error> {
        let until = self.host.now().saturating_sub(WINDOW).unwrap_or(Timestamp::MIN);
        let filter = Filter::active()
            .and_text(Field::Status, Status::Candidate.name())
            .and(Field::CreatedAt, Test::Lte(Value::Time(until)));
        let mut query = Query { filter, limit: PAGE, ..Query::default() };
        let mut due = Vec::new();
        loop {
            let asked = &query;
            let page = self
                .scribe
                .read(|store| async move { Ok(store.query(reach, asked).await?) })
                .await?;
            due.extend(page.memories.iter().map(|memory| memory.id));
            query.after = page.next;
            if query.after.is_none() {
                return Ok(due);
            }
        }
    }

    async fn review_some(
        &self,
        reach: &Reach,
        ids: &[MemoryId],
        lineage: &Lineage,
    ) -> Result<Vec<Reviewed>, Error> {
        self.scribe.take_in_first().await?;
        let writer = self.ledger.writer(Actor::through(Channel::Scribe)).await?;
        writer.store().verify_rows(ids).await?;
        let now = self.host.now();
        let (mut events, mut reviewed) = (Vec::new(), Vec::new());
        for memory in writer.store().memories(reach, ids).await? {
            let Some(review) = judged(writer.store().as_ref(), &memory, lineage, now).await? else {
                continue;
            };
            let base = memory.version;
            let (cause, mut memory) = after(memory, review, now);
            events.push(put(cause, base, memory.clone()));
            memory.version = base + 1;
            reviewed.push(Reviewed { memory, review });
        }
        if !events.is_empty() {
            writer.commit(events).await?;
        }
        Ok(reviewed)
    }
}

async fn judged(
    store: &dyn Store,
    memory: &Memory,
    lineage: &Lineage,
    now: Timestamp,
) -> Result<Option<Review>, Error> {
    let contradictions = store.contradictions(&Reach::Vault, Some(&[memory.id])).await?;
    let signals = &memory.signals;
    let root = memory.source.session.as_ref().map(|session| lineage.root_of(session));
    let injected_in: Vec<String> =
        signals.injected_in.iter().map(|session| lineage.root_of(session).to_owned()).collect();
    let candidate = Candidate {
        status: memory.status,
        importance: memory.importance,
        // What was taken over from elsewhere was said long before it was promoted.
        promoted_at: memory.created_at.max(memory.updated_at),
        reviewed_at: memory.reviewed_at,
        reinforced: signals.score > 0,
        root,
        injected_in: &injected_in,
        contradicted: contradictions.iter().any(|contradiction| !contradiction.dismissed),
        needs_person: awaits_consent(memory) || !memory.may_be_injected(),
    };
    Ok(review(&candidate, now))
}

/// A candidate after its review.
fn after(memory: Memory, review: Review, now: Timestamp) -> (Cause, Memory) {
    let reviewed_at = Some(now);
    match review {
        Review::Confirm { .. } => {
            let status = Status::Confirmed;
            (Cause::Confirmed, Memory { status, updated_at: now, reviewed_at, ..memory })
        }
        Review::Doubt { importance } => {
            (Cause::Doubted, Memory { importance, reviewed_at, ..memory })
        }
    }
}
