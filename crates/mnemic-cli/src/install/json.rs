//! Edits of JSON, with comments or without, that change nothing but what they are about.

use jsonc_parser::{
    ParseOptions,
    cst::{CstInputValue, CstNode, CstObject, CstRootNode},
};
use serde_json::Value;

use super::edit::EditError;

/// Puts a value below names. What is there under the last name is replaced.
pub fn put(text: &str, path: &[&str], value: &Value) -> Result<String, EditError> {
    let root = parsed(text)?;
    let (last, parents) = path.split_last().expect("a path has a name");
    let mut object = top(&root)?;
    for (depth, name) in parents.iter().enumerate() {
        object = object_in(&object, name, &path[..=depth])?;
    }
    match object.get(last) {
        Some(known) if value_of(known.value()).as_ref() == Some(value) => {}
        Some(known) => known.set_value(input(value)),
        None => drop(object.append(last, input(value))),
    }
    Ok(finished(&root, text))
}

/// Takes what is below names away, and whatever it leaves empty that was not there before.
pub fn take(text: &str, path: &[&str], before: &Value) -> Result<String, EditError> {
    let root = parsed(text)?;
    let (last, parents) = path.split_last().expect("a path has a name");
    let mut objects = Vec::from_iter(root.object_value());
    for name in parents {
        let Some(inner) = objects.last().and_then(|object| object.object_value(name)) else {
            return Ok(text.to_owned());
        };
        objects.push(inner);
    }
    let Some(known) = objects.last().and_then(|object| object.get(last)) else {
        return Ok(text.to_owned());
    };
    known.remove();
    for (depth, (object, name)) in objects.iter().zip(parents).enumerate().rev() {
        if !has(before, &path[..=depth]) {
            remove_if_empty(object, name);
        }
    }
    Ok(root.to_string())
}

/// What a text says; nothing if there is none, or none that can be read.
pub fn value_or_null(text: Option<&str>) -> Value {
    let root = text.and_then(|text| parsed(text).ok());
    root.and_then(|root| root.to_serde_value()).unwrap_or_default()
}

/// Whether there is something below names.
pub fn has(value: &Value, path: &[&str]) -> bool {
    path.iter().try_fold(value, |value, name| value.get(name)).is_some()
}

/// Whether a file says nothing: it is blank, or an object that holds at most its version.
pub fn is_void(text: &str) -> bool {
    if text.trim().is_empty() {
        return true;
    }
    let Ok(root) = parsed(text) else { return false };
    let has_comment = text.contains("//") || text.contains("/*");
    let names = |object: CstObject| object.properties().into_iter().map(|it| it.decoded_name());
    let says_nothing = |object: CstObject| names(object).all(|it| it.as_deref() == Some("version"));
    !has_comment && root.object_value().is_some_and(says_nothing)
}

/// Reads a file; a blank one holds nothing yet.
pub fn parsed(text: &str) -> Result<CstRootNode, EditError> {
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    CstRootNode::parse(text, &options).map_err(|error| EditError::Malformed {
        line: error.line_display(),
        message: error.kind().to_string(),
    })
}

/// The object that a file is.
pub fn top(root: &CstRootNode) -> Result<CstObject, EditError> {
    match root.value() {
        None => Ok(root.object_value_or_set()),
        Some(node) => {
            node.as_object().ok_or_else(|| EditError::Unexpected("the file".into(), "an object"))
        }
    }
}

/// The object of a name, made if there is none.
pub fn object_in(object: &CstObject, name: &str, path: &[&str]) -> Result<CstObject, EditError> {
    object
        .object_value_or_create(name)
        .ok_or_else(|| EditError::Unexpected(path.join("."), "an object"))
}

/// Takes an object or array away that holds nothing any more.
pub fn remove_if_empty(object: &CstObject, name: &str) {
    let Some(known) = object.get(name) else { return };
    let value = value_of(known.value());
    let is_empty = match &value {
        Some(Value::Object(inner)) => inner.is_empty(),
        Some(Value::Array(inner)) => inner.is_empty(),
        _ => false,
    };
    if is_empty {
        known.remove();
    }
}

/// The edited text. A file that we begin ends with a line's end.
pub fn finished(root: &CstRootNode, before: &str) -> String {
    let text = root.to_string();
    if before.trim().is_empty() && !text.ends_with('\n') { text + "\n" } else { text }
}

/// What a node says.
pub fn value_of(node: Option<CstNode>) -> Option<Value> {
    node?.to_serde_value()
}

/// A value as the editor takes it.
pub fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(it) => CstInputValue::Bool(*it),
        Value::Number(it) => CstInputValue::Number(it.to_string()),
        Value::String(it) => CstInputValue::String(it.clone()),
        Value::Array(them) => CstInputValue::Array(them.iter().map(input).collect()),
        Value::Object(them) => {
            CstInputValue::Object(them.iter().map(|(name, it)| (name.clone(), input(it))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PATH: &[&str] = &["mcpServers", "mnemic"];

    fn server() -> Value {
        json!({ "command": "mnemic", "args": ["mcp"] })
    }

    #[test]
    fn a_server_is_put_beside_others_and_nothing_else_changes() {
        let before = "{\n  // mine\n  \"theme\": \"dark\",\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  },\n  \"last\": [1,2]\n}\n";
        let after = put(before, PATH, &server()).unwrap();
        for kept in [
            "// mine",
            "\"theme\": \"dark\"",
            "\"other\": { \"command\": \"x\" }",
            "\"last\": [1,2]",
        ] {
            assert!(after.contains(kept), "{after}");
        }
        assert_eq!(put(&after, PATH, &server()).unwrap(), after);
        assert_eq!(take(&after, PATH, &Value::Null).unwrap(), before);
    }

    #[test]
    fn a_file_that_is_begun_is_void_when_all_is_taken_out() {
        for before in ["", "\n", "{}"] {
            let after = put(before, PATH, &server()).unwrap();
            assert_eq!(put(&after, PATH, &server()).unwrap(), after);
            assert!(!is_void(&after));
            assert!(is_void(&take(&after, PATH, &Value::Null).unwrap()), "{before:?}");
        }
        assert!(!is_void("{\"a\": 1}") && !is_void("{ /* keep */ }") && !is_void("[]"));
        assert!(is_void("{\"version\": 1}"));
    }

    #[test]
    fn an_empty_object_stays_if_it_was_there_before() {
        let after = put("{\"mcpServers\": {}}", PATH, &server()).unwrap();
        let left = |before: &str| {
            let text = take(&after, PATH, &value_or_null(Some(before))).unwrap();
            value_or_null(Some(&text))
        };
        assert_eq!(left("{\"mcpServers\": {}}"), json!({ "mcpServers": {} }));
        assert_eq!(left("{\"theme\": 1}"), json!({}));
    }

    #[test]
    fn an_older_entry_is_replaced() {
        let old = "{\"mcpServers\": {\"mnemic\": {\"command\": \"old\"}}}";
        let after = put(old, PATH, &server()).unwrap();
        let value: Value = serde_json::from_str(&after).unwrap();
        assert_eq!(value["mcpServers"]["mnemic"], server());
    }

    #[test]
    fn what_is_malformed_is_told_with_its_line_and_what_is_otherwise_with_its_name() {
        let error = put("{\n  \"a\": 1,\n  \"b\" 2\n}", PATH, &server()).unwrap_err();
        assert!(matches!(error, EditError::Malformed { line: 3, .. }), "{error}");
        let error = put("{\"mcpServers\": []}", PATH, &server()).unwrap_err();
        assert_eq!(error.to_string(), "`mcpServers` is not an object");
        assert!(put("[]", PATH, &server()).is_err());
        assert_eq!(take("[]", PATH, &Value::Null).unwrap(), "[]");
    }
}
