//! Pruning: old results of tools make way for what is said. The transcript keeps them.

use super::{Turn, TurnContent};

/// What stands where a result stood.
pub const PLACEHOLDER: &str = "[Tool result pruned for context efficiency]";

/// The turns with only the last `keep` results of tools as they were. Calls stay.
pub fn pruned(turns: &[Turn], keep: usize) -> Vec<Turn> {
    let is_result = |turn: &&Turn| matches!(turn.said, TurnContent::ToolResult { .. });
    let mut surplus = turns.iter().filter(is_result).count().saturating_sub(keep);
    let mut pruned = turns.to_vec();
    for turn in &mut pruned {
        if surplus > 0
            && let TurnContent::ToolResult { content, .. } = &mut turn.said
        {
            *content = PLACEHOLDER.to_owned();
            surplus -= 1;
        }
    }
    pruned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_results_stay_whatever_is_said_after_them() {
        let result = |number: usize| TurnContent::ToolResult {
            call_id: format!("c{number}"),
            content: format!("result {number}"),
            is_error: false,
        };
        let said = (0..7).map(result).chain([TurnContent::User { content: "well?".to_owned() }]);
        let at = jiff::Timestamp::UNIX_EPOCH;
        let turns: Vec<Turn> = said.map(|said| Turn { id: String::new(), at, said }).collect();
        let shown = |keep| {
            let pruned = pruned(&turns, keep);
            let contents = pruned.into_iter().filter_map(|turn| match turn.said {
                TurnContent::ToolResult { content, .. } => Some(content),
                _ => None,
            });
            contents.filter(|content| content != PLACEHOLDER).collect::<Vec<_>>()
        };
        assert_eq!(shown(5), ["result 2", "result 3", "result 4", "result 5", "result 6"]);
        assert_eq!(shown(0), [""; 0]);
        assert_eq!(shown(50).len(), 7);
    }
}
