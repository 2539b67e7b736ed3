//! Findings: what a session taught, by rules alone.
//!
//! A finding is one sentence that stands by itself, with who taught it, how much it matters and how sure that is. What
//! is already remembered, and what a program put into the conversation, is never a finding.

mod repair;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use self::repair::{Repairs, ResolvedFailure};
use super::{
    cue::{self, Explains, Lesson, Speaker},
    likeness::SentenceFeatures,
    path, prose,
    tool::{Calls, Outcome},
};
use crate::{
    record::{category::Category, fingerprint::Fingerprint},
    session::{Turn, TurnContent},
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
    /// Whether the user asked to remember it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked_for: bool,
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
        let is_fresh = |it: &Found| !known.contains(&Fingerprint::of(&it.finding.text));
        for found in best(found.into_iter().filter(is_fresh).collect()) {
            reader.keep(found);
        }
    }
    reader.finish()
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

/// A finding as it is read.
struct Found {
    finding: Finding,
    explains: Option<Explains>,
}

impl From<Finding> for Found {
    fn from(finding: Finding) -> Self {
        Self { finding, explains: None }
    }
}

/// The most important, in their order.
fn best(mut found: Vec<Found>) -> Vec<Found> {
    while found.len() > MAX_PER_TURN {
        let least = found.iter().map(|it| it.finding.importance).fold(f64::INFINITY, f64::min);
        let place = found.iter().rposition(|it| it.finding.importance <= least).unwrap_or(0);
        found.remove(place);
    }
    found
}

/// Reads a conversation turn by turn.
#[derive(Default)]
struct Reader<'a> {
    calls: Calls<'a>,
    kept: Vec<Finding>,
    shapes: Vec<SentenceFeatures>,
    repairs: Repairs,
}

impl<'a> Reader<'a> {
    fn read(&mut self, turn: &'a Turn) -> Vec<Found> {
        match &turn.said {
            TurnContent::User { content } => self.read_message(turn, content, Speaker::User),
            TurnContent::Assistant { content } => {
                self.read_message(turn, content, Speaker::Assistant)
            }
            TurnContent::ToolCall { .. } | TurnContent::ToolResult { .. } => {
                let outcome = self.calls.read(turn);
                let found = outcome.and_then(|outcome| self.done(turn, outcome));
                found.map(Found::from).into_iter().collect()
            }
        }
    }

    fn read_message(&mut self, turn: &Turn, content: &str, speaker: Speaker) -> Vec<Found> {
        let sentences = prose::sentences(content);
        let mut found: Vec<Found> = Vec::new();
        let mut before: Option<&String> = None;
        for sentence in &sentences {
            if cue::takes_back(sentence) {
                self.take_back(&mut found);
            }
            let lesson = lesson(sentence, before, speaker);
            let lesson = lesson.and_then(|it| complete(it, before.map(String::as_str)));
            found.extend(lesson.map(|it| from_lesson(turn, it)));
            before = Some(sentence);
        }
        self.repairs.note_message();
        found
    }

    /// Drops the explanation that was given last.
    fn take_back(&mut self, found: &mut Vec<Found>) {
        match found.iter().rposition(|it| it.explains.is_some()) {
            Some(place) => drop(found.remove(place)),
            None => self.repairs.take_back(),
        }
    }

    fn done(&mut self, turn: &Turn, outcome: Outcome) -> Option<Finding> {
        match outcome {
            Outcome::Changed { paths } => {
                let names: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
                let text = format!("Changed {}", names.join(", "));
                let finding = learnt(turn, text, "file_change", 0.8, 0.9);
                paths.into_iter().for_each(|path| self.repairs.changed(path));
                Some(finding)
            }
            Outcome::Failed { action, reason } => {
                let reason = reason.trim_end_matches(['.', ' ']);
                let finding =
                    learnt(turn, format!("`{action}` failed: {reason}"), "error", 0.7, 0.8);
                self.repairs.failed(action, &finding);
                Some(finding)
            }
            Outcome::Worked { action } => {
                self.repairs.note_success(&action, turn);
                None
            }
        }
    }

    /// Keeps a finding, unless the same was kept before; the more important wording stays.
    fn keep(&mut self, found: Found) {
        let Found { finding, explains } = found;
        let shape = SentenceFeatures::of(&finding.text);
        let same = |(kept, known): (&Finding, &SentenceFeatures)| {
            kept.fingerprint == finding.fingerprint || known.is_like(&shape)
        };
        let known = self.kept.iter().zip(&self.shapes).position(same);
        let place = known.unwrap_or(self.kept.len());
        match self.kept.get_mut(place) {
            None => {
                self.kept.push(finding);
                self.shapes.push(shape);
            }
            Some(kept) => {
                kept.importance = kept.importance.max(finding.importance);
                kept.confidence = kept.confidence.max(finding.confidence);
                kept.asked_for |= finding.asked_for;
            }
        }
        if let Some(explains) = explains {
            self.repairs.explained(place, explains);
        }
    }

    /// What is left when the end is known: what put a failure right is told with it, what explained one that was not put
    /// right is doubtful, and what was taken back was never said.
    fn finish(mut self) -> Vec<Finding> {
        let repairs = self.repairs.finish();
        let mut changes = Vec::new();
        for ResolvedFailure { failure, failed, by, change } in repairs.righted {
            match by.map(|place| &mut self.kept[place]) {
                Some(kept) if kept.resolves.is_none() => {
                    kept.text = format!("{failed}. {}", kept.text);
                    kept.fingerprint = Fingerprint::of(&kept.text).to_string();
                    kept.resolves = Some(failure);
                }
                Some(_) => {}
                None => changes.extend(change.map(|change| change.finding(failure))),
            }
        }
        for place in repairs.doubtful {
            let kept = &mut self.kept[place];
            if kept.resolves.is_none() {
                kept.importance = kept.importance.min(DOUBTFUL);
            }
        }
        let gone = repairs.taken_back;
        let kept = self.kept.into_iter().enumerate().filter(|(place, _)| !gone.contains(place));
        kept.map(|(_, finding)| finding).chain(changes).collect()
    }
}

/// How much an explanation matters at most that nothing has proven.
const DOUBTFUL: f64 = 0.4;

/// What a sentence teaches. "That's wrong." makes the next one a correction.
fn lesson(sentence: &str, before: Option<&String>, speaker: Speaker) -> Option<Lesson> {
    let corrects = speaker == Speaker::User && before.is_some_and(|it| cue::is_correction(it));
    match corrects {
        true => cue::lesson(&format!("No, {sentence}"), speaker),
        false => cue::lesson(sentence, speaker),
    }
}

fn from_lesson(turn: &Turn, lesson: Lesson) -> Found {
    let finding = Finding {
        fingerprint: Fingerprint::of(&lesson.text).to_string(),
        file_paths: path::file_paths(&lesson.text),
        text: lesson.text,
        category: lesson.category,
        importance: lesson.importance,
        confidence: lesson.confidence,
        turn: turn.id.clone(),
        resolves: None,
        asked_for: lesson.asked_for,
    };
    Found { finding, explains: lesson.explains }
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
        asked_for: false,
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
