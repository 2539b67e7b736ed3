//! The view: what the reader of a conversation sees, which after a compaction is a summary and what came since.
//!
//! A tool's call is never parted from its result: where a boundary would do so, it moves back to the call.

use std::collections::HashMap;

use super::{MarkKind, Transcript, Turn, TurnContent};
use crate::text::token::TokenCounter;

/// What a message costs beside its words, in tokens.
const MESSAGE_TOKENS: usize = 4;
/// What a tool's call or result costs beside its words, in tokens.
const TOOL_TOKENS: usize = 10;

/// What the reader of a conversation sees.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct View {
    /// What was said before, in short.
    pub summary: Option<String>,
    /// What was said since.
    pub turns: Vec<Turn>,
}

impl View {
    /// The view of a transcript. A compaction that names no turn of it hides nothing.
    pub fn of(transcript: &Transcript) -> Self {
        let turns: Vec<Turn> = transcript.turns().cloned().collect();
        let last = transcript.marks().rev().find_map(|mark| match &mark.what {
            MarkKind::Compaction { summary, first_kept_id, .. } => Some((summary, first_kept_id)),
            _ => None,
        });
        let Some((summary, first)) = last else { return Self { summary: None, turns } };
        let first = turns.iter().position(|turn| turn.id == *first).unwrap_or(0);
        let first = boundary(&turns, first);
        Self { summary: Some(summary.clone()), turns: turns[first..].to_vec() }
    }

    /// How many tokens it is for a language model.
    pub fn tokens(&self, counter: &dyn TokenCounter) -> usize {
        let summary = self.summary.as_ref().map_or(0, |it| counter.count(it) + MESSAGE_TOKENS);
        summary + self.turns.iter().map(|turn| tokens_of(turn, counter)).sum::<usize>()
    }
}

/// How many tokens a turn is for a language model.
pub fn tokens_of(turn: &Turn, counter: &dyn TokenCounter) -> usize {
    match &turn.said {
        TurnContent::User { content } | TurnContent::Assistant { content } => {
            counter.count(content) + MESSAGE_TOKENS
        }
        TurnContent::ToolCall { name, input, .. } => {
            counter.count(name) + counter.count(&input.to_string()) + TOOL_TOKENS
        }
        TurnContent::ToolResult { content, .. } => counter.count(content) + TOOL_TOKENS,
    }
}

/// The last place at or before `start` at which no call is parted from its result.
pub fn boundary(turns: &[Turn], start: usize) -> usize {
    let pairs = pairs(turns);
    let mut start = start.min(turns.len());
    while let Some((call, _)) =
        pairs.iter().find(|(call, result)| *call < start && start <= *result)
    {
        start = *call;
    }
    start
}

/// Which result belongs to which call, by their places. A result belongs to the last open call of its name.
pub fn pairs(turns: &[Turn]) -> Vec<(usize, usize)> {
    let mut open: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut pairs = Vec::new();
    for (place, turn) in turns.iter().enumerate() {
        match &turn.said {
            TurnContent::ToolCall { call_id, .. } => open.entry(call_id).or_default().push(place),
            TurnContent::ToolResult { call_id, .. } => {
                let call = open.get_mut(call_id.as_str()).and_then(Vec::pop);
                pairs.extend(call.map(|call| (call, place)));
            }
            TurnContent::User { .. } | TurnContent::Assistant { .. } => {}
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::session::{Header, Mark, Record, compaction};

    fn turn(place: usize, said: TurnContent) -> Turn {
        Turn { id: format!("t{place}"), at: jiff::Timestamp::UNIX_EPOCH, said }
    }

    /// A conversation in which calls are answered soon, late or never, also under names used before.
    fn conversation() -> impl Strategy<Value = Vec<Turn>> {
        let said = (0..4u8, 0..5u8).prop_map(|(kind, name)| {
            let (call_id, content) = (format!("c{name}"), "x".to_owned());
            match kind {
                0 => TurnContent::User { content },
                1 => TurnContent::Assistant { content },
                2 => TurnContent::ToolCall { call_id, name: "run".to_owned(), input: "ls".into() },
                _ => TurnContent::ToolResult { call_id, content, is_error: false },
            }
        });
        proptest::collection::vec(said, 0..60).prop_map(|all| {
            all.into_iter().enumerate().map(|(place, said)| turn(place, said)).collect()
        })
    }

    fn transcript(turns: &[Turn]) -> Transcript {
        let header = Header {
            version: 1,
            session: "s".parse().unwrap(),
            scope: crate::record::scope::Scope::Global,
            agent: None,
            user: None,
            title: None,
            parent: None,
            narrative: None,
            imported_at: None,
        };
        let at = jiff::Timestamp::UNIX_EPOCH;
        let begun =
            Record::Mark(Mark { id: "h".into(), at, what: MarkKind::Session(header.clone()) });
        let turns = turns.iter().cloned().map(Record::Turn);
        let records = std::iter::once(begun).chain(turns).collect();
        Transcript { header, records, faults: Vec::new(), torn: None }
    }

    fn is_whole(all: &[Turn], seen: &[Turn]) -> bool {
        let sees = |place: usize| seen.iter().any(|turn| turn.id == all[place].id);
        pairs(all).into_iter().all(|(call, result)| sees(call) == sees(result))
    }

    proptest! {
        #[test]
        fn a_view_never_parts_a_call_from_its_result(
            turns in conversation(), first in 0..70usize, keep in 1..20usize,
        ) {
            let mut transcript = transcript(&turns);
            let planned = compaction::plan(&View::of(&transcript), keep);
            let kept = planned.map_or(format!("t{first}"), |plan| plan.first_kept_id);
            let what = MarkKind::Compaction {
                summary: "s".to_owned(), first_kept_id: kept, tokens_before: 0, narrative: None,
            };
            let at = jiff::Timestamp::UNIX_EPOCH;
            transcript.records.push(Record::Mark(Mark { id: "c".to_owned(), at, what }));
            let view = View::of(&transcript);
            prop_assert!(is_whole(&turns, &view.turns));
            prop_assert!(turns.ends_with(&view.turns));
        }

        #[test]
        fn what_is_planned_keeps_the_newest_and_tells_all_others(
            turns in conversation(), keep in 1..20usize,
        ) {
            let view = View { summary: None, turns: turns.clone() };
            if let Some(plan) = compaction::plan(&view, keep) {
                let kept = turns.len() - plan.summarised.len();
                prop_assert!(kept >= keep && !plan.summarised.is_empty());
                prop_assert_eq!(&turns[plan.summarised.len()].id, &plan.first_kept_id);
            }
        }
    }
}
