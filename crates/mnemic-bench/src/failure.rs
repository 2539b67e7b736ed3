//! Failures: what went wrong, why, what helps, and the exit code.

use std::process::ExitCode;

use mnemic::{Error, ErrorFault, HintReader, OpenError};

use crate::output;

const USER: u8 = 1;
const OURS: u8 = 255;

/// A failure that the user can do something about.
#[derive(Debug)]
struct UserError {
    message: String,
    hint: String,
}

/// Something that cannot be measured as it was asked for.
pub fn user_error(message: impl Into<String>, hint: impl Into<String>) -> anyhow::Error {
    UserError { message: message.into(), hint: hint.into() }.into()
}

impl std::fmt::Display for UserError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for UserError {}

/// Prints a failure with its causes and the way out; answers the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    output::aside(format!("error: {error}"));
    for cause in error.chain().skip(1) {
        output::aside(format!("  because: {cause}"));
    }
    let advice = advice(error);
    if let Some((hint, _)) = &advice {
        output::aside(format!("hint: {hint}"));
    }
    match advice {
        Some((_, ErrorFault::User)) => ExitCode::from(USER),
        _ => ExitCode::from(OURS),
    }
}

/// What helps, and whose fault it is.
fn advice(error: &anyhow::Error) -> Option<(String, ErrorFault)> {
    if let Some(UserError { hint, .. }) = error.downcast_ref::<UserError>() {
        return Some((hint.clone(), ErrorFault::User));
    }
    if let Some(error) = error.downcast_ref::<OpenError>() {
        return Some((error.hint(HintReader::Person), error.code().fault()));
    }
    let error = error.downcast_ref::<Error>()?;
    Some((error.hint(HintReader::Person), error.code().fault()))
}
