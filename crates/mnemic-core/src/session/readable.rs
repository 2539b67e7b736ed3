//! The readable form of a session: Markdown for people, made at its end. Nothing is read back from it.

use std::fmt::Write;

use jiff::Timestamp;

use super::{Transcript, Turn, TurnContent};
use crate::record::draft::is_control;

/// How much of a result people are shown; the transcript has all of it.
const RESULT_CHARS: usize = 2_000;

/// What a readable form tells beside what was said.
#[derive(Debug, Clone, Default)]
pub struct ReadableDetails<'a> {
    /// What was said, in short.
    pub summary: &'a str,
    /// What is worth keeping of it.
    pub findings: &'a [String],
    /// When it ended.
    pub ended_at: Timestamp,
}

/// The whole file.
pub fn markdown(transcript: &Transcript, about: &ReadableDetails<'_>) -> String {
    let mut text = front_matter(transcript, about);
    let title = transcript.header.title.as_deref().unwrap_or(transcript.header.session.as_str());
    let _ = write!(text, "\n# Session: {}\n", one_line(title));
    let summary = without_findings(about.summary, about.findings);
    if !summary.is_empty() {
        let _ = write!(text, "\n{summary}\n");
    }
    if !about.findings.is_empty() {
        text.push_str("\n## Findings\n\n");
        for finding in about.findings {
            let _ = writeln!(text, "- {}", one_line(finding));
        }
    }
    text.push_str("\n## Transcript\n");
    for turn in transcript.turns() {
        let _ = write!(text, "\n{}", entry(turn));
    }
    text.retain(|character| !is_control(character));
    text
}

/// A summary without the lines that stand among the findings, and without headings that have nothing below them.
fn without_findings(summary: &str, findings: &[String]) -> String {
    let findings: Vec<String> = findings.iter().map(|finding| one_line(finding)).collect();
    let is_found = |line: &str| {
        let said = line.strip_prefix("- ").unwrap_or_default();
        findings.iter().any(|finding| match said.strip_suffix('…') {
            Some(beginning) => !beginning.is_empty() && finding.starts_with(beginning),
            None => finding == said,
        })
    };
    let mut kept = String::new();
    let mut heading = None;
    for line in summary.lines().filter(|line| !is_found(line)) {
        if line.starts_with('#') {
            heading = Some(line);
            continue;
        }
        if line.trim().is_empty() && (heading.is_some() || kept.ends_with("\n\n")) {
            continue;
        }
        if let Some(heading) = heading.take() {
            kept.truncate(kept.trim_end().len());
            let _ = write!(kept, "\n\n{heading}\n\n");
        }
        let _ = writeln!(kept, "{line}");
    }
    kept.trim().to_owned()
}

/// The name of the file that tells of a session which ended on a day: the `number`-th of that name.
pub fn name(date: jiff::civil::Date, slug: &str, number: usize) -> String {
    match number {
        1 => format!("{date}-{slug}.md"),
        _ => format!("{date}-{slug}-{number}.md"),
    }
}

fn front_matter(transcript: &Transcript, about: &ReadableDetails<'_>) -> String {
    let header = &transcript.header;
    let mut text = String::from("---\n");
    let calls = transcript.turns().filter(|turn| matches!(turn.said, TurnContent::ToolCall { .. }));
    let asked = transcript.turns().filter(|turn| matches!(turn.said, TurnContent::User { .. }));
    let parent = header.parent.as_ref().map(|parent| parent.session.to_string());
    for (key, value) in [
        ("session_id", Some(header.session.to_string())),
        ("scope", Some(header.scope.to_string())),
        ("agent_id", header.agent.as_deref().map(quoted)),
        ("user_id", header.user.as_deref().map(quoted)),
        ("parent_session_id", parent),
        ("started_at", Some(transcript.started_at().to_string())),
        ("ended_at", Some(about.ended_at.to_string())),
        ("messages", Some(transcript.turns().count().to_string())),
        ("tool_calls", Some(calls.count().to_string())),
        ("loops_executed", Some(asked.count().to_string())),
    ] {
        if let Some(value) = value {
            let _ = writeln!(text, "{key}: {value}");
        }
    }
    text.push_str("---\n");
    text
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn entry(turn: &Turn) -> String {
    let at = turn.at.strftime("%H:%M:%S");
    match &turn.said {
        TurnContent::User { content } => format!("### {at} User\n\n{}\n", content.trim()),
        TurnContent::Assistant { content } => format!("### {at} Assistant\n\n{}\n", content.trim()),
        TurnContent::ToolCall { name, input, .. } => {
            format!("### {at} Tool call: {}\n\n{}\n", one_line(name), fenced(&input.to_string()))
        }
        TurnContent::ToolResult { content, is_error, .. } => {
            let title = if *is_error { "Tool error" } else { "Tool result" };
            format!("### {at} {title}\n\n{}\n", fenced(&shortened(content)))
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(RESULT_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => {
            let left = text[end..].chars().count();
            format!("{}\n… {left} more characters in the transcript", &text[..end])
        }
    }
}

/// The text in a fence that nothing in it closes.
fn fenced(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}\n{}\n{fence}", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_among_the_findings_is_not_told_twice() {
        let summary = "## Summary\n- Files.\n\n## Key Points\n- Uses ls\n- A very long…\n\n## Context for Next Turn\n- Go on\n";
        let findings = ["Uses  ls".to_owned(), "A very long finding".to_owned()];
        assert_eq!(
            without_findings(summary, &findings),
            "## Summary\n\n- Files.\n\n## Context for Next Turn\n\n- Go on"
        );
        assert_eq!(without_findings("Own words\n\nand more\n", &[]), "Own words\n\nand more");
    }

    #[test]
    fn a_session_reads_as_it_was_said() {
        let lines = [
            r#"{"id":"h","timestamp":"2026-11-15T10:00:00Z","type":"session","version":1,"session":"s","scope":"agent:a","agent":"a"}"#,
            r#"{"id":"t1","timestamp":"2026-11-15T10:00:01Z","role":"user","content":"Which files?"}"#,
            r#"{"id":"t2","timestamp":"2026-11-15T10:00:02Z","role":"tool_call","call_id":"c","name":"ls","input":{"path":"."}}"#,
            r#"{"id":"t3","timestamp":"2026-11-15T10:00:03Z","role":"tool_result","call_id":"c","content":"a ``` b"}"#,
        ];
        let transcript = Transcript::read(&lines.join("\n")).unwrap();
        let findings = ["Uses  ls".to_owned()];
        let ended_at = "2026-11-15T11:00:00Z".parse().unwrap();
        let about =
            ReadableDetails { summary: "## Summary\n\nFiles.", findings: &findings, ended_at };
        insta::assert_snapshot!(markdown(&transcript, &about), @r#"
        ---
        session_id: s
        scope: agent:a
        agent_id: "a"
        started_at: 2026-11-15T10:00:00Z
        ended_at: 2026-11-15T11:00:00Z
        messages: 3
        tool_calls: 1
        loops_executed: 1
        ---

        # Session: s

        ## Summary

        Files.

        ## Findings

        - Uses ls

        ## Transcript

        ### 10:00:01 User

        Which files?

        ### 10:00:02 Tool call: ls

        ```
        {"path":"."}
        ```

        ### 10:00:03 Tool result

        ````
        a ``` b
        ````
        "#);
    }
}
