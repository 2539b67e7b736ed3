//! What leads to a sentence and is no part of what it says: a label, "remember that", "no,".

use super::Speaker;

/// What stood before a sentence says of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Lead {
    /// What the sentence is about, if that is told.
    pub category: Option<&'static str>,
    pub importance: f64,
    pub explains: bool,
}

/// Labels that stand with a colon; some belong to what is said and stay.
const LABELS: [(&[&str], Option<&str>, f64); 12] = [
    (&["decision", "decided", "agreed", "confirmed", "we agreed"], Some("decision"), 0.85),
    (&["warning", "caution", "careful", "gotcha", "danger"], Some("warning"), 0.85),
    (&["critical", "important", "very important"], Some("warning"), 0.85),
    (&["remember", "note", "nb", "n.b.", "fyi", "for the record", "keep in mind"], None, 0.8),
    (&["key point", "key", "key takeaway", "takeaway", "insight"], Some("discovery"), 0.75),
    (&["fact", "claim", "finding", "discovery", "learned", "learnt"], Some("discovery"), 0.7),
    (&["lesson", "lesson learned", "lesson learnt"], Some("discovery"), 0.8),
    (&["rule", "convention", "pattern", "guideline"], Some("pattern"), 0.8),
    (&["preference", "my preference"], Some("preference"), 0.8),
    (&["action", "todo", "task", "fixme", "next step", "next steps"], Some("task_progress"), 0.6),
    (&["root cause", "cause", "fix", "resolution", "solution"], Some("error"), 0.8),
    (&["architecture", "design"], Some("architecture"), 0.75),
];

/// Phrases that open a sentence which is meant to last.
const OPENINGS: [&str; 20] = [
    "please remember that ",
    "please remember: ",
    "please remember ",
    "remember that ",
    "remember to ",
    "remember, ",
    "remember ",
    "please note that ",
    "please note ",
    "note that ",
    "keep in mind that ",
    "keep in mind, ",
    "for the record, ",
    "just so you know, ",
    "fyi, ",
    "fyi ",
    "don't forget that ",
    "don't forget to ",
    "don't forget: ",
    "make a note that ",
];

/// Words with which a user puts something right.
const CORRECTIONS: [&str; 13] = [
    "no, ",
    "no. ",
    "no - ",
    "no — ",
    "nope, ",
    "actually, ",
    "actually ",
    "wait, ",
    "that's wrong, ",
    "that's wrong: ",
    "that's not right, ",
    "wrong, ",
    "correction: ",
];

/// What leads to a sentence, and the sentence.
pub(super) fn strip(sentence: &str, speaker: Speaker) -> (Option<Lead>, &str) {
    let sentence = without_courtesy(sentence.trim());
    if let Some((label, text)) = labelled(sentence) {
        return (Some(label), text);
    }
    if let Some(text) = after_any(sentence, &OPENINGS) {
        return (Some(Lead { category: None, importance: 0.8, explains: false }), text);
    }
    match after_any(sentence, &CORRECTIONS) {
        Some(text) if speaker == Speaker::User && is_lasting(text) => {
            (Some(Lead { category: None, importance: 0.8, explains: false }), text)
        }
        _ => (None, sentence),
    }
}

fn labelled(sentence: &str) -> Option<(Lead, &str)> {
    let (before, after) = sentence.split_once(':')?;
    let name = before.trim().to_lowercase();
    let (names, category, importance) =
        LABELS.into_iter().find(|(names, ..)| names.contains(&name.as_str()))?;
    let explains = category == Some("error");
    let lead = Lead { category, importance, explains };
    let text = after.trim_start();
    // "Root cause: x" without its label would be a bare noun.
    let keeps = explains || names.contains(&"architecture");
    after.starts_with(' ').then_some((lead, if keeps { sentence } else { text }))
}

fn without_courtesy(sentence: &str) -> &str {
    after_any(
        sentence,
        &["please ", "ok, ", "okay, ", "and ", "also, ", "also ", "so, ", "oh, ", "btw, ", "btw "],
    )
    .unwrap_or(sentence)
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
    let first = first.trim_matches(|it: char| !it.is_alphanumeric() && it != '\'');
    const PASSING: [&str; 40] = [
        "fix", "add", "run", "try", "check", "look", "show", "open", "write", "go", "do", "change",
        "move", "rename", "delete", "remove", "undo", "revert", "read", "see", "wait", "stop",
        "start", "continue", "that", "this", "it", "just", "let", "let's", "i'll", "can", "could",
        "sorry", "thanks", "thank", "what", "why", "how", "where",
    ];
    !PASSING.contains(&first)
}
