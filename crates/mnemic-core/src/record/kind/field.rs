//! Fields of a kind: what a memory is made of beside its text, and how each is read, written, searched and filtered.

mod part;
mod shape;

pub use part::Part;
pub use shape::{NotOfShape, Shape};

use serde_json::Value;

use crate::record::{
    kind::{Fields, Kind},
    memory::{Body, Memory},
};

/// The key of a body under which labelled values lie that the kind does not name: a column that a person added to a
/// table, a line they added to a section.
pub const EXTRA: &str = "extra";

/// What holds for one field of a kind.
#[derive(Debug)]
pub struct FieldRule {
    /// How Markdown calls it: `- **Severity**: 3`, the heading of a column.
    pub label: &'static str,
    /// How JSON documents call it.
    pub key: &'static str,
    /// Where in a memory it lies.
    pub part: Part,
    /// What it holds.
    pub shape: Shape,
    /// Whether its words are found by recall.
    pub is_searched: bool,
    /// Whether an embedder is given it with the text.
    pub is_embedded: bool,
    /// Whether agents and people are shown it with the text.
    pub is_shown: bool,
}

impl FieldRule {
    /// A field of the header.
    pub const fn header(label: &'static str, key: &'static str, part: Part, shape: Shape) -> Self {
        let (is_searched, is_embedded, is_shown) = (false, false, false);
        Self { label, key, part, shape, is_searched, is_embedded, is_shown }
    }

    /// A field of the body that is searched, embedded and shown.
    pub const fn body(label: &'static str, key: &'static str, shape: Shape) -> Self {
        let (is_searched, is_embedded, is_shown) = (true, true, true);
        Self { label, key, part: Part::Body(key), shape, is_searched, is_embedded, is_shown }
    }

    /// What it holds, for messages.
    pub fn wanted(&self) -> &'static str {
        match self.part {
            Part::Tags => "a list of at most 64 tags, each with a letter and without `#`",
            _ => self.shape.wanted(),
        }
    }

    /// The same field, kept out of searches, embeddings and what is shown.
    pub const fn hidden(self) -> Self {
        Self { is_searched: false, is_embedded: false, is_shown: false, ..self }
    }
}

impl Memory {
    /// What it has in a field; nothing when it has none.
    pub fn value_of(&self, field: &FieldRule) -> Option<Value> {
        self.value_in(field, self.body.fields().as_deref())
    }

    /// What it has in each field of its kind that is wanted and has something, and then what the kind does not name.
    pub(crate) fn labelled_values(
        &self,
        is_wanted: impl Fn(&FieldRule) -> bool,
    ) -> (Vec<(&'static FieldRule, Value)>, Fields) {
        let body = self.body.fields();
        let wanted = self.rules().fields.iter().filter(|field| is_wanted(field));
        let named =
            wanted.filter_map(|field| Some((field, self.value_in(field, body.as_deref())?)));
        (named.collect(), body.as_deref().map(extra_of).unwrap_or_default())
    }

    fn value_in(&self, field: &FieldRule, body: Option<&Fields>) -> Option<Value> {
        let value = match field.part {
            Part::Body(name) => body.and_then(|fields| fields.get(name).cloned()),
            part => part.get(self),
        };
        value.filter(|value| !is_nothing(value))
    }

    /// The words of its body that recall finds it by, beside those of its text.
    pub fn searched_words(&self) -> Option<String> {
        self.words_where(|field| field.is_searched)
    }

    /// What an embedder is given beside its text.
    pub fn embedded_words(&self) -> Option<String> {
        self.words_where(|field| field.is_embedded)
    }

    fn words_where(&self, is_wanted: impl Fn(&FieldRule) -> bool) -> Option<String> {
        if self.rules().fields.is_empty() {
            return None;
        }
        let (named, extra) = self.labelled_values(is_wanted);
        let named = named.iter().map(|(field, value)| field.shape.words(value));
        let extra =
            extra.iter().map(|(label, value)| format!("{label} {}", Shape::Map.words(value)));
        let words: Vec<String> = named.chain(extra).collect();
        let words = words.join("\n");
        (!words.trim().is_empty()).then_some(words)
    }

    /// Its fields that are shown with its text: label and value, in order.
    pub fn shown_fields(&self) -> Vec<(String, String)> {
        if self.rules().fields.is_empty() {
            return Vec::new();
        }
        let (named, extra) = self.labelled_values(|field| field.is_shown);
        let named = named.iter();
        let named = named.map(|(field, value)| (field.label.to_owned(), field.shape.words(value)));
        let extra = extra.iter().map(|(label, value)| (label.clone(), Shape::Map.words(value)));
        named.chain(extra).collect()
    }

    /// Its text, and behind it the fields that are shown with it.
    pub fn text_with_fields(&self) -> String {
        let fields = self.shown_fields();
        if fields.is_empty() {
            return self.text.clone();
        }
        let fields: Vec<String> =
            fields.into_iter().map(|(label, value)| format!("{label}: {value}")).collect();
        format!("{} ({})", self.text, fields.join("; "))
    }
}

impl Body {
    /// Labelled values that the kind does not name.
    pub fn extra(&self) -> Fields {
        self.fields().as_deref().map(extra_of).unwrap_or_default()
    }

    /// The body with its fields changed; nothing when the changed fields are not those of its kind.
    pub fn with(&self, change: impl FnOnce(&mut Fields)) -> Option<Self> {
        let mut fields = self.fields().map(std::borrow::Cow::into_owned).unwrap_or_default();
        change(&mut fields);
        let kind = self.kind().to_owned();
        let is_known = Kind::named(&kind).is_some();
        let changed = Self::from_parts(kind, fields);
        (!is_known || !matches!(changed, Self::Other { .. })).then_some(changed)
    }

    /// Changes every text in the body, whatever the kind.
    pub fn change_texts(&mut self, change: &mut dyn FnMut(&mut String)) {
        let Some(fields) = self.fields() else { return };
        for (name, before) in fields.into_owned() {
            let mut value = before.clone();
            change_texts(&mut value, change);
            if value == before {
                continue;
            }
            let set = self.with(|fields| drop(fields.insert(name.clone(), value)));
            // What no longer fits its kind goes: better no field than one that was to be changed.
            let set = set.or_else(|| self.with(|fields| drop(fields.remove(&name))));
            if let Some(changed) = set {
                *self = changed;
            }
        }
    }
}

fn extra_of(fields: &Fields) -> Fields {
    let extra = fields.get(EXTRA).and_then(Value::as_object);
    extra.into_iter().flatten().map(|(label, value)| (label.clone(), value.clone())).collect()
}

fn change_texts(value: &mut Value, change: &mut dyn FnMut(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(values) => values.iter_mut().for_each(|value| change_texts(value, change)),
        Value::Object(values) => {
            let mut entries: Fields = std::mem::take(values).into_iter().collect();
            entries.values_mut().for_each(|value| change_texts(value, change));
            let change = |name: &str| {
                let mut name = name.to_owned();
                change(&mut name);
                name
            };
            values.extend(renamed(entries, change));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The same values under changed names. Names that become the same are numbered: no value is lost.
pub(crate) fn renamed(values: Fields, mut change: impl FnMut(&str) -> String) -> Fields {
    let changed = values.into_iter().map(|(name, value)| (change(&name), name, value));
    let (same, changed): (Vec<_>, Vec<_>) = changed.partition(|(now, before, _)| now == before);
    let mut renamed: Fields = same.into_iter().map(|(name, _, value)| (name, value)).collect();
    for (name, _, value) in changed {
        let numbered = (2..).map(|count| format!("{name} {count}"));
        let free = std::iter::once(name.clone())
            .chain(numbered)
            .find(|candidate| !renamed.contains_key(candidate));
        renamed.extend(free.map(|free| (free, value)));
    }
    renamed
}

/// Whether a value says nothing: it is not shown, and what is not shown is not there.
pub(crate) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(values) => values.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
