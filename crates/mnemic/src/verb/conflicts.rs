//! Conflicts: memories that contradict each other. Settled by keeping one side, or by letting both stand.

use mnemic_core::{
    journal::event::{Dismissed, Event},
    record::{
        id::{MemoryId, Reference},
        memory::Memory,
    },
    safety::caller::Caller,
};

use crate::{
    engine::Engine,
    error::{Candidate, Error},
    learn::contradiction::ContradictionCase,
};

/// What came of settling.
#[derive(Debug, Clone, PartialEq)]
pub enum Settlement {
    /// One side was archived; it says which memory took its place.
    Kept {
        /// The side that stays.
        kept: Box<Memory>,
        /// The side that was archived.
        archived: Box<Memory>,
    },
    /// Both stand, and nobody is told of it again.
    Dismissed(Box<ContradictionCase>),
}

impl Engine {
    /// The open contradictions within reach, oldest first.
    pub async fn contradictions(&self, caller: &Caller) -> Result<Vec<ContradictionCase>, Error> {
        self.learner().contradictions(&caller.reach).await
    }

    /// The open contradictions of these memories with any within reach.
    pub async fn contradictions_of(
        &self,
        caller: &Caller,
        ids: &[MemoryId],
    ) -> Result<Vec<ContradictionCase>, Error> {
        self.learner().contradictions_of(&caller.reach, ids).await
    }

    /// Compares every active memory within reach with the others; says how many contradictions are new.
    pub async fn compare_all(&self, caller: &Caller) -> Result<usize, Error> {
        self.learner().compare_all(&caller.reach).await
    }

    /// The open contradiction with this name, or a beginning of it that no other has.
    pub async fn find_contradiction(
        &self,
        caller: &Caller,
        name: &str,
    ) -> Result<ContradictionCase, Error> {
        let open = self.contradictions(caller).await?;
        let is_meant =
            |case: &ContradictionCase| case.contradiction.between.name().starts_with(name);
        let mut meant: Vec<ContradictionCase> =
            open.into_iter().filter(|it| !name.is_empty() && is_meant(it)).collect();
        match meant.len() {
            0 => Err(Error::NoContradiction(name.to_owned())),
            1 => Ok(meant.remove(0)),
            _ => Err(Error::Ambiguous {
                reference: name.to_owned(),
                candidates: meant.iter().map(|it| Candidate::from(&it.memories[0])).collect(),
            }),
        }
    }

    /// Settles a contradiction: with a side to keep the other is archived, else both may stand.
    pub async fn settle_contradiction(
        &self,
        caller: &Caller,
        name: &str,
        keep: Option<&Reference>,
    ) -> Result<Settlement, Error> {
        let case = self.find_contradiction(caller, name).await?;
        let Some(keep) = keep else {
            let between = case.contradiction.between;
            let writer = self.writer(caller).await?;
            writer.commit(vec![Event::Dismissed(Dismissed { between })]).await?;
            return Ok(Settlement::Dismissed(Box::new(case)));
        };
        let kept = self.show(caller, keep).await?.memory;
        let Some(loser) = case.opponent_of(kept.id) else {
            let contradiction = case.contradiction.between.name();
            return Err(Error::NoSide { memory: format!("^{}", kept.anchor), contradiction });
        };
        let archived = self.supersede(caller, &loser.id.into(), &kept).await?;
        Ok(Settlement::Kept { kept: Box::new(kept), archived: Box::new(archived) })
    }

    /// Archives a memory in whose place another stands.
    pub(crate) async fn supersede(
        &self,
        caller: &Caller,
        reference: &Reference,
        by: &Memory,
    ) -> Result<Memory, Error> {
        self.retry_after_repair(|| async {
            let (writer, mut memory) = self.writer_of(caller, reference).await?;
            memory.superseded_by = Some(by.id);
            self.archive(writer, memory).await
        })
        .await
    }
}
