//! Update: changes a memory in place. Its score stays, its last hit becomes now.

use mnemic_core::{
    document::place,
    journal::{
        event::{Actor, Cause, Event, Signal},
        merge::{Merge, Preferred, merge},
    },
    record::{
        category::Category,
        draft::{ValidationError, check_body, clean_tags, clean_text},
        id::Reference,
        memory::{Body, Memory},
        scope::Reach,
        state::StateHash,
    },
    safety::caller::Caller,
};

use crate::{engine::Engine, error::Error, ledger::redact, verb::remember::put};

/// What to change; what is absent stays.
#[derive(Debug, Clone, Default)]
pub struct Amendment {
    /// The new text.
    pub text: Option<String>,
    /// The new tags.
    pub tags: Option<Vec<String>>,
    /// The new category.
    pub category: Option<Category>,
    /// The new importance.
    pub importance: Option<f64>,
    /// The new body; of the same kind.
    pub body: Option<Body>,
    /// The version the change is based on; the present one when absent. A change of an older version is
    /// merged, and where it clashes a conflict is recorded.
    pub base_version: Option<u32>,
}

/// What came of changing a memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Updated {
    /// The memory as it is in force after the change.
    pub memory: Memory,
    /// What became of the change.
    pub outcome: UpdateOutcome,
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateOutcome {
    /// It is in force.
    Applied,
    /// It is in force together with another change that was made since its base version.
    Merged,
    /// Another change of the same lines was made since its base version and stays in force. Both are kept.
    Overruled {
        /// The version under which this change is kept.
        version: u32,
    },
}

impl Engine {
    /// Changes a memory.
    pub async fn update(
        &self,
        caller: &Caller,
        reference: &Reference,
        change: Amendment,
    ) -> Result<Updated, Error> {
        let reach = &caller.reach;
        let updated = self.retry_after_repair(|| async {
            let (writer, current) = self.writer_of(caller, reference).await?;
            if !current.rules().is_mutable {
                return Err(Error::Immutable(current.anchor.to_string()));
            }
            self.scribe().check_home_is_read(writer.store().as_ref(), &current).await?;
            let base = match change.base_version.filter(|base| *base != current.version) {
                None => current.clone(),
                Some(base) => {
                    let versions = writer.store().versions(reach, current.id).await?;
                    let version = versions.into_iter().find(|version| version.version == base);
                    version.map(|version| version.memory).ok_or(Error::NoVersion(base))?
                }
            };
            let changed = self.changed(&caller.actor, base.clone(), change.clone())?;
            let signal = Signal { hit: true, ..Signal::about(current.id) };
            let put = put(Cause::Updated, base.version, changed.clone());
            writer.commit(vec![put, Event::Signal(signal)]).await?;
            Ok(self.predict_merge(caller, &base, current, changed))
        });
        let Updated { memory, outcome } = updated.await?;
        Ok(Updated { memory: self.as_it_is(reach, memory).await, outcome })
    }

    /// What the fold makes of a change of `base` when the memory is `current`.
    fn predict_merge(
        &self,
        caller: &Caller,
        base: &Memory,
        current: Memory,
        changed: Memory,
    ) -> Updated {
        let written = current.version + 1;
        if StateHash::of(base) == StateHash::of(&current) {
            let memory = Memory { version: written, ..changed };
            return Updated { memory, outcome: UpdateOutcome::Applied };
        }
        let is_editor = caller.actor.is_editor();
        let preferred = if is_editor { Preferred::Theirs } else { Preferred::Ours };
        let Merge { mut memory, clashes } = merge(base, &current, &changed, preferred);
        memory.version = written + 1;
        let outcome = match clashes {
            true if is_editor => UpdateOutcome::Applied,
            true => UpdateOutcome::Overruled { version: written },
            false => UpdateOutcome::Merged,
        };
        Updated { memory, outcome }
    }

    /// A changed memory as the change left it, merged with what others had changed; what they change afterwards is
    /// theirs to tell. The change is done: where it cannot be read back it is answered as it was made.
    async fn as_it_is(&self, reach: &Reach, updated: Memory) -> Memory {
        let read = self.read(|store| async move {
            let present = store.get(reach, updated.id).await?;
            if present.as_ref().is_none_or(|memory| memory.version <= updated.version) {
                return Ok(present);
            }
            let versions = store.versions(reach, updated.id).await?;
            let own = versions.into_iter().find(|version| version.version == updated.version);
            Ok(own.map(|version| Memory { version: updated.version, ..version.memory }))
        });
        match read.await {
            Ok(memory) => memory.unwrap_or(updated),
            Err(error) => {
                tracing::warn!(%error, "the memory is changed, but cannot be read back");
                updated
            }
        }
    }

    fn changed(
        &self,
        actor: &Actor,
        before: Memory,
        mut change: Amendment,
    ) -> Result<Memory, Error> {
        let mut memory = before.clone();
        let mut faults = Vec::new();
        let max_chars = self.settings().policies.rules.max_chars;
        if let Some(text) = change.text {
            if let Some(kind) = self.redactor().refuses(&text) {
                return Err(Error::SecretRefused(kind));
            }
            let given = change.tags.iter_mut().flatten();
            redact::words(self.redactor(), &text, given.chain(&mut memory.file_paths));
            memory.text = clean_text(&self.redactor().redact(&text), max_chars, &mut faults);
        }
        if let Some(tags) = change.tags {
            memory.tags = clean_tags(&tags, &mut faults);
        }
        if let Some(importance) = change.importance {
            if !(0.0..=1.0).contains(&importance) {
                faults.push(format!("importance {importance} is not between 0 and 1"));
            }
            memory.importance = importance;
        }
        if let Some(mut body) = change.body {
            redact::body(self.redactor(), &mut body, &mut faults);
            check_body(&mut body, &mut faults);
            if body.kind() != memory.kind() {
                faults.push(format!("a {} cannot become a {}", memory.kind(), body.kind()));
            }
            let shelf = |body: &Body| body.rules().shelf_of(body);
            if shelf(&body) != shelf(&memory.body) && memory.lifecycle.is_active() {
                memory.home = place::home(&memory.scope, &body, memory.category.as_ref(), false);
            }
            memory.body = body;
        }
        if let Some(category) =
            change.category.filter(|category| memory.category.as_ref() != Some(category))
        {
            memory.category = Some(category);
            rehome(&mut memory);
        }
        if !faults.is_empty() {
            return Err(ValidationError { faults }.into());
        }
        memory.lower_trust(Some(&before), actor);
        memory.updated_at = self.now();
        Ok(memory)
    }
}

/// A changed category may mean another section of the same document.
pub(crate) fn rehome(memory: &mut Memory) {
    let about_user = memory.home.as_ref().is_some_and(|home| home.document.contains("/USER"));
    let target = place::home(&memory.scope, &memory.body, memory.category.as_ref(), about_user);
    if let (Some(home), Some(target)) = (&mut memory.home, target)
        && memory.lifecycle.is_active()
    {
        home.section = target.section;
    }
}
