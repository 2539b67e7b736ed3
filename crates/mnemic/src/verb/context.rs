//! Context: the memories worth putting into a prompt, inside a token budget, in the client's own format.

pub(crate) mod delivered;
mod document;
mod offer;

use mnemic_core::{
    context::{Format, Injection, Packed, PackedTier, Tier, TierOffer, budget, pack},
    journal::event::Injected,
    recall::{
        Verdict,
        receipt::{DeliveredContext, Receipt},
    },
    record::{
        filter::Filter,
        id::{MemoryId, ReceiptId},
    },
    safety::caller::Caller,
    text::token::{Estimator, TokenCounter},
};

use self::{delivered::Delivered, offer::Offers};
use crate::{engine::Engine, error::Error, recall::Answer};

/// What a piece costs beside its text, about.
const PIECE_TOKENS: usize = 15;

/// What a context is made for.
#[derive(Debug, Clone)]
pub struct ContextRequest {
    /// What the agent is about to answer or do.
    pub query: Option<String>,
    /// What the context may cost in tokens; as configured when absent.
    pub budget: Option<usize>,
    /// How it is written.
    pub format: Format,
    /// Which memories are considered.
    pub filter: Filter,
    /// The session it goes into: what that has been given before is not given again.
    pub session: Option<String>,
    /// The task at hand.
    pub task: Option<String>,
    /// Who asks.
    pub user: Option<String>,
    /// What is being talked about.
    pub topics: Vec<String>,
    /// Files in play.
    pub files: Vec<String>,
    /// Of a task's memories, how many of the first and of the last always come before the rest.
    pub head_tail: usize,
    /// Whether to give again what the session has been given, as after it lost its conversation.
    pub fresh: bool,
    /// At most how many memories are given that answer the question, and nothing else: the agent has the rest in its
    /// conversation. All that is usual when absent.
    pub only_relevant: Option<usize>,
}

impl Default for ContextRequest {
    /// A context for a reader of whom nothing else is known.
    fn default() -> Self {
        Self {
            query: None,
            budget: None,
            format: Format::default(),
            filter: Filter::active(),
            session: None,
            task: None,
            user: None,
            topics: Vec::new(),
            files: Vec::new(),
            head_tail: 0,
            fresh: false,
            only_relevant: None,
        }
    }
}

/// A context.
#[derive(Debug, Clone)]
pub struct Context {
    /// As it goes into the prompt; empty when nothing is worth saying.
    pub text: String,
    /// What it costs.
    pub tokens: usize,
    /// What it could cost.
    pub budget: usize,
    /// What everything that was offered would have cost.
    pub considered_tokens: usize,
    /// What each tier got.
    pub tiers: Vec<PackedTier>,
    /// What was offered and is not there, or not whole.
    pub omitted: Vec<mnemic_core::context::Omission>,
    /// How many were left out because the session has them already.
    pub delivered_before: usize,
    /// Whether something answers the question, when there was one.
    pub verdict: Option<Verdict>,
    /// What could not be used, a sentence each.
    pub unused: Vec<String>,
    /// The name of its receipt.
    pub receipt: ReceiptId,
}

impl Context {
    /// The memories in it, in order.
    pub fn memories(&self) -> impl Iterator<Item = MemoryId> {
        self.tiers.iter().flat_map(|tier| &tier.pieces).filter_map(|piece| piece.memory())
    }

    /// The share of what was considered that is in it; 1 when nothing was left out.
    pub fn compression_ratio(&self) -> f64 {
        if self.omitted.is_empty() || self.considered_tokens == 0 {
            return 1.0;
        }
        self.tokens as f64 / self.considered_tokens as f64
    }
}

impl Engine {
    /// Assembles a context. It never costs more than its budget.
    pub async fn context(
        &self,
        caller: &Caller,
        request: &ContextRequest,
    ) -> Result<Context, Error> {
        let session = request.session.clone();
        let session = session.filter(|session| self.may_see_session(caller, session));
        let request = &ContextRequest { session, ..request.clone() };
        let handing = self.settings().policies.handing;
        let budget = request.budget.unwrap_or_else(|| self.default_budget());
        let shares = budget::shares(handing.injection, budget);
        let delivered = self.delivered(request).await;
        let Offers { offers, answer, considered, delivered_before } =
            self.offers(caller, request, &delivered).await?;
        let considered_tokens = self.tokens(&offers);
        let packed = pack(offers, &shares, budget, request.format, self.counter());
        let receipt = self.receipts().next_id();
        self.record_delivery(caller, request, &packed, &receipt);
        self.receipts()
            .keep(Receipt {
                id: receipt.clone(),
                at: self.now(),
                question: request.query.clone(),
                session: request.session.clone(),
                verdict: answer
                    .as_ref()
                    .map(|answer| answer.verdict)
                    .unwrap_or_default()
                    .to_string(),
                considered: considered.len(),
                candidates: considered,
                unused: answer.as_ref().map(Answer::asides).unwrap_or_default(),
                context: Some(DeliveredContext::of(&packed, budget, delivered_before)),
            })
            .await;
        let Packed { text, tokens, tiers, omitted } = packed;
        let (verdict, mut unused) = match answer {
            Some(answer) => (Some(answer.verdict), answer.asides()),
            None => (None, Vec::new()),
        };
        unused.extend(self.uncounted());
        tracing::info!(tokens, budget, "a context was assembled");
        Ok(Context {
            text,
            tokens,
            budget,
            considered_tokens,
            tiers,
            omitted,
            delivered_before,
            verdict,
            unused,
            receipt,
        })
    }

    /// What a context may cost when nobody says.
    pub fn default_budget(&self) -> usize {
        let handing = self.settings().policies.handing;
        match handing.budget {
            0 => budget::default_budget(handing.injection, self.settings().context_window),
            budget => budget,
        }
    }

    /// What all that is pinned within reach costs, and what it may cost before it is shortened.
    pub async fn pinned_cost(&self, caller: &Caller) -> Result<(usize, usize), Error> {
        let pinned = self.pinned(caller, &Filter::active()).await?;
        let counter = self.counter();
        let cost = pinned.iter().map(|memory| counter.count(&memory.text) + PIECE_TOKENS).sum();
        Ok((cost, budget::pinned_most(self.default_budget())))
    }

    /// Notes what was handed over: as usage, and as what the session need not be given again.
    fn record_delivery(
        &self,
        caller: &Caller,
        request: &ContextRequest,
        packed: &Packed,
        receipt: &ReceiptId,
    ) {
        let pieces = packed.tiers.iter().flat_map(|tier| &tier.pieces);
        let ids = pieces.filter_map(|piece| piece.memory());
        let session = request.session.clone();
        self.learner().note_injected(
            &caller.actor,
            ids,
            &Injected { receipt: receipt.clone(), session },
        );
        if let Some(session) = &request.session {
            let others = packed.tiers.iter().filter(|tier| tier.tier != Tier::Pinned);
            self.deliveries().deliver(session, others.flat_map(|tier| &tier.pieces));
        }
    }

    async fn delivered(&self, request: &ContextRequest) -> Delivered {
        match &request.session {
            Some(session) if request.fresh => {
                self.deliveries().forget(session).await;
                Delivered::default()
            }
            Some(session) => self.deliveries().delivered_to(session).await,
            None => Delivered::default(),
        }
    }

    /// Who counts tokens: as configured, if that is built in.
    fn counter(&self) -> &dyn TokenCounter {
        self.configured_counter().unwrap_or(&Estimator)
    }

    /// Why tokens are not counted as configured.
    fn uncounted(&self) -> Option<String> {
        let wanted = self.settings().tokenizer.name();
        let reason = format!(
            "tokens are estimated: `{wanted}` needs a Mnemic built with the feature `tokenizer`"
        );
        self.configured_counter().is_none().then_some(reason)
    }

    /// What everything that is offered would cost.
    fn tokens(&self, offers: &[TierOffer]) -> usize {
        let pieces = offers.iter().flat_map(|offer| &offer.pieces);
        pieces.map(|piece| self.counter().count(&piece.text)).sum()
    }

    fn injection(&self) -> Injection {
        self.settings().policies.handing.injection
    }
}
