//! What speaks for a finding, and how much.

use std::collections::BTreeSet;

use serde::Serialize;

/// From what importance it speaks for itself.
const HIGH_IMPORTANCE: f64 = 0.7;

/// All that is known of a finding when it is judged.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    /// What it says.
    pub text: String,
    /// How much it matters.
    pub importance: f64,
    /// Whether the user asked to remember it.
    pub asked_for: bool,
    /// Whether the user pinned it.
    pub pinned: bool,
    /// The conversations it was found in, each by the first session of its line: forks and copies are one.
    pub roots: BTreeSet<String>,
    /// The agents that found it or were given it.
    pub agents: BTreeSet<String>,
    /// Whether it says the cause or the remedy of an error that was seen.
    pub resolves: bool,
    /// Whether it only tells what happened.
    pub passing: bool,
}

/// Something that speaks for a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Signal {
    /// The user asked to remember it.
    UserIntent,
    /// The user pinned it.
    ExplicitPin,
    /// It was found in several conversations.
    MultiSession,
    /// It resolves an error.
    ErrorResolution,
    /// Several agents refer to it.
    MultiAgent,
    /// It matters.
    HighImportance,
}

/// A signal with its points and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WeighedSignal {
    /// The signal.
    pub signal: Signal,
    /// Its points.
    pub points: u32,
    /// What it rests on.
    pub reason: String,
}

/// The signals that speak for a finding. An error by itself speaks for nothing: only what resolves one does.
pub fn weigh(evidence: &Evidence) -> Vec<WeighedSignal> {
    let (roots, agents) = (evidence.roots.len(), evidence.agents.len());
    let importance = evidence.importance;
    let signals = [
        (evidence.asked_for, Signal::UserIntent, 5, "the user asked to remember it".to_owned()),
        (evidence.pinned, Signal::ExplicitPin, 5, "the user pinned it".to_owned()),
        (roots >= 2, Signal::MultiSession, 2, format!("found in {roots} conversations")),
        (
            evidence.resolves,
            Signal::ErrorResolution,
            2,
            "resolves an error that was seen".to_owned(),
        ),
        (agents >= 2, Signal::MultiAgent, 1, format!("{agents} agents refer to it")),
        (
            importance >= HIGH_IMPORTANCE,
            Signal::HighImportance,
            1,
            format!("importance {importance:.2}"),
        ),
    ];
    let given = signals.into_iter().filter(|(is_given, ..)| *is_given);
    given.map(|(_, signal, points, reason)| WeighedSignal { signal, points, reason }).collect()
}
