//! Taking an act back: the events that set memories to what they were before it.
//!
//! What happened since stays: a memory that was changed again is merged, and where that cannot be done the
//! act is not taken back at all.

use std::collections::HashMap;

use jiff::{Timestamp, tz::TimeZone};
use thiserror::Error;

use crate::{
    document::place,
    journal::{
        event::{Act, Cause, Event, Put, Signal, Undone},
        merge::{Preferred, merge},
    },
    port::store::{Loaded, Needs},
    record::{
        id::MemoryId,
        memory::{ArchiveReason, Lifecycle, Memory},
    },
};

/// Why an act cannot be taken back.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It changed nothing that could be.
    #[error("it changed nothing that can be undone")]
    Nothing,
    /// What it changed was changed again, in the same lines.
    #[error("memory [id:{0}] has changed since")]
    ChangedSince(u64),
    /// What a memory was before is not known any more.
    #[error("the earlier version of memory [id:{0}] is unknown")]
    Lost(u64),
}

/// Whether an act changed anything that can be taken back.
pub fn can_be_undone(act: &Act) -> bool {
    act.events.iter().any(|event| match event {
        Event::Put(_) | Event::Reinstated(_) => true,
        Event::Signal(signal) => signal.score != 0,
        _ => false,
    })
}

/// Whether an act took others back.
pub fn is_undo(act: &Act) -> bool {
    act.events.iter().any(|event| matches!(event, Event::Undone(_)))
}

/// What must be known to take an act back.
pub fn needs(act: &Act) -> Needs {
    let mut needs = Needs::default();
    for event in &act.events {
        match event {
            Event::Put(put) => {
                needs.ids.push(put.memory.id);
                needs.base_of(put);
            }
            Event::Reinstated(whole) => needs.ids.push(whole.memory.id),
            Event::Signal(signal) => needs.ids.push(signal.id),
            _ => {}
        }
    }
    needs
}

/// The events that take an act back, given what [`needs`] asked for.
pub fn plan(
    act: &Act,
    loaded: &Loaded,
    now: Timestamp,
    zone: &TimeZone,
) -> Result<Vec<Event>, Refusal> {
    let mut present: HashMap<MemoryId, Memory> = loaded.memories.clone();
    let mut events = vec![Event::Undone(Undone { act: act.id })];
    for event in act.events.iter().rev() {
        if let Some((id, change)) = changed(event)
            && let Some(current) = present.get(&id)
            && let Some(memory) = before(change, current, loaded, now, zone)?
        {
            let base = current.version;
            events.push(Event::Put(Put::new(Cause::Undone, base, memory.clone())));
            present.insert(id, Memory { version: base + 1, ..memory });
        }
        match event {
            Event::Signal(signal) if signal.score != 0 => {
                let opposite = Signal { score: -signal.score, ..Signal::about(signal.id) };
                events.push(Event::Signal(opposite));
            }
            _ => {}
        }
    }
    if events.len() == 1 {
        return Err(Refusal::Nothing);
    }
    Ok(events)
}

/// The memories that the events of a plan change, as they are then.
pub fn outcome(events: &[Event], loaded: &Loaded) -> Vec<Memory> {
    let mut changed: Vec<Memory> = Vec::new();
    for event in events {
        let (id, put, score) = match event {
            Event::Put(put) => (put.memory.id, Some(put), 0),
            Event::Signal(signal) => (signal.id, None, signal.score),
            _ => continue,
        };
        let before = changed.iter().position(|memory| memory.id == id);
        let before = before.map(|index| changed.remove(index));
        let Some(before) = before.or_else(|| loaded.memories.get(&id).cloned()) else { continue };
        let mut memory = match put {
            Some(put) => {
                Memory { version: put.base + 1, signals: before.signals, ..(*put.memory).clone() }
            }
            None => before,
        };
        memory.signals.score += score;
        changed.push(memory);
    }
    changed
}

/// The memory that an event set, and how unless it was new.
fn changed(event: &Event) -> Option<(MemoryId, Option<&Put>)> {
    match event {
        Event::Put(put) => Some((put.memory.id, Some(put).filter(|put| put.base > 0))),
        Event::Reinstated(whole) => Some((whole.memory.id, None)),
        _ => None,
    }
}

/// A memory without what a change did to it, archived when it was new; nothing when it is archived already.
fn before(
    change: Option<&Put>,
    current: &Memory,
    loaded: &Loaded,
    now: Timestamp,
    zone: &TimeZone,
) -> Result<Option<Memory>, Refusal> {
    let Some(put) = change else {
        return Ok(current.is_active().then(|| archived(current.clone(), now, zone)));
    };
    let number = current.number.unwrap_or_default();
    let former = loaded.base_of(put).ok_or(Refusal::Lost(number))?;
    let merged = merge(&put.memory, current, former, Preferred::Ours);
    if merged.clashes {
        return Err(Refusal::ChangedSince(number));
    }
    let mut memory = Memory { updated_at: now, ..merged.memory };
    if memory.all_texts() == former.all_texts() {
        memory.trust = former.trust;
    }
    Ok(Some(memory))
}

fn archived(mut memory: Memory, now: Timestamp, zone: &TimeZone) -> Memory {
    memory.lifecycle = Lifecycle::Archived { at: now, reason: ArchiveReason::Undone };
    memory.home = place::archive_home(&memory.scope, now, zone);
    memory.updated_at = now;
    memory
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        journal::event::{Actor, Channel},
        port::clock::EventTime,
        record::{id::ActId, memory::Version},
    };

    fn memory(text: &str, version: u32) -> Memory {
        let json = serde_json::json!({
            "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "k7f3q9ab", "number": 1,
            "scope": "global", "kind": "note", "text": text, "source": {"origin": "human"},
            "trust": "high", "importance": 0.5, "confidence": 1.0, "version": version,
            "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z"
        });
        serde_json::from_value(json).unwrap()
    }

    fn act(events: Vec<Event>) -> Act {
        Act {
            v: Act::FORMAT,
            id: ActId::from_bytes([7; 16]),
            time: EventTime(1),
            actor: Actor::through(Channel::Cli),
            at: "2026-11-15T11:00:00Z".parse().unwrap(),
            run: None,
            events,
        }
    }

    fn updated(base: u32, text: &str) -> Act {
        act(vec![Event::Put(Put::new(Cause::Updated, base, memory(text, base)))])
    }

    fn known(current: Memory, former: &[Memory]) -> Loaded {
        let version = |memory: &Memory| {
            let (id, version) = (memory.id, memory.version);
            ((id, version), Version { id, version, memory: memory.clone() })
        };
        let memories = HashMap::from([(current.id, current)]);
        Loaded { memories, versions: former.iter().map(version).collect(), ..Loaded::default() }
    }

    fn taken_back(act: &Act, loaded: &Loaded) -> Result<Memory, Refusal> {
        let now = "2026-11-15T12:00:00Z".parse().unwrap();
        let events = plan(act, loaded, now, &TimeZone::UTC)?;
        assert_eq!(events[0], Event::Undone(Undone { act: act.id }));
        let Event::Put(put) = &events[1] else { panic!("{events:?}") };
        assert_eq!(put.cause, Cause::Undone);
        Ok((*put.memory).clone())
    }

    #[test]
    fn a_change_is_taken_back_and_what_came_after_stays() {
        let cases = [
            ("one\ntwo\nthree", "ONE\ntwo\nthree", "ONE\ntwo\nthree", Ok("one\ntwo\nthree")),
            ("one\ntwo\nthree", "ONE\ntwo\nthree", "ONE\ntwo\nTHREE", Ok("one\ntwo\nTHREE")),
            ("one", "uno", "eins", Err(Refusal::ChangedSince(1))),
        ];
        for (before, after, now, expected) in cases {
            let loaded = known(memory(now, 3), &[memory(before, 1)]);
            let text = taken_back(&updated(1, after), &loaded).map(|memory| memory.text);
            assert_eq!(text, expected.map(str::to_owned), "{before:?} {after:?} {now:?}");
        }
    }

    #[test]
    fn what_was_made_is_archived() {
        let made = act(vec![Event::Put(Put::new(Cause::Remembered, 0, memory("red", 1)))]);
        let memory = taken_back(&made, &known(memory("red", 1), &[])).unwrap();
        let reason = match memory.lifecycle {
            Lifecycle::Archived { reason, .. } => reason,
            other => panic!("{other:?}"),
        };
        assert_eq!(reason, ArchiveReason::Undone);
        assert_eq!(memory.home.unwrap().document, "global/archive/2026-11.md");
    }

    #[test]
    fn feedback_is_counted_back() {
        let id = memory("", 1).id;
        let signal = |score| Signal { score, hit: score > 0, ..Signal::about(id) };
        let now = "2026-11-15T12:00:00Z".parse().unwrap();
        let reinforced = act(vec![Event::Signal(signal(3))]);
        let events = plan(&reinforced, &Loaded::default(), now, &TimeZone::UTC).unwrap();
        assert_eq!(events[1..], [Event::Signal(signal(-3))]);
    }

    #[test]
    fn an_act_without_effect_or_without_a_known_past_is_left_alone() {
        let now = "2026-11-15T12:00:00Z".parse().unwrap();
        let nothing = plan(&act(vec![]), &Loaded::default(), now, &TimeZone::UTC);
        assert_eq!(nothing, Err(Refusal::Nothing));
        let lost = taken_back(&updated(1, "uno"), &known(memory("uno", 2), &[]));
        assert_eq!(lost, Err(Refusal::Lost(1)));
    }
}
