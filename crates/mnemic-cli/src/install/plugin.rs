//! Plugins: the same as a folder that a client takes in whole.

use std::path::Path;

use serde_json::{Value, json};

use super::{
    client::{Client, Start, Target},
    edit::Edit,
};

const ABOUT: &str =
    "Long-term memory in plain Markdown: recalled before each answer, kept after it";

/// The files of a client's plugin in a folder; none when it has no plugins that Mnemic knows.
pub fn targets(client: Client, folder: &Path, start: &Start) -> Vec<Target> {
    let file =
        |name: &str, edits: Vec<Edit>| Target { path: folder.join(name), edits, on_request: false };
    let server = client.server(start);
    match client {
        Client::ClaudeCode => vec![
            file(
                ".claude-plugin/plugin.json",
                vec![
                    value(&["name"], json!("mnemic")),
                    value(&["version"], json!(env!("CARGO_PKG_VERSION"))),
                    value(&["description"], json!(ABOUT)),
                ],
            ),
            file(
                ".claude-plugin/marketplace.json",
                vec![
                    value(&["name"], json!("mnemic")),
                    value(&["owner"], json!({ "name": "mnemic" })),
                    value(
                        &["plugins"],
                        json!([{ "name": "mnemic", "source": "./", "description": ABOUT }]),
                    ),
                ],
            ),
            file(".mcp.json", vec![value(&["mcpServers", "mnemic"], server)]),
            file("hooks/hooks.json", client.hooks(start).map(Edit::Hooks).into_iter().collect()),
        ],
        Client::Openclaw => vec![file(
            "openclaw.plugin.json",
            vec![
                value(&["id"], json!("mnemic")),
                value(&["name"], json!("Mnemic")),
                value(&["version"], json!(env!("CARGO_PKG_VERSION"))),
                value(&["description"], json!(ABOUT)),
                value(
                    &["configSchema"],
                    json!({ "type": "object", "additionalProperties": false, "properties": {} }),
                ),
                value(&["mcpServers", "mnemic"], server),
            ],
        )],
        Client::Codex | Client::Cursor | Client::Gemini | Client::Opencode => Vec::new(),
    }
}

fn value(path: &'static [&'static str], value: Value) -> Edit {
    Edit::Json { path, value }
}
