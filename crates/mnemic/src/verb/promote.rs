//! Promote: moves a memory to a wider scope because someone asks for it, and says what signals would speak for it.
//!
//! The wider scope gets a memory of its own, derived from the other, which is archived in its favour.

use std::collections::BTreeSet;

use mnemic_core::{
    learn::{
        promotion::{Evidence, Judgement},
        widening::{self, Consent},
    },
    record::{
        draft::Draft,
        fingerprint::Fingerprint,
        id::Reference,
        memory::{Memory, Status},
        scope::Scope,
        source::{Origin, Source},
    },
    safety::caller::Caller,
    session::witness::corroborated,
};

use crate::{engine::Engine, error::Error};

/// A memory that was moved to a wider scope.
#[derive(Debug, Clone, PartialEq)]
pub struct Widened {
    /// The memory where it was.
    pub from: Memory,
    /// The memory where it is now.
    pub to: Memory,
}

impl Engine {
    /// Moves a memory to a wider scope. Into `global` only with consent, patterns apart.
    pub async fn widen(
        &self,
        caller: &Caller,
        reference: &Reference,
        to: Scope,
        consent: Consent,
    ) -> Result<Widened, Error> {
        let memory = self.show(caller, reference).await?.memory;
        if !memory.is_active() {
            let state = memory.lifecycle.name();
            return Err(Error::WrongState {
                memory: crate::ledger::number::called(&memory),
                state,
            });
        }
        widening::check(&memory.scope, &to, memory.category.as_ref(), consent)?;
        let widened = self.remember(caller, draft_in(&memory, to)).await?.memory;
        let from = if memory.scope.is_journalled() {
            self.supersede(caller, &memory.id.into(), &widened).await?
        } else {
            self.forget(caller, &memory.id.into()).await?
        };
        tracing::debug!(memory.id = %widened.id, scope = %widened.scope, "promoted");
        Ok(Widened { from, to: widened })
    }

    /// What signals speak for a memory, and what they would come to if it were a finding.
    pub async fn judge(&self, caller: &Caller, reference: &Reference) -> Result<Judgement, Error> {
        let reach = &caller.reach;
        let (memory, repeated_in) = self
            .read(|store| async move {
                let memory = self.resolve(&*store, reach, reference).await?;
                let repeated_in = store.repeats(reach, memory.id).await?;
                Ok((memory, repeated_in))
            })
            .await?;
        let lineage = self.sessions().lineage()?;
        let sessions = memory.source.session.iter().chain(&repeated_in);
        let fingerprint = Fingerprint::of(&memory.text).to_string();
        let witnesses = self.sessions().witnesses_in(&memory.scope)?;
        let evidence = Evidence {
            asked_for: memory.source.origin == Origin::Human,
            pinned: memory.status == Status::Pinned,
            roots: sessions.map(|session| lineage.root_of(session).to_owned()).collect(),
            agents: memory.source.agent.iter().cloned().collect::<BTreeSet<_>>(),
            resolves: false,
            passing: false,
            importance: memory.importance,
            text: memory.text,
        };
        let evidence = corroborated(evidence, &fingerprint, &witnesses);
        let mode = self.settings().policies.learning.mode();
        Ok(mnemic_core::learn::promotion::judge(&evidence, mode))
    }
}

/// The same in another scope. What it was called by its caller was a name of the scope it leaves.
fn draft_in(memory: &Memory, scope: Scope) -> Draft {
    let about_user = memory.home.as_ref().is_some_and(|home| home.document.contains("/USER"));
    Draft {
        text: memory.text.clone(),
        scope,
        body: memory.body.clone(),
        category: memory.category.as_ref().map(ToString::to_string),
        tags: memory.tags.clone(),
        file_paths: memory.file_paths.clone(),
        status: memory.status.max(Status::Confirmed),
        about_user,
        importance: Some(memory.importance),
        confidence: None,
        source: Source {
            reference: None,
            derived_from: vec![memory.id],
            task: task_of(memory),
            ..memory.source.clone()
        },
        trust: memory.trust,
        created_at: Some(memory.created_at),
    }
}

/// The task that a memory is of: what is kept of it outlives it.
fn task_of(memory: &Memory) -> Option<String> {
    match &memory.scope {
        Scope::Task(task) => Some(task.to_string()),
        _ => memory.source.task.clone(),
    }
}
