//! Failures: what went wrong, why, what helps, and the exit code.

use std::process::ExitCode;

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
    match error.downcast_ref::<UserError>() {
        Some(UserError { hint, .. }) => {
            output::aside(format!("hint: {hint}"));
            ExitCode::from(USER)
        }
        None => ExitCode::from(OURS),
    }
}
