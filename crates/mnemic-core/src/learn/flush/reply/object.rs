//! Memories as JSON in an answer: a list, one object, or a list inside an object, with or without text around.

use serde_json::Value;

use super::Raw;

/// The memories in the first JSON value that holds any.
pub(super) fn read(reply: &str) -> Vec<Raw> {
    const MAX_ATTEMPTS: usize = 64;
    let starts = reply.char_indices().filter(|(_, it)| matches!(it, '[' | '{'));
    for (start, _) in starts.take(MAX_ATTEMPTS) {
        let mut values = serde_json::Deserializer::from_str(&reply[start..]).into_iter::<Value>();
        let Some(Ok(value)) = values.next() else { continue };
        let mut read = memories(&value);
        // One object per line.
        read.extend(values.map_while(Result::ok).flat_map(|value| memories(&value)));
        if !read.is_empty() {
            return read;
        }
    }
    Vec::new()
}

fn memories(value: &Value) -> Vec<Raw> {
    match value {
        Value::Array(values) => values.iter().flat_map(memories).collect(),
        Value::Object(fields) => {
            let text = |names: &[&str]| {
                let found = names.iter().find_map(|name| fields.get(*name)?.as_str());
                found.map(str::to_owned)
            };
            if let Some(said) = text(&["content", "text", "memory", "fact"]) {
                let kind = text(&["type", "category", "kind"]);
                return vec![Raw { kind, text: said, target: text(&["target", "file"]) }];
            }
            fields.values().filter(|value| value.is_array()).flat_map(memories).collect()
        }
        _ => Vec::new(),
    }
}
