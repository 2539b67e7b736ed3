//! Sample memories.

use jiff::{SignedDuration, Timestamp};
use mnemic_core::record::{
    id::{Anchor, MemoryId},
    kind::specimen::Specimen,
    memory::{Body, Lifecycle, Memory, Signals, Status, Trust},
    scope::Scope,
    source::{Origin, Source},
};

/// A global note whose id, anchor (`m0000012`) and times follow from its running number: the higher
/// the number, the later it was made. Change what a test is about: `Memory { scope:
/// scope("project:a"), ..memory(1, "text") }`.
pub fn memory(number: u64, text: &str) -> Memory {
    let created_at = Timestamp::UNIX_EPOCH
        + SignedDuration::from_secs(1_767_225_600)
        + SignedDuration::from_mins(number.cast_signed());
    Memory {
        id: id(number),
        anchor: anchor(number),
        number: Some(number),
        scope: Scope::Global,
        body: Body::Note,
        category: None,
        text: text.to_owned(),
        tags: Vec::new(),
        source: Source { origin: Origin::Human, ..Source::default() },
        trust: Trust::High,
        status: Status::Confirmed,
        lifecycle: Lifecycle::Active,
        importance: 0.5,
        confidence: 1.0,
        version: 1,
        file_paths: Vec::new(),
        created_at,
        updated_at: created_at,
        valid_from: None,
        valid_until: None,
        superseded_by: None,
        reviewed_at: None,
        home: None,
        signals: Signals::default(),
    }
}

/// What a memory has as a specimen; it becomes one if it is none.
pub(crate) fn specimen(memory: &mut Memory) -> &mut Specimen {
    if !matches!(memory.body, Body::Specimen(_)) {
        memory.body = Body::Specimen(Box::default());
    }
    match &mut memory.body {
        Body::Specimen(specimen) => specimen,
        _ => unreachable!("it was made one"),
    }
}

fn id(number: u64) -> MemoryId {
    let mut bytes = *b"\x01\x93\x4f\x2e\x00\x00\x70\x00\x80\x00\x00\x00\x00\x00\x00\x00";
    for (byte, digit) in bytes[9..].iter_mut().zip(&number.to_be_bytes()[1..]) {
        *byte = *digit;
    }
    MemoryId::from_bytes(bytes)
}

fn anchor(number: u64) -> Anchor {
    format!("m{number:07}").parse().expect("letters and digits are an anchor")
}

/// The scope with this name.
///
/// # Panics
///
/// When there is no such scope.
pub fn scope(name: &str) -> Scope {
    name.parse().expect("a test names a scope that can exist")
}
