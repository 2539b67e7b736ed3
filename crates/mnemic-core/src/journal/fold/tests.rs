//! What acts come to, case by case.

use super::*;
use crate::{
    journal::event::{Actor, Injected},
    port::clock::EventTime,
    record::{id::ActId, memory::Home},
};

fn memory(text: &str) -> Memory {
    let json = serde_json::json!({
        "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "k7f3q9ab", "number": 1, "scope": "global",
        "kind": "note", "text": text, "source": {"origin": "human"}, "trust": "high", "importance": 0.5,
        "confidence": 1.0, "version": 1, "created_at": "2026-11-15T10:00:00Z",
        "updated_at": "2026-11-15T10:00:00Z"
    });
    serde_json::from_value(json).unwrap()
}

fn act(channel: &str, events: Vec<Event>) -> Act {
    Act {
        v: Act::FORMAT,
        id: ActId::from_bytes([1; 16]),
        time: EventTime(1),
        actor: Actor::through(channel),
        at: "2026-11-15T11:00:00Z".parse().unwrap(),
        run: None,
        events,
    }
}

fn put(base: u32, memory: Memory) -> Event {
    Event::Put(Put::new(Cause::Updated, base, memory))
}

fn folded(acts: &[Act]) -> Folded {
    let mut fold = Fold::new(Loaded::default(), TimeZone::UTC);
    acts.iter().for_each(|act| fold.apply(act));
    fold.finish()
}

fn outcome(folded: &Folded) -> &Memory {
    folded
        .changes
        .iter()
        .find_map(|change| match change {
            Change::Memory(memory) => Some(memory.as_ref()),
            _ => None,
        })
        .expect("a memory was written")
}

fn conflicts(folded: &Folded) -> Vec<(u32, u32)> {
    let conflict = |change: &Change| match change {
        Change::MergeConflict(conflict) => Some((conflict.kept, conflict.other)),
        _ => None,
    };
    folded.changes.iter().filter_map(conflict).collect()
}

#[test]
fn changes_of_one_version_that_do_not_overlap_are_merged() {
    let folded = folded(&[
        act("cli", vec![put(0, memory("one\ntwo\nthree\nfour"))]),
        act("cli", vec![put(1, memory("ONE\ntwo\nthree\nfour"))]),
        act("cli", vec![put(1, memory("one\ntwo\nthree\nFOUR"))]),
    ]);
    assert_eq!(outcome(&folded).text, "ONE\ntwo\nthree\nFOUR");
    assert_eq!(outcome(&folded).version, 4);
    assert_eq!(conflicts(&folded), []);
}

#[test]
fn a_change_is_merged_with_the_state_it_was_made_from_whatever_its_number() {
    let at = |text: &str, second: i64| Memory {
        updated_at: jiff::Timestamp::from_second(second).unwrap(),
        ..memory(text)
    };
    let based = |base: &Memory, version, changed: &Memory| {
        let state = Some(StateHash::of(base));
        let put = Put::new(Cause::Updated, version, changed.clone());
        act("cli", vec![Event::Put(Put { base_state: state, ..put })])
    };
    let first = at("a\nb\nc\nd\ne", 1);
    let here = at("A\nb\nc\nd\ne", 2);
    let there = at("a\nb\nc\nd\nE", 3);
    let there_again = at("a\nb\nX\nd\nE", 4);
    let folded = folded(&[
        act("cli", vec![put(0, first.clone())]),
        based(&first, 1, &here),
        based(&first, 1, &there),
        based(&there, 2, &there_again),
    ]);
    assert_eq!(outcome(&folded).text, "A\nb\nX\nd\nE");
    assert_eq!(conflicts(&folded), []);
}

#[test]
fn a_change_of_a_state_nobody_knows_clashes() {
    let lost = StateHash::of(&memory("what only the other machine saw"));
    let put_there = Put::new(Cause::Updated, 1, memory("blue"));
    let folded = folded(&[
        act("cli", vec![put(0, memory("red"))]),
        act("cli", vec![Event::Put(Put { base_state: Some(lost), ..put_there })]),
    ]);
    assert_eq!(outcome(&folded).text, "red");
    assert_eq!(conflicts(&folded), [(1, 2)]);
}

#[test]
fn of_two_clashing_changes_the_first_stays_and_both_are_kept() {
    let folded = folded(&[
        act("cli", vec![put(0, memory("red"))]),
        act("cli", vec![put(1, memory("green"))]),
        act("cli", vec![put(1, memory("blue"))]),
    ]);
    assert_eq!(outcome(&folded).text, "green");
    assert_eq!(conflicts(&folded), [(2, 3)]);
    let kept: Vec<_> = folded
        .changes
        .iter()
        .filter_map(|change| match change {
            Change::Version(version) => Some(version.memory.text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(kept, ["red", "green", "blue"]);
}

#[test]
fn a_persons_edit_wins_a_clash() {
    let folded = folded(&[
        act("cli", vec![put(0, memory("red"))]),
        act("cli", vec![put(1, memory("green"))]),
        act("editor", vec![put(1, memory("blue"))]),
    ]);
    assert_eq!(outcome(&folded).text, "blue");
    assert_eq!(conflicts(&folded), [(3, 2)]);
}

#[test]
fn a_clash_in_a_text_of_the_body_is_a_conflict_as_one_in_the_text() {
    let seen_at = |site: &str| -> Memory {
        let fields = [("site".to_owned(), site.into())].into();
        let body = crate::record::memory::Body::from_parts("hologram".to_owned(), fields);
        Memory { body, ..memory("red") }
    };
    for (channel, site, conflict) in [("cli", "wood", (2, 3)), ("editor", "pond", (3, 2))] {
        let folded = folded(&[
            act("cli", vec![put(0, seen_at("house"))]),
            act("cli", vec![put(1, seen_at("wood"))]),
            act(channel, vec![put(1, seen_at("pond"))]),
        ]);
        assert_eq!(outcome(&folded).body, seen_at(site).body, "{channel}");
        assert_eq!(conflicts(&folded), [conflict], "{channel}");
    }
}

#[test]
fn a_session_repeats_a_memory_only_once() {
    let repeat = |session: &str| {
        Event::Signal(Signal { repeated_in: Some(session.into()), ..Signal::about(memory("").id) })
    };
    let folded = folded(&[
        act("cli", vec![put(0, memory("red"))]),
        act("cli", vec![repeat("a"), repeat("a"), repeat("b")]),
    ]);
    assert!((outcome(&folded).importance - 0.7).abs() < 1e-9);
    assert_eq!(outcome(&folded).signals.access_count, 2);
}

#[test]
fn of_two_memories_with_one_number_the_later_is_left_without() {
    let mut second = memory("other");
    second.id = MemoryId::from_bytes([9; 16]);
    let folded = folded(&[
        act("cli", vec![put(0, memory("first"))]),
        act("cli", vec![put(0, second.clone())]),
    ]);
    let names: Vec<_> = folded
        .changes
        .iter()
        .filter_map(|change| match change {
            Change::Memory(memory) => Some((memory.number, memory.anchor.to_string())),
            _ => None,
        })
        .collect();
    assert_eq!(
        names,
        [(Some(1), "k7f3q9ab".into()), (None, Anchor::derived(second.id).to_string())]
    );
}

#[test]
fn a_home_given_later_in_a_batch_is_not_undone_by_an_earlier_move() {
    let home =
        |document: &str| Some(Home { document: document.into(), section: "Facts".to_owned() });
    let mut forgotten = memory("red");
    forgotten.home = home("global/archive/2026-11.md");
    let moved =
        Moved { home: home("global/memory/MEMORY-001.md").unwrap(), ids: vec![forgotten.id] };
    let folded = folded(&[
        act("cli", vec![put(0, memory("red"))]),
        act("scribe", vec![Event::Moved(moved)]),
        act("cli", vec![put(1, forgotten.clone())]),
    ]);
    assert_eq!(outcome(&folded).home, forgotten.home);
    assert!(!folded.changes.iter().any(|change| matches!(change, Change::Home { .. })));
}

fn whole() -> WholeMemory {
    let signals = Signals { score: 3, ..Signals::default() };
    WholeMemory {
        memory: Memory { version: 4, signals, ..memory("blue") },
        versions: vec![memory("red"), Memory { version: 3, ..memory("green") }],
        conflicts: vec![MergeConflict {
            id: memory("").id,
            kept: 3,
            other: 1,
            detected_at: "2026-11-15T10:30:00Z".parse().unwrap(),
        }],
        repeated_in: vec!["a".to_owned()],
        contradictions: Vec::new(),
    }
}

#[test]
fn a_candidate_is_known_by_the_sessions_that_were_given_it() {
    let handed = |session: String| {
        let injected =
            Some(Injected { receipt: "r7f3q9ab".parse().unwrap(), session: Some(session) });
        Event::Signal(Signal { injected, ..Signal::about(memory("").id) })
    };
    for (status, expected) in
        [(Status::Candidate, Signals::SESSIONS_MOST), (Status::Confirmed, 0), (Status::Pinned, 0)]
    {
        let given = (0..40).map(|number| handed(format!("s{}", number % 20))).collect();
        let made = Memory { status, ..memory("red") };
        let folded = folded(&[act("cli", vec![put(0, made)]), act("cli", given)]);
        let signals = &outcome(&folded).signals;
        assert_eq!((signals.injected_in.len(), signals.injections), (expected, 40), "{status:?}");
    }
}

#[test]
fn what_is_handed_to_an_agent_is_counted_apart_from_feedback() {
    let injected = Some(Injected { receipt: "r7f3q9ab".parse().unwrap(), session: None });
    let handed = Signal { accessed: true, injected, ..Signal::about(memory("").id) };
    let folded = folded(&[
        act("cli", vec![put(0, memory("red"))]),
        act("cli", vec![Event::Signal(handed.clone()), Event::Signal(handed)]),
    ]);
    let signals = &outcome(&folded).signals;
    assert_eq!((signals.injections, signals.access_count, signals.score), (2, 2, 0));
    assert!(signals.last_accessed_at.is_some() && signals.last_hit_at.is_none());
}

#[test]
fn a_reinstated_memory_has_its_past_and_its_signals() {
    let reinstated = Event::Reinstated(Box::new(whole()));
    let repeated_in = Some("a".into());
    let repeat = Event::Signal(Signal { score: 1, repeated_in, ..Signal::about(memory("").id) });
    let folded = folded(&[
        act("cli", vec![reinstated]),
        act("cli", vec![repeat]),
        act("cli", vec![put(3, memory("green and more"))]),
    ]);
    assert_eq!((outcome(&folded).version, outcome(&folded).signals.score), (6, 4));
    assert!((outcome(&folded).importance - 0.5).abs() < 1e-9, "the session counted before");
    assert_eq!(conflicts(&folded), [(3, 1), (4, 5)]);
}

#[test]
fn a_memory_that_is_known_is_not_reinstated() {
    let folded = folded(&[
        act("cli", vec![put(0, memory("red"))]),
        act("cli", vec![Event::Reinstated(Box::new(whole()))]),
    ]);
    assert_eq!((outcome(&folded).text.as_str(), outcome(&folded).version), ("red", 1));
    assert_eq!(conflicts(&folded), []);
}

#[test]
fn an_act_met_again_changes_nothing() {
    let once = act("cli", vec![put(0, memory("red"))]);
    let folded = folded(&[once.clone(), once]);
    assert_eq!(outcome(&folded).version, 1);
}
