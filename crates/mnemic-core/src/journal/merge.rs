//! Three-way merge of a memory: what either side changed since their common state, line by line for the text.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::record::memory::{Body, Memory};

type Object = serde_json::Map<String, Value>;

/// What came of a merge.
#[derive(Debug, Clone, PartialEq)]
pub struct Merge {
    /// The merged memory. Where the texts clash it holds ours.
    pub memory: Memory,
    /// Whether both sides changed the same lines of the text.
    pub text_clashes: bool,
}

/// Merges two changes of `base`. Where both changed the same field, theirs (the later) wins; where both
/// changed the same lines of the text, the caller must decide.
pub fn merge(base: &Memory, ours: &Memory, theirs: &Memory) -> Merge {
    let text = merge_text(&base.text, &ours.text, &theirs.text);
    let text_clashes = text.is_none();
    let memory = Memory {
        scope: pick(&base.scope, &ours.scope, &theirs.scope),
        body: merge_body(&base.body, &ours.body, &theirs.body),
        category: pick(&base.category, &ours.category, &theirs.category),
        text: text.unwrap_or_else(|| ours.text.clone()),
        tags: merge_set(&base.tags, &ours.tags, &theirs.tags),
        source: pick(&base.source, &ours.source, &theirs.source),
        trust: pick(&base.trust, &ours.trust, &theirs.trust),
        status: pick(&base.status, &ours.status, &theirs.status),
        lifecycle: pick(&base.lifecycle, &ours.lifecycle, &theirs.lifecycle),
        importance: pick(&base.importance, &ours.importance, &theirs.importance),
        confidence: pick(&base.confidence, &ours.confidence, &theirs.confidence),
        file_paths: merge_set(&base.file_paths, &ours.file_paths, &theirs.file_paths),
        created_at: pick(&base.created_at, &ours.created_at, &theirs.created_at),
        updated_at: ours.updated_at.max(theirs.updated_at),
        valid_from: pick(&base.valid_from, &ours.valid_from, &theirs.valid_from),
        valid_until: pick(&base.valid_until, &ours.valid_until, &theirs.valid_until),
        superseded_by: pick(&base.superseded_by, &ours.superseded_by, &theirs.superseded_by),
        reviewed_at: ours.reviewed_at.max(theirs.reviewed_at),
        home: pick(&base.home, &ours.home, &theirs.home),
        ..ours.clone()
    };
    Merge { memory, text_clashes }
}

/// The merged text, or nothing when both sides changed the same lines.
pub fn merge_text(base: &str, ours: &str, theirs: &str) -> Option<String> {
    if ours == theirs || base == theirs {
        return Some(ours.to_owned());
    }
    if base == ours {
        return Some(theirs.to_owned());
    }
    let lines = |text: &str| format!("{text}\n");
    let merged = diffy::merge(&lines(base), &lines(ours), &lines(theirs)).ok()?;
    merged.strip_suffix('\n').map(str::to_owned)
}

/// The merged body, field by field: lists and maps as sets of their parts, texts line by line. Where both sides changed
/// the same, theirs wins, as for the fields of the header.
fn merge_body(base: &Body, ours: &Body, theirs: &Body) -> Body {
    if ours == theirs || base == theirs || base.kind() != theirs.kind() {
        return ours.clone();
    }
    if base == ours {
        return theirs.clone();
    }
    let fields = |body: &Body| {
        body.fields().map(std::borrow::Cow::into_owned).unwrap_or_default().into_iter().collect()
    };
    let merged = merge_objects(&fields(base), &fields(ours), &fields(theirs));
    // Fields that fit their kind one by one may not fit together: then the later change stands whole.
    let body = ours.with(|fields| *fields = merged.into_iter().collect());
    body.unwrap_or_else(|| theirs.clone())
}

fn merge_objects(base: &Object, ours: &Object, theirs: &Object) -> Object {
    let names = ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>();
    let merged = names.into_iter().filter_map(|name| {
        let merged = merge_values(base.get(name), ours.get(name), theirs.get(name))?;
        Some((name.clone(), merged))
    });
    merged.collect()
}

fn merge_values(
    base: Option<&Value>,
    ours: Option<&Value>,
    theirs: Option<&Value>,
) -> Option<Value> {
    if base == theirs {
        return ours.cloned();
    }
    if base == ours {
        return theirs.cloned();
    }
    match (base, ours, theirs) {
        (base, Some(Value::Object(ours)), Some(Value::Object(theirs))) => {
            let none = Object::new();
            let base = base.and_then(Value::as_object).unwrap_or(&none);
            Some(Value::Object(merge_objects(base, ours, theirs)))
        }
        (base, Some(Value::Array(ours)), Some(Value::Array(theirs))) => {
            let base = base.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            Some(Value::Array(merge_set(base, ours, theirs)))
        }
        (Some(Value::String(base)), Some(Value::String(ours)), Some(Value::String(theirs))) => {
            Some(merge_text(base, ours, theirs).unwrap_or_else(|| theirs.clone()).into())
        }
        (_, _, theirs) => theirs.cloned(),
    }
}

fn pick<T: PartialEq + Clone>(base: &T, ours: &T, theirs: &T) -> T {
    if theirs == base { ours.clone() } else { theirs.clone() }
}

fn merge_set<T: PartialEq + Clone>(base: &[T], ours: &[T], theirs: &[T]) -> Vec<T> {
    let removed = |item: &T| base.contains(item) && !theirs.contains(item);
    let mut merged: Vec<T> = ours.iter().filter(|item| !removed(item)).cloned().collect();
    for item in theirs {
        if !base.contains(item) && !merged.contains(item) {
            merged.push(item.clone());
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn changes_of_different_lines_are_both_kept() {
        let base = "one\ntwo\nthree\nfour\nfive";
        let merged = merge_text(base, "ONE\ntwo\nthree\nfour\nfive", "one\ntwo\nthree\nfour\nFIVE");
        assert_eq!(merged.as_deref(), Some("ONE\ntwo\nthree\nfour\nFIVE"));
    }

    #[test]
    fn changes_of_one_line_clash() {
        assert_eq!(merge_text("one", "uno", "eins"), None);
    }

    #[test]
    fn tags_added_and_removed_on_both_sides_are_all_honoured() {
        let set = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(merge_set(&set("a b c"), &set("b c d"), &set("a c e")), set("c d e"));
    }

    #[test]
    fn bodies_are_merged_field_by_field() {
        let body = |json: serde_json::Value| -> Body { serde_json::from_value(json).unwrap() };
        let of = |fields| body(serde_json::json!({"kind": "hologram", "body": fields}));
        let base = of(serde_json::json!({
            "site": "one\ntwo\nthree", "seen": ["a", "b"], "depth": 1, "map": {"x": 1, "y": 2}
        }));
        let ours = of(serde_json::json!({
            "site": "ONE\ntwo\nthree", "seen": ["a", "b", "c"], "depth": 1, "map": {"x": 5, "y": 2}
        }));
        let theirs = of(serde_json::json!({
            "site": "one\ntwo\nTHREE", "seen": ["b"], "map": {"x": 1, "z": 3}, "new": true
        }));
        let merged = of(serde_json::json!({
            "site": "ONE\ntwo\nTHREE", "seen": ["b", "c"], "map": {"x": 5, "z": 3}, "new": true
        }));
        assert_eq!(merge_body(&base, &ours, &theirs), merged);
        assert_eq!(merge_body(&base, &base, &theirs), theirs);
        assert_eq!(merge_body(&base, &ours, &base), ours);
    }

    proptest! {
        #[test]
        fn a_side_that_changed_nothing_has_no_say(base in "[ab\n]{0,12}", other in "[ab\n]{0,12}") {
            prop_assert_eq!(merge_text(&base, &base, &other), Some(other.clone()));
            prop_assert_eq!(merge_text(&base, &other, &base), Some(other.clone()));
            prop_assert_eq!(merge_text(&base, &other, &other), Some(other));
        }

        #[test]
        fn every_line_of_a_clean_merge_comes_from_one_side(
            base in "[abc\n]{0,16}", ours in "[abc\n]{0,16}", theirs in "[abc\n]{0,16}",
        ) {
            if let Some(merged) = merge_text(&base, &ours, &theirs) {
                for line in merged.lines() {
                    let known = |text: &str| text.lines().any(|candidate| candidate == line);
                    prop_assert!(known(&ours) || known(&theirs));
                }
            }
        }
    }
}
