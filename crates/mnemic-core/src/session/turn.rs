//! A turn: one thing said or done in a session.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One thing said or done in a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Unique in its session.
    pub id: String,
    /// When it was said.
    #[serde(rename = "timestamp")]
    pub at: Timestamp,
    /// Who said or did what.
    #[serde(flatten)]
    pub said: TurnContent,
}

/// Who said or did what. A tool's call and its result are two turns that share the id of the call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum TurnContent {
    /// The user, or another program in its place.
    User {
        /// What was said.
        content: String,
    },
    /// The agent.
    Assistant {
        /// What was said.
        content: String,
    },
    /// The agent used a tool.
    ToolCall {
        /// The call, which its result names.
        call_id: String,
        /// The tool.
        name: String,
        /// What it was given.
        #[serde(default)]
        input: Value,
    },
    /// What came of it.
    ToolResult {
        /// The call.
        call_id: String,
        /// What the tool answered.
        content: String,
        /// Whether it failed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
    },
}

impl TurnContent {
    /// Whether this is what was said before. A call that is not named may be any.
    pub fn repeats(&self, before: &Self) -> bool {
        let may_be = |call: &str, other: &str| call.is_empty() || call == other;
        match (self, before) {
            (
                Self::ToolCall { call_id, name, input },
                Self::ToolCall { call_id: other, name: named, input: given },
            ) => (name, input) == (named, given) && may_be(call_id, other),
            (
                Self::ToolResult { call_id, content, is_error },
                Self::ToolResult { call_id: other, content: answer, is_error: failed },
            ) => (content, is_error) == (answer, failed) && may_be(call_id, other),
            _ => self == before,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_turn_is_one_flat_line() {
        let turn = Turn {
            id: "t1".to_owned(),
            at: "2026-11-15T10:00:00Z".parse().unwrap(),
            said: TurnContent::ToolResult {
                call_id: "c1".to_owned(),
                content: "ok".to_owned(),
                is_error: false,
            },
        };
        let line = json!({
            "id": "t1", "timestamp": "2026-11-15T10:00:00Z", "role": "tool_result", "call_id": "c1", "content": "ok"
        });
        assert_eq!(serde_json::to_value(&turn).unwrap(), line);
        assert_eq!(serde_json::from_value::<Turn>(line).unwrap(), turn);
    }
}
