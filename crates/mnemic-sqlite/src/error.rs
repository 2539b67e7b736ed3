//! SQLite's errors as a store's errors: what is damaged, what cannot be written, what merely failed.
//!
//! Damage comes from stored bytes only. SQLite answers `SQLITE_ERROR` both when a table is missing and when a statement
//! has too many arguments; [`Failure::judged`] tells them apart by looking at the tables. No message shows SQL.

use std::fmt;

use mnemic_core::port::store::StoreError;
use rusqlite::{Connection, Error, ErrorCode, ffi};

use crate::schema;

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

    /// Whether SQLite refused a statement, for a reason that is still to be found.
    pub(crate) fn is_unjudged(&self) -> bool {
        matches!(&self.0, StoreError::Failed(cause) if cause.is::<RefusedStatement>())
    }

    /// This failure, as damage if SQLite refused a statement because the file lacks tables that the statement names.
    pub(crate) fn judged(self, connection: &Connection) -> Self {
        match self.0 {
            StoreError::Failed(cause)
                if cause.is::<RefusedStatement>() && !schema::is_intact(connection) =>
            {
                Self::damaged(cause.to_string())
            }
            failure => Self(failure),
        }
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

/// SQLite's reason for refusing a statement, without the statement.
#[derive(Debug)]
struct RefusedStatement(String);

impl fmt::Display for RefusedStatement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for RefusedStatement {}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(match &error {
            Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::QueryReturnedNoRows
            | Error::Utf8Error(..) => StoreError::Damaged(error.to_string()),
            Error::SqlInputError { msg, .. } => refused(msg.clone()),
            _ => match error.sqlite_error_code() {
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                    StoreError::Damaged(error.to_string())
                }
                Some(ErrorCode::ConstraintViolation) if is_duplicate(&error) => {
                    StoreError::Damaged(error.to_string())
                }
                Some(ErrorCode::Unknown) => refused(error.to_string()),
                Some(
                    ErrorCode::ReadOnly
                    | ErrorCode::DiskFull
                    | ErrorCode::SystemIoFailure
                    | ErrorCode::DatabaseBusy
                    | ErrorCode::CannotOpen,
                ) => StoreError::Unwritable(Box::new(error)),
                _ => StoreError::Failed(Box::new(error)),
            },
        })
    }
}

fn refused(reason: String) -> StoreError {
    StoreError::Failed(Box::new(RefusedStatement(reason)))
}

/// Whether a row was there that the index did not show before: names are looked up before they are given.
fn is_duplicate(error: &Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(
        code,
        Some(
            ffi::SQLITE_CONSTRAINT_UNIQUE
                | ffi::SQLITE_CONSTRAINT_PRIMARYKEY
                | ffi::SQLITE_CONSTRAINT_ROWID
        )
    )
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
