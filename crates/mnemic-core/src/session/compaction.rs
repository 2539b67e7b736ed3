//! Planning a compaction: which turns a summary tells of from now on, and which stay as they are.

use jiff::Timestamp;

use super::{Turn, TurnContent, View, view::boundary};

/// How long a summary may be, in tokens.
pub const SUMMARY_TOKENS: usize = 500;

/// What a compaction will do.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The first turn that stays as it is.
    pub first_kept_id: String,
    /// What the summary tells of.
    pub summarised: Vec<Turn>,
}

impl Plan {
    /// What is to be summed up: the summary so far, as something that was said, and the turns.
    pub fn to_sum_up(&self, so_far: Option<&str>, now: Timestamp) -> Vec<Turn> {
        let at = self.summarised.first().map_or(now, |turn| turn.at);
        let before = so_far.map(|summary| Turn {
            id: "summary".to_owned(),
            at,
            said: TurnContent::Assistant { content: summary.to_owned() },
        });
        before.into_iter().chain(self.summarised.iter().cloned()).collect()
    }
}

/// Plans to keep the newest turns, and more where a call would be parted from its result. There is no plan when all
/// turns are kept.
pub fn plan(view: &View, keep_recent: usize) -> Option<Plan> {
    let start = view.turns.len().checked_sub(keep_recent.max(1))?;
    let start = boundary(&view.turns, start);
    let first_kept_id = view.turns.get(start).filter(|_| start > 0)?.id.clone();
    Some(Plan { first_kept_id, summarised: view.turns[..start].to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(id: &str, said: TurnContent) -> Turn {
        Turn { id: id.to_owned(), at: Timestamp::UNIX_EPOCH, said }
    }

    fn user(id: &str) -> Turn {
        turn(id, TurnContent::User { content: id.to_owned() })
    }

    #[test]
    fn of_ten_messages_the_seed_keeps_three() {
        let turns: Vec<Turn> = (1..=10).map(|number| user(&number.to_string())).collect();
        let plan = plan(&View { summary: None, turns }, 3).unwrap();
        assert_eq!((plan.first_kept_id.as_str(), plan.summarised.len()), ("8", 7));
    }

    #[test]
    fn a_boundary_between_call_and_result_moves_back_to_the_call() {
        let call =
            TurnContent::ToolCall { call_id: "c".into(), name: "run".into(), input: "ls".into() };
        let result =
            TurnContent::ToolResult { call_id: "c".into(), content: "x".into(), is_error: false };
        let turns = vec![user("1"), user("2"), turn("3", call), turn("4", result), user("5")];
        let plan = plan(&View { summary: None, turns }, 2).unwrap();
        assert_eq!(plan.first_kept_id, "3");
    }

    #[test]
    fn nothing_is_planned_when_all_is_kept() {
        let view = View { summary: None, turns: vec![user("1"), user("2")] };
        assert_eq!(plan(&view, 2), None);
        assert_eq!(plan(&view, 10), None);
        assert_eq!(plan(&View::default(), 10), None);
    }
}
