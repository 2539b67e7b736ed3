//! Answers of tools: text for the model, the same for programs, both small.

use mnemic::{
    Memory, shorten,
    token::{Estimator, TokenCounter},
};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use super::name;

/// An answer.
#[derive(Debug)]
pub(super) struct Reply {
    /// For the model.
    pub(super) text: String,
    /// For programs. Some clients show the model this in place of the text, so it says no more.
    pub(super) structured: Value,
}

impl Reply {
    pub(super) fn into_result(self) -> CallToolResult {
        let mut result = CallToolResult::success(vec![ContentBlock::text(self.text)]);
        result.structured_content = Some(self.structured);
        result
    }
}

/// A memory as a paragraph of an answer: its id, then its text. Lines after the first are indented, so that no text
/// can pretend to be another memory.
pub(super) fn paragraph(memory: &Memory, text: &str) -> String {
    format!("{} {}", name(memory), text.replace('\n', "\n  "))
}

/// Texts within a budget: each whole as long as there is room, then one that is cut, then none.
#[derive(Debug)]
pub(super) struct Room {
    left: usize,
}

impl Room {
    /// Room for so many tokens.
    pub(super) fn of(tokens: usize) -> Self {
        Self { left: tokens }
    }

    /// As much of a text as there is room for.
    pub(super) fn take(&mut self, text: &str) -> Option<String> {
        let taken = shorten(text, self.left, &Estimator)?;
        self.left = if taken == text { self.left - Estimator.count(text) } else { 0 };
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_whole_then_one_is_cut_then_there_is_no_room() {
        let text = "One two three four five six seven eight nine ten.";
        let mut room = Room::of(Estimator.count(text) + 6);
        assert_eq!(room.take(text).as_deref(), Some(text));
        let cut = room.take(text).unwrap();
        assert!(cut.starts_with("One two") && cut.ends_with('…'), "{cut}");
        assert_eq!(room.take(text), None);
    }
}
