//! Which sessions are left behind: those nobody goes on with, and those that are put away.

use jiff::{SignedDuration, Timestamp};

use super::{Catalogue, SessionEntry, SessionState};

/// How long sessions are waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpiryPolicy {
    /// After how many hours without a word a session counts as left behind.
    pub idle_hours: usize,
    /// After how many days a session that has ended is put away.
    pub retention_days: usize,
}

impl ExpiryPolicy {
    /// The sessions that are to be ended: their end was begun, or nobody goes on with them.
    pub fn to_finish<'a>(&self, catalogue: &'a Catalogue, now: Timestamp) -> Vec<&'a SessionEntry> {
        let idle = hours(self.idle_hours);
        let is_left = |entry: &&SessionEntry| match entry.status {
            SessionState::Unfinished => true,
            SessionState::Active => now.duration_since(entry.updated_at) >= idle,
            SessionState::Completed | SessionState::Abandoned | SessionState::Archived => false,
        };
        catalogue.sessions.iter().filter(is_left).collect()
    }

    /// The sessions that are to be put away.
    pub fn to_archive<'a>(
        &self,
        catalogue: &'a Catalogue,
        now: Timestamp,
    ) -> Vec<&'a SessionEntry> {
        let retention = hours(self.retention_days.saturating_mul(24));
        let is_old = |entry: &&SessionEntry| {
            matches!(entry.status, SessionState::Completed | SessionState::Abandoned)
                && now.duration_since(entry.updated_at) >= retention
        };
        catalogue.sessions.iter().filter(is_old).collect()
    }
}

fn hours(hours: usize) -> SignedDuration {
    let most = i64::MAX / 3_600;
    SignedDuration::from_hours(i64::try_from(hours).unwrap_or(most).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_finished_when_nobody_goes_on_and_put_away_when_it_is_old() {
        let entry = |id: &str, status, updated: &str| SessionEntry {
            id: id.parse().unwrap(),
            status,
            agent: None,
            title: None,
            parent: None,
            created_at: Timestamp::UNIX_EPOCH,
            updated_at: updated.parse().unwrap(),
            messages: 1,
            compactions: 0,
            narrative: None,
            readable: None,
            bytes: 1,
        };
        let mut catalogue = Catalogue::default();
        for (id, status, updated) in [
            ("talking", SessionState::Active, "2026-11-15T09:00:00Z"),
            ("left", SessionState::Active, "2026-11-14T10:00:00Z"),
            ("killed", SessionState::Unfinished, "2026-11-15T10:00:00Z"),
            ("done", SessionState::Completed, "2026-10-17T10:00:00Z"),
            ("old", SessionState::Completed, "2026-10-16T10:00:00Z"),
            ("older", SessionState::Abandoned, "2026-01-01T00:00:00Z"),
            ("away", SessionState::Archived, "2026-01-01T00:00:00Z"),
        ] {
            catalogue.put(entry(id, status, updated), Timestamp::UNIX_EPOCH);
        }
        let now = "2026-11-15T10:00:00Z".parse().unwrap();
        let patience = ExpiryPolicy { idle_hours: 24, retention_days: 30 };
        let names = |entries: Vec<&SessionEntry>| {
            entries.into_iter().map(|entry| entry.id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(patience.to_finish(&catalogue, now)), ["killed", "left"]);
        assert_eq!(names(patience.to_archive(&catalogue, now)), ["old", "older"]);
    }
}
