//! What a client has called at which moments: entries in its list of hooks, known as ours by how they end.

use jsonc_parser::cst::{CstArray, CstNode, CstObject};
use mnemic::hook::Client;
use serde_json::{Value, json};

use super::{
    client::Start,
    edit::EditError,
    json::{finished, input, object_in, parsed, remove_if_empty, top, value_of},
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
            let entry = self.entry(event);
            let ours: Vec<CstNode> =
                list.elements().into_iter().filter(|it| self.is_ours(it, event)).collect();
            match ours.as_slice() {
                [only] if value_of(Some(only.clone())).as_ref() == Some(&entry) => continue,
                _ => ours.into_iter().for_each(CstNode::remove),
            }
            list.append(input(&entry));
        }
        Ok(finished(&root, text))
    }

    pub fn take(&self, text: &str) -> Result<String, EditError> {
        let root = parsed(text)?;
        let Some(object) = root.object_value() else { return Ok(text.to_owned()) };
        let Some(hooks) = object.object_value("hooks") else { return Ok(text.to_owned()) };
        let mut taken = false;
        for event in self.events {
            let Some(list) = hooks.array_value(event) else { continue };
            let ours = list.elements().into_iter().filter(|it| self.is_ours(it, event));
            let ours: Vec<CstNode> = ours.collect();
            if ours.is_empty() {
                continue;
            }
            taken = true;
            ours.into_iter().for_each(CstNode::remove);
            remove_if_empty(&hooks, event);
        }
        if !taken {
            return Ok(text.to_owned());
        }
        remove_if_empty(&object, "hooks");
        Ok(root.to_string())
    }

    /// What stands in the list of a moment.
    fn entry(&self, event: &str) -> Value {
        let command = self.start.line(&["hook", event, "--client", self.client.name()]);
        match self.client {
            Client::Cursor => json!({ "command": command }),
            Client::Gemini => {
                json!({ "hooks": [{ "type": "command", "command": command, "timeout": TIMEOUT_S * 1000 }] })
            }
            Client::ClaudeCode | Client::Codex => {
                json!({ "hooks": [{ "type": "command", "command": command, "timeout": TIMEOUT_S }] })
            }
        }
    }

    /// Whether an element of a list is ours and nobody else's.
    fn is_ours(&self, node: &CstNode, event: &str) -> bool {
        let end = format!("hook {event} --client {}", self.client.name());
        let ends = |value: &Value| {
            value["command"].as_str().is_some_and(|command| command.trim_end().ends_with(&end))
        };
        let Some(value) = value_of(Some(node.clone())) else { return false };
        match value["hooks"].as_array() {
            Some(inner) => !inner.is_empty() && inner.iter().all(ends),
            None => ends(&value),
        }
    }
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
        assert_eq!(ours.take(&after).unwrap(), before);
        assert_eq!(ours.take(before).unwrap(), before);
    }

    #[test]
    fn a_program_that_has_moved_is_replaced_and_known_as_ours() {
        let after = hooks(Client::Codex, "/old/mnemic").put("").unwrap();
        let moved = hooks(Client::Codex, "/new/mnemic").put(&after).unwrap();
        assert!(!moved.contains("/old/") && moved.contains("/new/mnemic hook Stop"), "{moved}");
        assert!(super::super::json::is_void(&hooks(Client::Codex, "mnemic").take(&moved).unwrap()));
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
