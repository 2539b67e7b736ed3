//! What leads to a sentence and is no part of what it says: a label, "remember that", "no,".

mod asking;

use super::{Explains, Speaker};
use crate::text::word;

/// What stood before a sentence says of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LeadIn {
    /// What the sentence is about, if that is told.
    pub category: Option<&'static str>,
    pub importance: f64,
    pub explains: Option<Explains>,
    /// Whether the user asked to remember it.
    pub asked_for: bool,
    /// Whether it puts something right that was said before.
    pub corrects: bool,
}

impl LeadIn {
    const fn of(category: Option<&'static str>, importance: f64) -> Self {
        Self { category, importance, explains: None, asked_for: false, corrects: false }
    }
}

/// Labels that stand with a colon; some belong to what is said and stay.
const LABELS: [(&[&str], Option<&str>, f64); 13] = [
    (&["decision", "decided", "agreed", "confirmed", "we agreed"], Some("decision"), 0.85),
    (&["warning", "caution", "careful", "gotcha", "danger"], Some("warning"), 0.85),
    (&["critical", "important", "very important"], Some("warning"), 0.85),
    (&["note", "nb", "n.b.", "fyi", "for the record"], None, 0.8),
    (&["key point", "key", "key takeaway", "takeaway", "insight"], Some("discovery"), 0.75),
    (&["fact", "claim", "finding", "discovery", "learned", "learnt"], Some("discovery"), 0.7),
    (&["lesson", "lesson learned", "lesson learnt"], Some("discovery"), 0.8),
    (&["rule", "convention", "pattern", "guideline"], Some("pattern"), 0.8),
    (&["preference", "my preference"], Some("preference"), 0.8),
    (&["action", "todo", "task", "fixme", "next step", "next steps"], Some("task_progress"), 0.6),
    (&["root cause", "cause"], Some("error"), 0.8),
    (&["fix", "fixed", "resolution", "resolved", "solution"], Some("error"), 0.8),
    (&["architecture", "design"], Some("architecture"), 0.75),
];

/// Phrases that open a sentence which is meant to last.
const OPENINGS: [&str; 10] = [
    "remember to ",
    "don't forget to ",
    "do not forget to ",
    "please note that ",
    "please note ",
    "note that ",
    "for the record, ",
    "just so you know, ",
    "fyi, ",
    "fyi ",
];

/// Words with which a user puts something right.
const CORRECTIONS: [&str; 30] = [
    "no, ",
    "no. ",
    "no: ",
    "no - ",
    "no — ",
    "nope, ",
    "actually, ",
    "actually ",
    "wait, ",
    "that's wrong, ",
    "that's wrong: ",
    "that's wrong - ",
    "that's wrong — ",
    "that is wrong, ",
    "that is wrong: ",
    "that's not right, ",
    "that's not right: ",
    "that's not correct, ",
    "that's not correct: ",
    "that's incorrect, ",
    "that's incorrect: ",
    "that's not true, ",
    "not quite, ",
    "not quite: ",
    "wrong, ",
    "wrong: ",
    "incorrect: ",
    "correction: ",
    "nein, ",
    "non, ",
];

/// What leads to a sentence, and the sentence.
pub(super) fn strip(sentence: &str, speaker: Speaker) -> (Option<LeadIn>, &str) {
    let sentence = without_courtesy(sentence.trim());
    let by_user = speaker == Speaker::User;
    if let Some(text) = asking::asked_for(sentence).filter(|_| by_user) {
        return (Some(LeadIn { asked_for: true, ..LeadIn::of(None, 0.8) }), text);
    }
    if let Some((label, text)) = labelled(sentence) {
        return (Some(label), text);
    }
    if let Some(text) = after_any(sentence, &OPENINGS) {
        return (Some(LeadIn::of(None, 0.8)), text);
    }
    match corrected(sentence) {
        Some(text) if by_user && is_lasting(text) => {
            (Some(LeadIn { corrects: true, ..LeadIn::of(None, 0.8) }), text)
        }
        _ => (None, sentence),
    }
}

/// Whether a sentence only says that something is wrong, so that the next one may put it right.
pub(super) fn is_correction(sentence: &str) -> bool {
    let open = format!("{}, …", sentence.trim().trim_end_matches(['.', '!', ',']));
    corrected(&open) == Some("…")
}

/// What a user says instead: "no, that's wrong: …".
fn corrected(sentence: &str) -> Option<&str> {
    let mut text = after_any(sentence, &CORRECTIONS)?;
    while let Some(rest) = after_any(text, &CORRECTIONS) {
        text = rest;
    }
    Some(text)
}

fn labelled(sentence: &str) -> Option<(LeadIn, &str)> {
    let (before, after) = sentence.split_once(':')?;
    let name = before.trim().to_lowercase();
    let (names, category, importance) =
        LABELS.into_iter().find(|(names, ..)| names.contains(&name.as_str()))?;
    let explains = match category {
        Some("error") if names.contains(&"cause") => Some(Explains::Cause),
        Some("error") => Some(Explains::Remedy),
        _ => None,
    };
    let lead = LeadIn { explains, ..LeadIn::of(category, importance) };
    let text = after.trim_start();
    // "Root cause: x" without its label would be a bare noun.
    let keeps = explains.is_some() || names.contains(&"architecture");
    after.starts_with(' ').then_some((lead, if keeps { sentence } else { text }))
}

fn without_courtesy(sentence: &str) -> &str {
    const COURTESY: [&str; 30] = [
        "please ",
        "ok, ",
        "okay, ",
        "and ",
        "also, ",
        "also ",
        "so, ",
        "oh, ",
        "btw, ",
        "btw ",
        "by the way, ",
        "by the way: ",
        "while we are at it: ",
        "while we are at it, ",
        "while we're at it: ",
        "while we're at it, ",
        "one more thing: ",
        "one more thing, ",
        "right, ",
        "ah yes, ",
        "ah, ",
        "yes, ",
        "yeah, ",
        "yep, ",
        "sure, ",
        "great, ",
        "one thing: ",
        "for context, ",
        "bitte ",
        "por favor, ",
    ];
    let mut sentence = sentence;
    while let Some(rest) = after_any(sentence, &COURTESY) {
        sentence = rest;
    }
    sentence
}

fn after_any<'a>(sentence: &'a str, openings: &[&str]) -> Option<&'a str> {
    let straight = |text: &str| text.to_lowercase().replace('’', "'");
    openings.iter().find_map(|opening| {
        let end = sentence.char_indices().nth(opening.chars().count())?.0;
        (straight(&sentence[..end]) == *opening).then(|| sentence[end..].trim_start())
    })
}

/// Whether a correction says something beyond the work at hand.
fn is_lasting(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or("").to_lowercase().replace('’', "'");
    let first = first.trim_matches(|it: char| !word::is_inside(it) && it != '\'');
    const PASSING: [&str; 40] = [
        "fix", "add", "run", "try", "check", "look", "show", "open", "write", "go", "do", "change",
        "move", "rename", "delete", "remove", "undo", "revert", "read", "see", "wait", "stop",
        "start", "continue", "that", "this", "it", "just", "let", "let's", "i'll", "can", "could",
        "sorry", "thanks", "thank", "what", "why", "how", "where",
    ];
    !PASSING.contains(&first)
}
