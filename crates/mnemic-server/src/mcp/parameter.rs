//! Parameters of tools: what a schema says of them, and what else clients call them.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// A parameter.
#[derive(Debug)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A text; a number is taken as its digits.
    Text,
    /// Words: an array, the same as JSON in a text, or a text with commas.
    Words,
    /// A whole number from 1; a text of digits is one.
    Count,
}

impl Parameter {
    /// Whether a client means it by this name, however it is spelt: `memory_id`, `memoryId`, `Memory-ID`.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let name = plain(name);
        std::iter::once(&self.name).chain(self.aliases).any(|known| plain(known) == name)
    }

    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Kind::Text => json!({"type": "string"}),
            Kind::Words => json!({"type": "array", "items": {"type": "string"}}),
            Kind::Count => json!({"type": "integer", "minimum": 1}),
        };
        if !self.about.is_empty() {
            schema["description"] = self.about.into();
        }
        schema
    }
}

/// The schema of a tool that takes these.
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
