//! Exports: a memory as one line of JSON, and memories as Markdown.
//!
//! A line has the fields of an import's and more, so that whatever reads one reads the other.

mod markdown;
mod state;

use serde::{Deserialize, Serialize};

use crate::{
    learn::contradiction::ContradictionWith, record::memory::MergeConflict,
    text::surrogate::without_lone_surrogates, transfer::whole::WholeMemory,
};
pub use markdown::{MarkdownPage, page_of};
use state::State;

/// The memory as a line, with its line feed. The same memory gives the same line.
pub fn encode(whole: &WholeMemory) -> Result<String, serde_json::Error> {
    let line = Line {
        state: State::of(&whole.memory),
        versions: whole.versions.iter().map(State::of).collect(),
        conflicts: whole.conflicts.clone(),
        repeated_in: whole.repeated_in.clone(),
        contradictions: whole.contradictions.clone(),
    };
    let mut text = serde_json::to_string(&line)?;
    text.push('\n');
    Ok(text)
}

/// The memory that a line holds; what a line of another version has besides is left out.
pub fn decode(line: &str) -> Result<WholeMemory, serde_json::Error> {
    let Line { state, versions, conflicts, repeated_in, contradictions } =
        serde_json::from_str(&without_lone_surrogates(line))?;
    let versions = versions.into_iter().map(State::into_memory).collect();
    Ok(WholeMemory {
        memory: state.into_memory(),
        versions,
        conflicts,
        repeated_in,
        contradictions,
    })
}

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    state: State,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    versions: Vec<State>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    conflicts: Vec<MergeConflict>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    repeated_in: Vec<String>,
    #[serde(rename = "disputes", default, skip_serializing_if = "Vec::is_empty")]
    contradictions: Vec<ContradictionWith>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::memory::Memory;

    const PLAIN: &str = r#"{"id":"01934f2e-0000-7000-8000-000000000001","number":1,"anchor":"k7f3q9ab","kind":"note","category":"decision","text":"x","scope":"global","created_at":"2026-11-15T10:00:00Z","updated_at":"2026-11-15T10:00:00Z","source":"human","importance":0.5,"confidence":1.0,"trust":"high","status":"confirmed","version":1,"home":{"document":"global/MEMORY.md","section":"Decisions"}}"#;

    const FULL: &str = r#"{"id":"01934f2e-0000-7000-8000-000000000001","number":7,"anchor":"k7f3q9ab","ref":"wiki-17","kind":"hologram","body":{"depth":3,"layers":["a",{"b":null}]},"category":"discovery","text":"a\nb","tags":["x"],"scope":"project:shop","author":"Mara","user":"mara@shop","session":"s1","sequence":4,"agent":"codex","message":"m1","task":"t1","narrative":"n1","derived_from":["01934f2e-0000-7000-8000-000000000002"],"created_at":"2026-11-15T10:00:00.000000001Z","updated_at":"2026-11-16T10:00:00Z","source":"conversation","importance":0.1,"confidence":0.25,"trust":"low","status":"pinned","lifecycle":{"state":"archived","at":"2026-11-16T10:00:00Z","reason":"forgotten"},"version":3,"file_paths":["a.rs"],"valid_from":"2026-01-01T00:00:00Z","valid_until":"2027-01-01T00:00:00Z","superseded_by":"01934f2e-0000-7000-8000-000000000003","reviewed_at":"2026-11-16T11:00:00Z","home":{"document":"projects/shop/archive/2026-11.md","section":"Archived"},"signals":{"score":-2,"last_hit_at":"2026-11-15T11:00:00Z","access_count":5,"last_accessed_at":"2026-11-15T12:00:00Z","injections":9,"injected_in":["s3"]},"versions":[{"id":"01934f2e-0000-7000-8000-000000000001","number":7,"anchor":"k7f3q9ab","kind":"hologram","text":"a","scope":"project:shop","created_at":"2026-11-15T10:00:00Z","updated_at":"2026-11-15T10:00:00Z","source":"conversation","importance":0.1,"confidence":0.25,"trust":"low","status":"confirmed","version":1,"signals":{"score":3}}],"conflicts":[{"id":"01934f2e-0000-7000-8000-000000000001","kept":1,"other":2,"detected_at":"2026-11-15T10:30:00Z"}],"repeated_in":["s1","s2"],"disputes":[{"to":"01934f2e-0000-7000-8000-000000000002","severity":"high","manner":"denial","detected_at":"2026-11-15T10:30:00Z","dismissed":true}]}"#;

    #[test]
    fn a_line_reads_back_and_is_written_as_it_was() {
        for line in [PLAIN, FULL] {
            let whole = decode(line).unwrap();
            assert_eq!(encode(&whole).unwrap(), format!("{line}\n"));
            assert_eq!(whole.faults(), Vec::<String>::new());
        }
    }

    #[test]
    fn every_field_of_a_memory_is_in_its_line() {
        let whole = decode(FULL).unwrap();
        let source = &whole.memory.source;
        assert_eq!(
            (source.origin.as_str(), source.reference.as_deref()),
            ("conversation", Some("wiki-17"))
        );
        let empty = decode(PLAIN).unwrap().memory;
        let same = Memory { source: whole.memory.source.clone(), ..empty.clone() };
        assert_ne!(same, empty);
        assert_eq!(whole.memory.body.fields().unwrap().len(), 2);
        assert_eq!(whole.memory.signals.injections, 9);
    }

    #[test]
    fn a_line_without_what_makes_a_memory_is_refused_by_name() {
        let error =
            decode(r#"{"text":"x","id":"01934f2e-0000-7000-8000-000000000001"}"#).unwrap_err();
        assert!(error.to_string().contains("missing field `anchor`"), "{error}");
    }
}
