//! The doctor looks at the journal: lines that cannot be read, and what was cut off.

use super::{Code, Finding, Health};
use crate::{engine::Engine, error::Error, follow::newer, vault::disk::blocking};

impl Engine {
    /// Looks at every line; whether the journal can be read by this version at all.
    pub(super) async fn examine_journal(&self, health: &mut Health) -> Result<bool, Error> {
        let vault = self.vault.clone();
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
        for bad in replay.bad_lines() {
            let code =
                if bad.is_intact { Code::JournalLineUnknown } else { Code::JournalLineDamaged };
            health.add(code, format!("journal/{} line {}: {}", bad.segment, bad.line, bad.fault));
        }
        Ok(true)
    }

    /// The segments that end in an incomplete line. Asked under the write lock, when nobody is writing one.
    pub(super) async fn torn_segments(&self) -> Result<Vec<String>, Error> {
        let held = self.hold_write_lock().await;
        let vault = self.vault.clone();
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
        let vault = self.vault.clone();
        let kept = blocking(move || vault.journal().torn_kept()).await;
        for name in kept.map_err(Error::file("read", self.journal_folder().join("torn")))? {
            let what = format!("journal/torn/{name} holds an incomplete line that was cut off");
            health.add(Code::JournalTornKept, what);
        }
        Ok(())
    }

    fn journal_folder(&self) -> std::path::PathBuf {
        self.vault.root().join("journal")
    }
}
