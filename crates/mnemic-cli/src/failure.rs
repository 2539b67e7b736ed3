//! Failures: what went wrong, why, the command that helps, and the exit code. Hints are those of the table of codes.

use std::process::ExitCode;

use mnemic::{
    BackupError, Error, ErrorCode, ErrorFault, HintReader, OpenError,
    secret::{self, SecretPolicy},
};
use mnemic_server::{http::ListenError, mcp::ServeError};

use crate::output;

const THE_USERS: u8 = 1;
const OURS: u8 = 255;

/// A failure that the user can do something about.
#[derive(Debug)]
pub struct UserError {
    message: String,
    hint: Option<String>,
}

impl UserError {
    /// Something that cannot be done as it was asked for.
    pub fn error(message: impl Into<String>, hint: impl Into<String>) -> anyhow::Error {
        Self { message: message.into(), hint: Some(hint.into()) }.into()
    }
}

impl std::fmt::Display for UserError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for UserError {}

/// Prints a failure with its causes and the way out; answers the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    // An error repeats what it was given, and that may be a secret: terminals are recorded, and logs kept.
    let say = |text: String| output::aside(secret::redact(&text, &SecretPolicy::SECRETS));
    say(format!("error: {error}"));
    for cause in error.chain().skip(1) {
        say(format!("  because: {cause}"));
    }
    for candidate in candidates(error) {
        say(candidate);
    }
    if let Some(hint) = hint(error) {
        output::aside(format!("hint: {hint}"));
    }
    ExitCode::from(if is_the_users(error) { THE_USERS } else { OURS })
}

/// The code of a failure, unless the command line itself refused what was asked.
pub fn code(error: &anyhow::Error) -> Option<ErrorCode> {
    if let Some(error) = error.downcast_ref::<OpenError>() {
        return Some(error.code());
    }
    if let Some(error) = error.downcast_ref::<BackupError>() {
        return Some(error.code());
    }
    if let Some(error) = error.downcast_ref::<ListenError>() {
        return Some(listen_code(error));
    }
    if let Some(error) = error.downcast_ref::<ServeError>() {
        return Some(match error {
            ServeError::Handshake(_) => ErrorCode::HandshakeFailed,
            ServeError::Stopped(_) => ErrorCode::ServerStopped,
        });
    }
    verb_error(error).map(Error::code)
}

fn listen_code(error: &ListenError) -> ErrorCode {
    match error {
        ListenError::Exposed(_) => ErrorCode::AddressExposed,
        ListenError::Bind { source, .. } if source.kind() == std::io::ErrorKind::AddrInUse => {
            ErrorCode::AddressInUse
        }
        ListenError::Bind { .. } => ErrorCode::AddressUnavailable,
    }
}

fn verb_error(error: &anyhow::Error) -> Option<&Error> {
    match error.downcast_ref::<BackupError>() {
        Some(BackupError::Verb(error)) => Some(error),
        Some(_) => None,
        None => error.chain().find_map(|cause| cause.downcast_ref::<Error>()),
    }
}

fn candidates(error: &anyhow::Error) -> Vec<String> {
    let Some(Error::Ambiguous { candidates, .. }) = verb_error(error) else { return Vec::new() };
    let line = |candidate: &mnemic::Candidate| {
        let number = candidate.number.map_or_else(String::new, |number| format!("[id:{number}] "));
        format!("  {number}^{} {} ({})", candidate.anchor, candidate.excerpt, candidate.scope)
    };
    candidates.iter().map(line).collect()
}

fn hint(error: &anyhow::Error) -> Option<String> {
    if let Some(user_error) = error.downcast_ref::<UserError>() {
        return user_error.hint.clone();
    }
    match verb_error(error) {
        Some(error) => Some(error.hint(HintReader::Person)),
        None => code(error).map(|code| code.hint_with(HintReader::Person, &[])),
    }
}

fn is_the_users(error: &anyhow::Error) -> bool {
    error.is::<UserError>() || code(error).is_some_and(|code| code.fault() == ErrorFault::User)
}

#[cfg(test)]
mod tests {
    use std::io;

    use mnemic::StoreError;

    use super::*;

    #[test]
    fn a_failure_has_the_code_and_the_exit_code_of_what_caused_it() {
        let failed = |kind: io::ErrorKind| StoreError::Failed(Box::new(io::Error::from(kind)));
        let backup = BackupError::Verb(Error::NoVersion(3));
        let stopped = io::Error::from(io::ErrorKind::AddrInUse);
        let address = "127.0.0.1:80".parse().unwrap();
        for (error, code, is_the_users_own) in [
            (OpenError::Missing("vault".into()).into(), "vault-missing", true),
            (backup.into(), "version-not-found", true),
            (ListenError::Bind { address, source: stopped }.into(), "address-in-use", true),
            (Error::Store(failed(io::ErrorKind::TimedOut)).into(), "index-unreadable", true),
            (Error::Store(StoreError::Failed("odd".into())).into(), "index-failed", false),
            (Error::OutcomeUnknown(io::Error::other("gone")).into(), "outcome-unknown", false),
        ] {
            let error: anyhow::Error = error;
            let error = error.context("while it was tried");
            assert_eq!(super::code(&error).map(ErrorCode::as_str), Some(code));
            assert_eq!(is_the_users(&error), is_the_users_own, "{code}");
            assert!(hint(&error).is_some(), "{code}");
        }
        assert_eq!(super::code(&UserError::error("no", "another")), None);
        assert!(is_the_users(&UserError::error("no", "another")));
        assert!(!is_the_users(&anyhow::anyhow!("unknown")));
    }
}
