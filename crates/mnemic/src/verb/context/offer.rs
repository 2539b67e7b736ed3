//! What is offered to each tier of a context, best first.

use std::collections::HashSet;

use mnemic_core::{
    context::{
        Injection, Piece, Tier, TierOffer, budget,
        choice::{self, ContextMemory},
    },
    learn::widening::may_be_handed,
    recall::{Asker, RecallRequest, Verdict, receipt::Considered},
    record::{
        filter::{Direction, Field, Filter, Order, Query, Test, Value},
        id::{MemoryId, SessionId},
        kind::narrative::Narrative,
        memory::{Memory, Status, Trust},
        scope::{Reach, Scope},
    },
    safety::caller::Caller,
};

use super::{ContextRequest, delivered::Delivered};
use crate::{engine::Engine, error::Error, json::trust_name, ledger::redact, recall::Answer};

/// How many memories of a tier are looked at.
const LOOKED_AT: usize = 200;
/// So many earlier sessions are told of.
const SESSIONS_MOST: usize = 5;
/// So many contradictions are marked.
const MARKED_MOST: usize = 2;

/// What is offered, and how it was found.
pub(super) struct Offers {
    pub(super) offers: Vec<TierOffer>,
    pub(super) answer: Option<Answer>,
    pub(super) considered: Vec<Considered>,
    pub(super) delivered_before: usize,
}

impl Engine {
    /// A memory for a context. It is looked at once more: a vault that was written without redaction may hold secrets.
    fn piece(&self, memory: &Memory) -> Piece {
        let mut piece = Piece::of(memory);
        redact::text(self.redactor(), &mut piece.text);
        piece
    }

    pub(super) async fn offers(
        &self,
        caller: &Caller,
        request: &ContextRequest,
        delivered: &Delivered,
    ) -> Result<Offers, Error> {
        // Low trust is never handed over by itself.
        let trusted = Test::Ne(Value::Text(trust_name(Trust::Low).to_owned()));
        let filter = request.filter.clone().and(Field::Trust, trusted);
        let request = &ContextRequest { filter, ..request.clone() };
        let seen = HashSet::new();
        let mut gathering = Gathering { engine: self, caller, request, delivered, seen, before: 0 };
        let mut offers = Vec::new();
        let (mut answer, mut considered) = (None, Vec::new());
        match self.injection() {
            Injection::None => {}
            Injection::Document if request.only_relevant.is_some() => {}
            Injection::Document => {
                let pieces = self.document_pieces(caller, request).await?;
                offers.push(TierOffer { tier: Tier::Document, pieces });
            }
            Injection::Tiered | Injection::Working => {
                if request.only_relevant.is_none() {
                    offers.push(gathering.pinned().await?);
                }
                offers.extend(gathering.session_notes().await?);
                let (relevant, found, looked_at) = gathering.relevant(&caller.reach).await?;
                offers.push(gathering.offer(Tier::Relevant, relevant));
                (answer, considered) = (found, looked_at);
                if request.only_relevant.is_none() {
                    let earlier = gathering.earlier_sessions().await?;
                    offers.push(gathering.offer(Tier::Sessions, earlier));
                    offers.extend(gathering.conversation().await);
                }
            }
            Injection::Split => {
                for (tier, reach) in gathering.parts() {
                    let (mut memories, found, looked_at) = gathering.relevant(&reach).await?;
                    memories.retain(|it| may_be_handed(&it.memory, &caller.reach));
                    if tier == Tier::Task {
                        memories = choice::and_the_rest(memories, gathering.noted(&reach).await?);
                    }
                    let memories = choice::with_ends(memories, request.head_tail);
                    offers.push(gathering.offer(tier, memories));
                    answer = found.or(answer);
                    considered.extend(looked_at);
                }
            }
        }
        let before = gathering.before;
        self.mark_contradictions(caller, &mut offers).await?;
        Ok(Offers { offers, answer, considered, delivered_before: before })
    }

    /// Says of what is offered where another memory says the opposite. What is pinned stays as it is.
    async fn mark_contradictions(
        &self,
        caller: &Caller,
        offers: &mut [TierOffer],
    ) -> Result<(), Error> {
        let others = offers.iter_mut().filter(|offer| offer.tier != Tier::Pinned);
        let mut pieces: Vec<&mut Piece> = others.flat_map(|offer| &mut offer.pieces).collect();
        let ids: Vec<MemoryId> = pieces.iter().filter_map(|piece| piece.memory()).collect();
        let contradictions = self.contradictions_of(caller, &ids).await?;
        let mut marked = 0;
        for piece in &mut pieces {
            let Some(id) = piece.memory() else { continue };
            let opponents = contradictions.iter().filter_map(|case| case.opponent_of(id));
            let opponent = opponents.into_iter().find(|opponent| opponent.may_be_injected());
            if let Some(opponent) = opponent.filter(|_| marked < MARKED_MOST) {
                piece.remarks.push(choice::contradicted_by(opponent));
                marked += 1;
            }
        }
        Ok(())
    }

    /// What is pinned, the most important first.
    pub(super) async fn pinned(
        &self,
        caller: &Caller,
        filter: &Filter,
    ) -> Result<Vec<Memory>, Error> {
        let filter = filter.clone().and_text(Field::Status, Status::Pinned.name());
        let mut pinned = self.listed(&caller.reach, filter, Field::Importance).await?;
        choice::order_pinned(&mut pinned);
        Ok(pinned)
    }

    async fn listed(
        &self,
        reach: &Reach,
        filter: Filter,
        field: Field,
    ) -> Result<Vec<Memory>, Error> {
        let order = Order { field, direction: Direction::Descending };
        let query = Query { filter, order, limit: LOOKED_AT, after: None };
        let query = &query;
        let listed =
            self.read(|store| async move { Ok(store.query(reach, query).await?.memories) });
        let mut listed = listed.await?;
        listed.retain(|memory| may_be_handed(memory, reach));
        Ok(listed)
    }
}

struct Gathering<'a> {
    engine: &'a Engine,
    caller: &'a Caller,
    request: &'a ContextRequest,
    delivered: &'a Delivered,
    /// What is offered already.
    seen: HashSet<MemoryId>,
    /// How many the session has already.
    before: usize,
}

/// Memories, best first, the answer they are from, and what was looked at for it.
type Found = (Vec<ContextMemory>, Option<Answer>, Vec<Considered>);

impl Gathering<'_> {
    /// What is pinned, always all of it and always in the same order.
    async fn pinned(&mut self) -> Result<TierOffer, Error> {
        let pinned = self.engine.pinned(self.caller, &self.request.filter).await?;
        self.seen.extend(pinned.iter().map(|memory| memory.id));
        Ok(TierOffer {
            tier: Tier::Pinned,
            pieces: pinned.iter().map(|memory| self.engine.piece(memory)).collect(),
        })
    }

    /// What anyone noted in this session for this session.
    async fn session_notes(&mut self) -> Result<Option<TierOffer>, Error> {
        let scope = self
            .request
            .session
            .as_ref()
            .and_then(|session| format!("session:{session}").parse::<Scope>().ok());
        let Some(scope) = scope else { return Ok(None) };
        let filter = self.request.filter.clone();
        let noted = self.engine.listed(&Reach::only(scope), filter, Field::CreatedAt).await?;
        let noted = noted.into_iter().map(ContextMemory::from).collect();
        Ok(Some(self.offer(Tier::Bridge, noted)))
    }

    /// What answers the question; without one, what counts most and is not old.
    async fn relevant(&self, reach: &Reach) -> Result<Found, Error> {
        let most = self.engine.settings().policies.handing.max_relevant;
        let most = self.request.only_relevant.map_or(most, |only| only.min(most));
        let Some(query) = self.request.query.as_ref().filter(|query| !query.trim().is_empty())
        else {
            // What sessions came to has a tier of its own.
            let narrative = Value::Text(Narrative::KIND.to_owned());
            let filter = self.request.filter.clone().and(Field::Kind, Test::Ne(narrative));
            let listed = self.engine.listed(reach, filter, Field::CreatedAt).await?;
            let weightiest = choice::most_important(listed, self.engine.now(), most);
            return Ok((
                weightiest.into_iter().map(ContextMemory::from).collect(),
                None,
                Vec::new(),
            ));
        };
        let request = RecallRequest {
            question: query.clone(),
            limit: most,
            filter: self.request.filter.clone(),
        };
        let asker = Asker {
            user: self.request.user.clone(),
            topics: self.request.topics.clone(),
            files: self.request.files.clone(),
        };
        let (mut answer, considered) =
            self.engine.recaller().answer_for_context(reach, request, asker).await?;
        // An agent is told nothing rather than something that happens to rank first.
        let hits = match answer.verdict {
            Verdict::Strong => choice::near_the_best(std::mem::take(&mut answer.hits)),
            Verdict::Weak | Verdict::None => Vec::new(),
        };
        Ok((hits, Some(answer), considered))
    }

    /// All that belongs to a task, the weightiest first: a task is worked on with what was found out in it, whatever
    /// is asked.
    async fn noted(&self, reach: &Reach) -> Result<Vec<Memory>, Error> {
        let filter = self.request.filter.clone();
        let listed = self.engine.listed(reach, filter, Field::CreatedAt).await?;
        Ok(choice::most_important(listed, self.engine.now(), LOOKED_AT))
    }

    /// What earlier sessions left behind: what they came to, the latest first.
    async fn earlier_sessions(&self) -> Result<Vec<ContextMemory>, Error> {
        let sessions = self.engine.list_sessions(self.caller)?.into_iter().filter(|listed| {
            let own = self.request.session.as_deref() == Some(listed.entry.id.as_str());
            !own && listed.entry.status.has_ended()
        });
        let narratives: Vec<MemoryId> =
            sessions.filter_map(|listed| listed.entry.narrative).take(SESSIONS_MOST).collect();
        let found = self.engine.memories(self.caller, &narratives).await?;
        let mut found: Vec<Memory> = found.into_iter().filter(Memory::is_active).collect();
        found.retain(Memory::may_be_injected);
        Ok(found.into_iter().map(ContextMemory::from).collect())
    }

    /// What was last said in the session, when it is one that is kept here.
    async fn conversation(&self) -> Option<TierOffer> {
        let session: SessionId = self.request.session.as_deref()?.parse().ok()?;
        let working = self.engine.working_memory(self.caller, &session).await.ok()?;
        let budget = self.request.budget.unwrap_or_else(|| self.engine.default_budget());
        let share = budget::shares(self.engine.injection(), budget)
            .into_iter()
            .find_map(|(tier, share)| (tier == Tier::Conversation).then_some(share))?;
        let text = working.to_prompt_context(share, self.engine.counter());
        let pieces = vec![Piece::other(session.to_string(), text)];
        Some(TierOffer { tier: Tier::Conversation, pieces })
    }

    /// The parts of a split context.
    fn parts(&self) -> Vec<(Tier, Reach)> {
        let task = self.request.task.as_ref().and_then(|task| format!("task:{task}").parse().ok());
        let scopes = match &self.caller.reach {
            Reach::Scopes(scopes) => scopes.clone(),
            Reach::Vault => vec![Scope::Global],
        };
        let own: Vec<Scope> = scopes.into_iter().filter(|scope| *scope != Scope::Global).collect();
        let mut parts: Vec<(Tier, Reach)> =
            task.map(|task: Scope| (Tier::Task, Reach::only(task))).into_iter().collect();
        if !own.is_empty() {
            parts.push((Tier::Project, Reach::Scopes(own)));
        }
        parts.push((Tier::Global, Reach::only(Scope::Global)));
        parts
    }

    /// Offers what was not offered yet and the session does not have.
    fn offer(&mut self, tier: Tier, memories: Vec<ContextMemory>) -> TierOffer {
        let mut pieces = Vec::new();
        for ContextMemory { memory, passage } in memories {
            // What is pinned has a tier of its own, which the agent has where only the rest is wanted.
            let is_pinned = memory.status == Status::Pinned && self.request.only_relevant.is_some();
            if !self.seen.insert(memory.id) || is_pinned {
                continue;
            }
            if self.delivered.has(memory.id, memory.version) {
                self.before += 1;
            } else {
                let passage = passage.map(|it| self.engine.redactor().redact(&it).into_owned());
                pieces.push(Piece { passage, ..self.engine.piece(&memory) });
            }
        }
        TierOffer { tier, pieces }
    }
}
