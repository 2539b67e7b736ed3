//! Searching what was said: turns that hold the words of a question.
//!
//! Transcripts are in no index. They are read when someone asks for them, and never by a recall.

use std::collections::HashSet;

use super::{Turn, TurnContent};
use crate::{
    record::{id::SessionId, scope::Scope},
    text::{
        analyse,
        word::{self, Word},
    },
};

/// How long a passage is, in characters.
const PASSAGE_CHARS: usize = 240;

/// The words that are looked for.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchWords(HashSet<Word>);

/// A turn that holds some of them.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnMatch {
    /// Whose session it is.
    pub scope: Scope,
    /// The session.
    pub session: SessionId,
    /// The turn.
    pub turn: Turn,
    /// How many of the words it holds.
    pub held: usize,
    /// The line of it that holds most of them, shortened.
    pub passage: String,
}

impl SearchWords {
    /// The telling words of a question.
    pub fn of(question: &str) -> Self {
        let terms = analyse::query_terms(question);
        Self(terms.iter().flat_map(|term| word::stems(&term.text)).collect())
    }

    /// The turn as a spot, if it holds any of the words.
    pub fn look(&self, scope: &Scope, session: &SessionId, turn: &Turn) -> Option<TurnMatch> {
        let text = text_of(&turn.said);
        let held = self.held(&text);
        if held == 0 {
            return None;
        }
        // Of equally good lines the first.
        let lines = text.lines().map(|line| (self.held(line), line));
        let best = lines.reduce(|best, other| if other.0 > best.0 { other } else { best });
        let passage = best.map(|(_, line)| shortened(line.trim())).unwrap_or_default();
        let (scope, session) = (scope.clone(), session.clone());
        Some(TurnMatch { scope, session, turn: turn.clone(), held, passage })
    }

    fn held(&self, text: &str) -> usize {
        let words: HashSet<Word> = word::stems(&analyse::index_text(text)).into_iter().collect();
        self.0.intersection(&words).count()
    }
}

/// The best spots: those that hold most, and of equals what was said last.
pub fn best(mut spots: Vec<TurnMatch>, limit: usize) -> Vec<TurnMatch> {
    spots.sort_by(|one, other| {
        let by_held = other.held.cmp(&one.held);
        by_held.then(other.turn.at.cmp(&one.turn.at)).then(one.turn.id.cmp(&other.turn.id))
    });
    spots.truncate(limit);
    spots
}

fn text_of(said: &TurnContent) -> String {
    match said {
        TurnContent::User { content }
        | TurnContent::Assistant { content }
        | TurnContent::ToolResult { content, .. } => content.clone(),
        TurnContent::ToolCall { name, input, .. } => format!("{name} {input}"),
    }
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(PASSAGE_CHARS) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots(question: &str, said: &[(&str, i64)]) -> Vec<String> {
        let wanted = SearchWords::of(question);
        let found = said.iter().enumerate().filter_map(|(place, (content, second))| {
            let turn = Turn {
                id: format!("t{place}"),
                at: jiff::Timestamp::from_second(*second).unwrap(),
                said: TurnContent::User { content: (*content).to_owned() },
            };
            wanted.look(&Scope::Global, &"s1".parse().unwrap(), &turn)
        });
        best(found.collect(), 3).into_iter().map(|spot| spot.passage).collect()
    }

    #[test]
    fn what_holds_most_comes_first_and_then_what_is_new() {
        let said = [
            ("We index nothing yet", 1),
            ("Hello\nThe index of the database is slow\nBye", 2),
            ("Indexes again", 3),
            ("Nothing of the kind", 4),
        ];
        assert_eq!(
            spots("the database index", &said),
            ["The index of the database is slow", "Indexes again", "We index nothing yet"]
        );
        assert_eq!(spots("部署", &[("我们在星期二部署", 1)]), ["我们在星期二部署"]);
        assert!(spots("", &said).is_empty() && spots("xylophone", &said).is_empty());
    }

    #[test]
    fn a_long_line_is_shortened() {
        let line = format!("needle {}", "x".repeat(500));
        assert_eq!(spots("needle", &[(&line, 1)])[0].chars().count(), PASSAGE_CHARS + 1);
    }
}
