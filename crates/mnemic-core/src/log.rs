//! Daily logs: what happened in a scope on one day. They are written and never read back as memories.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use crate::{
    event::{Act, Cause, Event},
    scope::Scope,
    store::LogLine,
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
        if put.cause == Cause::Imported {
            *imported.entry(&put.memory.scope).or_default() += 1;
            continue;
        }
        let number = put.memory.number.map(|number| format!(" [id:{number}]")).unwrap_or_default();
        let text = format!("{}{number}: {}", put.cause.told(), excerpt(&put.memory.text));
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
        document: format!("{directory}/memory/{}.md", local.date()),
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

const TOMORROW: &str = "Context for Tomorrow";

/// A daily log with a line that tells of a session, and what the next session should know. What is there already is
/// not added again.
pub fn with_session(source: &str, line: &LogLine, next: &[String]) -> String {
    let is_there = |text: &str, line: &str| text.lines().any(|known| known == line);
    let log = match is_there(source, &line.to_string()) {
        true => source.to_owned(),
        false => append(source, std::slice::from_ref(line)),
    };
    let fresh: Vec<&String> = next.iter().filter(|line| !is_there(&log, line)).collect();
    if fresh.is_empty() {
        return log;
    }
    let lines: String = fresh.into_iter().map(|line| format!("{line}\n")).collect();
    let heading = format!("\n## {TOMORROW}\n");
    let Some(start) = log.find(&heading) else {
        return format!("{}\n{heading}\n{lines}", log.trim_end());
    };
    let inside = start + heading.len();
    let end = log[inside..].find("\n## ").map_or(log.len(), |next| inside + next + 1);
    let (before, after) = log.split_at(end);
    let between = if after.is_empty() { "" } else { "\n" };
    let gap = if before.trim_end().ends_with("-->") { "\n\n" } else { "\n" };
    format!("{}{gap}{lines}{between}{after}", before.trim_end())
}

/// The list items below a heading of a Markdown text.
pub fn section(text: &str, heading: &str) -> Vec<String> {
    let lines = text.lines().skip_while(|line| line.trim_start_matches('#').trim() != heading);
    let below = lines.skip(1).take_while(|line| !line.starts_with('#'));
    let items = below.map(str::trim).filter(|line| !line.is_empty());
    items.map(|line| format!("- {}", line.trim_start_matches("- "))).collect()
}

/// Brings the lines of the summary that a log can answer by itself up to date.
fn summarised(log: &str) -> String {
    let clocks: Vec<&str> =
        log.lines().filter_map(|line| line.strip_prefix("- [")?.get(..8)).collect();
    let hours = match (clocks.first(), clocks.last()) {
        (Some(first), Some(last)) => format!("{} - {}", &first[..5], &last[..5]),
        _ => return log.to_owned(),
    };
    let count = clocks.len().to_string();
    let filled = |line: &str| {
        let label = ["- **Active Hours**: ", "- **Interactions**: "]
            .into_iter()
            .find(|label| line.starts_with(label));
        match label {
            Some(label @ "- **Active Hours**: ") => format!("{label}{hours}\n"),
            Some(label) => format!("{label}{count}\n"),
            None => line.to_owned(),
        }
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
    use crate::{clock::EventTime, template};

    fn at(clock: &str, text: &str) -> LogLine {
        LogLine {
            document: String::new(),
            time: EventTime(1),
            clock: clock.into(),
            text: text.into(),
        }
    }

    #[test]
    fn lines_of_one_minute_stand_together_under_the_timeline() {
        let log = template::daily_log("2026-11-15", "mnemic");
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
        let log = template::daily_log("2026-11-15", "global");
        let line = at("14:32:07", "Session s ended: x");
        let once = with_session(&log, &line, &next);
        assert!(once.contains("- [14:32:07] Session s ended: x\n"));
        assert!(once.ends_with("session -->\n\n- Run the tests\n- Ask Ann\n"), "{once}");
        assert_eq!(with_session(&once, &line, &next), once);
        let own = with_session("# Mine\n", &line, &next[..1]);
        assert!(own.ends_with("\n## Context for Tomorrow\n\n- Run the tests\n"), "{own}");
    }

    #[test]
    fn an_excerpt_is_one_short_line() {
        assert_eq!(excerpt("one"), "one");
        assert_eq!(excerpt("\n  one  \ntwo"), "one …");
        assert_eq!(excerpt(&"é".repeat(200)).chars().count(), EXCERPT_CHARS + 1);
    }
}
