//! What makes a sentence worth keeping: a label before it, a turn of phrase in it, or a plain statement of the user.
//!
//! The agent's own sentences count less than the user's: it says what it does, and only what it found out is kept.

mod junk;
mod lead;
mod rule;

use super::{phrase::Phrasing, prose};
use crate::record::category::Category;

/// Who says a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speaker {
    User,
    Assistant,
}

/// What a sentence teaches.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lesson {
    /// The sentence without what only leads to it.
    pub text: String,
    pub category: Category,
    pub importance: f64,
    pub confidence: f64,
    /// Whether it says what was wrong or how it was put right.
    pub explains: Option<Explains>,
    /// Whether the user asked to remember it.
    pub asked_for: bool,
}

/// What a sentence says of something that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Explains {
    /// Why it did.
    Cause,
    /// What put it right.
    Remedy,
}

/// Whether a sentence only says that what was said before is wrong.
pub(super) fn is_correction(sentence: &str) -> bool {
    lead::is_correction(sentence)
}

/// Whether a sentence takes an explanation back.
pub(super) fn takes_back(sentence: &str) -> bool {
    junk::takes_back(&Phrasing::of(sentence)) || lead::is_correction(sentence)
}

/// How much matters at most what is about the work at hand.
const PASSING: f64 = 0.5;

/// What a sentence teaches, if anything.
pub(super) fn lesson(sentence: &str, speaker: Speaker) -> Option<Lesson> {
    let (lead, text) = lead::strip(sentence, speaker);
    let phrasing = Phrasing::of(text);
    if prose::is_code(text) || junk::is_junk(text, &phrasing, speaker) {
        return None;
    }
    let rule = rule::find(&phrasing, speaker);
    let states = speaker == Speaker::User && junk::is_statement(text, &phrasing);
    let (category, importance, explains) = match (lead, rule) {
        (Some(lead), None) if lead.corrects && !states => return None,
        (Some(lead), rule) => {
            let category = lead.category.or_else(|| rule.and_then(|rule| rule.category));
            let importance = lead.importance.max(rule.map_or(0.0, |rule| rule.importance));
            (category, importance, lead.explains.or_else(|| rule.and_then(|rule| rule.explains)))
        }
        (None, Some(rule)) => (rule.category, rule.importance, rule.explains),
        (None, None) if states && junk::is_lasting(&phrasing) => (Some("discovery"), 0.6, None),
        (None, None) if states => (Some("discovery"), 0.5, None),
        (None, None) => return None,
    };
    if explains.is_some() && junk::is_guess(&phrasing) {
        return None;
    }
    let category = match category {
        Some(name) => name.parse().expect("the categories of rules are known"),
        None => Category::of_text(text),
    };
    let confidence = match (speaker, lead) {
        (Speaker::User, Some(_)) => 0.9,
        (Speaker::User, None) => 0.8,
        (Speaker::Assistant, _) => 0.6,
    };
    let asked_for = lead.is_some_and(|lead| lead.asked_for);
    let plans = speaker == Speaker::Assistant && category.as_str() == "task_progress";
    let is_passing = plans || junk::points_at_work(&phrasing) && !asked_for;
    let importance = if is_passing { importance.min(PASSING) } else { importance };
    Some(Lesson { text: finished(text), category, importance, confidence, explains, asked_for })
}

/// A sentence as a note says it: with a capital, without the full stop.
fn finished(text: &str) -> String {
    let text = text.trim_end_matches(['.', '。', ' ']);
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    // A name in code or a file keeps its case.
    let word = text.split_whitespace().next().unwrap_or("");
    if word.chars().any(|it| !it.is_alphabetic() && !",'’:".contains(it)) {
        return text.to_owned();
    }
    first.to_uppercase().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn category_and_text(sentence: &str, speaker: Speaker) -> Option<(String, String)> {
        let lesson = lesson(sentence, speaker)?;
        Some((lesson.category.to_string(), lesson.text))
    }

    #[test]
    fn the_user_teaches_by_saying_what_lasts() {
        for (sentence, category, text) in [
            (
                "Remember that the staging database runs on port 5433.",
                "discovery",
                "The staging database runs on port 5433",
            ),
            (
                "No, use pnpm instead of npm in this repo.",
                "decision",
                "Use pnpm instead of npm in this repo",
            ),
            (
                "Actually, the deadline is the 3rd of March.",
                "discovery",
                "The deadline is the 3rd of March",
            ),
            (
                "We decided to go with SQLite for local storage.",
                "decision",
                "We decided to go with SQLite for local storage",
            ),
            (
                "I prefer short functions and early returns",
                "preference",
                "I prefer short functions and early returns",
            ),
            (
                "Never push to main without a review.",
                "warning",
                "Never push to main without a review",
            ),
            (
                "Please always run the linter before committing.",
                "pattern",
                "Always run the linter before committing",
            ),
            (
                "DECISION: Redis is out, we cache in process",
                "decision",
                "Redis is out, we cache in process",
            ),
            (
                "The billing service is written in Go and owned by Dana.",
                "discovery",
                "The billing service is written in Go and owned by Dana",
            ),
            (
                "don't mock the database in integration tests",
                "warning",
                "Don't mock the database in integration tests",
            ),
            (
                "TODO: rotate the signing keys before May",
                "task_progress",
                "Rotate the signing keys before May",
            ),
            (
                "From now on we write commit messages in English.",
                "pattern",
                "From now on we write commit messages in English",
            ),
        ] {
            let expected = Some((category.to_owned(), text.to_owned()));
            assert_eq!(category_and_text(sentence, Speaker::User), expected, "{sentence}");
        }
    }

    #[test]
    fn what_is_about_the_work_at_hand_matters_less_than_how_things_are() {
        for (sentence, speaker, matters) in [
            ("The staging cluster runs in eu-west-1.", Speaker::User, true),
            ("The billing service is owned by Dana.", Speaker::User, true),
            ("The build on CI is red because of Dana.", Speaker::User, false),
            ("The API uses the wrong port right now.", Speaker::User, false),
            ("Don't use `SELECT *` in that query please.", Speaker::User, false),
            ("Don't use `SELECT *` in our queries.", Speaker::User, true),
            ("Make sure the tests pass.", Speaker::User, false),
            ("Next steps: deploy to staging, watch p95.", Speaker::Assistant, false),
            ("TODO: rotate the signing keys by Friday", Speaker::User, true),
        ] {
            let importance = lesson(sentence, speaker).map_or(0.0, |it| it.importance);
            assert_eq!(importance >= 0.6, matters, "{sentence}: {importance}");
        }
    }

    #[test]
    fn the_agent_teaches_by_what_it_found_out() {
        for (sentence, category) in [
            ("The root cause was a missing index on the orders table.", "error"),
            ("It turns out that the parser drops empty lines.", "discovery"),
            ("I fixed the login loop by clearing the stale cookie.", "error"),
            ("We decided to keep the old endpoint until June.", "decision"),
            ("I've implemented the export command with tests.", "task_progress"),
            ("Important: the migration must run before the deploy.", "warning"),
        ] {
            let found = category_and_text(sentence, Speaker::Assistant).map(|it| it.0);
            assert_eq!(found.as_deref(), Some(category), "{sentence}");
        }
    }

    #[test]
    fn what_is_said_in_passing_teaches_nothing() {
        for sentence in [
            "Thanks, that looks great!",
            "Hi there, good morning to you.",
            "Can you fix the failing test in main.rs?",
            "fix the failing test in main.rs",
            "Sure, let me look at the file.",
            "Let me run the tests now.",
            "I'll use grep to find the function.",
            "Would you like me to always do that?",
            "Here is the updated function:",
            "ok do it",
            "I think maybe we could use Redis someday?",
            "If you want, I can add a test.",
            "As I remember from memory, you prefer tabs over spaces.",
            "You should never see this if it works?",
            "const x = always(never());",
        ] {
            for speaker in [Speaker::User, Speaker::Assistant] {
                assert_eq!(category_and_text(sentence, speaker), None, "{sentence} {speaker:?}");
            }
        }
        for sentence in [
            "The function takes a path and returns its lines.",
            "You should run the tests first.",
            "I'm going to use the existing parser for this.",
        ] {
            assert_eq!(category_and_text(sentence, Speaker::Assistant), None, "{sentence}");
        }
    }
}
