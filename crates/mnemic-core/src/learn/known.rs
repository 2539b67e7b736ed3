//! Whether something said is remembered already: an agent that says what it was told has learnt nothing new.

use super::likeness::SentenceFeatures;
use crate::record::{draft::Draft, fingerprint::Fingerprint, id::MemoryId, memory::Memory};

/// Whether something is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Familiarity {
    /// It is not.
    No,
    /// It is, in the same words, and the session was not given it.
    Same,
    /// It says again what is remembered, or what the session was given.
    Echo,
}

/// Whether a draft says what one of the memories found for it says; `given` is what its session was given.
pub fn known(draft: &Draft, found: &[Memory], given: &[MemoryId]) -> Familiarity {
    let (shape, fingerprint) = (SentenceFeatures::of(&draft.text), Fingerprint::of(&draft.text));
    let is_same = |it: &Memory| Fingerprint::of(&it.text) == fingerprint;
    let stands = |it: &&Memory| it.is_active() && it.rules().makes_claims;
    let says = |it: &&Memory| is_same(it) || shape.restates(&SentenceFeatures::of(&it.text));
    let is_said_here =
        |it: &Memory| is_same(it) && it.scope == draft.scope && !given.contains(&it.id);
    let mut known = Familiarity::No;
    for memory in found.iter().filter(stands).filter(says) {
        match is_said_here(memory) {
            true if known == Familiarity::No => known = Familiarity::Same,
            true => {}
            false => return Familiarity::Echo,
        }
    }
    known
}
