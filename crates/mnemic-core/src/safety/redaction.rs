//! Redaction of a body: every value is redacted alone and together with its labels, because a secret may only be
//! recognised as one behind its name (`Password: hunter2`).
//!
//! A redacted body never holds what was taken out. A value that its field cannot hold afterwards is left out; where the
//! kind requires that field, the body keeps its redacted fields untyped.

use std::{borrow::Cow, collections::BTreeSet};

use serde_json::Value;

use crate::record::{
    kind::{
        Fields, Kind,
        field::{Part, renamed},
    },
    memory::Body,
};

/// Takes secrets out of a text.
pub type Redact<'r> = &'r dyn for<'t> Fn(&'t str) -> Cow<'t, str>;

impl Body {
    /// Takes secrets out of the body. Answers the fields that the kind requires and that cannot hold what is left of
    /// them: with any, the body is no longer one of its kind.
    pub fn redact(&mut self, redact: Redact<'_>) -> Vec<String> {
        let Some(before) = self.fields().map(Cow::into_owned) else { return Vec::new() };
        let named = Kind::named(self.kind());
        // Fields of a later version of a known kind have no types here.
        let typed = Some(self.rules()).filter(|kind| kind.name == self.kind());
        let mut after = Fields::new();
        for (name, value) in before.clone() {
            let mut labels = named.map(|kind| labels(kind, &name)).unwrap_or_default();
            labels.push(&name);
            let redacted = redacted(&value, &mut labels, redact);
            after.insert(name, redacted);
        }
        if typed.is_none() {
            after = renamed(after, |name| redact(name).into_owned());
        }
        if after == before {
            return Vec::new();
        }
        let is_held =
            |fields: &Fields| typed.is_none_or(|kind| (kind.body)(fields.clone()).is_some());
        let Fitted { fields, required } = fit(&before, after, is_held);
        let kind = self.kind().to_owned();
        *self = Self::from_parts(kind, fields);
        required
    }
}

/// A value that somebody gave, without secrets: every text in it alone, and behind the names of everything it lies in.
/// Nothing where there is none.
pub fn redact_value(value: &Value, redact: Redact<'_>) -> Option<Value> {
    let after = redacted(value, &mut Vec::new(), redact);
    (after != *value).then_some(after)
}

/// How documents call a field of a kind.
fn labels(kind: &'static Kind, name: &str) -> Vec<&'static str> {
    let is_it = |part: Part| matches!(part, Part::Body(known) if known == name);
    let rule = kind.fields.iter().find(|rule| is_it(rule.part));
    let labels = rule.into_iter().flat_map(|rule| [rule.label, rule.key]);
    labels.filter(|label| *label != name).collect()
}

/// A value without secrets. Its labels are the names of everything it lies in, the nearest last.
fn redacted<'l>(value: &'l Value, labels: &mut Vec<&'l str>, redact: Redact<'_>) -> Value {
    match value {
        Value::String(text) => {
            redact_labelled(text, labels, redact).map_or_else(|| value.clone(), Value::from)
        }
        // A number is a text with few letters: a card, a code, a phone.
        Value::Number(number) => redact_labelled(&number.to_string(), labels, redact)
            .map_or_else(|| value.clone(), Value::from),
        Value::Array(values) => {
            values.iter().map(|value| redacted(value, labels, redact)).collect()
        }
        Value::Object(values) => {
            let entries = values.iter().map(|(name, value)| {
                labels.push(name);
                let redacted = redacted(value, labels, redact);
                labels.pop();
                (name.clone(), redacted)
            });
            let entries: Fields = entries.collect();
            let renamed = renamed(entries, |name| redact(name).into_owned());
            Value::Object(renamed.into_iter().collect())
        }
        Value::Null | Value::Bool(_) => value.clone(),
    }
}

/// No password behind a name is longer; a longer text is one that is recognised by its form, if at all.
const LABELLED_BYTES: usize = 1024;

/// The text without secrets, if it has any.
pub(crate) fn redact_labelled(text: &str, labels: &[&str], redact: Redact<'_>) -> Option<String> {
    let mut kept = redact(text).into_owned();
    let labels = if text.len() > LABELLED_BYTES { &[] } else { labels };
    for label in labels {
        // A secret in the label says nothing about the value.
        let label = redact(label);
        let before = format!("{label}: {kept}");
        let after = redact(&before);
        if after != before {
            let value = after.strip_prefix(&*label).and_then(|rest| rest.strip_prefix(": "));
            kept = value.unwrap_or(&after).to_owned();
        }
    }
    (kept != text).then_some(kept)
}

/// Redacted fields, as far as their kind can hold them.
#[derive(Debug, PartialEq)]
struct Fitted {
    fields: Fields,
    /// Fields that can neither be held as they are now nor be left out.
    required: Vec<String>,
}

/// Leaves out what its field cannot hold any more. `before` fits.
fn fit(before: &Fields, after: Fields, is_held: impl Fn(&Fields) -> bool) -> Fitted {
    if is_held(&after) {
        return Fitted { fields: after, required: Vec::new() };
    }
    let is_changed = |name: &&String| before.get(*name) != after.get(*name);
    let mut unfit = BTreeSet::new();
    let mut required = Vec::new();
    for name in before.keys().filter(is_changed) {
        let mut alone = before.clone();
        alone.extend(after.get(name).map(|value| (name.clone(), value.clone())));
        if is_held(&alone) {
            continue;
        }
        alone.remove(name);
        if is_held(&alone) {
            unfit.insert(name.clone());
        } else {
            required.push(name.clone());
        }
    }
    let mut fields = after;
    fields.retain(|name, _| !unfit.contains(name));
    if required.is_empty() && !is_held(&fields) {
        // Fields that fit one by one may not fit together.
        required =
            before.keys().filter(|name| before.get(*name) != fields.get(*name)).cloned().collect();
    }
    Fitted { fields, required }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Takes out what follows `password: ` or `pin: `, every `hunter2`, and digits of a card.
    fn redactor(text: &str) -> Cow<'_, str> {
        let lower = text.to_lowercase();
        for name in ["password: ", "pin: "] {
            if let Some(at) = lower.find(name) {
                return format!("{}[REDACTED]", &text[..at + name.len()]).into();
            }
        }
        match text {
            _ if text.contains("hunter2") => text.replace("hunter2", "[REDACTED]").into(),
            _ if text.contains("4111111111111111") => "[CARD]".into(),
            _ => text.into(),
        }
    }

    fn body(kind: &str, fields: Value) -> Body {
        serde_json::from_value(json!({"kind": kind, "body": fields})).unwrap()
    }

    fn check(kind: &str, before: Value, after: Value) {
        let mut redacted = body(kind, before);
        assert_eq!(redacted.redact(&redactor), Vec::<String>::new());
        assert_eq!(redacted, body(kind, after));
    }

    #[test]
    fn a_value_is_redacted_behind_its_label() {
        check(
            "hologram",
            json!({"password": "swordfish", "note": "swordfish", "site": {"Password": ["sword", "fish"], "zone": "UTC"}}),
            json!({"password": "[REDACTED]", "note": "swordfish", "site": {"Password": ["[REDACTED]", "[REDACTED]"], "zone": "UTC"}}),
        );
    }

    #[test]
    fn numbers_are_redacted_alone_and_behind_their_label() {
        check(
            "hologram",
            json!({"paid_with": 4_111_111_111_111_111_u64, "pin": 1234, "count": 1234}),
            json!({"paid_with": "[CARD]", "pin": "[REDACTED]", "count": 1234}),
        );
    }

    #[test]
    fn names_that_become_the_same_lose_no_value() {
        check(
            "hologram",
            json!({"extra": {"a hunter2": 1, "a [REDACTED]": 2, "hunter2": 3}, "hunter2": {"x": 4}}),
            json!({"extra": {"a [REDACTED]": 2, "a [REDACTED] 2": 1, "[REDACTED]": 3}, "[REDACTED]": {"x": 4}}),
        );
    }

    #[test]
    fn a_body_without_secrets_stays_as_it_is() {
        let fields = json!({"a": [1, {"b": null}], "c": true, "d": "text"});
        check("hologram", fields.clone(), fields);
    }

    #[cfg(feature = "specimen")]
    #[test]
    fn a_typed_field_that_cannot_hold_what_is_left_of_it_is_left_out() {
        check(
            "specimen",
            json!({"name": "hunter2", "weight": 4_111_111_111_111_111_u64, "alive": true}),
            json!({"name": "[REDACTED]", "alive": true}),
        );
    }

    #[test]
    fn a_required_field_that_cannot_hold_what_is_left_of_it_is_named_and_keeps_no_secret() {
        let fields = |json: Value| -> Fields { serde_json::from_value(json).unwrap() };
        let before = fields(json!({"code": 4111, "depth": 4111, "name": "a"}));
        let after = fields(json!({"code": "[CARD]", "depth": "[CARD]", "name": "b"}));
        let is_held = |fields: &Fields| {
            fields.get("code").is_some_and(Value::is_number)
                && fields.get("depth").is_none_or(Value::is_number)
        };
        let fitted = fit(&before, after, is_held);
        assert_eq!(fitted.required, ["code"]);
        assert_eq!(fitted.fields, fields(json!({"code": "[CARD]", "name": "b"})));
    }
}
