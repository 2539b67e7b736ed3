//! Words that deny, and pairs of words that are each other's denial.

use std::{collections::HashMap, sync::LazyLock};

use super::Severity;
use crate::text::word;

/// Words that deny the clause they stand in.
pub(super) const DENYING: [&str; 33] = [
    "not",
    "never",
    "no",
    "without",
    "against",
    "neither",
    "nor",
    "cannot",
    "don't",
    "dont",
    "doesn't",
    "doesnt",
    "didn't",
    "isn't",
    "isnt",
    "aren't",
    "wasn't",
    "weren't",
    "shouldn't",
    "shouldnt",
    "mustn't",
    "can't",
    "cant",
    "won't",
    "wont",
    "couldn't",
    "wouldn't",
    "haven't",
    "hasn't",
    "hadn't",
    "needn't",
    "shan't",
    "nothing",
];

/// Pairs in which the first denies the second. Where the second is empty, the clause alone is denied.
const PAIRS: [(&str, &str, Severity); 36] = [
    ("avoid", "", Severity::Low),
    ("stop", "", Severity::Medium),
    ("disable", "enable", Severity::Medium),
    ("deactivate", "activate", Severity::Medium),
    ("disallow", "allow", Severity::Medium),
    ("forbid", "allow", Severity::Medium),
    ("forbidden", "allow", Severity::Medium),
    ("prohibit", "allow", Severity::Medium),
    ("ban", "allow", Severity::Medium),
    ("banned", "allow", Severity::Medium),
    ("deny", "allow", Severity::Medium),
    ("block", "allow", Severity::Medium),
    ("permit", "allow", Severity::Medium),
    ("exclude", "include", Severity::Low),
    ("omit", "include", Severity::Low),
    ("remove", "add", Severity::Low),
    ("uninstall", "install", Severity::Medium),
    ("reject", "accept", Severity::Medium),
    ("refuse", "accept", Severity::Medium),
    ("unsupported", "support", Severity::Medium),
    ("optional", "require", Severity::Medium),
    ("unnecessary", "necessary", Severity::Medium),
    ("mandatory", "require", Severity::Medium),
    ("required", "require", Severity::Medium),
    ("hide", "show", Severity::Low),
    ("hidden", "show", Severity::Low),
    ("decrease", "increase", Severity::Medium),
    ("reduce", "increase", Severity::Medium),
    ("lower", "increase", Severity::Medium),
    ("raise", "increase", Severity::Medium),
    ("off", "on", Severity::Medium),
    ("false", "true", Severity::Medium),
    ("invalid", "valid", Severity::Medium),
    ("unsafe", "safe", Severity::Medium),
    ("incorrect", "correct", Severity::Medium),
    ("impossible", "possible", Severity::Medium),
];

/// Words of the list above that say the same as their partner.
const ALIKE: [&str; 4] = ["permit", "mandatory", "required", "raise"];

/// What a word is in the end.
pub(super) struct Meaning {
    /// The word it counts as; nothing if it says nothing of the subject.
    pub stands_for: Option<&'static str>,
    pub denies: bool,
    pub force: Severity,
}

/// The pairs by the stem of the first.
static BY_STEM: LazyLock<HashMap<String, (&str, &str, Severity)>> =
    LazyLock::new(|| PAIRS.into_iter().map(|pair| (stemmed(pair.0), pair)).collect());

/// The meaning of a word that is one of a pair.
pub(super) fn meaning(written: &str) -> Option<Meaning> {
    let (denying, affirming, force) = *BY_STEM.get(&stemmed(written))?;
    let stands_for = (!affirming.is_empty()).then_some(affirming);
    Some(Meaning { stands_for, denies: !ALIKE.contains(&denying), force })
}

/// How much a word binds, for the severity of a contradiction.
pub(super) fn force(written: &str) -> Severity {
    match written {
        "always" | "never" | "must" | "mustn't" | "required" | "mandatory" => Severity::High,
        "prefer" | "prefers" | "like" | "likes" | "include" | "exclude" | "add" | "remove" => {
            Severity::Low
        }
        _ => Severity::Medium,
    }
}

/// Words that only say that a clause holds, or how much.
pub(super) const EMPTY: [&str; 38] = [
    "use",
    "uses",
    "used",
    "using",
    "prefer",
    "prefers",
    "preferred",
    "always",
    "should",
    "must",
    "do",
    "does",
    "may",
    "can",
    "let's",
    "please",
    "need",
    "needs",
    "have",
    "has",
    "we",
    "you",
    "i",
    "make",
    "sure",
    "longer",
    "any",
    "more",
    "also",
    "just",
    "really",
    "currently",
    "still",
    "now",
    "ever",
    "like",
    "likes",
    "every",
];

pub(super) fn stemmed(written: &str) -> String {
    let mut stem = written.as_bytes().to_vec();
    word::stem(&mut stem);
    String::from_utf8_lossy(&stem).into_owned()
}
