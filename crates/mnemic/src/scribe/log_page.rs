//! Writing daily logs: lines are added, nothing is read back.
//!
//! Logs are for people and no source of anything, so they are not journalled. A line that is there
//! already is not written again: after a reindex every line is due once more.

use std::collections::HashSet;

use jiff::Timestamp;
use mnemic_core::{
    document::{FileHash, place::Place},
    journal::{daily_log as log, daily_log::SessionLog, event::DocumentState},
    port::{
        clock::EventTime,
        store::{Change, LogLine, Store},
    },
};

use super::{Progress, Scribe};
use crate::{
    error::Error,
    vault::{
        disk::{self, Content, Displaced, blocking},
        lock::HeldLock,
    },
};

impl Scribe {
    /// Adds the lines that a daily log does not have yet. A full log is moved aside under a number.
    pub(super) async fn write_log(
        &self,
        _held: &HeldLock,
        store: &dyn Store,
        path: &str,
        place: &Place,
    ) -> Result<Progress, Error> {
        let lines = store.log_lines(path).await?;
        let mut old = match self.read_content(path).await {
            Content::Text { text, .. } => Some(text),
            Content::Missing => None,
            Content::Unreadable { .. } => return Ok(Progress::Stuck),
        };
        let missing: Vec<LogLine> = match &old {
            Some(text) => {
                let there: HashSet<&str> = text.lines().collect();
                lines
                    .iter()
                    .filter(|line| !there.contains(line.to_string().as_str()))
                    .cloned()
                    .collect()
            }
            None => lines.clone(),
        };
        let bound = self.host.settings().policies.document_chars;
        if old.as_ref().is_some_and(|text| text.len() > bound && !missing.is_empty()) {
            self.put_log_aside(path).await?;
            old = None;
        }
        let start = old.clone().unwrap_or_else(|| place.template(""));
        let new = if missing.is_empty() { start } else { log::append(&start, &missing) };
        if !missing.is_empty() && !self.replace_log(path, old, &new).await? {
            return Ok(Progress::Written);
        }
        let state = DocumentState {
            document: path.into(),
            from: None,
            to: FileHash::of(&new),
            stamp: None,
            chars: new.chars().count(),
            blocks: Vec::new(),
            through: lines.iter().map(|line| line.time).max(),
        };
        self.ledger.commit_local(store, Change::Document(state)).await?;
        Ok(Progress::Written)
    }

    /// Adds what is told of a session to the log of a day. What is there already is not added again.
    pub(crate) async fn log_session(
        &self,
        scope_folder: &str,
        at: Timestamp,
        account: &SessionLog,
    ) -> Result<(), Error> {
        if !self.host.settings().policies.daily_log {
            return Ok(());
        }
        let local = at.to_zoned(self.host.zone());
        let path = format!("{scope_folder}/memory/{}.md", local.date());
        let line = LogLine {
            document: path.as_str().into(),
            time: EventTime::default(),
            clock: local.strftime("%H:%M:%S").to_string(),
            text: account.said.clone(),
        };
        let _held = self.hold_scribe_lock().await?;
        for _ in 0..super::ATTEMPTS {
            let old = match self.read_content(&path).await {
                Content::Text { text, .. } => Some(text),
                Content::Missing => None,
                Content::Unreadable { .. } => break,
            };
            let begun = || Place::at(&path).map(|place| place.template("")).unwrap_or_default();
            let start = old.clone().unwrap_or_else(begun);
            let new = log::with_session(&start, &line, account);
            if new == start || self.replace_log(&path, old, &new).await? {
                return Ok(());
            }
        }
        let cause = std::io::Error::other("the log cannot be written");
        Err(Error::file("add to", self.host.vault().document(&path))(cause))
    }

    async fn put_log_aside(&self, path: &str) -> Result<(), Error> {
        let file = self.host.vault().document(path);
        let aside = blocking(move || disk::put_aside(&file, "full")).await;
        aside.map_err(Error::file("move aside", self.host.vault().document(path)))
    }

    /// Puts a log in its place, unless someone saved it meanwhile: theirs stays, and the lines come later.
    async fn replace_log(&self, path: &str, old: Option<String>, new: &str) -> Result<bool, Error> {
        let pending = self.write_beside(path, new).await?;
        let replaced = blocking(move || {
            let mut displaced = pending.exchange()?;
            let clean = match &displaced {
                Displaced::Nothing => true,
                Displaced::Content { bytes, .. } => old.is_some_and(|old| old.as_bytes() == bytes),
            };
            if !clean {
                displaced = pending.exchange()?;
            }
            pending.retire(&displaced)?;
            Ok(clean)
        })
        .await;
        replaced.map_err(Error::file("replace", self.host.vault().document(path)))
    }
}
