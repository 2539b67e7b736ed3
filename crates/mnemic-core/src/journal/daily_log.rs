//! Daily logs: what happened in a scope on one day. They are written and never read back as memories.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use crate::{
    journal::event::{Act, Cause, Event},
    port::store::LogLine,
    record::scope::Scope,
};

const EXCERPT_CHARS: usize = 120;

/// The lines an act adds to daily logs: one per memory, one per scope for an import.
pub fn lines(act: &Act, zone: &TimeZone) -> Vec<LogLine> {
    let mut lines = Vec::new();
    let mut imported: BTreeMap<&Scope, usize> = BTreeMap::new();
    for event in &act.events {
        if let Event::Reinstated(whole) = event {
            *imported.entry(&whole.memory.scope).or_default() += 1;
        }
        let Event::Put(put) = event else { continue };
        // The line of its session says the same.
        if !put.memory.rules().is_logged {
            continue;
        }
        if put.cause == Cause::Imported {
            *imported.entry(&put.memory.scope).or_default() += 1;
            continue;
        }
        let number = put.memory.number.map(|number| format!(" [id:{number}]")).unwrap_or_default();
        // A log is loaded into contexts.
        let said = match put.memory.may_be_injected() {
            true => excerpt(&put.memory.text),
            false => "a memory of low trust".to_owned(),
        };
        let text = format!("{}{number}: {said}", put.cause.label());
        lines.extend(line(act, zone, &put.memory.scope, text));
    }
    for (scope, count) in imported {
        lines.extend(line(act, zone, scope, format!("Imported {count} memories")));
    }
    lines
}

fn line(act: &Act, zone: &TimeZone, scope: &Scope, text: String) -> Option<LogLine> {
    let directory = scope.directory()?;
    let local = act.at.to_zoned(zone.clone());
    Some(LogLine {
        document: format!("{directory}/memory/{}.md", local.date()).into(),
        time: act.time,
        clock: local.strftime("%H:%M:%S").to_string(),
        text,
    })
}

/// The first line of a text, shortened.
pub fn excerpt(text: &str) -> String {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim();
    let cut = first.char_indices().nth(EXCERPT_CHARS).map(|(index, _)| index);
    match cut {
        Some(index) => format!("{}…", first[..index].trim_end()),
        None if text.trim().lines().count() > 1 => format!("{first} …"),
        None => first.to_owned(),
    }
}

impl std::fmt::Display for LogLine {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "- [{}] {}", self.clock, self.text)
    }
}

/// Adds lines to the text of a daily log, under its Timeline, grouped by the minute.
pub fn append(source: &str, lines: &[LogLine]) -> String {
    let (before, after) = split_at_timeline_end(source);
    let mut log = before.trim_end().to_owned();
    let mut minute = last_minute(&log);
    for line in lines {
        let this = line.clock.get(..5).unwrap_or(&line.clock).to_owned();
        if minute.as_ref() != Some(&this) {
            log.push_str(&format!("\n\n### {this} - Memory\n"));
            minute = Some(this);
        }
        log.push_str(&format!("\n{line}"));
    }
    log.push('\n');
    if !after.is_empty() {
        log.push('\n');
        log.push_str(after);
    }
    summarised(&log)
}

const TOMORROW: &str = "## Context for Tomorrow";
const DECISIONS: &str = "## Decisions Made Today";
const ERRORS: &str = "### Errors & Recoveries";

/// What a daily log is told of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionLog {
    /// What happened to it, in a line of the timeline.
    pub said: String,
    /// What was decided in it.
    pub decisions: Vec<String>,
    /// What failed in it, and what resolved that.
    pub errors: Vec<String>,
    /// What the next session should know.
    pub next: Vec<String>,
}

impl SessionLog {
    /// A line of the timeline and nothing else.
    pub fn of(said: String) -> Self {
        Self { said, ..Self::default() }
    }
}

/// The end of a session in a line: what it was about, if that can be said, and how much was said.
pub fn ended(session: &str, about: &str, messages: usize) -> String {
    let about = if about.is_empty() { String::new() } else { format!(": {about}") };
    let plural = if messages == 1 { "" } else { "s" };
    format!("Session {session} ended{about} ({messages} message{plural})")
}

/// How many messages a session had whose end a line tells.
fn messages_in(line: &str) -> Option<usize> {
    let session = line.get("- [00:00:00] ".len()..)?.strip_prefix("Session ")?;
    let (_, count) = session.strip_suffix(')')?.rsplit_once(" (")?;
    count.strip_suffix(" messages").or_else(|| count.strip_suffix(" message"))?.parse().ok()
}

/// A daily log with a line that tells of a session, and what else is told of it under its headings. What is there
/// already is not added again.
pub fn with_session(source: &str, line: &LogLine, account: &SessionLog) -> String {
    let mut log = match is_there(source, &line.to_string()) {
        true => source.to_owned(),
        false => append(source, std::slice::from_ref(line)),
    };
    for (heading, items) in
        [(ERRORS, &account.errors), (DECISIONS, &account.decisions), (TOMORROW, &account.next)]
    {
        log = with_items(&log, heading, items);
    }
    summarised(&log)
}

fn is_there(text: &str, line: &str) -> bool {
    text.lines().any(|known| known == line)
}

/// A log with items under a heading. A person who took a heading out does not want it, that for tomorrow apart.
fn with_items(log: &str, heading: &str, items: &[String]) -> String {
    let mut lines = String::new();
    for item in items.iter().map(|item| format!("- {}", one_line(item.trim_start_matches("- ")))) {
        if !is_there(log, &item) && !is_there(&lines, &item) {
            lines = lines + &item + "\n";
        }
    }
    if lines.is_empty() {
        return log.to_owned();
    }
    let start = match log.find(&format!("\n{heading}\n")) {
        Some(start) => start,
        None if heading == TOMORROW => {
            return format!("{}\n\n{heading}\n\n{lines}", log.trim_end());
        }
        None => return log.to_owned(),
    };
    let inside = start + heading.len() + 2;
    let end = log[inside..].find("\n#").map_or(log.len(), |next| inside + next + 1);
    let (before, after) = log.split_at(end);
    let between = if after.is_empty() { "" } else { "\n" };
    let has_items = before[inside..].lines().any(|line| line.starts_with("- "));
    let gap = if has_items { "\n" } else { "\n\n" };
    format!("{}{gap}{lines}{between}{after}", before.trim_end())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The list items below a heading of a Markdown text.
pub fn section(text: &str, heading: &str) -> Vec<String> {
    let lines = text.lines().skip_while(|line| line.trim_start_matches('#').trim() != heading);
    let below = lines.skip(1).take_while(|line| !line.starts_with('#'));
    let items = below.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("<!--"));
    items.map(|line| format!("- {}", line.trim_start_matches("- "))).collect()
}

/// What a time of day looks like.
const CLOCK: [u8; 8] = *b"00:00:00";

/// Brings the lines of the summary that a log can answer by itself up to date.
fn summarised(log: &str) -> String {
    let is_clock = |text: &&str| text.bytes().map(|it| it == b':').eq(CLOCK.map(|it| it == b':'));
    let clocks: Vec<&str> = log
        .lines()
        .filter_map(|line| line.strip_prefix("- [")?.get(..8))
        .filter(is_clock)
        .collect();
    let hours = match (clocks.first(), clocks.last()) {
        (Some(first), Some(last)) => format!("{} - {}", &first[..5], &last[..5]),
        _ => return log.to_owned(),
    };
    let messages: usize = log.lines().filter_map(messages_in).sum();
    let count = if messages == 0 { clocks.len() } else { messages };
    let errors = match section(log, ERRORS.trim_start_matches(['#', ' '])) {
        items if items.is_empty() => "-".to_owned(),
        items => items.len().to_string(),
    };
    let answers = [
        ("- **Active Hours**: ", hours),
        ("- **Interactions**: ", count.to_string()),
        ("- **Errors**: ", errors),
    ];
    let filled = |line: &str| match answers.iter().find(|(label, _)| line.starts_with(label)) {
        Some((label, answer)) => format!("{label}{answer}\n"),
        None => line.to_owned(),
    };
    log.split_inclusive('\n').map(filled).collect()
}

fn split_at_timeline_end(source: &str) -> (&str, &str) {
    let Some(start) = source.find("\n## Timeline") else {
        return (source, "");
    };
    let rest = start + "\n## Timeline".len();
    match source[rest..].find("\n## ") {
        Some(next) => source.split_at(rest + next + 1),
        None => (source, ""),
    }
}

fn last_minute(timeline: &str) -> Option<String> {
    let heading = timeline.rfind("\n### ")?;
    let minute = timeline[heading + 5..].get(..5)?;
    timeline[heading..].contains(" - Memory\n").then(|| minute.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{document::template, port::clock::EventTime};

    fn at(clock: &str, text: &str) -> LogLine {
        LogLine {
            document: crate::record::vault_path::VaultPath::default(),
            time: EventTime(1),
            clock: clock.into(),
            text: text.into(),
        }
    }

    #[test]
    fn lines_of_one_minute_stand_together_under_the_timeline() {
        let log = template::daily_log("2026-11-15", "Agent: mnemic");
        let log = append(&log, &[at("14:32:07", "Remembered a"), at("14:32:09", "Remembered b")]);
        let log = append(&log, &[at("14:32:50", "Forgot a"), at("14:33:00", "Restored a")]);
        let (timeline, rest) = log.split_once("## Events").unwrap();
        assert_eq!(timeline.matches("### 14:32 - Memory").count(), 1);
        assert!(timeline.ends_with(
            "- [14:32:50] Forgot a\n\n### 14:33 - Memory\n\n- [14:33:00] Restored a\n\n"
        ));
        assert!(rest.contains("## Context for Tomorrow"));
        assert!(timeline.contains("- **Active Hours**: 14:32 - 14:33\n- **Interactions**: 4\n"));
    }

    #[test]
    fn a_session_is_told_once_and_leaves_what_the_next_one_should_know() {
        let summary = "## Summary\n\nx\n\n## Context for Next Turn\n\n- Run the tests\nAsk Ann\n";
        let next = section(summary, "Context for Next Turn");
        assert_eq!(next, ["- Run the tests", "- Ask Ann"]);
        let log = template::daily_log("2026-11-15", "Scope: global");
        let line = at("14:32:07", &ended("s", "x", 17));
        let account = SessionLog {
            decisions: vec!["Use SQLite".to_owned()],
            errors: vec!["`make` failed".to_owned(), "- [ ] odd".to_owned()],
            next,
            ..SessionLog::default()
        };
        let once = with_session(&log, &line, &account);
        assert!(once.contains("- [14:32:07] Session s ended: x (17 messages)\n"));
        assert!(once.ends_with("session -->\n\n- Run the tests\n- Ask Ann\n"), "{once}");
        assert!(
            once.contains("resolved -->\n\n- `make` failed\n- [ ] odd\n\n## Decisions"),
            "{once}"
        );
        assert!(once.contains("today -->\n\n- Use SQLite\n\n## Context"), "{once}");
        let summary =
            "14:32 - 14:32\n- **Interactions**: 17\n- **Tasks Completed**: -\n- **Errors**: 2\n";
        assert!(once.contains(summary), "{once}");
        assert_eq!(with_session(&once, &line, &account), once);
        let own = with_session("# Mine\n", &line, &account);
        assert!(
            own.ends_with("\n## Context for Tomorrow\n\n- Run the tests\n- Ask Ann\n"),
            "{own}"
        );
        assert!(!own.contains("Use SQLite"), "{own}");
    }

    #[test]
    fn an_excerpt_is_one_short_line() {
        assert_eq!(excerpt("one"), "one");
        assert_eq!(excerpt("\n  one  \ntwo"), "one …");
        assert_eq!(excerpt(&"é".repeat(200)).chars().count(), EXCERPT_CHARS + 1);
    }
}
