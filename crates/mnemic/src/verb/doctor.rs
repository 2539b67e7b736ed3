//! Doctor: looks at everything, says what is wrong in a sentence, and puts right what needs no person.
//!
//! To look changes nothing but what every verb puts right when it meets it. To mend is to look, to repair what
//! was found and to look again: what is not found any more was mended.

mod block;
mod configuration;
mod document;
mod file;
mod finding;
mod index;
mod journal;
mod long;
mod memory;
mod secret;
mod session;

use std::collections::BTreeSet;

use mnemic_core::{
    port::store::StoreError,
    safety::caller::{Caller, Right},
};

pub use finding::{Code, Finding, Mending};

use crate::{engine::Engine, error::Error};

/// What the doctor found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    /// Everything found.
    pub findings: Vec<Finding>,
}

impl Health {
    /// Whether nothing is left that needs a person.
    pub fn is_well(&self) -> bool {
        !self.findings.iter().any(Finding::needs_person)
    }

    fn has(&self, code: Code) -> bool {
        self.findings.iter().any(|finding| finding.code == code)
    }

    fn add(&mut self, code: Code, what: impl Into<String>) {
        self.findings.push(Finding::new(code, what));
    }

    /// After a repair: what is not found any more was mended.
    fn compare(&mut self, after: Self) {
        for finding in &mut self.findings {
            finding.fixed |= !after.findings.iter().any(|left| left.is_same(finding));
        }
        let is_new = |left: &Finding| !self.findings.iter().any(|finding| finding.is_same(left));
        let new: Vec<Finding> = after.findings.into_iter().filter(is_new).collect();
        self.findings.extend(new);
    }
}

impl Engine {
    /// Looks at configuration, files, transcripts, journal, index and documents; with `fix`, puts right what can be.
    pub async fn doctor(&self, caller: &Caller, fix: bool) -> Result<Health, Error> {
        caller.require(Right::Administer)?;
        let mut health = self.examine_vault().await?;
        if fix {
            let found: BTreeSet<Code> =
                health.findings.iter().map(|finding| finding.code).collect();
            self.retry_after_repair(|| async { self.repair(caller, &found).await }).await?;
            health.compare(self.examine_vault().await?);
        }
        tracing::debug!(findings = health.findings.len(), fix, "examined");
        Ok(health)
    }

    /// Looks at everything. An index that turns out to be damaged on the way is built anew and named.
    async fn examine_vault(&self) -> Result<Health, Error> {
        let reason = match self.examine_parts().await {
            Err(Error::Store(StoreError::Damaged(reason))) => reason,
            Err(Error::Store(_)) if self.ledger().index().has_changed().await? => {
                return self.examine_parts().await;
            }
            looked => return looked,
        };
        self.ledger().rebuild(reason.clone()).await?;
        let mut health = self.examine_parts().await?;
        let finding = Finding::new(Code::IndexDamaged, format!("the index was damaged: {reason}"));
        health.findings.push(Finding { fixed: true, ..finding });
        Ok(health)
    }

    async fn examine_parts(&self) -> Result<Health, Error> {
        let mut health = Health::default();
        self.examine_configuration(&mut health).await;
        self.examine_files(&mut health).await?;
        self.examine_secrets(&mut health).await?;
        self.examine_restores(&mut health).await?;
        self.examine_sessions(&mut health)?;
        let is_free = self.examine_locks(&mut health).await?;
        let torn = if is_free { self.torn_segments().await? } else { Vec::new() };
        if !self.examine_journal(&mut health).await? {
            return Ok(health);
        }
        let Some(store) = self.examine_index(&mut health).await? else { return Ok(health) };
        if is_free {
            self.examine_torn(torn, &mut health).await?;
        }
        self.examine_lost_segments(store.as_ref(), &mut health).await?;
        self.examine_documents(store.as_ref(), &mut health).await?;
        // What a damaged index does not know says nothing about the journal.
        if !health.has(Code::IndexDamaged) {
            self.examine_blocks(store.as_ref(), &mut health).await?;
        }
        self.examine_long_texts(store.as_ref(), &mut health).await?;
        self.examine_memories(store.as_ref(), &mut health).await?;
        Ok(health)
    }

    /// Repairs what was found, as far as no person is needed.
    async fn repair(&self, caller: &Caller, found: &BTreeSet<Code>) -> Result<(), Error> {
        let has = |codes: &[Code]| codes.iter().any(|code| found.contains(code));
        if has(&[Code::FileMode, Code::GitLines]) {
            self.repair_files().await?;
        }
        if has(&[Code::RestoreLeftover]) {
            self.remove_restore_leftovers().await?;
        }
        if has(&[Code::TranscriptTorn]) {
            self.put_torn_lines_aside().await?;
        }
        if has(&[Code::TranscriptUnbegun]) {
            self.remove_unbegun_sessions().await?;
        }
        if has(&[Code::JournalNewer]) {
            return Ok(());
        }
        if has(&[Code::IndexDamaged, Code::IndexNewer]) {
            self.reindex(caller).await?;
        }
        if has(&[Code::IndexStray]) {
            self.sweep_index().await?;
        }
        if has(&[Code::MemoryUnnumbered]) {
            self.ledger().number_memories().await?;
        }
        if has(&[Code::DocumentLeftover]) {
            self.scribe().take_in().await?;
        }
        if has(&[Code::JournalSegmentMissing, Code::BlockUnknown]) {
            self.make_up_for_lost_segments().await?;
        }
        if has(&[Code::LongLeftover]) {
            self.scribe().remove_long_leftovers().await?;
        }
        self.update_documents().await
    }
}
