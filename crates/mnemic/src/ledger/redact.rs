//! The one choke point before every sink: what a redactor takes out reaches no file, index or journal.

use std::borrow::Cow;

use mnemic_core::{
    journal::event::Event,
    record::memory::{Body, Memory},
    safety::redaction::redact_value,
    safety::secret::{self, Secret, SecretAction, SecretPolicy},
};
use serde_json::Value;

/// Takes secrets out of text.
pub trait Redactor: Send + Sync {
    /// The text without secrets; the same text when there are none.
    fn redact<'a>(&self, text: &'a str) -> Cow<'a, str>;

    /// The secrets of a text, each with what stands in its place. What is a secret beside its name is one in a tag, too,
    /// where nothing tells.
    fn secrets(&self, text: &str) -> Vec<(String, String)> {
        let _ = text;
        Vec::new()
    }

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

    fn secrets(&self, text: &str) -> Vec<(String, String)> {
        let found = secret::find(text, &self.policy).into_iter();
        found.map(|it| (text[it.range.clone()].to_owned(), it.placeholder())).collect()
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

/// A shorter secret may be a common word.
const REPEATED_CHARS: usize = 8;

/// Takes the secrets of a text out of the words that belong to it: tags, files and people.
pub(crate) fn words<'w>(
    redactor: &dyn Redactor,
    text: &str,
    words: impl Iterator<Item = &'w mut String>,
) {
    let mut secrets = redactor.secrets(text);
    secrets.retain(|(secret, _)| secret.chars().count() >= REPEATED_CHARS);
    if secrets.is_empty() {
        return;
    }
    for word in words {
        for (secret, placeholder) in &secrets {
            if word.contains(secret) {
                *word = word.replace(secret, placeholder);
            }
        }
    }
}

/// Takes secrets out of every text of a value, also one that only its name tells: `{"password": "swordfish"}`.
pub(crate) fn value(redactor: &dyn Redactor, value: &mut Value) {
    if let Some(redacted) = redact_value(value, &|text| redactor.redact(text)) {
        *value = redacted;
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
