//! `mnemic import`: from lines of JSON, and from other tools.

mod claude;
mod jsonl;
mod tool;

use std::process::ExitCode;

use mnemic::{Incoming, Scope, Tool, Trust};

use super::Invocation;
use crate::{arguments::Import, output};

pub async fn run(session: &Invocation, import: Import) -> anyhow::Result<ExitCode> {
    let (tool, at, how) = match import {
        Import::Jsonl(jsonl) => return jsonl::run(session, jsonl).await,
        Import::Markdown(markdown) => (Tool::Markdown, Some(markdown.at), markdown.how),
        Import::Openclaw(from) => (Tool::Openclaw, from.at, from.how),
        Import::ClaudeCode(from) => (Tool::ClaudeCode, from.at, from.how),
        Import::McpMemory(graph) => (Tool::McpMemory, Some(graph.at), graph.how),
        Import::Codex(from) => (Tool::Codex, from.at, from.how),
    };
    tool::run(session, tool, at, how).await
}

/// Where imported memories belong, and how far they are trusted.
fn incoming(scope: Scope, is_untrusted: bool) -> Incoming {
    let trust = if is_untrusted { Trust::Low } else { Trust::Medium };
    Incoming { scope, trust }
}

/// Says how many of the imported memories have low trust, and what the user can do about it.
fn explain_low_trust(count: u64) {
    if count == 0 {
        return;
    }
    output::aside(match count {
        1 => "1 memory has low trust: recall finds it, contexts leave it out".to_owned(),
        _ => format!("{count} memories have low trust: recall finds them, contexts leave them out"),
    });
    output::aside("hint: `mnemic promote --review` lists low trust with the reasons");
}
