//! From what a session taught to what is remembered for longer.

use std::collections::HashSet;

use mnemic_core::{
    draft::Draft,
    id::MemoryId,
    learn::{
        finding::Finding,
        promotion::{self, Verdict},
    },
    memory::{Source, Status, Trust},
    session::{
        Transcript,
        witness::{Witness, evidence},
    },
};

use super::{Kept, catalogue::scope_folder, writer::SessionWriter};
use crate::{engine::Engine, error::Error, vault::transcript::SessionFiles};

/// How many sessions are asked whether they found the same.
pub(super) const WITNESSES_MOST: usize = 50;

impl Engine {
    /// Remembers what enough speaks for, in the scope of the session. What was flushed before has been looked at.
    pub(super) async fn promote_findings(
        &self,
        writer: &SessionWriter<'_>,
        kept: &Kept,
    ) -> Result<Vec<MemoryId>, Error> {
        let transcript = &writer.transcript;
        let unflushed: HashSet<String> =
            transcript.unflushed().into_iter().map(|turn| turn.id).collect();
        let own = kept.findings.iter().filter(|finding| unflushed.contains(&finding.turn));
        let (turns, witnesses) = (writer.turns(), self.witnesses(writer, kept)?);
        let mode = self.settings().policies.learning.mode();
        let mut promoted = Vec::new();
        for finding in own {
            let evidence = evidence(finding, &turns, &witnesses);
            let judgement = promotion::judge(&evidence, mode);
            let Verdict::Promote { status } = judgement.verdict else { continue };
            let mut draft = learnt(transcript, finding);
            draft.source.origin = "extraction".to_owned();
            draft.status = status;
            promoted.push(self.remember(draft).await?.memory.id);
        }
        Ok(promoted)
    }

    /// What this session and the last ones of its scope found.
    fn witnesses(&self, writer: &SessionWriter<'_>, kept: &Kept) -> Result<Vec<Witness>, Error> {
        let folder = scope_folder(&writer.files);
        let header = &writer.transcript.header;
        let mut witnesses = vec![witness(kept, header.agent.clone())];
        let sessions = self.catalogue(&folder)?.sessions.into_iter().rev();
        for entry in sessions.filter(|entry| entry.id != header.session).take(WITNESSES_MOST) {
            let files = SessionFiles::new(self.vault.root(), &folder, &entry.id);
            if let Some(kept) = self.kept(&files)? {
                witnesses.push(witness(&kept, entry.agent));
            }
        }
        Ok(witnesses)
    }
}

pub(super) fn witness(kept: &Kept, agent: Option<String>) -> Witness {
    let root = kept.parent.as_ref().map_or(&kept.session, |parent| &parent.root);
    let (resolving, others): (Vec<Finding>, Vec<Finding>) =
        kept.all().into_iter().partition(|finding| finding.resolves.is_some());
    let told = |findings: Vec<Finding>| findings.into_iter().map(|it| it.fingerprint).collect();
    Witness { root: root.to_string(), agent, resolving: told(resolving), others: told(others) }
}

/// What a finding is as a memory; who writes it says where it came from.
pub(super) fn learnt(transcript: &Transcript, finding: &Finding) -> Draft {
    let header = &transcript.header;
    let mut draft = Draft::note(header.scope.clone(), finding.text.clone());
    draft.category = Some(finding.category.to_string());
    draft.importance = Some(finding.importance);
    draft.confidence = Some(finding.confidence);
    draft.file_paths = finding.file_paths.clone();
    draft.status = Status::Candidate;
    draft.trust = Trust::Medium;
    draft.created_at = transcript.turn_elsewhere_at(&finding.turn);
    draft.source = Source {
        session: Some(header.session.to_string()),
        agent: header.agent.clone(),
        message: Some(finding.turn.clone()),
        narrative: transcript.narrative().map(|id| id.to_string()),
        ..Source::default()
    };
    draft
}
