//! Receipts: the record of how one recall or context came about, so that `why` can tell it later.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    context::{Packed, Tier},
    recall::{
        Hit, Via,
        select::{LeftOut, Selected},
    },
    record::id::{MemoryId, ReceiptId},
};

/// The record of how one recall or context came about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Receipt {
    /// Its name.
    pub id: ReceiptId,
    /// When it was made.
    pub at: Timestamp,
    /// What was asked, in the asker's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The session it was made for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// How sure it is that something answers the question.
    pub verdict: String,
    /// How many memories were candidates.
    pub considered: usize,
    /// What was looked at: all that was returned, and the best of what was not.
    pub candidates: Vec<Considered>,
    /// What could not be used, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unused: Vec<String>,
    /// For a context: what went into it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<DeliveredContext>,
}

/// A candidate and how its rank came about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Considered {
    /// The memory.
    pub memory: MemoryId,
    /// Its running number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Its rank value.
    pub score: f64,
    /// The relevance it was made of.
    pub relevance: f64,
    /// Its place in each arm that found it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arms: Vec<Arm>,
    /// What each piece of evidence added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<NamedValue>,
    /// What the relevance was multiplied with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<NamedValue>,
    /// What became of it.
    #[serde(flatten)]
    pub fate: CandidateOutcome,
}

/// What became of a candidate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CandidateOutcome {
    /// It was returned, and why.
    Kept(String),
    /// It was not, and why not.
    LeftOut(String),
}

/// A place in an arm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Arm {
    /// The arm.
    pub arm: String,
    /// The place in it, from 1.
    pub rank: usize,
    /// The relevance it gave.
    pub relevance: f64,
    /// Which memory led to it, where another did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<Via>,
}

/// A number with a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NamedValue {
    /// The name.
    pub name: String,
    /// The number.
    pub value: f64,
}

/// What went into a context.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeliveredContext {
    /// What it could cost.
    pub budget: usize,
    /// What it costs.
    pub tokens: usize,
    /// What each tier got.
    pub tiers: Vec<DeliveredTier>,
    /// What was offered and is not in it, or not whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<Omitted>,
    /// How many were left out because the session has them already.
    pub delivered_before: usize,
}

/// What a tier got.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeliveredTier {
    /// The tier.
    pub tier: Tier,
    /// What it was meant to cost.
    pub share: usize,
    /// What it costs.
    pub tokens: usize,
    /// Its memories.
    pub memories: Vec<MemoryId>,
}

/// A memory that is not in a context, or not whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Omitted {
    /// The memory.
    pub memory: MemoryId,
    /// Its tier.
    pub tier: Tier,
    /// Whether the beginning of it is there.
    pub shortened: bool,
}

/// What was looked at for an answer.
pub fn considered(selected: &Selected) -> Vec<Considered> {
    let kept = selected.hits.iter().map(|hit| {
        let fate = CandidateOutcome::Kept(hit.kept.clone());
        consider(hit, fate)
    });
    let left_out = selected.left_out.iter().map(|LeftOut { hit, place, reason }| {
        consider(hit, CandidateOutcome::LeftOut(format!("place {place}: {reason}")))
    });
    kept.chain(left_out).collect()
}

fn consider(hit: &Hit, fate: CandidateOutcome) -> Considered {
    let explanation = hit.explanation();
    let named = |name: &str, value: f64| NamedValue { name: name.to_owned(), value };
    let arms = explanation.arms.into_iter().map(|arm| Arm {
        arm: arm.arm.to_owned(),
        rank: arm.rank,
        relevance: arm.relevance,
        via: arm.via,
    });
    Considered {
        memory: hit.memory.id,
        number: hit.memory.number,
        score: hit.score,
        relevance: explanation.relevance,
        arms: arms.collect(),
        evidence: explanation.evidence.iter().map(|part| named(part.name, part.adds)).collect(),
        factors: explanation
            .factors
            .iter()
            .map(|factor| named(factor.name, factor.value))
            .collect(),
        fate,
    }
}

impl DeliveredContext {
    /// What went into a packed context.
    pub fn of(packed: &Packed, budget: usize, delivered_before: usize) -> Self {
        let tiers = packed.tiers.iter().map(|tier| DeliveredTier {
            tier: tier.tier,
            share: tier.share,
            tokens: tier.tokens,
            memories: tier.pieces.iter().filter_map(|piece| piece.memory()).collect(),
        });
        let omitted = packed.omitted.iter().filter_map(|omission| {
            let (memory, shortened) = (omission.piece.memory()?, omission.shortened);
            Some(Omitted { memory, tier: omission.tier, shortened })
        });
        Self {
            budget,
            tokens: packed.tokens,
            tiers: tiers.collect(),
            omitted: omitted.collect(),
            delivered_before,
        }
    }
}
