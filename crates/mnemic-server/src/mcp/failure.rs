//! What a client hears when a call fails: of a memory, an answer that the model can read and act on; of a call
//! that cannot be understood, an error of the protocol.

use std::error::Error as _;

use mnemic::{Candidate, Error};
use rmcp::{
    ErrorData,
    model::{CallToolResult, ContentBlock},
};

/// Why a call failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// It cannot be understood.
    Call(String),
    /// The verb failed.
    Verb(Error),
    /// It cannot be done, in words that models know from elsewhere.
    Refused(String),
}

impl Failure {
    /// An argument cannot be understood.
    pub(super) fn argument(name: &str, why: impl std::fmt::Display) -> Self {
        Self::Call(format!("argument `{name}`: {why}"))
    }

    /// As the client hears it.
    pub(super) fn told(self) -> Result<CallToolResult, ErrorData> {
        let said = match self {
            Self::Call(why) => return Err(ErrorData::invalid_params(why, None)),
            Self::Verb(error) => told(&error),
            Self::Refused(why) => why,
        };
        Ok(CallToolResult::error(vec![ContentBlock::text(said)]))
    }
}

/// The failure, its causes and the way out.
pub(super) fn told(error: &Error) -> String {
    let mut told = format!("error: {error}");
    let mut cause = error.source();
    while let Some(because) = cause {
        told.push_str(&format!("\nbecause: {because}"));
        cause = because.source();
    }
    if let Error::Ambiguous { candidates, .. } = error {
        told.extend(candidates.iter().map(|candidate| format!("\n{}", line(candidate))));
    }
    if let Some(hint) = hint(error) {
        told.push_str(&format!("\nhint: {hint}"));
    }
    told
}

fn line(candidate: &Candidate) -> String {
    let Candidate { number, anchor, excerpt, .. } = candidate;
    match number {
        Some(number) => format!("[id:{number}] {excerpt}"),
        None => format!("[^{anchor}] {excerpt}"),
    }
}

/// What a model can do about it; of the rest only a person can do something.
fn hint(error: &Error) -> Option<&'static str> {
    match error {
        Error::Invalid(_) => Some("nothing was changed; correct it and try again"),
        Error::NotFound(_) => Some("ask for memories to see their ids"),
        Error::Ambiguous { .. } => Some("name one of them by its id"),
        Error::OutcomeUnknown(_) => Some("ask for it to see whether it is there"),
        Error::File { .. } | Error::Store(_) => {
            Some("the person whose vault this is can run `mnemic doctor`")
        }
        _ => None,
    }
}
