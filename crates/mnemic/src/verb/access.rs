//! The vault's access token: made when it is first asked for, in a file that is its owner's alone and that git is told
//! to leave out.

use std::path::PathBuf;

use mnemic_core::{
    safety::access::{AccessToken, AccessTokenError, FILE},
    safety::caller::{Caller, Right},
};

use crate::{
    engine::Engine,
    error::Error,
    vault::{
        disk::{Content, blocking},
        git, mode,
    },
};

impl Engine {
    /// The token that clients show to be let in; made if there is none.
    pub async fn access_token(&self, caller: &Caller) -> Result<AccessToken, Error> {
        caller.require(Right::Administer)?;
        if let Some(token) = self.kept_token().await? {
            return Ok(token);
        }
        let _held = self.ledger().hold_write_lock().await?;
        match self.kept_token().await? {
            Some(token) => Ok(token),
            None => self.make_token().await,
        }
    }

    /// Where the token is kept.
    pub fn access_token_file(&self) -> PathBuf {
        self.vault().document(FILE)
    }

    async fn kept_token(&self) -> Result<Option<AccessToken>, Error> {
        let text = match self.scribe().read_content(FILE).await {
            Content::Missing => return Ok(None),
            Content::Text { text, .. } => text,
            Content::Unreadable { reason, .. } => {
                let why = std::io::Error::other(format!("it {reason}"));
                return Err(Error::file("read", self.access_token_file())(why));
            }
        };
        let path = self.access_token_file();
        let open = blocking(move || mode::is_open_to_others(&path)).await;
        let refused = |why| Error::AccessToken { path: self.access_token_file(), why };
        if open.map_err(Error::file("read", self.access_token_file()))? {
            return Err(refused(AccessTokenError::Open));
        }
        AccessToken::read(&text).map(Some).map_err(refused)
    }

    /// Git is told first, so that there is no moment in which the token could be committed.
    async fn make_token(&self) -> Result<AccessToken, Error> {
        let token = AccessToken::draw(self.randomness());
        let path = self.access_token_file();
        let left_out = blocking({
            let path = path.clone();
            move || git::leave_out(&path)
        });
        left_out.await.map_err(Error::file("tell git to leave out", &path))?;
        let pending = self.scribe().write_beside(FILE, &format!("{}\n", token.reveal())).await?;
        blocking(move || pending.exchange()).await.map_err(Error::file("write", &path))?;
        tracing::info!(path = %path.display(), "an access token was made");
        Ok(token)
    }
}
