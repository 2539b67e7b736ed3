//! Reinstating: what becomes of a line of an export in a vault that may know the memory already.
//!
//! A line never overrules what the vault has learnt since: what the vault said before is no news, and what was
//! forgotten stays so.

use crate::record::memory::{Memory, Version};

/// What becomes of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// The memory is not known: it comes in whole.
    Whole,
    /// The memory is known and the line says something new: this state.
    Update(Box<Memory>),
    /// The vault knows all that the line says.
    Unchanged,
    /// The memory was forgotten here and stays so.
    StaysForgotten,
}

/// Decides about a line, given the memory that the vault has in its place and its former states.
pub fn decide(line: &Memory, known: Option<&Memory>, former: &[Version]) -> Decision {
    let Some(known) = known else { return Decision::Whole };
    let reinstated = amended(known, line);
    let is_said = |state: &Memory| amended(state, line) == *state;
    if reinstated == *known || former.iter().any(|version| is_said(&version.memory)) {
        return Decision::Unchanged;
    }
    match (known.is_active(), line.is_active()) {
        (true, _) => Decision::Update(Box::new(reinstated)),
        (false, true) => Decision::StaysForgotten,
        (false, false) => Decision::Unchanged,
    }
}

/// The memory with what the line says of it. Names, scope, trust, lifecycle, home, history and signals stay the
/// vault's own.
fn amended(known: &Memory, line: &Memory) -> Memory {
    Memory {
        body: line.body.clone(),
        category: line.category.clone(),
        text: line.text.clone(),
        tags: line.tags.clone(),
        source: line.source.clone(),
        status: line.status,
        importance: line.importance,
        confidence: line.confidence,
        file_paths: line.file_paths.clone(),
        created_at: line.created_at,
        valid_from: line.valid_from,
        valid_until: line.valid_until,
        superseded_by: line.superseded_by,
        reviewed_at: line.reviewed_at,
        ..known.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::memory::{ArchiveReason, Lifecycle, Signals, Trust};

    fn memory(text: &str) -> Memory {
        let json = serde_json::json!({
            "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "k7f3q9ab", "scope": "global",
            "kind": "note", "text": text, "source": {"origin": "human"}, "trust": "medium",
            "importance": 0.5, "confidence": 1.0, "version": 1,
            "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z"
        });
        serde_json::from_value(json).unwrap()
    }

    fn forgotten(text: &str) -> Memory {
        let at = "2026-11-15T10:00:00Z".parse().unwrap();
        let lifecycle = Lifecycle::Archived { at, reason: ArchiveReason::Forgotten };
        Memory { lifecycle, ..memory(text) }
    }

    #[test]
    fn a_memory_that_is_not_known_comes_in_whole() {
        assert_eq!(decide(&memory("x"), None, &[]), Decision::Whole);
    }

    #[test]
    fn what_the_vault_says_or_said_is_no_news() {
        let former = Version { id: memory("").id, version: 1, memory: memory("old") };
        let known = Memory { signals: Signals { score: 3, ..Signals::default() }, ..memory("new") };
        for text in ["new", "old"] {
            let decision = decide(&memory(text), Some(&known), std::slice::from_ref(&former));
            assert_eq!(decision, Decision::Unchanged, "{text}");
        }
    }

    #[test]
    fn a_line_changes_what_a_memory_says_and_nothing_else() {
        let line = Memory { trust: Trust::High, version: 9, ..forgotten("other") };
        let known = memory("mine");
        let decision = decide(&line, Some(&known), &[]);
        assert_eq!(decision, Decision::Update(Box::new(Memory { text: "other".into(), ..known })));
    }

    #[test]
    fn what_was_forgotten_stays_so() {
        let known = forgotten("mine");
        assert_eq!(decide(&memory("other"), Some(&known), &[]), Decision::StaysForgotten);
        assert_eq!(decide(&forgotten("other"), Some(&known), &[]), Decision::Unchanged);
    }
}
