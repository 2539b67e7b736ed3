//! Findings: what a session taught, by rules alone.
//!
//! A finding is one sentence that stands by itself, with who taught it, how much it matters and how sure that is. What
//! is already remembered, and what a program put into the conversation, is never a finding.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::{
    cue::{self, Lesson, Speaker},
    likeness::Shape,
    path, prose,
    tool::{Calls, Outcome},
};
use crate::{
    category::Category,
    fingerprint::Fingerprint,
    session::{Said, Turn},
};

/// The most findings of one turn.
pub const MAX_PER_TURN: usize = 8;

/// Something that a session taught.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The sentence.
    pub text: String,
    /// What it is about.
    pub category: Category,
    /// How much it matters, 0 to 1.
    pub importance: f64,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
    /// The fingerprint of the text, in hexadecimal.
    pub fingerprint: String,
    /// The turn that taught it.
    pub turn: String,
    /// The files it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub file_paths: Vec<String>,
    /// The fingerprint of the error that it says the cause or the remedy of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolves: Option<String>,
}

/// What a conversation taught, in the order it was said; what was said twice is told once.
pub fn findings(turns: &[Turn]) -> Vec<Finding> {
    findings_beyond(turns, &HashSet::new())
}

/// What a conversation taught beyond what is known, told by the [`fingerprints`] of what was remembered before.
pub fn findings_beyond(turns: &[Turn], known: &HashSet<Fingerprint>) -> Vec<Finding> {
    let mut reader = Reader::default();
    for turn in turns {
        let found = reader.read(turn);
        let fresh = found.into_iter().filter(|it| !known.contains(&Fingerprint::of(&it.text)));
        for finding in best(fresh.collect()) {
            reader.keep(finding);
        }
    }
    reader.kept
}

/// The fingerprints by which a text is recognised when it is said again: of all of it, and of each sentence.
pub fn fingerprints(text: &str) -> Vec<Fingerprint> {
    let sentences = prose::sentences(text);
    let bare = |text: &str| text.trim().trim_end_matches(['.', '。']).to_owned();
    let mut texts = vec![text.trim().to_owned(), bare(text)];
    texts.extend(sentences.iter().map(|sentence| bare(sentence)));
    let mut fingerprints: Vec<Fingerprint> = texts.iter().map(|it| Fingerprint::of(it)).collect();
    fingerprints.sort();
    fingerprints.dedup();
    fingerprints
}

/// The most important, in their order.
fn best(mut findings: Vec<Finding>) -> Vec<Finding> {
    while findings.len() > MAX_PER_TURN {
        let least = findings.iter().map(|it| it.importance).fold(f64::INFINITY, f64::min);
        let place = findings.iter().rposition(|it| it.importance <= least).unwrap_or(0);
        findings.remove(place);
    }
    findings
}

/// Reads a conversation turn by turn.
#[derive(Default)]
struct Reader<'a> {
    calls: Calls<'a>,
    kept: Vec<Finding>,
    shapes: Vec<Shape>,
    /// The error that was seen last and not yet put right: what has to succeed, and its fingerprint.
    failure: Option<(String, String)>,
    changed_since: Vec<String>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, turn: &'a Turn) -> Vec<Finding> {
        match &turn.said {
            Said::User { content } => self.said(turn, content, Speaker::User),
            Said::Assistant { content } => self.said(turn, content, Speaker::Assistant),
            Said::ToolCall { .. } | Said::ToolResult { .. } => {
                let outcome = self.calls.read(turn);
                outcome.and_then(|outcome| self.done(turn, outcome)).into_iter().collect()
            }
        }
    }

    fn said(&mut self, turn: &Turn, content: &str, speaker: Speaker) -> Vec<Finding> {
        let sentences = prose::sentences(content);
        let lessons = sentences.iter().enumerate().filter_map(|(place, sentence)| {
            let lesson = cue::lesson(sentence, speaker)?;
            let before = place.checked_sub(1).map(|before| sentences[before].as_str());
            complete(lesson, before)
        });
        let lessons: Vec<Lesson> = lessons.collect();
        lessons.into_iter().map(|lesson| self.finding(turn, lesson)).collect()
    }

    fn finding(&self, turn: &Turn, lesson: Lesson) -> Finding {
        let resolves = self.failure.as_ref().filter(|_| lesson.explains).map(|it| it.1.clone());
        Finding {
            fingerprint: Fingerprint::of(&lesson.text).to_string(),
            file_paths: path::file_paths(&lesson.text),
            text: lesson.text,
            category: lesson.category,
            importance: lesson.importance,
            confidence: lesson.confidence,
            turn: turn.id.clone(),
            resolves,
        }
    }

    fn done(&mut self, turn: &Turn, outcome: Outcome) -> Option<Finding> {
        match outcome {
            Outcome::Changed { paths } => {
                let told: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
                let text = format!("Changed {}", told.join(", "));
                let finding = learnt(turn, text, "file_change", 0.8, 0.9);
                for path in paths {
                    if !self.changed_since.contains(&path) {
                        self.changed_since.push(path);
                    }
                }
                Some(finding)
            }
            Outcome::Failed { action, reason } => {
                let text = format!("`{action}` failed: {reason}");
                let finding = learnt(turn, text, "error", 0.7, 0.8);
                self.failure = Some((action, finding.fingerprint.clone()));
                self.changed_since.clear();
                Some(finding)
            }
            Outcome::Worked { action } => self.put_right(turn, &action),
        }
    }

    /// A command that failed works now, and files were changed in between.
    fn put_right(&mut self, turn: &Turn, action: &str) -> Option<Finding> {
        let (_, fingerprint) = self.failure.take_if(|(failed, _)| failed == action)?;
        if self.changed_since.is_empty() {
            return None;
        }
        let files: Vec<String> =
            self.changed_since.iter().take(3).map(|it| format!("`{it}`")).collect();
        let text = format!("`{action}` works again after a change of {}", files.join(", "));
        let finding = learnt(turn, text, "error", 0.6, 0.8);
        Some(Finding { resolves: Some(fingerprint), ..finding })
    }

    /// Keeps a finding, unless the same was kept before; the more important wording stays.
    fn keep(&mut self, finding: Finding) {
        let shape = Shape::of(&finding.text);
        let same = |(kept, known): (&Finding, &Shape)| {
            kept.fingerprint == finding.fingerprint || known.is_like(&shape)
        };
        match self.kept.iter().zip(&self.shapes).position(same) {
            None => {
                self.kept.push(finding);
                self.shapes.push(shape);
            }
            Some(place) => {
                let kept = &mut self.kept[place];
                kept.importance = kept.importance.max(finding.importance);
                kept.confidence = kept.confidence.max(finding.confidence);
                kept.resolves = kept.resolves.take().or(finding.resolves);
            }
        }
    }
}

fn learnt(turn: &Turn, text: String, category: &str, importance: f64, confidence: f64) -> Finding {
    Finding {
        category: category.parse().expect("the categories of rules are known"),
        importance,
        confidence,
        fingerprint: Fingerprint::of(&text).to_string(),
        turn: turn.id.clone(),
        file_paths: path::file_paths(&text),
        text,
        resolves: None,
    }
}

/// A lesson that stands by itself: one that begins with "it" takes the sentence before it along, or is left out.
fn complete(lesson: Lesson, before: Option<&str>) -> Option<Lesson> {
    const POINTING: [&str; 9] =
        ["it ", "it's ", "this ", "that ", "that's ", "they ", "these ", "those ", "he "];
    let lower = lesson.text.to_lowercase().replace('’', "'");
    let points = POINTING.iter().any(|word| lower.starts_with(word));
    // "It turns out that …" and "this project …" name what they speak of.
    let names = [
        "it turn",
        "it is important",
        "it was decided",
        "this project",
        "this repo",
        "this codebase",
        "this service",
    ];
    if !points || names.iter().any(|word| lower.starts_with(word)) {
        return Some(lesson);
    }
    let before = before.filter(|it| !it.ends_with(['?', ':']) && it.chars().count() <= 200)?;
    Some(Lesson { text: format!("{before} {}", lesson.text), ..lesson })
}

#[cfg(test)]
mod tests;
