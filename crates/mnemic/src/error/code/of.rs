//! Which code each error has. Every match is exhaustive, and no code stands in two arms: a test sees to it.

use std::{error::Error as Cause, io};

use mnemic_core::{learn::widening::WideningError, port::store::StoreError, record::scope::Reach};

use super::{ErrorCode, HintReader};
use crate::{
    error::{BackupError, Error, OpenError},
    provider::ProviderFault,
    session::SessionError,
    vault::lock::LockError,
};

impl Error {
    /// Its code.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Invalid(_) => ErrorCode::MemoryInvalid,
            Self::Forbidden(_) => ErrorCode::Forbidden,
            Self::NotFound(_) => ErrorCode::MemoryNotFound,
            Self::NothingSays(_) => ErrorCode::WordsNotFound,
            Self::Ambiguous { .. } => ErrorCode::ReferenceAmbiguous,
            Self::NoReceipt(_) => ErrorCode::ReceiptNotFound,
            Self::NoVersion(_) => ErrorCode::VersionNotFound,
            Self::NothingToUndo(Reach::Vault) => ErrorCode::NothingToUndo,
            Self::NothingToUndo(Reach::Scopes(_)) => ErrorCode::NothingToUndoInScope,
            Self::NoAct(_) => ErrorCode::ActNotFound,
            Self::AmbiguousAct(_) => ErrorCode::ActAmbiguous,
            Self::AlreadyUndone(_) => ErrorCode::ActAlreadyUndone,
            Self::CannotUndo { .. } => ErrorCode::ActNotUndoable,
            Self::WrongState { .. } => ErrorCode::MemoryWrongState,
            Self::NoContradiction(_) => ErrorCode::ConflictNotFound,
            Self::NoSide { .. } => ErrorCode::ConflictSideInvalid,
            Self::Widening(WideningError::Same(_)) => ErrorCode::ScopeUnchanged,
            Self::Widening(WideningError::Narrower { .. }) => ErrorCode::ScopeNotWider,
            Self::Widening(WideningError::Unconfirmed) => ErrorCode::ConsentMissing,
            Self::SecretRefused(_) => ErrorCode::SecretRefused,
            Self::Configuration(_) => ErrorCode::SettingInvalid,
            Self::AccessToken { .. } => ErrorCode::AccessTokenUnusable,
            Self::NoDocument(_) => ErrorCode::DocumentNotFound,
            Self::UnreadableDocument { .. } => ErrorCode::DocumentUnreadable,
            Self::File { source, .. } => of_file(source),
            Self::Lock(error) => error.code(),
            Self::OutcomeUnknown(_) => ErrorCode::OutcomeUnknown,
            Self::ImportStopped { .. } => ErrorCode::ImportStopped,
            Self::NewerVault { .. } => ErrorCode::VaultNewer,
            Self::Session(error) => error.code(),
            Self::Immutable(_) => ErrorCode::MemoryImmutable,
            Self::NoFeedback(_) => ErrorCode::FeedbackUnsupported,
            Self::Embedding(_) => ErrorCode::EmbeddingFailed,
            Self::Store(error) => of_store(error),
        }
    }

    /// What helps.
    pub fn hint(&self, reader: HintReader) -> String {
        match self {
            Self::Lock(error) => error.hint(reader),
            Self::Session(error) => error.hint(reader),
            error => error.code().hint_with(reader, &[]),
        }
    }
}

impl LockError {
    /// Its code.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Busy { .. } => ErrorCode::LockBusy,
            Self::File { source, .. } => of_file(source),
        }
    }

    /// What helps. A suspended process keeps its locks until it goes on or ends.
    pub fn hint(&self, reader: HintReader) -> String {
        let process = match self {
            Self::Busy { holder, .. } => holder.map(|id| ("process", id.to_string())),
            Self::File { .. } => None,
        };
        self.code().hint_with(reader, process.as_slice())
    }
}

impl SessionError {
    /// Its code.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Unknown(_) => ErrorCode::SessionNotFound,
            Self::Ended(_) => ErrorCode::SessionEnded,
            Self::Archived(_) => ErrorCode::SessionArchived,
            Self::Exists(_) => ErrorCode::SessionExists,
            Self::Held { .. } => ErrorCode::SessionHeld,
            Self::Busy(_) => ErrorCode::SessionBusy,
            Self::TakenOver(_) => ErrorCode::SessionTakenOver,
            Self::NoFolder(_) => ErrorCode::ScopeWithoutSessions,
            Self::Damaged { .. } => ErrorCode::TranscriptDamaged,
            Self::Turn(_) => ErrorCode::TurnInvalid,
            Self::State { .. } => ErrorCode::AgentStateTooLarge,
            Self::NothingToCompact(_) => ErrorCode::NothingToCompact,
            Self::NoTranscript => ErrorCode::TranscriptFormatUnknown,
            Self::NothingSaid => ErrorCode::TranscriptEmpty,
            Self::NothingKept(_) => ErrorCode::TranscriptInvalid,
            Self::NoNarrative => ErrorCode::NarrativeNotFound,
            Self::NotANarrative(_) => ErrorCode::NotANarrative,
        }
    }

    /// What helps.
    pub fn hint(&self, reader: HintReader) -> String {
        let session = match self {
            Self::Ended(id) | Self::Archived(id) | Self::TakenOver(id) => {
                Some(("session", id.to_string()))
            }
            _ => None,
        };
        self.code().hint_with(reader, session.as_slice())
    }
}

impl OpenError {
    /// Its code.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Missing(_) => ErrorCode::VaultMissing,
            Self::NotAVault(_) => ErrorCode::NotAVault,
            Self::Configuration { .. } => ErrorCode::ConfigurationInvalid,
            Self::IndexFolder { .. } => ErrorCode::IndexFolderUnfit,
            Self::Folder { .. } => ErrorCode::VaultUnreachable,
        }
    }

    /// What helps.
    pub fn hint(&self, reader: HintReader) -> String {
        self.code().hint_with(reader, &[])
    }
}

impl ProviderFault {
    /// Its code.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::FeatureMissing(_) => ErrorCode::FeatureMissing,
            Self::NotAgreed { .. } => ErrorCode::AddressNotAgreed,
            Self::Unusable(_) => ErrorCode::ProviderUnusable,
        }
    }

    /// What helps.
    pub fn hint(&self, reader: HintReader) -> String {
        self.code().hint_with(reader, &[])
    }
}

impl BackupError {
    /// Its code.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Exists(_) => ErrorCode::BackupExists,
            Self::Damaged { .. } => ErrorCode::BackupDamaged,
            Self::Newer { .. } => ErrorCode::BackupNewer,
            Self::NotEmpty(_) => ErrorCode::RestoreTargetNotEmpty,
            Self::Unfinished { .. } => ErrorCode::RestoreUnfinished,
            Self::Verb(error) => error.code(),
        }
    }

    /// What helps.
    pub fn hint(&self, reader: HintReader) -> String {
        match self {
            Self::Verb(error) => error.hint(reader),
            error => error.code().hint_with(reader, &[]),
        }
    }
}

fn of_store(error: &StoreError) -> ErrorCode {
    match error {
        StoreError::Damaged(_) => ErrorCode::IndexDamaged,
        StoreError::Newer { .. } => ErrorCode::IndexNewer,
        StoreError::Unwritable(_) => ErrorCode::IndexUnwritable,
        StoreError::Filter(_) => ErrorCode::FilterTooLarge,
        StoreError::Failed(cause) if is_of_disk(cause.as_ref()) => ErrorCode::IndexUnreadable,
        StoreError::Failed(_) => ErrorCode::IndexFailed,
    }
}

/// A file of the vault or of a lock: what helps depends on the disk, not on the file.
fn of_file(error: &io::Error) -> ErrorCode {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => ErrorCode::DiskFull,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            ErrorCode::PermissionDenied
        }
        _ => ErrorCode::FileFailed,
    }
}

/// Whether a file could not be read or written, through no fault of ours.
fn is_of_disk(error: &(dyn Cause + 'static)) -> bool {
    std::iter::successors(Some(error), |cause| (*cause).source())
        .any(|cause| cause.is::<io::Error>())
}
