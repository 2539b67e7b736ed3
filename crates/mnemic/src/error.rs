//! What can go wrong, by the thing and the step.

mod code;

use std::{
    io,
    path::{Path, PathBuf},
};

use mnemic_core::{
    journal::{daily_log::excerpt, undo::Refusal},
    learn::widening::WideningError,
    port::{embedder::EmbedError, store::StoreError},
    record::{
        draft::ValidationError,
        id::{ActId, Anchor, ReceiptId, Reference},
        memory::Memory,
        scope::{Reach, Scope},
    },
    safety::{access::AccessTokenError, caller::Forbidden},
    settings::{EditError, Fault},
};
use thiserror::Error;

pub use self::code::{ErrorCode, ErrorFault, HintReader};
use crate::{
    session::SessionError,
    vault::{index_folder::UnfitFolder, lock::LockError},
};

/// Why a verb failed. Unless it says otherwise nothing was changed.
#[derive(Debug, Error)]
pub enum Error {
    /// What was given cannot be remembered.
    #[error(transparent)]
    Invalid(#[from] ValidationError),
    /// It holds something that the settings forbid to keep.
    #[error("the text contains a secret ({0})")]
    SecretRefused(&'static str),
    /// The caller's role does not allow it.
    #[error(transparent)]
    Forbidden(#[from] Forbidden),
    /// No memory has that name.
    #[error("there is no memory `{0}`")]
    NotFound(Reference),
    /// No memory holds those words.
    #[error("no memory contains `{0}`")]
    NothingSays(String),
    /// Several memories may be meant.
    #[error("`{reference}` matches {} memories", .candidates.len())]
    Ambiguous {
        /// What was asked for.
        reference: String,
        /// What it may mean.
        candidates: Vec<Candidate>,
    },
    /// No receipt has that name, or it was thrown away.
    #[error("there is no receipt `{0}`")]
    NoReceipt(ReceiptId),
    /// The memory was never in that version.
    #[error("the memory has no version {0}")]
    NoVersion(u32),
    /// Nothing is left within reach that this actor could take back.
    #[error("there is nothing to undo in {}", listed(.0))]
    NothingToUndo(Reach),
    /// No act has that name.
    #[error("there is no change `{0}`")]
    NoAct(String),
    /// Several acts may be meant.
    #[error("`{0}` matches several changes")]
    AmbiguousAct(String),
    /// The act was taken back before.
    #[error("change `{0}` is already undone")]
    AlreadyUndone(ActId),
    /// The act cannot be taken back; nothing was changed.
    #[error("cannot undo change `{act}`")]
    CannotUndo {
        /// The act.
        act: ActId,
        /// Why not.
        #[source]
        why: Refusal,
    },
    /// The verb does not fit the memory's state.
    #[error("memory {memory} is {state}")]
    WrongState {
        /// How the memory is called.
        memory: String,
        /// The state it is in.
        state: &'static str,
    },
    /// No open contradiction has that name.
    #[error("there is no conflict `{0}`")]
    NoContradiction(String),
    /// The memory is none of the two.
    #[error("conflict `{contradiction}` is not about memory {memory}")]
    NoSide {
        /// How the memory is called.
        memory: String,
        /// The contradiction.
        contradiction: String,
    },
    /// The memory may not be moved there.
    #[error("cannot move the memory")]
    Widening(#[from] WideningError),
    /// A key of the configuration could not be set.
    #[error(transparent)]
    Configuration(#[from] EditError),
    /// What the file of the access token holds is not used.
    #[error("Mnemic does not use the access token in `{path}`")]
    AccessToken {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        why: AccessTokenError,
    },
    /// The vault has no such document.
    #[error("`{0}` is not a document of the vault")]
    NoDocument(String),
    /// A document cannot be read, so it cannot be taken as it is.
    #[error("`{path}` {reason}")]
    UnreadableDocument {
        /// Its path below the vault.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A file of the vault could not be read or written.
    #[error("cannot {step} `{path}`")]
    File {
        /// What was tried.
        step: &'static str,
        /// Where.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// A lock of the vault could not be taken.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The act was written, but the disk did not confirm it.
    #[error("the outcome is unknown: syncing the journal to disk failed")]
    OutcomeUnknown(#[source] io::Error),
    /// An import came to an end before its lines did.
    #[error("the import stopped after {lines} lines; Mnemic remembers those")]
    ImportStopped {
        /// How many lines have been looked at for good.
        lines: u64,
        /// Why it stopped.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The vault was written by a newer version.
    #[error("the vault's journal has format {found}; this version reads up to {known}")]
    NewerVault {
        /// The format found.
        found: u32,
        /// The newest format known.
        known: u32,
    },
    /// A session stands otherwise than the verb needs.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A narrative never changes.
    #[error("memory {0} is a narrative; narratives cannot be changed")]
    Immutable(String),
    /// A narrative has no score and no rank of its own.
    #[error("memory {0} is a narrative; narratives take no feedback and no pin")]
    NoFeedback(String),
    /// Memories could not be embedded; what is remembered is safe.
    #[error("cannot embed the memories")]
    Embedding(#[from] EmbedError),
    /// The index failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Error {
    /// What went wrong with what it came from, in one line.
    pub fn with_causes(&self) -> String {
        let mut message = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(because) = cause {
            message = format!("{message}: {because}");
            cause = because.source();
        }
        message
    }
}

impl Error {
    pub(crate) fn file(
        step: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { step, path, source }
    }
}

/// Why a backup could not be made or restored. Nothing was changed.
#[derive(Debug, Error)]
pub enum BackupError {
    /// There is a file of that name.
    #[error("`{0}` already exists")]
    Exists(PathBuf),
    /// The file is no backup, or was changed after it was written.
    #[error("the backup `{path}` is damaged: {reason}")]
    Damaged {
        /// The backup.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The backup was made by a newer version.
    #[error("the backup has format {found}; this version reads up to {known}")]
    Newer {
        /// The format found.
        found: u32,
        /// The newest format known.
        known: u32,
    },
    /// A vault, or something else, is where the backup was to be restored.
    #[error("`{0}` is not empty")]
    NotEmpty(PathBuf),
    /// The vault is restored, but the one that was there is not put aside yet.
    #[error("the backup is restored in `{}`, but some files are not in place yet", .vault.display())]
    Unfinished {
        /// The vault.
        vault: PathBuf,
        /// What went wrong.
        source: Box<Error>,
    },
    /// Anything else that went wrong underneath.
    #[error(transparent)]
    Verb(#[from] Error),
}

impl BackupError {
    pub(crate) fn damaged(path: &Path, reason: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_path_buf(), reason: reason.into() }
    }
}

/// Why a vault could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// There is no vault, and none was to be made.
    #[error("there is no vault at `{0}`")]
    Missing(PathBuf),
    /// The folder holds something else.
    #[error("`{0}` is not a vault and not empty")]
    NotAVault(PathBuf),
    /// The configuration has faults.
    #[error("`{path}` {}{}", .faults[0], more(.faults.len()))]
    Configuration {
        /// The file.
        path: PathBuf,
        /// All of them; there is at least one.
        faults: Vec<Fault>,
    },
    /// The folder that was named for the index cannot hold it.
    #[error("`index.path` is `{path}`: {reason}")]
    IndexFolder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        reason: UnfitFolder,
    },
    /// The folder could not be read or made.
    #[error("cannot open the vault `{path}`")]
    Folder {
        /// The vault's folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// The scopes within reach, for a person.
fn listed(reach: &Reach) -> String {
    match reach {
        Reach::Vault => "the vault".to_owned(),
        Reach::Scopes(scopes) => {
            scopes.iter().map(|scope| format!("`{scope}`")).collect::<Vec<_>>().join(" or ")
        }
    }
}

fn more(faults: usize) -> String {
    match faults {
        1 => String::new(),
        2 => " (and one more fault)".to_owned(),
        _ => format!(" (and {} more faults)", faults - 1),
    }
}

/// A memory that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its number.
    pub number: Option<u64>,
    /// Its anchor.
    pub anchor: Anchor,
    /// Its scope.
    pub scope: Scope,
    /// How it begins.
    pub excerpt: String,
}

impl From<&Memory> for Candidate {
    fn from(memory: &Memory) -> Self {
        Self {
            number: memory.number,
            anchor: memory.anchor.clone(),
            scope: memory.scope.clone(),
            excerpt: excerpt(&memory.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_with_its_cause() {
        let error = Error::from(EmbedError::Unauthorised("openai".to_owned()));
        assert_eq!(error.with_causes(), "cannot embed the memories: `openai` refused the key");
    }
}
