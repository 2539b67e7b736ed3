//! Secrets in text: keys, tokens, passwords and personal data, found by their form and by what stands around them.
//!
//! One pass of an automaton finds the words and prefixes with which most rules begin; only then a rule looks at the page
//! around its trigger. A second, shorter one finds long words, in which tokens lie. So a text without either costs two passes,
//! and one that is full of them not many more. No rule knows a provider's secret by heart: rules know forms, and
//! `mnemic-bench secrets` measures them on a corpus that another hand wrote.
//!
//! A rule finds the whole secret and nothing around it: `password = "a.b"` becomes `password = "[REDACTED:password]"`.

mod accept;
mod command;
mod escape;
mod form;
mod gap;
mod header;
mod key_block;
mod label;
mod name;
mod needles;
mod odd;
mod page;
mod personal;
mod placeholder;
mod policy;
mod record;
mod run;
mod series;
mod set;
mod shape;
mod table;
mod token;
mod trigger;
mod uri;
mod vocabulary;
mod words;
mod written;

use std::{borrow::Cow, ops::Range};

use self::page::Page;
pub use self::policy::{SecretAction, SecretClass, SecretPolicy};

/// A secret in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// Where it is, in bytes.
    pub range: Range<usize>,
    /// What sort it is, for policies.
    pub class: SecretClass,
    /// What it is, for placeholders: `github-token`, `password`.
    pub kind: &'static str,
}

impl Secret {
    fn new(range: Range<usize>, class: SecretClass, kind: &'static str) -> Self {
        Self { range, class, kind }
    }

    /// What stands in its place.
    pub fn placeholder(&self) -> String {
        format!("{PLACEHOLDER}{}]", self.kind)
    }
}

/// What every placeholder begins with.
const PLACEHOLDER: &str = "[REDACTED:";

/// The secrets of a text that a policy does not allow, in order and apart from each other.
pub fn find(text: &str, policy: &SecretPolicy) -> Vec<Secret> {
    let mut found = examine(&Page::new(text));
    personal::find(text, policy, &mut found);
    found.retain(|secret: &Secret| policy.action(secret.class) != SecretAction::Allow);
    // What is redacted stays so, whatever stands around the placeholder.
    found.retain(|secret| {
        let is_cut = text[..secret.range.start].ends_with(PLACEHOLDER);
        !is_cut && !text[secret.range.clone()].contains(&PLACEHOLDER[1..])
    });
    apart(found)
}

/// What the rules for secrets find on a page, in any order.
fn examine(page: &Page) -> Vec<Secret> {
    let mut found = Vec::new();
    trigger::each(page.text, |trigger, at| {
        if !is_placeholder_name(page.text, at.start) {
            trigger.examine(page, at, &mut found);
        }
    });
    run::examine(page, &mut found);
    found
}

/// Whether a word is what a placeholder says of its secret, and names none.
fn is_placeholder_name(text: &str, at: usize) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_lowercase() || *byte == b'-';
    let name = text.as_bytes()[..at].iter().rev().take(24).take_while(|byte| is_name(byte)).count();
    text[..at - name].ends_with(PLACEHOLDER)
}

/// Of secrets that overlap, the ones that begin first; of those the longest. A more precise one gives a longer one its
/// name.
fn apart(mut found: Vec<Secret>) -> Vec<Secret> {
    found.sort_by_key(|secret| (secret.range.start, std::cmp::Reverse(secret.range.end)));
    let mut kept: Vec<Secret> = Vec::with_capacity(found.len());
    for secret in found {
        match kept.last_mut() {
            Some(last) if secret.range.start < last.range.end => {
                last.range.end = last.range.end.max(secret.range.end);
                if secret.class.is_more_precise_than(last.class) {
                    (last.class, last.kind) = (secret.class, secret.kind);
                }
            }
            _ => kept.push(secret),
        }
    }
    kept
}

/// A text with a placeholder in place of each secret; the same text where there is none.
pub fn redact<'t>(text: &'t str, policy: &SecretPolicy) -> Cow<'t, str> {
    let secrets = find(text, policy);
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut redacted = String::with_capacity(text.len());
    let mut from = 0;
    for secret in secrets {
        redacted.push_str(&text[from..secret.range.start]);
        redacted.push_str(&secret.placeholder());
        from = secret.range.end;
    }
    redacted.push_str(&text[from..]);
    Cow::Owned(redacted)
}

#[cfg(test)]
mod tests;
