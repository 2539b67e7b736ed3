//! Taking over transcripts of other programs. A turn that was taken over before is not taken again.

use std::collections::HashSet;

use mnemic_core::{
    scope::{Scope, Slug},
    session::{
        import::{self, Format},
        transcript::Fault,
    },
};

use super::{SessionError, Start, Utterance, start::session_folder, writer::Stay};
use crate::{engine::Engine, error::Error};

/// What came of taking over a transcript.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedSession {
    /// The session it became.
    pub session: Slug,
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
    /// Takes over a transcript into the session of a name, else the one it names itself, else one called `fallback`.
    pub async fn import_session(
        &self,
        text: &str,
        scope: &Scope,
        name: Option<Slug>,
        fallback: &str,
    ) -> Result<ImportedSession, Error> {
        let foreign = import::read(text).ok_or(SessionError::NoTranscript)?;
        let named = foreign.session.as_deref().and_then(Slug::nearest);
        let id = name.or(named).or_else(|| Slug::nearest(fallback));
        let folder = session_folder(scope)?;
        let known = match &id {
            Some(id) => self.vault.session(id).map_err(Error::file("look for", self.root()))?,
            None => None,
        };
        let mut writer = match known {
            Some(files) => self.session_writer(&files.id, Stay::Lasting).await?,
            None => {
                let start = Start { id, ..Start::new(scope.clone()) };
                self.begun(&folder, start, None, Stay::Lasting).await?
            }
        };
        let known: HashSet<String> =
            writer.transcript.records.iter().map(|record| record.id().to_owned()).collect();
        let (old, new): (Vec<_>, Vec<_>) =
            foreign.turns.into_iter().partition(|turn| known.contains(&turn.id));
        if !new.is_empty() {
            writer.is_not_ended()?;
        }
        let turns = new.into_iter().map(|turn| {
            let utterance = Utterance { id: Some(turn.id), at: turn.at, said: turn.said };
            self.turn(&writer.transcript, utterance)
        });
        let turns = turns.collect::<Result<Vec<_>, _>>()?;
        let added = turns.len();
        if added > 0 {
            writer.say(turns)?;
            writer.checkpoint().await;
        }
        Ok(ImportedSession {
            session: writer.files.id.clone(),
            format: foreign.format,
            added,
            known: old.len(),
            faults: foreign.faults,
        })
    }
}
