//! What tools teach: which files were changed, what failed, and what made it work.

use std::collections::HashMap;

use serde_json::Value;

use crate::session::{Turn, TurnContent};

/// What came of one call, read together with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Files were changed.
    Changed { paths: Vec<String> },
    /// Something failed; `action` is what would have to succeed to be put right.
    Failed { action: String, reason: String },
    /// Something worked.
    Worked { action: String },
}

/// The calls of a conversation, to be asked for when their results come.
#[derive(Debug, Default)]
pub(super) struct Calls<'a> {
    open: HashMap<&'a str, (&'a str, &'a Value)>,
}

impl<'a> Calls<'a> {
    /// Takes notice of a turn, and says what came of a call if it is a result.
    pub(super) fn read(&mut self, turn: &'a Turn) -> Option<Outcome> {
        match &turn.said {
            TurnContent::ToolCall { call_id, name, input } => {
                self.open.insert(call_id, (name, input));
                None
            }
            TurnContent::ToolResult { call_id, content, is_error } => {
                let (name, input) = self.open.get(call_id.as_str()).copied()?;
                outcome(name, input, content, *is_error)
            }
            _ => None,
        }
    }
}

fn outcome(name: &str, input: &Value, content: &str, is_error: bool) -> Option<Outcome> {
    let command = text_at(input, &["command", "cmd", "script"]);
    let is_ours = |text: &str| text.to_lowercase().contains("mnemic");
    if is_ours(name) || command.as_deref().is_some_and(is_ours) {
        return None;
    }
    let paths = patched(input.as_str().map(str::to_owned).or_else(|| patch_in(input)));
    if !paths.is_empty() {
        return (!is_error).then_some(Outcome::Changed { paths });
    }
    let path = text_at(input, &["file_path", "path", "filename", "file", "notebook_path"]);
    if writes(name) {
        let path = path?;
        return (!is_error).then_some(Outcome::Changed { paths: vec![path] });
    }
    let action = action(name, command?.as_str())?;
    if is_error {
        let reason = reason(content)?;
        return Some(Outcome::Failed { action, reason });
    }
    Some(Outcome::Worked { action })
}

/// The patch that a tool was given, also on the command line.
fn patch_in(input: &Value) -> Option<String> {
    let given = ["input", "patch", "command", "cmd"].into_iter();
    given.filter_map(|key| text_at(input, &[key])).find(|text| text.contains(PATCH))
}

/// How a patch in Codex's own format begins.
const PATCH: &str = "*** Begin Patch";

/// The files that such a patch changes, each once.
fn patched(patch: Option<String>) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    let patch = patch.unwrap_or_default();
    let Some((_, patch)) = patch.split_once(PATCH) else { return paths };
    for line in patch.lines() {
        let path = ["*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "]
            .into_iter()
            .find_map(|words| line.strip_prefix(words));
        if let Some(path) = path.map(str::trim).filter(|path| !paths.iter().any(|it| it == path)) {
            paths.push(path.to_owned());
        }
    }
    paths
}

/// Whether a tool writes a file, by its name.
fn writes(name: &str) -> bool {
    let name = name.to_lowercase().replace(['_', '-', ' '], "");
    const WRITERS: [&str; 10] = [
        "edit",
        "write",
        "multiedit",
        "notebookedit",
        "strreplace",
        "applypatch",
        "createfile",
        "fileedit",
        "filewrite",
        "replaceinfile",
    ];
    WRITERS.contains(&name.as_str())
        || name.ends_with("editfile")
        || name.ends_with("writefile")
        || name.ends_with("writetofile")
}

fn text_at(input: &Value, keys: &[&str]) -> Option<String> {
    let found = keys.iter().find_map(|key| input.get(key))?;
    let text = match found {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
        _ => return None,
    };
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

/// A command in one short line, without where it is run and what its output goes through. Looking for something fails
/// often and teaches nothing.
fn action(name: &str, command: &str) -> Option<String> {
    let line = command.lines().next().unwrap_or(command);
    let line = line.rsplit(" && ").next().unwrap_or(line);
    let line = line.split(['|', '>', ';']).next().unwrap_or(line);
    let line = line.trim().trim_end_matches(" 2").trim();
    const LOOKING: [&str; 16] = [
        "ls", "cat", "grep", "rg", "find", "fd", "head", "tail", "sed", "awk", "which", "test",
        "cd", "echo", "pwd", "diff",
    ];
    let first = line.split_whitespace().next().unwrap_or(name);
    let is_short = (2..=120).contains(&line.chars().count());
    (is_short && !LOOKING.contains(&first)).then(|| line.to_owned())
}

const MAX_REASON_CHARS: usize = 160;

/// The line of an output that says what is wrong: the first that names an error, else the last.
fn reason(content: &str) -> Option<String> {
    let lines =
        || content.lines().map(str::trim).filter(|line| line.chars().any(char::is_alphabetic));
    let says = |line: &&str| {
        let lower = line.to_lowercase();
        let named =
            ["error", "panicked", "exception", "fatal", "failed", "cannot", "not found", "denied"];
        named.iter().any(|word| lower.contains(word))
    };
    let line = lines().find(says).or_else(|| lines().next_back())?;
    Some(line.chars().take(MAX_REASON_CHARS).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_call_and_its_result_say_what_happened() {
        let changed = |paths: &str| {
            Some(Outcome::Changed { paths: paths.split(' ').map(str::to_owned).collect() })
        };
        let patch = "*** Begin Patch\n*** Update File: src/a.rs\n@@\n-x\n+y\n*** Add File: b.rs\n+z\n*** End Patch";
        let failed = |action: &str, reason: &str| {
            Some(Outcome::Failed { action: action.to_owned(), reason: reason.to_owned() })
        };
        for (name, input, content, is_error, expected) in [
            ("Edit", json!({"file_path": "src/a.rs"}), "ok", false, changed("src/a.rs")),
            ("str_replace", json!({"path": "a.py"}), "no match", true, None),
            ("apply_patch", json!(patch), "Success", false, changed("src/a.rs b.rs")),
            (
                "shell",
                json!({"command": ["apply_patch", patch]}),
                "",
                false,
                changed("src/a.rs b.rs"),
            ),
            ("apply_patch", json!(patch), "no match", true, None),
            ("Read", json!({"file_path": "src/a.rs"}), "text", false, None),
            (
                "Bash",
                json!({"command": "cd /x && cargo test 2>&1 | tail"}),
                "   Compiling x\nerror[E0308]: mismatched types\n --> a.rs",
                true,
                failed("cargo test", "error[E0308]: mismatched types"),
            ),
            (
                "shell",
                json!({"command": ["npm", "ci"]}),
                "",
                false,
                Some(Outcome::Worked { action: "npm ci".into() }),
            ),
            ("Bash", json!({"command": "grep -r x ."}), "", true, None),
            ("Bash", json!({"command": "mnemic recall x"}), "error: x", true, None),
            ("mcp__mnemic__recall", json!({"command": "x y"}), "error: x", true, None),
        ] {
            assert_eq!(outcome(name, &input, content, is_error), expected, "{name} {input}");
        }
    }
}
