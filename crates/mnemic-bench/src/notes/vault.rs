//! The format of vaults of notes with labelled queries: one list in JSON.

use std::{collections::HashSet, path::Path};

use jiff::Timestamp;
use mnemic::ImportReport;
use serde::{Deserialize, Serialize};

use crate::{conversation::read_list, failure::user_error};

const HINT: &str = "docs/benchmarks.md has the format of vaults of notes";

/// A vault, the moment of its queries, and what answers them.
#[derive(Debug, Deserialize)]
pub struct NoteVault {
    pub id: String,
    pub now: Timestamp,
    pub notes: Vec<Note>,
    pub queries: Vec<Query>,
}

/// A note, as a line of an import has it.
#[derive(Debug, Deserialize, Serialize)]
pub struct Note {
    pub text: String,
    #[serde(rename = "ref")]
    pub reference: String,
    pub created_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(default)]
    pub file_paths: Vec<String>,
}

/// What somebody asks or types, and the notes that help.
#[derive(Debug, Deserialize)]
pub struct Query {
    #[serde(rename = "type")]
    pub sort: String,
    pub query: String,
    /// The notes that answer; none where nothing does.
    #[serde(default)]
    pub evidence: Vec<String>,
    /// Notes that do no harm.
    #[serde(default)]
    pub also_fine: Vec<String>,
    /// Notes that were true before.
    #[serde(default)]
    pub stale: Vec<String>,
}

impl Query {
    /// Whether a note may be handed over for it.
    pub fn wants(&self, reference: &str) -> bool {
        self.answers(reference) || self.also_fine.iter().any(|it| it == reference)
    }

    pub fn answers(&self, reference: &str) -> bool {
        self.evidence.iter().any(|it| it == reference)
    }
}

impl Note {
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("a note has no keys but text")
    }
}

impl NoteVault {
    /// Checks that every note was imported.
    pub fn check(&self, report: &ImportReport) -> anyhow::Result<()> {
        let id = &self.id;
        if let Some(rejected) = report.rejected.first() {
            let message = format!("note {} of vault `{id}`: {}", rejected.line, rejected.fault);
            return Err(user_error(message, "take the note out, or correct it"));
        }
        let (added, all) = (report.added, self.notes.len());
        anyhow::ensure!(added == all as u64, "{added} of {all} notes of `{id}` were imported");
        Ok(())
    }

    /// Names the first label that is no note of the vault.
    fn checked(self) -> anyhow::Result<Self> {
        let refs: HashSet<&str> = self.notes.iter().map(|note| note.reference.as_str()).collect();
        for query in &self.queries {
            let mut labels = query.evidence.iter().chain(&query.also_fine).chain(&query.stale);
            if let Some(unknown) = labels.find(|label| !refs.contains(label.as_str())) {
                let Self { id, .. } = &self;
                let message =
                    format!("vault `{id}` has no note `{unknown}`, a label of `{}`", query.query);
                return Err(user_error(message, HINT));
            }
        }
        Ok(self)
    }
}

/// Reads a file of vaults.
pub fn read(file: &Path) -> anyhow::Result<Vec<NoteVault>> {
    let vaults: Vec<NoteVault> = read_list(file, "vaults of notes", HINT)?;
    vaults.into_iter().map(NoteVault::checked).collect()
}
