//! SQLite's errors as a store's errors: what is damaged, what cannot be written, what merely
//! failed.

use mnemic_core::store::StoreError;
use rusqlite::{Error, ErrorCode};

/// The result of a step inside the store; it becomes a [`StoreError`] where the store answers.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// A [`StoreError`] that SQLite's and the decoder's errors turn into by themselves.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) StoreError);

impl Failure {
    /// The index holds something that it could not have been given.
    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self(StoreError::Damaged(what.into()))
    }

    /// The caller asked for something that cannot be done.
    pub(crate) fn refused(why: &str) -> Self {
        Self(StoreError::Failed(why.into()))
    }

    /// Nothing can be written here.
    pub(crate) fn read_only() -> Self {
        let cause = std::io::Error::from(std::io::ErrorKind::ReadOnlyFilesystem);
        Self(StoreError::Unwritable(Box::new(cause)))
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        failure.0
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(match &error {
            Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::QueryReturnedNoRows
            | Error::SqlInputError { .. }
            | Error::Utf8Error(..) => StoreError::Damaged(error.to_string()),
            _ => match error.sqlite_error_code() {
                // Our statements fit the tables we made, and what is committed keeps to their rules.
                Some(
                    ErrorCode::DatabaseCorrupt
                    | ErrorCode::NotADatabase
                    | ErrorCode::ConstraintViolation
                    | ErrorCode::Unknown,
                ) => StoreError::Damaged(error.to_string()),
                Some(
                    ErrorCode::ReadOnly
                    | ErrorCode::DiskFull
                    | ErrorCode::SystemIoFailure
                    | ErrorCode::CannotOpen,
                ) => StoreError::Unwritable(Box::new(error)),
                _ => StoreError::Failed(Box::new(error)),
            },
        })
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::damaged(error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind::{
            PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
        };
        Self(match error.kind() {
            PermissionDenied | QuotaExceeded | ReadOnlyFilesystem | StorageFull => {
                StoreError::Unwritable(Box::new(error))
            }
            _ => StoreError::Failed(Box::new(error)),
        })
    }
}
