//! From what a session taught to what is remembered for longer.

use std::collections::HashSet;

use mnemic_core::{
    learn::{
        finding::Finding,
        known::Familiarity,
        promotion::{self, Judgement, Verdict},
        worth::worth_keeping,
    },
    record::{
        draft::Draft,
        fingerprint::Fingerprint,
        id::{MemoryId, SessionId},
        memory::{Memory, Status, Trust},
        scope::Scope,
        source::{Origin, Source},
    },
    safety::{
        caller::{Caller, Right},
        trust,
    },
    session::{Transcript, Turn, witness::evidence},
};

use crate::session::{SessionFindings, writer::SessionWriter};
use crate::{engine::Engine, error::Error};

/// A finding of a session, and what speaks for it.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedFinding {
    /// The finding.
    pub finding: Finding,
    /// What speaks for it.
    pub judgement: Judgement,
    /// What became of it, or will.
    pub fate: FindingOutcome,
}

/// What becomes of a finding.
#[derive(Debug, Clone, PartialEq)]
pub enum FindingOutcome {
    /// It is a memory.
    Remembered(Box<Memory>),
    /// The next flush, or the end of the session, makes it one.
    Due,
    /// It stays a finding.
    Left,
}

impl Engine {
    /// Remembers what enough speaks for, in the scope of the session. What was flushed before has been looked at.
    pub(crate) async fn promote_findings(
        &self,
        caller: &Caller,
        writer: &SessionWriter<'_>,
        kept: &SessionFindings,
    ) -> Result<Vec<MemoryId>, Error> {
        let transcript = &writer.transcript;
        let unflushed = unflushed(transcript);
        let own = kept.findings.iter().filter(|finding| unflushed.contains(&finding.turn));
        let witnesses = self.sessions().witnesses(&writer.files, &transcript.header, kept)?;
        let mode = self.settings().policies.learning.mode();
        let mut promoted = Vec::new();
        for finding in own {
            let judgement = promotion::judge(&evidence(finding, &witnesses), mode);
            let Verdict::Promote { status } = judgement.verdict else { continue };
            let mut draft = learnt(transcript, finding);
            draft.source.origin = Origin::Extraction;
            if !finding.asked_for && !is_trusted(&draft) {
                continue;
            }
            draft.status = status;
            if status == Status::Candidate && self.how_known(&draft).await? == Familiarity::Echo {
                continue;
            }
            let remembered = self.remember(caller, draft).await?;
            promoted.extend((!remembered.stays_forgotten).then_some(remembered.memory.id));
        }
        Ok(promoted)
    }

    /// What a session has found so far, what speaks for each, and what became of it.
    pub async fn judge_findings(
        &self,
        caller: &Caller,
        id: &SessionId,
    ) -> Result<Vec<JudgedFinding>, Error> {
        caller.require(Right::Read)?;
        let (files, transcript) = self.session_of(caller, id)?;
        let turns: Vec<Turn> = transcript.turns().cloned().collect();
        let kept = SessionFindings::of(&transcript.header).looked_at(&turns);
        let witnesses = self.sessions().witnesses(&files, &transcript.header, &kept)?;
        let policies = &self.settings().policies;
        let unflushed = unflushed(&transcript);
        let due: HashSet<String> = worth_keeping(kept.findings.clone())
            .into_iter()
            .filter(|it| policies.flushes_unasked() && unflushed.contains(&it.turn))
            .map(|it| it.fingerprint)
            .collect();
        let mut judged = Vec::new();
        for finding in kept.findings {
            let judgement =
                promotion::judge(&evidence(&finding, &witnesses), policies.learning.mode());
            let fate = match self.remembered_as(&kept.scope, &finding).await? {
                Some(memory) => FindingOutcome::Remembered(Box::new(memory)),
                None if due.contains(&finding.fingerprint) => FindingOutcome::Due,
                None => FindingOutcome::Left,
            };
            judged.push(JudgedFinding { finding, judgement, fate });
        }
        Ok(judged)
    }

    async fn remembered_as(
        &self,
        scope: &Scope,
        finding: &Finding,
    ) -> Result<Option<Memory>, Error> {
        let fingerprint = Fingerprint::of(&finding.text);
        let found = self
            .read(|store| async move { Ok(store.with_fingerprint(scope, fingerprint).await?) })
            .await?;
        Ok(found.into_iter().find(Memory::is_active))
    }
}

/// The turns that no flush has looked at.
fn unflushed(transcript: &Transcript) -> HashSet<String> {
    transcript.unflushed().into_iter().map(|turn| turn.id).collect()
}

/// Whether nothing speaks against remembering a draft that nobody asked for.
pub(crate) fn is_trusted(draft: &Draft) -> bool {
    trust::of_text(draft.trust, &draft.text) > Trust::Low
}

/// What a finding is as a memory: a candidate, unless the user asked for it. Who writes it says where it came from.
pub(crate) fn learnt(transcript: &Transcript, finding: &Finding) -> Draft {
    let header = &transcript.header;
    let mut draft = Draft::note(header.scope.clone(), finding.text.clone());
    draft.category = Some(finding.category.to_string());
    draft.importance = Some(finding.importance);
    draft.confidence = Some(finding.confidence);
    draft.file_paths = finding.file_paths.clone();
    draft.status = if finding.asked_for { Status::Confirmed } else { Status::Candidate };
    draft.trust = Trust::Medium;
    draft.created_at = transcript.imported_turn_at(&finding.turn);
    draft.source = Source {
        session: Some(header.session.to_string()),
        agent: header.agent.clone(),
        message: Some(finding.turn.clone()),
        narrative: transcript.narrative().map(|id| id.to_string()),
        ..Source::default()
    };
    draft
}
