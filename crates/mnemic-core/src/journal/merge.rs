//! Three-way merge of a memory: what either side changed since their common state, line by line for the text.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::record::{
    kind::field::{EXTRA, FieldRule, Part, Shape},
    memory::{Body, Memory, Trust},
};

type Object = serde_json::Map<String, Value>;

/// What came of a merge.
#[derive(Debug, Clone, PartialEq)]
pub struct Merge {
    /// The merged memory. Where texts clash it holds those of the preferred side.
    pub memory: Memory,
    /// Whether both sides changed the same lines of the text, or of a text in the body.
    pub clashes: bool,
}

/// Whose words stand where both sides changed the same lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preferred {
    /// What is there.
    Ours,
    /// The later change.
    Theirs,
}

/// Merges two changes of `base`. Where both changed the same field, theirs (the later) wins; where both changed the same
/// lines of a text, the preferred side does, and the texts clash.
pub fn merge(base: &Memory, ours: &Memory, theirs: &Memory, preferred: Preferred) -> Merge {
    let mut texts = Texts { preferred, clashes: false };
    let text = texts.merge(&base.text, &ours.text, &theirs.text);
    let body = texts.merge_body(&base.body, &ours.body, &theirs.body);
    let memory = Memory {
        scope: pick(&base.scope, &ours.scope, &theirs.scope),
        body,
        category: pick(&base.category, &ours.category, &theirs.category),
        text,
        tags: merge_set(&base.tags, &ours.tags, &theirs.tags),
        source: pick(&base.source, &ours.source, &theirs.source),
        trust: merged_trust(base, ours, theirs),
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
    Merge { memory, clashes: texts.clashes }
}

/// Where either side changed what the memory says, the lower trust: what one side trusts is not what comes of both.
fn merged_trust(base: &Memory, ours: &Memory, theirs: &Memory) -> Trust {
    let said = base.all_texts();
    match [ours, theirs].iter().all(|side| side.all_texts() == said) {
        true => pick(&base.trust, &ours.trust, &theirs.trust),
        false => ours.trust.min(theirs.trust),
    }
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

/// Texts being merged.
struct Texts {
    preferred: Preferred,
    clashes: bool,
}

impl Texts {
    fn merge(&mut self, base: &str, ours: &str, theirs: &str) -> String {
        merge_text(base, ours, theirs).unwrap_or_else(|| {
            self.clashes = true;
            match self.preferred {
                Preferred::Ours => ours.to_owned(),
                Preferred::Theirs => theirs.to_owned(),
            }
        })
    }

    /// The merged body, field by field: lists and maps as sets of their parts, texts line by line. Where both sides
    /// changed a field that is no text, theirs wins, as for the fields of the header.
    fn merge_body(&mut self, base: &Body, ours: &Body, theirs: &Body) -> Body {
        if ours == theirs || base == theirs || base.kind() != theirs.kind() {
            return ours.clone();
        }
        if base == ours {
            return theirs.clone();
        }
        let fields = |body: &Body| {
            let fields = body.fields().map(std::borrow::Cow::into_owned).unwrap_or_default();
            fields.into_iter().collect()
        };
        let is_text = |name: &str| ours.holds_text(name);
        let merged = self.merge_objects(&fields(base), &fields(ours), &fields(theirs), &is_text);
        // Fields that fit their kind one by one may not fit together: then the later change stands whole.
        let body = ours.with(|fields| *fields = merged.into_iter().collect());
        body.unwrap_or_else(|| theirs.clone())
    }

    fn merge_objects(
        &mut self,
        base: &Object,
        ours: &Object,
        theirs: &Object,
        is_text: &dyn Fn(&str) -> bool,
    ) -> Object {
        let names = ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>();
        let merged = names.into_iter().filter_map(|name| {
            let sides = (base.get(name), ours.get(name), theirs.get(name));
            Some((name.clone(), self.merge_values(sides, is_text(name))?))
        });
        merged.collect()
    }

    fn merge_values(
        &mut self,
        (base, ours, theirs): (Option<&Value>, Option<&Value>, Option<&Value>),
        is_text: bool,
    ) -> Option<Value> {
        if base == theirs || ours == theirs {
            return ours.cloned();
        }
        if base == ours {
            return theirs.cloned();
        }
        match (ours, theirs) {
            (Some(Value::Object(ours)), Some(Value::Object(theirs))) => {
                let none = Object::new();
                let base = base.and_then(Value::as_object).unwrap_or(&none);
                Some(Value::Object(self.merge_objects(base, ours, theirs, &|_| is_text)))
            }
            (Some(Value::Array(ours)), Some(Value::Array(theirs))) => {
                let base = base.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                Some(Value::Array(merge_set(base, ours, theirs)))
            }
            (Some(Value::String(ours)), Some(Value::String(theirs))) if is_text => {
                let base = base.and_then(Value::as_str).unwrap_or_default();
                Some(self.merge(base, ours, theirs).into())
            }
            (_, theirs) => theirs.cloned(),
        }
    }
}

impl Body {
    /// Whether a field holds words, and no moment or choice that merely is written as one. Of a kind without types
    /// every field may.
    fn holds_text(&self, name: &str) -> bool {
        let rules = self.rules();
        let is_it = |rule: &&FieldRule| matches!(rule.part, Part::Body(known) if known == name);
        let shape = rules.fields.iter().find(is_it).map(|rule| rule.shape);
        rules.name != self.kind()
            || name == EXTRA
            || shape.is_some_and(|shape| matches!(shape, Shape::Text | Shape::Line | Shape::Map))
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
        let mut texts = Texts { preferred: Preferred::Ours, clashes: false };
        assert_eq!(texts.merge_body(&base, &ours, &theirs), merged);
        assert_eq!(texts.merge_body(&base, &base, &theirs), theirs);
        assert_eq!(texts.merge_body(&base, &ours, &base), ours);
        assert!(!texts.clashes);
    }

    #[test]
    fn a_text_of_the_body_clashes_as_the_text_does() {
        let of = |site: &str, depth: i64| -> Body {
            let fields = serde_json::json!({"map": {"site": site}, "depth": depth});
            serde_json::from_value(serde_json::json!({"kind": "hologram", "body": fields})).unwrap()
        };
        for (preferred, stands) in [(Preferred::Ours, "uno"), (Preferred::Theirs, "eins")] {
            let mut texts = Texts { preferred, clashes: false };
            let merged = texts.merge_body(&of("one", 1), &of("uno", 2), &of("eins", 3));
            assert_eq!(merged, of(stands, 3));
            assert!(texts.clashes);
        }
    }

    #[cfg(feature = "specimen")]
    #[test]
    fn a_moment_that_both_sides_changed_is_no_clash() {
        let of = |at: &str| -> Body {
            let fields = serde_json::json!({"found_at": at});
            serde_json::from_value(serde_json::json!({"kind": "specimen", "body": fields})).unwrap()
        };
        let [base, ours, theirs] = [1, 2, 3].map(|day| of(&format!("2026-11-0{day}T00:00:00Z")));
        let mut texts = Texts { preferred: Preferred::Ours, clashes: false };
        assert_eq!(texts.merge_body(&base, &ours, &theirs), theirs);
        assert!(!texts.clashes);
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
