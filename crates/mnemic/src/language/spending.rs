//! What a language model cost today, counted by all processes on one vault.
//!
//! A question reserves what it can cost at most before it is asked, and settles what it did cost afterwards: two
//! processes cannot both use the last tokens. A process that dies in between leaves its reservation standing, which is
//! gone with the day.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use jiff::civil::Date;
use mnemic_core::port::language::LanguageError;
use serde::{Deserialize, Serialize};

use crate::vault::{disk, lock::Lock};

/// How long another process that counts is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// The count of one vault.
pub(super) struct Spending {
    folder: PathBuf,
    lock: Lock,
}

/// What stands in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct DailyUsage {
    day: Date,
    tokens: usize,
}

impl Spending {
    pub(super) fn in_folder(folder: &Path) -> Self {
        let lock = Lock::on(folder.join("model-tokens.lock"));
        Self { folder: folder.to_path_buf(), lock }
    }

    /// How many tokens were used on a day.
    pub(super) fn used(&self, day: Date) -> usize {
        self.account(day).tokens
    }

    /// Sets tokens aside, if as many are left; with a cap of 0 there always are.
    pub(super) async fn reserve(
        &self,
        day: Date,
        wanted: usize,
        cap: usize,
    ) -> Result<(), LanguageError> {
        self.change(day, |used| {
            if cap > 0 && used + wanted > cap {
                return Err(LanguageError::Spent { used, cap, wanted });
            }
            Ok(used + wanted)
        })
        .await
    }

    /// Counts what was used in place of what was set aside.
    pub(super) async fn correct_reservation(
        &self,
        day: Date,
        reserved: usize,
        used: usize,
    ) -> Result<(), LanguageError> {
        self.change(day, |tokens| Ok(tokens.saturating_sub(reserved) + used)).await
    }

    async fn change(
        &self,
        day: Date,
        change: impl FnOnce(usize) -> Result<usize, LanguageError>,
    ) -> Result<(), LanguageError> {
        let uncounted = |error: std::io::Error| LanguageError::Uncounted(error.to_string());
        disk::make_folder(&self.folder).map_err(uncounted)?;
        let held = self.lock.hold(PATIENCE).await;
        let _held = held.map_err(|error| LanguageError::Uncounted(error.to_string()))?;
        let tokens = change(self.used(day))?;
        let account = serde_json::json!(DailyUsage { day, tokens }).to_string();
        disk::write_scratch(&self.file(), &account).map_err(uncounted)
    }

    /// A file that cannot be read counts as a day without questions.
    fn account(&self, day: Date) -> DailyUsage {
        let text = disk::read_text(&self.file()).unwrap_or_default();
        let account = serde_json::from_str(&text).ok();
        account
            .filter(|account: &DailyUsage| account.day == day)
            .unwrap_or(DailyUsage { day, tokens: 0 })
    }

    fn file(&self) -> PathBuf {
        self.folder.join("model-tokens.json")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_day_has_only_so_many_tokens_whoever_uses_them() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = [(); 2].map(|()| Spending::in_folder(&folder.path().join("cache")));
        let (today, tomorrow) = (Date::constant(2026, 11, 15), Date::constant(2026, 11, 16));
        one.reserve(today, 60, 100).await.unwrap();
        let spent = other.reserve(today, 60, 100).await.unwrap_err();
        assert_eq!(
            spent.to_string(),
            "today's limit of 100 tokens leaves too few for a request of 60: 60 are used"
        );
        one.correct_reservation(today, 60, 25).await.unwrap();
        assert_eq!(other.used(today), 25);
        other.reserve(today, 60, 100).await.unwrap();
        assert_eq!((one.used(today), one.used(tomorrow)), (85, 0));
        one.reserve(tomorrow, 100, 100).await.unwrap();
        one.reserve(tomorrow, 100, 0).await.unwrap();
        assert_eq!(one.used(tomorrow), 200);
    }
}
