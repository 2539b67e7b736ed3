//! A summary of a conversation made of its own sentences: what was wanted, what matters of it, where it stands.
//!
//! Nothing is worded anew, so nothing can be made up; and nothing leaves the given number of tokens.

mod gist;

pub(super) use gist::{Gist, shortened};

use super::{
    finding::{Finding, findings},
    flush,
    likeness::SentenceFeatures,
    wording::Wording,
};
use crate::{
    port::language::Prompt,
    session::{Turn, TurnContent},
    text::token::TokenCounter,
};

/// How long a summary's lines are at most, in characters.
const MAX_LINE_CHARS: usize = 300;
/// How long [`sentence`] is at most, in characters.
pub const MAX_SENTENCE_CHARS: usize = 200;
/// How many of the last changed files are named.
const MAX_FILES: usize = 6;

/// A summary in Markdown with the sections `Summary`, `Key Points` and `Context for Next Turn`, as far as the tokens
/// reach: what matters most comes in first. With too few tokens for a heading and a line it is empty.
pub fn summary(turns: &[Turn], tokens: usize, counter: &dyn TokenCounter) -> String {
    let mut chosen = Sections::default();
    for (section, line) in lines(turns) {
        let mut longer = chosen.clone();
        longer.0[section as usize].push(line);
        if counter.count(&longer.render()) <= tokens {
            chosen = longer;
        }
    }
    chosen.in_order(&findings(turns)).render()
}

/// What a model is asked for a summary.
pub fn prompt(turns: &[Turn], tokens: usize) -> Prompt {
    let instructions = format!(
        "Summarise the conversation below in at most {} words of Markdown with the headings `## Summary`, \
         `## Key Points` and `## Context for Next Turn`. Keep decisions, corrections of the user, errors with what \
         resolved them, names, numbers and paths. Add nothing that was not said.",
        (tokens / 2).max(30)
    );
    Prompt {
        system: "You summarise conversations faithfully".to_owned(),
        user: flush::with_conversation(&instructions, turns),
        max_tokens: tokens,
    }
}

/// A model's answer, if it is a summary of this conversation that fits: it has a heading that was asked for, or speaks
/// mostly in words of the conversation.
pub fn checked(
    answer: &str,
    turns: &[Turn],
    tokens: usize,
    counter: &dyn TokenCounter,
) -> Result<String, String> {
    let text = answer.trim();
    let count = counter.count(text);
    if count > tokens {
        return Err(format!("the summary has {count} tokens"));
    }
    let is_asked_for = |line: &str| TITLES.iter().any(|title| line.trim().starts_with(title));
    let (shared, words) = Wording::of(turns).shared(text);
    let is_about_it = shared >= 3 && 2 * shared >= words;
    match is_about_it || text.lines().any(is_asked_for) {
        true => Ok(text.to_owned()),
        false => Err("the summary is not about the conversation".to_owned()),
    }
}

/// What a conversation was about, in one sentence of at most 200 characters; empty if nothing was said.
pub fn sentence(turns: &[Turn]) -> String {
    let gist = Gist::of(turns);
    let outcome = gist.outcome().map(str::to_owned);
    let outcome = outcome.or_else(|| most_important(&findings(turns)).map(|it| it.text.clone()));
    let (request, outcome) = match (gist.request(), outcome) {
        (Some(request), Some(outcome)) if !is_same(request, &outcome) => (request, outcome),
        (Some(request), _) => return shortened(request, MAX_SENTENCE_CHARS),
        (None, outcome) => return shortened(&outcome.unwrap_or_default(), MAX_SENTENCE_CHARS),
    };
    let request = request.trim_end_matches(['.', '?', '!', ':']);
    let half = MAX_SENTENCE_CHARS / 2 - 2;
    let request = shortened(
        request,
        half.max(MAX_SENTENCE_CHARS.saturating_sub(outcome.chars().count() + 3)),
    );
    let room = MAX_SENTENCE_CHARS - request.chars().count() - 3;
    format!("{request} — {}", shortened(&outcome, room))
}

/// Whether two sentences say the same, so that one of them is enough.
fn is_same(one: &str, other: &str) -> bool {
    let bare = |text: &str| text.trim_end_matches(['.', '!', '?', ':']).to_lowercase();
    bare(one) == bare(other) || SentenceFeatures::of(one).is_like(&SentenceFeatures::of(other))
}

fn most_important(findings: &[Finding]) -> Option<&Finding> {
    findings.iter().rev().max_by(|a, b| a.importance.total_cmp(&b.importance))
}

/// The headings of the sections.
const TITLES: [&str; 3] = ["## Summary", "## Key Points", "## Context for Next Turn"];

/// The sections, in the order they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Summary = 0,
    KeyPoints = 1,
    Next = 2,
}

#[derive(Debug, Clone, Default)]
struct Sections([Vec<String>; 3]);

impl Sections {
    fn render(&self) -> String {
        let mut text = String::new();
        for (title, lines) in TITLES.iter().zip(&self.0).filter(|(_, lines)| !lines.is_empty()) {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(title);
            text.push('\n');
            for line in lines {
                text.push_str("- ");
                text.push_str(line);
                text.push('\n');
            }
        }
        text
    }

    /// Key points came in by their importance and are told as they were said.
    fn in_order(mut self, findings: &[Finding]) -> Self {
        let place = |line: &String| {
            findings.iter().position(|it| shortened(&it.text, MAX_LINE_CHARS) == *line)
        };
        self.0[Section::KeyPoints as usize].sort_by_key(place);
        self
    }
}

/// All lines that could be told, what matters most first.
fn lines(turns: &[Turn]) -> Vec<(Section, String)> {
    let gist = Gist::of(turns);
    let mut findings = findings(turns);
    findings.sort_by(|a, b| b.importance.total_cmp(&a.importance));
    let (changes, points): (Vec<_>, Vec<_>) =
        findings.into_iter().partition(|it| it.category.as_str() == "file_change");
    let mut points = points.into_iter().map(|it| (Section::KeyPoints, it.text));
    let mut lines = Vec::new();
    lines.extend(gist.request().map(|it| (Section::Summary, it.to_owned())));
    lines.extend(points.by_ref().take(3));
    lines.extend(gist.outcome().map(|it| (Section::Summary, it.to_owned())));
    lines.extend(gist.last_request().map(|it| (Section::Next, format!("Last asked: {it}"))));
    lines.extend(gist.left_to_do().map(|it| (Section::Next, it.to_owned())));
    lines.extend(points.by_ref().take(5));
    lines.extend(files(&changes).map(|it| (Section::Next, it)));
    lines.extend(gist.open_end().map(|it| (Section::Next, it.to_owned())));
    lines.extend(points.take(40));
    lines.iter().map(|(section, line)| (*section, shortened(line, MAX_LINE_CHARS))).collect()
}

fn files(changes: &[Finding]) -> Option<String> {
    let paths: Vec<String> = changes
        .iter()
        .rev()
        .flat_map(|it| &it.file_paths)
        .take(MAX_FILES)
        .map(|it| format!("`{it}`"))
        .collect();
    (!paths.is_empty()).then(|| format!("Files changed: {}", paths.join(", ")))
}

/// What a turn says in words, and whether the user says it.
fn message_text(turn: &Turn) -> Option<(bool, &str)> {
    match &turn.said {
        TurnContent::User { content } => Some((true, content)),
        TurnContent::Assistant { content } => Some((false, content)),
        TurnContent::ToolCall { .. } | TurnContent::ToolResult { .. } => None,
    }
}

#[cfg(test)]
mod tests;
