//! Putting old sessions away, and bringing them back. Nothing is deleted.

use mnemic_core::{
    record::id::SessionId,
    safety::caller::{Caller, Right},
};

use crate::session::{Recovered, catalogue::scope_folder};
use crate::{
    engine::Engine,
    error::Error,
    vault::{
        disk::{self, blocking},
        transcript::SessionFiles,
    },
};

impl Engine {
    /// Finishes what was left behind in a scope and puts old sessions away, except the one about to go on. A failure
    /// keeps nobody from starting another session.
    pub(crate) async fn tidy_sessions(
        &self,
        caller: &Caller,
        folder: &str,
        except: Option<&SessionId>,
    ) -> (Vec<Recovered>, Vec<SessionId>) {
        let mut recovered = Vec::new();
        let left = self.left_behind(folder).unwrap_or_default();
        for id in left.into_iter().filter(|id| Some(id) != except) {
            match self.recover_session(caller, &id).await {
                Ok(session) => recovered.push(session),
                Err(error) => {
                    tracing::warn!(session = %id, %error, "the session stays unfinished");
                }
            }
        }
        let archived = self.expire_in(folder, except).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "old sessions were not archived");
            Vec::new()
        });
        (recovered, archived)
    }

    /// Puts every session away that ended long enough ago; which.
    pub async fn expire_sessions(&self, caller: &Caller) -> Result<Vec<SessionId>, Error> {
        caller.require(Right::Write)?;
        let folders = self.vault().session_folders().map_err(Error::file("list", self.root()))?;
        let mut archived = Vec::new();
        for (_, folder) in folders {
            archived.extend(self.expire_in(&folder, None).await?);
        }
        Ok(archived)
    }

    async fn expire_in(
        &self,
        folder: &str,
        except: Option<&SessionId>,
    ) -> Result<Vec<SessionId>, Error> {
        let patience = self.settings().session.patience;
        let catalogue = self.sessions().catalogue(folder)?;
        let old = patience.to_archive(&catalogue, self.now()).into_iter();
        let old: Vec<_> = old.filter(|entry| Some(&entry.id) != except).cloned().collect();
        for entry in &old {
            let files = SessionFiles::new(self.vault().root(), folder, &entry.id);
            self.move_session(&files, &files.clone().away()).await?;
        }
        if !old.is_empty() {
            self.sessions().note_sessions(folder).await?;
        }
        Ok(old.into_iter().map(|entry| entry.id).collect())
    }

    /// Brings a session back that was put away.
    pub(crate) async fn bring_back(&self, away: &SessionFiles) -> Result<(), Error> {
        self.move_session(away, &away.clone().back()).await?;
        self.sessions().note_sessions(&scope_folder(away)).await
    }

    /// Moves a transcript, what it taught and what its agent was doing. The readable form stays where people know it.
    async fn move_session(&self, from: &SessionFiles, to: &SessionFiles) -> Result<(), Error> {
        let held = self.sessions().hold_sessions(&scope_folder(from)).await?;
        for (from, to) in [
            (from.state(), to.state()),
            (from.findings(), to.findings()),
            (from.transcript(), to.transcript()),
        ] {
            let (from, to) = (self.vault().document(&from), self.vault().document(&to));
            let moved = {
                let (from, to) = (from.clone(), to.clone());
                blocking(move || disk::move_file(&from, &to)).await
            };
            moved.map_err(Error::file("move", from))?;
        }
        drop(held);
        Ok(())
    }
}
