//! The doctor looks at the journal: lines that cannot be read, and what was cut off.

use std::collections::BTreeSet;

use mnemic_core::{
    journal::{
        event::{Actor, Channel},
        line::Cursor,
    },
    port::store::{Store, Transaction},
};

use super::{Code, Finding, Health};
use crate::{engine::Engine, error::Error, ledger::follow::newer, vault::disk::blocking};

impl Engine {
    /// Looks at every line; whether the journal can be read by this version at all.
    pub(super) async fn examine_journal(&self, health: &mut Health) -> Result<bool, Error> {
        let vault = self.vault().clone();
        let read = blocking(move || match vault.journal().read_all()? {
            Ok(replay) => replay.decode_all().map(|()| Ok(replay)),
            Err(newer) => Ok(Err(newer)),
        });
        let replay = match read.await.map_err(Error::file("read", self.journal_folder()))? {
            Ok(replay) => replay,
            Err(journal) => {
                health.add(Code::JournalNewer, newer(journal).to_string());
                return Ok(false);
            }
        };
        self.examine_odd_segments(health).await?;
        for bad in replay.bad_lines() {
            let code =
                if bad.is_intact { Code::JournalLineUnknown } else { Code::JournalLineDamaged };
            health.add(code, format!("journal/{} line {}: {}", bad.segment, bad.line, bad.fault));
        }
        Ok(true)
    }

    async fn examine_odd_segments(&self, health: &mut Health) -> Result<(), Error> {
        let vault = self.vault().clone();
        let odd = blocking(move || vault.journal().odd_segments()).await;
        for (name, kind) in odd.map_err(Error::file("read", self.journal_folder()))? {
            health.add(Code::JournalOdd, format!("`journal/{name}` is {kind}"));
        }
        Ok(())
    }

    /// Segments that were read before and are gone.
    pub(super) async fn examine_lost_segments(
        &self,
        store: &dyn Store,
        health: &mut Health,
    ) -> Result<(), Error> {
        for name in store.cursor().await?.lost {
            health.add(Code::JournalSegmentMissing, format!("`journal/{name}` is missing"));
        }
        Ok(())
    }

    /// Takes in what documents show of a part of the journal that was lost, and leaves it at that.
    pub(super) async fn make_up_for_lost_segments(&self) -> Result<(), Error> {
        self.scribe().take_in_unknown_blocks().await?;
        let writer = self.ledger().writer(Actor::through(Channel::Scribe)).await?;
        let cursor = writer.store().cursor().await?;
        if cursor.lost.is_empty() {
            return Ok(());
        }
        let cursor = Cursor { lost: BTreeSet::new(), ..cursor };
        let transaction = Transaction { changes: Vec::new(), cursor: Some(cursor.clone()) };
        writer.store().commit(transaction).await?;
        self.ledger().remember_followed(cursor);
        Ok(())
    }

    /// The segments that end in an incomplete line. Asked under the write lock, when nobody is writing one.
    pub(super) async fn torn_segments(&self) -> Result<Vec<String>, Error> {
        let held = self.ledger().hold_write_lock().await;
        let vault = self.vault().clone();
        let torn = blocking(move || vault.journal().torn_segments()).await;
        drop(held);
        torn.map_err(Error::file("read", self.journal_folder()))
    }

    /// Says what became of incomplete lines once the index has followed the journal.
    pub(super) async fn examine_torn(
        &self,
        torn: Vec<String>,
        health: &mut Health,
    ) -> Result<(), Error> {
        let left = self.torn_segments().await?;
        for segment in torn {
            let fixed = !left.contains(&segment);
            let what = format!("journal/{segment} ended in an incomplete line");
            health.findings.push(Finding { fixed, ..Finding::new(Code::JournalTorn, what) });
        }
        let vault = self.vault().clone();
        let kept = blocking(move || vault.journal().torn_kept()).await;
        for name in kept.map_err(Error::file("read", self.journal_folder().join("torn")))? {
            let what = format!("journal/torn/{name} holds an incomplete line that was cut off");
            health.add(Code::JournalTornKept, what);
        }
        Ok(())
    }

    fn journal_folder(&self) -> std::path::PathBuf {
        self.vault().root().join("journal")
    }
}
