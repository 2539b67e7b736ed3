//! `<session>.memory.json`: what a session taught. A checkpoint while it runs, the findings at its end.

use mnemic_core::{
    learn::finding::{Finding, findings},
    record::{id::SessionId, scope::Scope},
    session::{Header, Parent, Turn},
};
use serde::{Deserialize, Serialize};

use super::{Sessions, catalogue::scope_folder, writer::SessionWriter};
use crate::{
    error::Error,
    vault::{disk, transcript::SessionFiles},
};

/// What a session taught.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionFindings {
    /// The session.
    pub session: SessionId,
    /// Whose memory it adds to.
    pub scope: Scope,
    /// Where it branched off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Parent>,
    /// The last turn that was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
    /// What was said, in short; made at the end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// What it was taught by the session it branched off from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inherited: Vec<Finding>,
    /// What it taught itself.
    pub findings: Vec<Finding>,
}

impl SessionFindings {
    /// The beginning of what a session taught.
    pub(crate) fn of(header: &Header) -> Self {
        Self {
            session: header.session.clone(),
            scope: header.scope.clone(),
            parent: header.parent.clone(),
            through: None,
            summary: String::new(),
            inherited: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// All it knows: what it inherited and what it found, each once.
    pub fn all(&self) -> Vec<Finding> {
        let mut all = self.inherited.clone();
        for finding in &self.findings {
            if all.iter().all(|known| known.fingerprint != finding.fingerprint) {
                all.push(finding.clone());
            }
        }
        all
    }

    /// With what was said since it was last looked at. A checkpoint costs what is new; the end looks at all again.
    pub(crate) fn extended(mut self, turns: &[Turn]) -> Self {
        let known = |through: &String| turns.iter().rposition(|turn| turn.id == *through);
        let from = self.through.as_ref().and_then(known).map_or(0, |last| last + 1);
        for finding in findings(&turns[from..]) {
            if self.findings.iter().all(|known| known.fingerprint != finding.fingerprint) {
                self.findings.push(finding);
            }
        }
        self.through = turns.last().map(|turn| turn.id.clone());
        self
    }

    /// With all that was said.
    pub(crate) fn looked_at(self, turns: &[Turn]) -> Self {
        let through = turns.last().map(|turn| turn.id.clone());
        Self { findings: findings(turns), through, ..self }
    }
}

impl Sessions {
    /// What a session has taught so far; nothing when it was never looked at.
    pub(crate) fn kept(&self, files: &SessionFiles) -> Result<Option<SessionFindings>, Error> {
        let path = self.host.vault().document(&files.findings());
        let text = disk::read_text(&path).map_err(Error::file("read", &path))?;
        Ok(serde_json::from_str(&text).ok())
    }

    /// What a writer's session has taught so far, or the beginning of it.
    pub(crate) fn kept_or_new(&self, writer: &SessionWriter<'_>) -> Result<SessionFindings, Error> {
        let kept = self.kept(&writer.files)?;
        Ok(kept.unwrap_or_else(|| SessionFindings::of(&writer.transcript.header)))
    }

    /// Writes down what a session has taught.
    pub(crate) async fn keep(
        &self,
        files: &SessionFiles,
        kept: &SessionFindings,
    ) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(kept).unwrap_or_default();
        let held = self.hold_sessions(&scope_folder(files)).await?;
        self.replace_file(&held, &files.findings(), &format!("{text}\n")).await
    }
}
