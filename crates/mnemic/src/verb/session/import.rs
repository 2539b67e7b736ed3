//! Taking over transcripts of other programs. A turn that was taken over before is not taken again.

use std::collections::HashMap;

use jiff::Timestamp;
use mnemic_core::{
    foreign::{
        transcript,
        transcript::{Foreign, ForeignTurn, Format},
    },
    record::{id::SessionId, scope::Scope},
    safety::caller::{Caller, Right},
    session::{Transcript, Turn, TurnContent, label, transcript::Fault},
};

use super::start::session_folder;
use crate::session::{SessionError, Start, turn, writer::LockDuration};
use crate::{engine::Engine, error::Error};

/// What came of taking over a transcript.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedSession {
    /// The session it became.
    pub session: SessionId,
    /// Which program wrote it.
    pub format: Format,
    /// How many turns were added.
    pub added: usize,
    /// How many were there already.
    pub known: usize,
    /// Lines that could not be read.
    pub faults: Vec<Fault>,
}

impl Engine {
    /// Takes over a transcript into the session of a name, else the one it names itself, else one called `fallback`, or
    /// `fallback-2` and so on while that holds another transcript. A turn that cannot be kept costs itself.
    pub async fn import_session(
        &self,
        caller: &Caller,
        text: &str,
        scope: &Scope,
        name: Option<SessionId>,
        fallback: &str,
    ) -> Result<ImportedSession, Error> {
        caller.require(Right::Write)?;
        let mut foreign = transcript::read(text).ok_or(SessionError::NoTranscript)?;
        self.clean(&mut foreign)?;
        let named = || foreign.session.as_deref().and_then(SessionId::nearest);
        let id = match name.or_else(named) {
            Some(id) => Some(id),
            None => self.name_for(&foreign, fallback)?,
        };
        let folder = session_folder(scope)?;
        let known = match &id {
            Some(id) => self.vault().session(id).map_err(Error::file("look for", self.root()))?,
            None => None,
        };
        let began_at = foreign.turns.iter().find_map(|turn| turn.at).unwrap_or_else(|| self.now());
        let mut writer = match known {
            Some(files) => self.session_writer_of(caller, &files.id, LockDuration::Lasting).await?,
            None => {
                let taken_over = Some(began_at.min(self.now()));
                let start = Start { id, taken_over, ..Start::new(scope.clone()) };
                self.begun_or_taken(&folder, start, LockDuration::Lasting).await?.1
            }
        };
        let count = foreign.turns.len();
        let turns = new_turns(&writer.transcript, foreign.turns, began_at);
        let added = turns.len();
        if added > 0 {
            writer.is_not_ended()?;
            writer.append_turns(turns)?;
            writer.checkpoint().await;
        }
        Ok(ImportedSession {
            session: writer.files.id.clone(),
            format: foreign.format,
            added,
            known: count - added,
            faults: foreign.faults,
        })
    }

    /// Takes secrets out, and turns that cannot be kept; nothing comes of a transcript that has no others.
    fn clean(&self, foreign: &mut Foreign) -> Result<(), SessionError> {
        for turn in std::mem::take(&mut foreign.turns) {
            let ForeignTurn { line, mut said, .. } = turn;
            turn::redact(self.redactor(), &mut said);
            match turn::fault(&said) {
                Some(fault) => foreign.faults.push(Fault { line, fault }),
                None => foreign.turns.push(ForeignTurn { said, ..turn }),
            }
        }
        foreign.faults.sort_by_key(|fault| fault.line);
        match (foreign.turns.is_empty(), foreign.faults.first()) {
            (false, _) => Ok(()),
            (true, None) => Err(SessionError::NothingSaid),
            (true, Some(fault)) => Err(SessionError::NothingKept(fault.clone())),
        }
    }

    /// The first name like this that is free, or whose session holds the transcript; none if it cannot be a name.
    fn name_for(&self, foreign: &Foreign, name: &str) -> Result<Option<SessionId>, Error> {
        let mut number = 1_usize;
        loop {
            let numbered = if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
            let Some(id) = SessionId::nearest(&numbered) else { return Ok(None) };
            match self.read_session(&id) {
                Ok((_, transcript)) if !foreign.continues(&transcript) => number += 1,
                Ok(_) | Err(Error::Session(SessionError::Unknown(_))) => return Ok(Some(id)),
                Err(error) => return Err(error),
            }
        }
    }
}

/// The turns that a session does not have. One without a time was said when the one before it was.
fn new_turns(transcript: &Transcript, turns: Vec<ForeignTurn>, began_at: Timestamp) -> Vec<Turn> {
    let mut known: HashMap<&str, Option<&TurnContent>> =
        transcript.marks().map(|mark| (mark.id.as_str(), None)).collect();
    known.extend(transcript.turns().map(|turn| (turn.id.as_str(), Some(&turn.said))));
    let mut last_at = began_at;
    let mut new = Vec::new();
    for ForeignTurn { id, at, said, .. } in turns {
        last_at = at.unwrap_or(last_at);
        let says = |said: &TurnContent, known: &Option<&TurnContent>| {
            known.is_some_and(|it| said.repeats(it))
        };
        let id = label::unique_name(&id, |id| known.get(id).map(|known| says(&said, known)));
        new.extend(id.map(|id| Turn { id, at: last_at, said }));
    }
    new
}
