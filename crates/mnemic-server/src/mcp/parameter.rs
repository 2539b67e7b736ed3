//! Parameters of tools: what a schema says of them, and what else clients call them.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy)]
pub(super) struct Parameter {
    /// What it is called.
    pub(super) name: &'static str,
    /// What else it is called by models that know other memories.
    pub(super) aliases: &'static [&'static str],
    /// What it takes.
    pub(super) kind: Kind,
    /// Whether nothing can be done without it.
    pub(super) required: bool,
    /// What the model is told; nothing where the name says it.
    pub(super) about: &'static str,
}

/// What a parameter takes. The schema shows one way to write it; others are understood.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// A text; a number is taken as its digits.
    Text,
    /// One of several words.
    Choice(&'static [&'static str]),
    /// Words: an array, the same as JSON in a text, or a text with commas.
    Words,
    /// Texts: an array, the same as JSON in a text, or one text.
    Texts,
    /// A whole number from 1; a text of digits is one.
    Count,
    /// A whole number from 0.
    Line,
    /// A number from 0 to 1.
    Share,
    /// A first and a last line; -1 is the end.
    Range,
    /// Yes or no.
    Flag,
    /// An object of any shape, or the same as JSON in a text.
    Json,
    /// Objects with these fields: an array, or the same as JSON in a text.
    Objects(&'static [Parameter]),
}

impl Parameter {
    /// One that may be left out.
    pub(super) const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, aliases: &[], kind, required: false, about: "" }
    }

    /// A text that may be left out.
    pub(super) const fn text(name: &'static str) -> Self {
        Self::new(name, Kind::Text)
    }

    /// It has these other names.
    pub(super) const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Nothing can be done without it.
    pub(super) const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// The model is told this of it.
    pub(super) const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    /// Whether a client means it by this name, however it is spelt: `memory_id`, `memoryId`, `Memory-ID`.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let name = plain(name);
        std::iter::once(&self.name).chain(self.aliases).any(|known| plain(known) == name)
    }

    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Kind::Text => json!({"type": "string"}),
            Kind::Choice(words) => json!({"type": "string", "enum": words}),
            Kind::Words | Kind::Texts => json!({"type": "array", "items": {"type": "string"}}),
            Kind::Count => json!({"type": "integer", "minimum": 1}),
            Kind::Line => json!({"type": "integer", "minimum": 0}),
            Kind::Share => json!({"type": "number", "minimum": 0, "maximum": 1}),
            Kind::Range => json!({
                "type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2,
            }),
            Kind::Flag => json!({"type": "boolean"}),
            Kind::Json => json!({"type": "object"}),
            Kind::Objects(fields) => json!({"type": "array", "items": schema(fields)}),
        };
        if !self.about.is_empty() {
            schema["description"] = self.about.into();
        }
        schema
    }
}

/// The schema of an object with these.
pub(super) fn schema(parameters: &[Parameter]) -> JsonObject {
    let properties: JsonObject = parameters
        .iter()
        .map(|parameter| (parameter.name.to_owned(), parameter.schema()))
        .collect();
    let required: Vec<&str> = parameters
        .iter()
        .filter(|parameter| parameter.required)
        .map(|parameter| parameter.name)
        .collect();
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema
}

fn plain(name: &str) -> String {
    name.chars()
        .filter(|character| !matches!(character, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}
