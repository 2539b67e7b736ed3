//! A memory whole: with its past, its contradictions and the sessions that repeated it. What an export carries and an
//! import of one brings back.

use serde::{Deserialize, Serialize};

use crate::{
    document::{
        MAX_TAGS, is_tag,
        place::{Place, Role},
    },
    journal::line,
    learn::contradiction::ContradictionWith,
    record::memory::{Lifecycle, Memory, MergeConflict, Signals},
};

/// The highest running number, score and count that may come in. The journal takes twice as much: what comes in is
/// counted on from.
const MAX_COUNT: u64 = line::HIGHEST / 2;
/// The highest version that may come in.
const MAX_VERSION: u32 = line::HIGHEST_VERSION / 2;

/// A memory and everything that is known of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WholeMemory {
    /// Its present state, signals and all.
    pub memory: Memory,
    /// The states it was in before, oldest first, each as it was then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<Memory>,
    /// Changes that clashed and are not settled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<MergeConflict>,
    /// The sessions that have repeated it; each raises its importance once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeated_in: Vec<String>,
    /// The memories that it contradicts; of two that contradict each other, the later one tells of it.
    #[serde(rename = "disputes", default, skip_serializing_if = "Vec::is_empty")]
    pub contradictions: Vec<ContradictionWith>,
}

impl WholeMemory {
    /// What keeps it from being taken over as it is, one sentence each. Texts are not bounded: a person may have
    /// written them into a document.
    pub fn faults(&self) -> Vec<String> {
        let Self { memory, versions, conflicts, contradictions, .. } = self;
        let mut faults = Vec::new();
        for state in std::iter::once(memory).chain(versions) {
            faults_of_state(state, &mut faults);
        }
        if versions.iter().any(|former| former.id != memory.id) {
            faults.push("a former state is another memory's".to_owned());
        }
        let numbers = || versions.iter().map(|former| former.version);
        if !numbers().is_sorted_by(|one, next| one < next)
            || numbers().any(|version| version >= memory.version)
        {
            faults.push(format!("the former states do not lead up to version {}", memory.version));
        }
        if conflicts.iter().any(|conflict| conflict.id != memory.id) {
            faults.push("a conflict is another memory's".to_owned());
        }
        if conflicts.iter().any(|conflict| conflict.kept.max(conflict.other) > MAX_VERSION) {
            faults.push(format!("a conflict names a version above {MAX_VERSION}"));
        }
        if contradictions.iter().any(|contradiction| contradiction.to == memory.id) {
            faults.push("it contradicts itself".to_owned());
        }
        faults.dedup();
        faults
    }
}

fn faults_of_state(memory: &Memory, faults: &mut Vec<String>) {
    if memory.kind().trim().is_empty() {
        faults.push("Memory type is required".to_owned());
    }
    let is_erased = matches!(memory.lifecycle, Lifecycle::Erased { .. });
    if memory.text.trim().is_empty() && !is_erased {
        faults.push("Content is required".to_owned());
    }
    faults_of_counts(memory, faults);
    for (name, share) in [("importance", memory.importance), ("confidence", memory.confidence)] {
        if !(0.0..=1.0).contains(&share) {
            faults.push(format!("{name} {share} is not between 0 and 1"));
        }
    }
    let count = memory.tags.len();
    if count > MAX_TAGS {
        faults.push(format!("{count} tags are too many: a memory has at most {MAX_TAGS}"));
    }
    for tag in memory.tags.iter().take(MAX_TAGS).filter(|tag| !is_tag(tag)) {
        faults.push(format!("`{tag}` is not a tag"));
    }
    if let Some(home) = memory.home.as_ref().filter(|_| !has_valid_home(memory)) {
        let (document, scope) = (&home.document, &memory.scope);
        faults.push(format!("`{document}` is not a document for memories of {scope}"));
    }
}

/// Counting goes on from these, in the journal and in the index.
fn faults_of_counts(memory: &Memory, faults: &mut Vec<String>) {
    if !(1..=MAX_VERSION).contains(&memory.version) {
        faults.push(format!("version {} is not between 1 and {MAX_VERSION}", memory.version));
    }
    let Signals { score, access_count, injections, .. } = &memory.signals;
    for (name, count) in [
        ("number", memory.number.unwrap_or_default()),
        ("access_count", *access_count),
        ("injections", *injections),
    ] {
        if count > MAX_COUNT {
            faults.push(format!("{name} {count} is above {MAX_COUNT}"));
        }
    }
    if score.unsigned_abs() > MAX_COUNT {
        faults.push(format!("score {score} is not between -{MAX_COUNT} and {MAX_COUNT}"));
    }
}

/// Whether a memory's home is a document of its scope that shows memories.
fn has_valid_home(memory: &Memory) -> bool {
    let Some(home) = &memory.home else { return true };
    let shows_memories = |role: &Role| !matches!(role, Role::Log { .. } | Role::Long(_));
    let place = Place::at(&home.document);
    place.is_some_and(|place| place.scope == memory.scope && shows_memories(&place.role))
        && is_heading(&home.section)
}

/// Whether a heading can say it: one line, which may hold whatever a person wrote there.
fn is_heading(section: &str) -> bool {
    !section.contains('\n') && !section.ends_with('\r')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        journal::event::{Actor, Channel},
        record::{id::ActId, memory::Home},
    };

    fn memory(version: u32) -> Memory {
        let json = serde_json::json!({
            "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "k7f3q9ab", "scope": "global",
            "kind": "note", "text": "x", "source": {"origin": "human"}, "trust": "high",
            "importance": 0.5, "confidence": 1.0, "version": version,
            "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z"
        });
        serde_json::from_value(json).unwrap()
    }

    fn whole(memory: Memory, versions: Vec<Memory>) -> WholeMemory {
        WholeMemory {
            memory,
            versions,
            conflicts: Vec::new(),
            repeated_in: Vec::new(),
            contradictions: Vec::new(),
        }
    }

    #[test]
    fn the_journal_writes_only_what_there_is() {
        let event = |whole: WholeMemory| {
            serde_json::to_string(&crate::journal::event::Event::Reinstated(Box::new(whole)))
                .unwrap()
        };
        insta::assert_snapshot!(event(whole(memory(1), Vec::new())), @r#"{"reinstated":{"memory":{"id":"01934f2e-0000-7000-8000-000000000001","anchor":"k7f3q9ab","scope":"global","kind":"note","text":"x","source":{"origin":"human"},"trust":"high","status":"confirmed","importance":0.5,"confidence":1.0,"version":1,"created_at":"2026-11-15T10:00:00Z","updated_at":"2026-11-15T10:00:00Z"}}}"#);
        let conflict = MergeConflict {
            id: memory(1).id,
            kept: 2,
            other: 1,
            detected_at: "2026-11-15T10:30:00Z".parse().unwrap(),
        };
        let full = WholeMemory {
            conflicts: vec![conflict],
            repeated_in: vec!["s1".to_owned()],
            ..whole(memory(2), vec![memory(1)])
        };
        insta::assert_snapshot!(event(full), @r#"{"reinstated":{"memory":{"id":"01934f2e-0000-7000-8000-000000000001","anchor":"k7f3q9ab","scope":"global","kind":"note","text":"x","source":{"origin":"human"},"trust":"high","status":"confirmed","importance":0.5,"confidence":1.0,"version":2,"created_at":"2026-11-15T10:00:00Z","updated_at":"2026-11-15T10:00:00Z"},"versions":[{"id":"01934f2e-0000-7000-8000-000000000001","anchor":"k7f3q9ab","scope":"global","kind":"note","text":"x","source":{"origin":"human"},"trust":"high","status":"confirmed","importance":0.5,"confidence":1.0,"version":1,"created_at":"2026-11-15T10:00:00Z","updated_at":"2026-11-15T10:00:00Z"}],"conflicts":[{"id":"01934f2e-0000-7000-8000-000000000001","kept":2,"other":1,"detected_at":"2026-11-15T10:30:00Z"}],"repeated_in":["s1"]}}"#);
    }

    #[test]
    fn former_states_lead_up_to_the_present_one() {
        let faults = |versions: &[u32]| {
            whole(memory(3), versions.iter().copied().map(memory).collect()).faults().len()
        };
        assert_eq!(faults(&[]), 0);
        assert_eq!(faults(&[2]), 0);
        assert_eq!(faults(&[1, 2]), 0);
        for wrong in [&[3][..], &[2, 1], &[1, 1]] {
            assert_eq!(faults(wrong), 1, "{wrong:?}");
        }
    }

    #[test]
    fn a_home_is_a_document_of_the_memorys_own_scope() {
        let faults = |document: &str, section: &str| {
            let home = Home { document: document.into(), section: section.to_owned() };
            whole(Memory { home: Some(home), ..memory(1) }, Vec::new()).faults()
        };
        for fine in ["global/MEMORY.md", "global/memory/USER-002.md", "global/archive/2026-11.md"] {
            assert_eq!(faults(fine, "Facts"), Vec::<String>::new(), "{fine}");
        }
        for wrong in ["../MEMORY.md", "projects/x/MEMORY.md", "global/memory/2026-11-15.md", ""] {
            assert_eq!(faults(wrong, "Facts").len(), 1, "{wrong}");
        }
        assert_eq!(faults("global/MEMORY.md", "Facts\n- x").len(), 1);
        assert_eq!(faults("global/MEMORY.md", "By \u{1b}[31mhand"), Vec::<String>::new());
    }

    #[test]
    fn a_value_out_of_its_bounds_is_named() {
        let wrong = Memory { importance: 2.0, tags: vec!["a b".to_owned()], ..memory(1) };
        let faults = whole(wrong, Vec::new()).faults();
        assert_eq!(faults, ["importance 2 is not between 0 and 1", "`a b` is not a tag"]);
        let signals = Signals {
            score: i64::MIN,
            access_count: u64::MAX,
            injections: MAX_COUNT + 1,
            ..Signals::default()
        };
        let number = Some(MAX_COUNT + 1);
        let wrong = Memory { number, signals, text: "\u{3000}\n".to_owned(), ..memory(1 << 31) };
        let faults = whole(wrong, Vec::new()).faults();
        assert_eq!(faults[0], "Content is required");
        assert_eq!(faults[1], "version 2147483648 is not between 1 and 1073741823");
        assert_eq!(faults.len(), 6, "{faults:?}");
    }

    #[test]
    fn what_comes_in_at_its_bounds_can_be_written_down() {
        let number = Some(MAX_COUNT);
        let highest = whole(Memory { number, ..memory(MAX_VERSION) }, Vec::new());
        assert_eq!(highest.faults(), Vec::<String>::new());
        let act = crate::journal::event::Act {
            v: crate::journal::event::Act::FORMAT,
            id: ActId::from_bytes([1; 16]),
            time: crate::port::clock::EventTime(1),
            actor: Actor::through(Channel::Cli),
            at: "2026-11-15T10:00:00Z".parse().unwrap(),
            run: None,
            events: vec![crate::journal::event::Event::Reinstated(Box::new(highest.clone()))],
        };
        assert_eq!(line::decode(&line::encode(&act).unwrap()).unwrap(), act);
        let beyond = whole(memory(u32::MAX), Vec::new());
        let events = vec![crate::journal::event::Event::Reinstated(Box::new(beyond))];
        assert!(line::encode(&crate::journal::event::Act { events, ..act }).is_err());
    }
}
