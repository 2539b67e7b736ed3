//! Forking a session: another goes on with what it taught. Both may end, and neither counts twice.

use mnemic_core::{
    record::id::SessionId,
    safety::caller::{Caller, Right},
    session::{Parent, Record},
};

use crate::session::{
    SessionFindings, Start, Started, catalogue::scope_folder, writer::LockDuration,
};
use crate::{engine::Engine, error::Error};

impl Engine {
    /// Starts a session that goes on from another, whether that has ended or not.
    pub async fn fork_session(
        &self,
        caller: &Caller,
        parent: &SessionId,
        id: Option<SessionId>,
    ) -> Result<Started, Error> {
        caller.require(Right::Write)?;
        let (files, transcript) = self.session_of(caller, parent)?;
        let header = &transcript.header;
        let line =
            transcript.records.last().map_or_else(String::new, |it| Record::id(it).to_owned());
        let lineage = Parent { session: parent.clone(), root: header.root().clone(), line };
        let start = Start {
            scope: header.scope.clone(),
            id,
            agent: header.agent.clone(),
            user: header.user.clone(),
            title: header.title.clone(),
            taken_over: None,
        };
        let start = self.with_free_name(caller, start)?;
        let turns: Vec<_> = transcript.turns().cloned().collect();
        let inherited = match self.sessions().kept(&files)? {
            Some(kept) => kept.looked_at(&turns).all(),
            None => mnemic_core::learn::finding::findings(&turns),
        };
        let folder = scope_folder(&files);
        let writer = self.begun(&folder, start, Some(lineage), LockDuration::Moment).await?;
        let kept = SessionFindings { inherited, ..self.sessions().kept_or_new(&writer)? };
        self.sessions().keep(&writer.files, &kept).await?;
        self.sessions().note_session(&writer).await?;
        Ok(Started {
            session: writer.files.id.clone(),
            scope: header.scope.clone(),
            resumed: false,
            narrative: writer.transcript.narrative(),
            recovered: Vec::new(),
            archived: Vec::new(),
        })
    }
}
