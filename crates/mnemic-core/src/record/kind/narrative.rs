//! Narratives: one sentence each, in a chain that tells what happened and which memories came of it.
//!
//! A narrative is never changed: what comes after is told by the next one.

use serde::{Deserialize, Serialize};

use super::{Fields, Kind, Residence};
use crate::{
    journal::event::Act,
    record::{id::MemoryId, memory::Body},
};

/// The readable form of its session and the daily log show it; the end of the session logs it.
pub(super) static KIND: Kind = Kind {
    name: Narrative::KIND,
    journal_format: Act::FIRST_FORMAT,
    body: |fields| super::read(fields).map(Body::Narrative),
    residence: Residence::Nowhere,
    fields: &[],
    is_categorised: false,
    makes_claims: false,
    is_logged: false,
    is_mutable: false,
    takes_feedback: false,
};

/// What a narrative has beside its sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Narrative {
    /// The narrative before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<MemoryId>,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// The memories made while it happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<MemoryId>,
}

impl Narrative {
    /// The name of the kind.
    pub const KIND: &str = "narrative";

    /// Its fields.
    pub fn fields(&self) -> Fields {
        super::write(self)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::record::memory::Body;

    #[test]
    fn a_narrative_reads_back_and_one_of_a_later_version_keeps_what_it_has() {
        let id = "01934f2e-0000-7000-8000-000000000001";
        let body = json!({ "kind": "narrative", "body": { "previous": id, "topic": "x", "memories": [id] } });
        let read: Body = serde_json::from_value(body.clone()).unwrap();
        assert!(matches!(&read, Body::Narrative(narrative) if narrative.memories.len() == 1));
        assert_eq!(serde_json::to_value(&read).unwrap(), body);
        let first: Body = serde_json::from_value(json!({ "kind": "narrative" })).unwrap();
        assert_eq!(serde_json::to_value(&first).unwrap(), json!({ "kind": "narrative" }));
        let later = json!({ "kind": "narrative", "body": { "mood": "glad" } });
        let read: Body = serde_json::from_value(later.clone()).unwrap();
        assert!(matches!(read, Body::Other { .. }));
        assert_eq!(serde_json::to_value(&read).unwrap(), later);
    }
}
