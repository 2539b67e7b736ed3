//! `mnemic import`: from lines of JSON, and from other tools.

mod claude;
mod jsonl;
mod tool;

use std::process::ExitCode;

use mnemic::Tool;

use super::Invocation;
use crate::arguments::Import;

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
