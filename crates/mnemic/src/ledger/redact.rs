//! The one choke point before every sink: what a redactor takes out reaches no file, index or journal.

use std::borrow::Cow;

use mnemic_core::{
    journal::event::Event,
    record::memory::{Body, Memory},
    safety::secret::{self, Secret, SecretAction, SecretPolicy},
};
use serde_json::Value;

/// Takes secrets out of text.
pub trait Redactor: Send + Sync {
    /// The text without secrets; the same text when there are none.
    fn redact<'a>(&self, text: &'a str) -> Cow<'a, str>;

    /// What a text holds that nobody may write, such as `github-token`; nothing when it may be written.
    fn refuses(&self, text: &str) -> Option<&'static str> {
        let _ = text;
        None
    }
}

/// Takes out the secrets that a policy does not allow: what an engine does unless it is given another redactor.
#[derive(Debug, Clone, Copy)]
pub struct RedactSecrets {
    /// What is done with each class.
    pub policy: SecretPolicy,
}

impl Redactor for RedactSecrets {
    fn redact<'a>(&self, text: &'a str) -> Cow<'a, str> {
        secret::redact(text, &self.policy)
    }

    fn refuses(&self, text: &str) -> Option<&'static str> {
        if !self.policy.blocks_any() {
            return None;
        }
        let is_blocked = |secret: &&Secret| self.policy.action(secret.class) == SecretAction::Block;
        secret::find(text, &self.policy).iter().find(is_blocked).map(|secret| secret.kind)
    }
}

/// Takes nothing out.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeepAll;

impl Redactor for KeepAll {
    fn redact<'a>(&self, text: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(text)
    }
}

/// Takes secrets out of a text that is kept.
pub(crate) fn text(redactor: &dyn Redactor, text: &mut String) {
    if let Cow::Owned(redacted) = redactor.redact(text) {
        *text = redacted;
    }
}

/// Takes secrets out of every text of a value.
pub(crate) fn value(redactor: &dyn Redactor, value: &mut Value) {
    match value {
        Value::String(said) => text(redactor, said),
        Value::Array(values) => values.iter_mut().for_each(|it| self::value(redactor, it)),
        Value::Object(fields) => fields.values_mut().for_each(|it| self::value(redactor, it)),
        _ => {}
    }
}

/// Takes secrets out of everything events say.
pub(crate) fn events(redactor: &dyn Redactor, events: &mut [Event]) {
    for event in events {
        match event {
            Event::Put(put) => memory(redactor, &mut put.memory),
            Event::Reinstated(whole) => {
                let states = std::iter::once(&mut whole.memory).chain(&mut whole.versions);
                states.for_each(|state| memory(redactor, state));
            }
            _ => {}
        }
    }
}

/// Takes secrets out of a memory; one of a vault that was written without redaction may hold some.
pub(crate) fn memory(redactor: &dyn Redactor, memory: &mut Memory) {
    let people = memory.source.author.iter_mut().chain(&mut memory.source.user);
    let words = memory.tags.iter_mut().chain(&mut memory.file_paths).chain(people);
    std::iter::once(&mut memory.text).chain(words).for_each(|said| text(redactor, said));
    let unfit = memory.body.redact(&|said| redactor.redact(said));
    if !unfit.is_empty() {
        tracing::warn!(memory.id = %memory.id, fields = ?unfit, "required fields held a secret; the memory is kept without its kind's types");
    }
}

/// Takes secrets out of a body that a caller gave; a required field that cannot hold what is left of it is a fault.
pub(crate) fn body(redactor: &dyn Redactor, body: &mut Body, faults: &mut Vec<String>) {
    let unfit = body.redact(&|said| redactor.redact(said));
    let fault = |field: String| {
        format!("the field `{field}` holds a secret and cannot be left out; give it another value")
    };
    faults.extend(unfit.into_iter().map(fault));
}
