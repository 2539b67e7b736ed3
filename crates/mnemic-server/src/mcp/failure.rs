//! What a model hears when a call fails: what is wrong, why, and what helps, with a code for programs.
//!
//! Whatever a model can put right is an answer with `isError`, wrong arguments too, as the protocol asks since
//! 2025-11-25: clients show models no error of the protocol.

use std::error::Error as _;

use mnemic::{
    Candidate, Error, ErrorCode, HintReader,
    secret::{self, SecretPolicy},
    visible_in_lines,
};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::json;

use super::tool::Tool;

/// Why a call failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// An argument cannot be used.
    Argument(String),
    /// The verb failed.
    Verb(Error),
    /// It cannot be done, in words that models know from elsewhere.
    Refused(ErrorCode, String),
}

impl Failure {
    /// An argument cannot be used.
    pub(super) fn argument(name: &str, why: impl std::fmt::Display) -> Self {
        Self::Argument(format!("argument `{name}`: {why}"))
    }

    /// As the client of a tool hears it. Clients check structured content by the schema of the tool's answers, also
    /// that of a failure: where there is one, the text says the code.
    pub(super) fn into_result(self, tool: &Tool) -> CallToolResult {
        let (code, message, hint) = (self.code(), self.message(), self.hint());
        let mut text = match self {
            Self::Refused(..) => message.clone(),
            Self::Argument(_) | Self::Verb(_) => with_hint(&message, &hint),
        };
        let has_schema = !tool.answer.is_empty();
        if has_schema && !matches!(self, Self::Refused(..)) {
            text.push_str(&format!("\ncode: {code}"));
        }
        let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
        if !has_schema {
            let code = code.as_str();
            result.structured_content =
                Some(json!({"code": code, "message": message, "hint": hint}));
        }
        result
    }

    fn code(&self) -> ErrorCode {
        match self {
            Self::Argument(_) => ErrorCode::ArgumentInvalid,
            Self::Verb(error) => error.code(),
            Self::Refused(code, _) => *code,
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Argument(why) | Self::Refused(_, why) => without_secrets(why),
            Self::Verb(error) => message(error),
        }
    }

    fn hint(&self) -> String {
        match self {
            Self::Verb(error) => error.hint(HintReader::Model),
            Self::Argument(_) | Self::Refused(..) => self.code().hint(HintReader::Model).to_owned(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Verb(error)
    }
}

/// The failure of a verb, its causes and the way out.
pub(super) fn error_text(error: &Error) -> String {
    with_hint(&message(error), &error.hint(HintReader::Model))
}

fn with_hint(message: &str, hint: &str) -> String {
    format!("error: {message}\nhint: {hint}")
}

/// The failure with its causes, and the memories that may be meant.
fn message(error: &Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(because) = cause {
        message.push_str(&format!("\nbecause: {because}"));
        cause = because.source();
    }
    if let Error::Ambiguous { candidates, .. } = error {
        message.extend(candidates.iter().map(|candidate| format!("\n{}", line(candidate))));
    }
    without_secrets(&message)
}

/// A message repeats what it was given, and that may be a secret, or hold characters that nobody sees.
fn without_secrets(message: &str) -> String {
    visible_in_lines(&secret::redact(message, &SecretPolicy::SECRETS)).into_owned()
}

fn line(candidate: &Candidate) -> String {
    let Candidate { number, anchor, excerpt, .. } = candidate;
    match number {
        Some(number) => format!("[id:{number}] {excerpt}"),
        None => format!("[^{anchor}] {excerpt}"),
    }
}
