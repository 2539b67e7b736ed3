//! What a client has called at which moments: calls in its list of hooks, known as ours by how they end.
//!
//! Most clients have calls in groups. People may add calls of their own to the group of ours: those stay.

use jsonc_parser::cst::{CstArray, CstNode, CstObject};
use mnemic::hook::Client;
use serde_json::{Value, json};

use super::{
    client::Start,
    edit::EditError,
    json::{finished, has, input, object_in, parsed, remove_if_empty, top, value_of},
};

/// A hook of ours answers in milliseconds; a client need not wait for longer than so many seconds.
const TIMEOUT_S: u64 = 10;

/// What a client has called at which moments.
#[derive(Debug, Clone)]
pub struct Hooks {
    pub client: Client,
    /// The moments, as the client calls them.
    pub events: &'static [&'static str],
    pub start: Start,
}

impl Hooks {
    pub fn put(&self, text: &str) -> Result<String, EditError> {
        let root = parsed(text)?;
        let object = top(&root)?;
        if self.client == Client::Cursor && object.get("version").is_none() {
            object.append("version", input(&json!(1)));
        }
        let hooks = object_in(&object, "hooks", &["hooks"])?;
        for event in self.events {
            let list = list_in(&hooks, event)?;
            let ours = self.ours(&list, event);
            match ours.as_slice() {
                [only] if value_of(Some(only.node.clone())) == Some(self.call(event)) => continue,
                _ => ours.into_iter().for_each(Call::remove),
            }
            list.append(input(&self.entry(event)));
        }
        Ok(finished(&root, text))
    }

    /// The text without our calls, and without what they leave empty that was not there before.
    pub fn take(&self, text: &str, before: &Value) -> Result<String, EditError> {
        let root = parsed(text)?;
        let Some(object) = root.object_value() else { return Ok(text.to_owned()) };
        let Some(hooks) = object.object_value("hooks") else { return Ok(text.to_owned()) };
        let mut taken = false;
        for event in self.events {
            let Some(list) = hooks.array_value(event) else { continue };
            let ours = self.ours(&list, event);
            if ours.is_empty() {
                continue;
            }
            taken = true;
            ours.into_iter().for_each(Call::remove);
            if !has(before, &["hooks", event]) {
                remove_if_empty(&hooks, event);
            }
        }
        if !taken {
            return Ok(text.to_owned());
        }
        if !has(before, &["hooks"]) {
            remove_if_empty(&object, "hooks");
        }
        if self.client == Client::Cursor && before.is_object() && !has(before, &["version"]) {
            object.get("version").into_iter().for_each(|version| version.remove());
        }
        Ok(root.to_string())
    }

    /// What stands in the list of a moment.
    fn entry(&self, event: &str) -> Value {
        match self.client {
            Client::Cursor => self.call(event),
            _ => json!({ "hooks": [self.call(event)] }),
        }
    }

    fn call(&self, event: &str) -> Value {
        let command = self.start.line(&["hook", event, "--client", self.client.name()]);
        let timeout = match self.client {
            Client::Cursor => return json!({ "command": command }),
            Client::Gemini => TIMEOUT_S * 1000,
            Client::ClaudeCode | Client::Codex => TIMEOUT_S,
        };
        json!({ "type": "command", "command": command, "timeout": timeout })
    }

    /// Our calls in the list of a moment.
    fn ours(&self, list: &CstArray, event: &str) -> Vec<Call> {
        let end = format!("hook {event} --client {}", self.client.name());
        let is_ours = |call: &Call| {
            let value = value_of(Some(call.node.clone())).unwrap_or_default();
            value["command"].as_str().is_some_and(|command| command.trim_end().ends_with(&end))
        };
        list.elements().into_iter().flat_map(Call::all_in).filter(is_ours).collect()
    }
}

/// A call in a list of hooks.
struct Call {
    node: CstNode,
    /// The element of the list that it is in, unless it is one itself.
    group: Option<CstNode>,
}

impl Call {
    /// The calls of an element of a list.
    fn all_in(element: CstNode) -> Vec<Self> {
        let Some(calls) = calls_of(&element) else {
            return vec![Self { node: element, group: None }];
        };
        let in_group = |node| Self { node, group: Some(element.clone()) };
        calls.elements().into_iter().map(in_group).collect()
    }

    /// Takes it away, and a group that holds nothing else.
    fn remove(self) {
        let is_alone = |group: &CstNode| calls_of(group).is_some_and(|it| it.elements().len() == 1);
        self.group.filter(is_alone).unwrap_or(self.node).remove();
    }
}

fn calls_of(group: &CstNode) -> Option<CstArray> {
    group.as_object()?.array_value("hooks")
}

fn list_in(hooks: &CstObject, event: &str) -> Result<CstArray, EditError> {
    hooks
        .array_value_or_create(event)
        .ok_or_else(|| EditError::Unexpected(format!("hooks.{event}"), "a list"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hooks(client: Client, program: &str) -> Hooks {
        let start = Start { program: program.to_owned(), before: Vec::new() };
        Hooks { client, events: &["SessionStart", "Stop"], start }
    }

    #[test]
    fn hooks_stand_beside_others_and_go_without_a_trace() {
        let before = "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"hooks\": [\n          { \"type\": \"command\", \"command\": \"say done\" }\n        ]\n      }\n    ]\n  },\n  \"model\": \"opus\"\n}\n";
        let ours = hooks(Client::ClaudeCode, "mnemic");
        let after = ours.put(before).unwrap();
        assert!(after.contains("say done") && after.contains("\"model\": \"opus\""), "{after}");
        let value: Value = serde_json::from_str(&after).unwrap();
        let stop = &value["hooks"]["Stop"];
        assert_eq!(stop[1]["hooks"][0]["command"], "mnemic hook Stop --client claude-code");
        assert_eq!(ours.put(&after).unwrap(), after);
        assert_eq!(ours.take(&after, &Value::Null).unwrap(), before);
        assert_eq!(ours.take(before, &Value::Null).unwrap(), before);
    }

    #[test]
    fn a_program_that_has_moved_is_replaced_and_known_as_ours() {
        let after = hooks(Client::Codex, "/old/mnemic").put("").unwrap();
        let moved = hooks(Client::Codex, "/new/mnemic").put(&after).unwrap();
        assert!(!moved.contains("/old/") && moved.contains("/new/mnemic hook Stop"), "{moved}");
        let left = hooks(Client::Codex, "mnemic").take(&moved, &Value::Null).unwrap();
        assert!(super::super::json::is_void(&left), "{left}");
    }

    #[test]
    fn a_call_that_someone_adds_to_our_group_stays() {
        let ours = hooks(Client::ClaudeCode, "/old/mnemic");
        let mut value: Value = serde_json::from_str(&ours.put("").unwrap()).unwrap();
        let group = value["hooks"]["Stop"][0]["hooks"].as_array_mut().unwrap();
        group.push(json!({ "type": "command", "command": "say done" }));
        let text = value.to_string();
        assert_eq!(ours.put(&text).unwrap(), text);
        let moved = hooks(Client::ClaudeCode, "/new/mnemic").put(&text).unwrap();
        assert!(!moved.contains("/old/") && moved.contains("say done"), "{moved}");
        for text in [text, moved] {
            let left = ours.take(&text, &Value::Null).unwrap();
            assert!(left.contains("say done") && !left.contains("mnemic"), "{left}");
        }
    }

    #[test]
    fn cursor_is_told_the_version_of_its_file() {
        let cursor = hooks(Client::Cursor, "mnemic");
        let after = cursor.put("").unwrap();
        let value: Value = serde_json::from_str(&after).unwrap();
        assert_eq!(value["version"], 1);
        let command = &value["hooks"]["Stop"][0]["command"];
        assert_eq!(command, "mnemic hook Stop --client cursor");
    }

    #[test]
    fn what_is_no_list_is_told() {
        let error =
            hooks(Client::ClaudeCode, "mnemic").put("{\"hooks\": {\"Stop\": 1}}").unwrap_err();
        assert_eq!(error.to_string(), "`hooks.Stop` is not a list");
    }
}
