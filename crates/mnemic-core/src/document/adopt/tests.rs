//! What a person did to a document, case by case: known states in, what they started from and did out.

use std::sync::atomic::{AtomicU8, Ordering};

use super::*;

const PATH: &str = "global/MEMORY.md";

/// Bytes that never repeat.
#[derive(Default)]
struct Counting(AtomicU8);

impl Randomness for Counting {
    fn fill(&self, buffer: &mut [u8]) {
        buffer.iter_mut().for_each(|byte| *byte = self.0.fetch_add(7, Ordering::Relaxed));
    }
}

/// A state of the document in which each line is `anchor text` under `Facts`.
fn document(stamp: &str, lines: &[&str]) -> String {
    let block = |line: &&str| match line.split_once(' ') {
        Some(("-", bare)) => format!("- {bare}\n"),
        Some((anchor, text)) => format!("- {text} ^{anchor}\n"),
        None => format!("- ^{line}\n"),
    };
    let blocks: String = lines.iter().map(block).collect();
    format!("# Memory\n\n> Last updated: {stamp}\n\n## Facts\n\n{blocks}\n## Other\n")
}

fn rendering(source: &str, version: u32, landed: bool) -> Rendering {
    let document = Document::parse(source.to_owned());
    let block =
        |block: &Block| Some((block.anchor.as_deref()?.parse().ok()?, (block.hash, version)));
    Rendering {
        hash: crate::document::FileHash::of(source),
        stamp: document.stamp().map(str::to_owned),
        landed,
        blocks: document.blocks().iter().filter_map(block).collect(),
    }
}

fn memory(anchor: &str, text: &str, version: u32) -> Memory {
    let digits: u64 = anchor.bytes().map(u64::from).sum();
    let json = serde_json::json!({
        "id": format!("01934f2e-0000-7000-8000-{digits:012}"), "anchor": anchor, "number": digits,
        "scope": "global", "kind": "note", "text": text, "source": {"origin": "human"},
        "trust": "high", "importance": 0.5, "confidence": 1.0, "version": version,
        "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z",
        "home": {"document": PATH, "section": "Facts"}
    });
    serde_json::from_value(json).unwrap()
}

/// What is known when the lines of each state, newest first, were what Mnemic wrote.
fn known(states: &[&[&str]]) -> Known {
    let mut known = Known::default();
    for (age, lines) in states.iter().enumerate() {
        let version = (states.len() - age) as u32;
        for line in *lines {
            let (anchor, text) = line.split_once(' ').unwrap();
            let memory = memory(anchor, text, version);
            let anchor: Anchor = anchor.parse().unwrap();
            let former = Version { id: memory.id, version, memory: memory.clone() };
            known.versions.insert((memory.id, version), former);
            known.memories.entry(anchor).or_insert(memory);
        }
    }
    known
}

/// What a person did, as `edited a: text`, when they saved `saved` (with the stamp of the state `from`
/// ago) over the states, newest first.
fn done(states: &[&[&str]], from: usize, saved: &[&str]) -> Vec<String> {
    let stamp = |age: usize| format!("2026-11-15 10:00:0{} UTC", states.len() - age);
    let renderings: Vec<Rendering> = states
        .iter()
        .enumerate()
        .map(|(age, lines)| {
            rendering(&document(&stamp(age), lines), (states.len() - age) as u32, true)
        })
        .collect();
    taken(&renderings, &known(states), &document(&stamp(from), saved))
}

fn taken(renderings: &[Rendering], known: &Known, saved: &str) -> Vec<String> {
    let place = Place::at(PATH).unwrap();
    let document = Document::parse(saved.to_owned());
    let found = Found { path: PATH, place: &place, document: &document, renderings };
    if let Some(damage) = found.damage(known) {
        return vec![format!("damage: {damage}")];
    }
    let mut last_number = 900;
    let mut names = Names {
        last_number: &mut last_number,
        now: "2026-11-15T12:00:00Z".parse().unwrap(),
        zone: &TimeZone::UTC,
        randomness: &Counting::default(),
    };
    let events = found.adopt(known, &mut names).events;
    events.iter().map(told).collect()
}

fn told(event: &Event) -> String {
    match event {
        Event::Put(put) if put.base == 0 => format!("written: {}", put.memory.text),
        Event::Put(put) => {
            let cause = match put.cause {
                Cause::EditedByHand => "edited",
                Cause::DeletedByHand => "deleted",
                Cause::Restored => "restored",
                other => panic!("{other:?} is not done by hand"),
            };
            format!("{cause} {} from {}: {}", put.memory.anchor, put.base, put.memory.text)
        }
        Event::Moved(moved) => format!("moved to {}", moved.home.section),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_a_person_did_is_told_from_what_mnemic_wrote() {
    let two: &[&str] = &["aa one", "bb two"];
    let three: &[&str] = &["aa one", "bb two", "cc three"];
    let changed: &[&str] = &["aa ONE", "bb two"];
    type Case<'a> = (&'a str, &'a [&'a [&'a str]], usize, &'a [&'a str], &'a [&'a str]);
    let cases: &[Case<'_>] = &[
        ("nothing", &[two], 0, &["aa one", "bb two"], &[]),
        ("another order", &[two], 0, &["bb two", "aa one"], &[]),
        ("an edit", &[two], 0, &["aa eins", "bb two"], &["edited aa from 1: eins"]),
        ("a deletion", &[two], 0, &["bb two"], &["deleted aa from 1: one"]),
        ("a text taken out", &[two], 0, &["aa", "bb two"], &["deleted aa from 1: one"]),
        ("a new line", &[two], 0, &["aa one", "bb two", "- drei"], &["written: drei"]),
        (
            "a new line with an anchor",
            &[two],
            0,
            &["aa one", "bb two", "dd vier"],
            &["written: vier"],
        ),
        ("an anchor taken off", &[two], 0, &["- one", "bb two"], &[]),
        (
            "an anchor taken off and a tag added",
            &[two],
            0,
            &["- one #new", "bb two"],
            &["edited aa from 1: one"],
        ),
        ("a copy", &[two], 0, &["aa one", "bb two", "aa one"], &["written: one"]),
        ("an old buffer, without what came since", &[three, two], 1, &["aa one", "bb two"], &[]),
        (
            "an old buffer, edited",
            &[three, two],
            1,
            &["aa uno", "bb two"],
            &["edited aa from 1: uno"],
        ),
        ("an old buffer, with the old text", &[changed, two], 1, &["aa one", "bb two"], &[]),
        (
            "an old buffer, a line deleted",
            &[three, two],
            1,
            &["aa one"],
            &["deleted bb from 2: two"],
        ),
        ("both sides", &[changed, two], 1, &["aa eins", "bb two"], &["edited aa from 1: eins"]),
    ];
    for (name, states, from, saved, expected) in cases {
        assert_eq!(done(states, *from, saved), *expected, "{name}");
    }
}

#[test]
fn a_document_that_lost_most_of_its_memories_is_damaged() {
    let lines: Vec<String> = (0..20).map(|number| format!("a{number} text {number}")).collect();
    let all: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(done(&[&all], 0, &all[7..]), ["damage: lost 7 of its 20 memories"]);
    assert_eq!(done(&[&all], 0, &all[6..]).len(), 6, "30 % may be meant");
    assert_eq!(done(&[&all[..6]], 0, &all[..1]).len(), 5, "five may be meant, of however few");
}

#[test]
fn what_may_never_have_been_on_disk_is_not_deleted() {
    let (two, three) = (["aa one", "bb two"], ["aa one", "bb two", "cc three"]);
    let first = rendering(&document("2026-11-15 10:00:01 UTC", &two), 1, true);
    let second = rendering(&document("2026-11-15 10:00:02 UTC", &three), 2, false);
    let known = known(&[&three, &two]);
    let saved = document("2026-11-15 10:00:02 UTC", &["bb two"]);
    assert_eq!(taken(&[second, first], &known, &saved), ["deleted aa from 2: one"]);
}

#[test]
fn a_memory_deleted_by_hand_comes_back_with_its_line() {
    let mut known = known(&[&["aa one", "bb two"]]);
    let reason = ArchiveReason::DeletedByHand;
    let archived = known.memories.get_mut(&"bb".parse::<Anchor>().unwrap()).unwrap();
    archived.lifecycle = Lifecycle::Archived { at: archived.updated_at, reason };
    let now = rendering(&document("2026-11-15 10:00:02 UTC", &["aa one"]), 2, true);
    let saved = document("2026-11-15 10:00:02 UTC", &["aa one", "bb two"]);
    assert_eq!(taken(&[now], &known, &saved), ["restored bb from 1: two"]);
}

#[test]
fn a_block_under_another_heading_moves_and_takes_its_category() {
    let source = document("2026-11-15 10:00:01 UTC", &["aa one", "bb two"]);
    let states = [rendering(&source, 1, true)];
    let saved =
        source.replace("- one ^aa\n", "").replace("## Other\n", "## Decisions\n\n- one ^aa\n");
    let place = Place::at(PATH).unwrap();
    let document = Document::parse(saved);
    let found = Found { path: PATH, place: &place, document: &document, renderings: &states };
    let mut names = Names {
        last_number: &mut 0,
        now: "2026-11-15T12:00:00Z".parse().unwrap(),
        zone: &TimeZone::UTC,
        randomness: &Counting::default(),
    };
    let adoption = found.adopt(&known(&[&["aa one", "bb two"]]), &mut names);
    let [Event::Put(put)] = adoption.events.as_slice() else { panic!("{adoption:?}") };
    assert_eq!(put.memory.home.as_ref().unwrap().section, "Decisions");
    assert_eq!(put.memory.category, "decision".parse().ok());
}
