//! Factors: named multipliers, by which a ranking profile turns relevance into a rank value.
//!
//! The numbers are required: they are the tables and formulas that the profiles `koshi`, `praxis` and `openclaw` promise.
//! Those of `engine`, and when something is timely, were chosen by hand.

use jiff::Timestamp;
use serde::Serialize;

use super::order::BAND;
use crate::{
    recall::{RankingContext, gather::candidate::Candidate},
    record::memory::{Memory, Status},
};

/// A named multiplier.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Factor {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
}

/// Every factor's name with what it does, for the page about explanations. The last three are pushed by passes over the
/// ranked hits.
pub const FACTORS: [(&str, &str); 15] = [
    ("score", "The memory's score: above 1 after `reinforce`, below 1 after `demote`."),
    (
        "recency",
        "The age of the memory. Under `default` and `koshi`, the time since it last proved useful.",
    ),
    ("category", "Its category: a warning or decision counts more, a preference less."),
    ("access", "How often it was accessed."),
    ("files", "The share of the files given with `--file` that it is about."),
    ("status", "Its status: pinned 2, confirmed 1, candidate 0.7."),
    ("time", "1.1 if its time fits the time in the question."),
    ("user", "1.2 if the person given with `--user` said it."),
    ("topics", "How many of the topics given with `--topic` it names."),
    ("importance", "Its importance, between memories of nearly the same relevance."),
    ("newness", "Its age, between memories that are otherwise equal."),
    ("conflict", "0.85 if another memory contradicts it."),
    ("newer", "Puts the newer of two versions of a fact first."),
    ("spread", "Lowers a memory if better ones come from the same session."),
    ("note", "Makes notes comparable to messages of conversations, which have more evidence."),
];

/// What was remembered in a time that the question names is at least so timely.
const TIMELY: f64 = 0.6;
/// What the most important has before the least, and the newest before the oldest: as much as fits into a band.
const IMPORTANCE: f64 = 0.2;
const NEWNESS: f64 = 0.001;
/// Together they decide within a band of relevance only.
const _: () = assert!((1.0 + IMPORTANCE) * (1.0 + NEWNESS) < BAND);
/// What is left of something that contradicts something else, until someone says which holds. Required for `praxis`.
const CONTRADICTED: f64 = 0.85;

/// What a multiplier is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Explicit feedback.
    Feedback,
    /// How long ago it was last reinforced or changed, else made.
    RecencyOfHit,
    /// How long ago it was made, in five steps.
    RecencyBySteps,
    /// How long ago it was made, doubling what is new.
    RecencyByWeek,
    /// What sort of note it is.
    Category,
    /// How often it was accessed.
    Access,
    /// Whether it is about a file in play.
    Files,
    /// How settled it is.
    Status,
    /// Whether the question names its time.
    Time,
    /// Whether the one who asks said it.
    User,
    /// How many of the topics at hand it names.
    Topics,
    /// How important it is, by less than a band of relevance.
    Importance,
    /// How recent it is, as little as decides between equals.
    Newness,
    /// Whether another memory contradicts it.
    Contradiction,
}

impl Rule {
    /// Its value for a candidate.
    pub fn factor(self, candidate: &Candidate, circumstances: &RankingContext) -> Factor {
        let memory = &candidate.memory;
        let now = circumstances.now;
        let (name, value) = match self {
            Self::Feedback => {
                ("score", feedback(memory.signals.score, circumstances.weights.score))
            }
            Self::RecencyOfHit => {
                let since = memory.signals.last_hit_at.unwrap_or(memory.created_at);
                ("recency", 1.0 / (1.0 + days(since, now) * circumstances.weights.recency))
            }
            Self::RecencyBySteps => ("recency", steps(days(memory.created_at, now))),
            Self::RecencyByWeek => {
                ("recency", 1.0 + 1.0 / (1.0 + days(memory.created_at, now) / 7.0))
            }
            Self::Category => ("category", category(memory)),
            Self::Access => ("access", access(memory.signals.access_count)),
            Self::Files => ("files", files(memory, &circumstances.asker.files)),
            Self::Status => ("status", status(memory.status)),
            Self::Time => ("time", if candidate.timeliness >= TIMELY { 1.1 } else { 1.0 }),
            Self::User => ("user", user(memory, circumstances.asker.user.as_deref())),
            Self::Topics => ("topics", topics(memory, &circumstances.asker.topics)),
            Self::Importance => {
                ("importance", 1.0 + IMPORTANCE * memory.importance.clamp(0.0, 1.0))
            }
            Self::Newness => ("newness", 1.0 + NEWNESS / (1.0 + days(memory.created_at, now))),
            Self::Contradiction => {
                let is_contradicted = circumstances.contradicted.contains(&memory.id);
                ("conflict", if is_contradicted { CONTRADICTED } else { 1.0 })
            }
        };
        Factor { name, value }
    }
}

/// e^(weight × score), with the score held between −20 and 20 so that praise cannot drown relevance.
fn feedback(score: i64, weight: f64) -> f64 {
    (score.clamp(-20, 20) as f64 * weight).exp()
}

/// Days since then; a clock set back counts as no time.
fn days(since: Timestamp, now: Timestamp) -> f64 {
    ((now.as_second() - since.as_second()) as f64 / 86_400.0).max(0.0)
}

fn steps(days: f64) -> f64 {
    match days {
        days if days < 1.0 => 1.0,
        days if days < 7.0 => 0.9,
        days if days < 14.0 => 0.7,
        days if days < 30.0 => 0.5,
        _ => 0.3,
    }
}

fn category(memory: &Memory) -> f64 {
    match memory.category.as_ref().map(|category| category.as_str()) {
        Some("warning") => 1.4,
        Some("decision") => 1.3,
        Some("architecture" | "error") => 1.2,
        Some("task_progress" | "discovery") => 0.9,
        Some("preference") => 0.8,
        _ => 1.0,
    }
}

fn access(count: u64) -> f64 {
    1.0 + ((count as f64 + 1.0).log2() * 0.1).min(0.5)
}

/// 1 + 0.3 × the share of files in play that the memory is about, by path or by name.
fn files(memory: &Memory, in_play: &[String]) -> f64 {
    if in_play.is_empty() || memory.file_paths.is_empty() {
        return 1.0;
    }
    let name = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let is_about = |file: &&String| {
        memory.file_paths.iter().any(|path| path == *file || name(path) == name(file))
    };
    1.0 + 0.3 * in_play.iter().filter(is_about).count() as f64 / in_play.len() as f64
}

fn status(status: Status) -> f64 {
    match status {
        Status::Pinned => 2.0,
        Status::Confirmed => 1.0,
        Status::Candidate => 0.7,
    }
}

fn user(memory: &Memory, user: Option<&str>) -> f64 {
    let said = user.is_some() && memory.source.author.as_deref() == user;
    if said { 1.2 } else { 1.0 }
}

/// At most five topics count.
fn topics(memory: &Memory, topics: &[String]) -> f64 {
    let text = memory.text.to_lowercase();
    let names = |topic: &&String| text.contains(&topic.to_lowercase());
    1.0 + 0.1 * topics.iter().filter(names).take(5).count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    use crate::recall::{Asker, Profile, Weights, tests::memory};

    #[test]
    fn every_factor_of_a_profile_is_described() {
        let candidate = Candidate::unranked(memory(1));
        let circumstances = RankingContext {
            now: Timestamp::UNIX_EPOCH,
            weights: Weights { score: 0.2, recency: 0.01 },
            asker: Asker::default(),
            contradicted: HashSet::new(),
        };
        for profile in Profile::ALL {
            for rule in profile.ranking(None).rules {
                let name = rule.factor(&candidate, &circumstances).name;
                assert!(FACTORS.iter().any(|(known, _)| *known == name), "{name}");
            }
        }
    }

    #[test]
    fn feedback_has_the_seeds_values_and_a_bound() {
        for (score, expected) in
            [(3, 1.82), (0, 1.0), (-1, 0.82), (-5, 0.37), (20, 54.6), (300, 54.6)]
        {
            assert!((feedback(score, 0.2) - expected).abs() < 0.01 * expected, "{score}");
        }
    }

    #[test]
    fn age_counts_in_five_steps() {
        for (age, expected) in
            [(0.0, 1.0), (0.99, 1.0), (1.0, 0.9), (7.0, 0.7), (14.0, 0.5), (30.0, 0.3), (1e6, 0.3)]
        {
            assert_eq!(steps(age), expected, "{age}");
        }
    }

    #[test]
    fn a_clock_set_back_counts_as_no_time() {
        let (now, later) = (Timestamp::UNIX_EPOCH, Timestamp::new(86_400, 0).unwrap());
        assert_eq!(days(later, now), 0.0);
        assert_eq!(days(now, later), 1.0);
    }

    #[test]
    fn access_counts_ever_less_and_at_most_half() {
        for (count, expected) in [(0, 1.0), (1, 1.1), (7, 1.3), (1_000_000, 1.5)] {
            assert!((access(count) - expected).abs() < 1e-9, "{count}");
        }
    }

    #[test]
    fn a_file_in_play_counts_by_path_or_name() {
        let mut about = memory(1);
        about.file_paths = vec!["src/parser.rs".to_owned()];
        let paths =
            |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>();
        assert_eq!(files(&about, &paths(&["src/parser.rs"])), 1.3);
        assert_eq!(files(&about, &paths(&["other/parser.rs", "x.rs"])), 1.15);
        assert_eq!(files(&about, &[]), 1.0);
        assert_eq!(files(&memory(1), &paths(&["x.rs"])), 1.0);
    }

    #[test]
    fn at_most_five_topics_count() {
        let mut subject = memory(1);
        subject.text = "a b c d e f g".to_owned();
        let all: Vec<String> = subject.text.split(' ').map(str::to_owned).collect();
        assert!((topics(&subject, &all) - 1.5).abs() < 1e-9);
        assert_eq!(topics(&subject, &["zebra".to_owned()]), 1.0);
    }
}
