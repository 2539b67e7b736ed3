//! Times as people type them: a moment, a day, a time by its name, or how long ago.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use mnemic::config::{Lasting, parse_duration};

use crate::failure::UserError;

/// Which end of a day, or of another time that lasts, is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// Its beginning.
    Start,
    /// Its end.
    End,
}

/// The moment that `text` names.
pub fn parse(text: &str, edge: Edge, now: Timestamp, zone: &TimeZone) -> anyhow::Result<Timestamp> {
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Ok(moment);
    }
    if let Some(moment) = text.parse::<Date>().ok().and_then(|date| day_edge(date, edge, zone)) {
        return Ok(moment);
    }
    ago(text, now).or_else(|| named(text, edge, now, zone)).ok_or_else(|| {
        let hint = "use a day (2026-11-01), a month (2026-11), a moment (2026-11-01T09:00:00Z), its name \
                    (yesterday, last week) or how long ago (7d, 12h, 2 weeks)";
        UserError::error(format!("`{text}` is not a time"), hint)
    })
}

/// A moment as people read it, in their time zone and to the second.
pub fn local(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

fn day_edge(date: Date, edge: Edge, zone: &TimeZone) -> Option<Timestamp> {
    let date = match edge {
        Edge::Start => date,
        Edge::End => date.tomorrow().ok()?,
    };
    date.to_zoned(zone.clone()).ok().map(|zoned| zoned.timestamp())
}

fn named(text: &str, edge: Edge, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    let span = mnemic::time::named(text, now, zone)?;
    Some(match edge {
        Edge::Start => span.start,
        Edge::End => span.end,
    })
}

fn ago(text: &str, now: Timestamp) -> Option<Timestamp> {
    match parse_duration(text).ok()? {
        Lasting::For(duration) => now.checked_sub(duration).ok(),
        Lasting::Forever => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_moments_and_spans_are_understood() {
        let now = "2026-11-15T10:00:00Z".parse().unwrap();
        let at = |text, edge| parse(text, edge, now, &TimeZone::UTC).map(|at| at.to_string()).ok();
        assert_eq!(at("2026-11-01", Edge::Start).as_deref(), Some("2026-11-01T00:00:00Z"));
        assert_eq!(at("2026-11-01", Edge::End).as_deref(), Some("2026-11-02T00:00:00Z"));
        assert_eq!(at("1 week", Edge::Start), at("7d", Edge::Start));
        assert_eq!(at("7d", Edge::Start).as_deref(), Some("2026-11-08T10:00:00Z"));
        assert_eq!(at("2026-11-01T09:00:00Z", Edge::End).as_deref(), Some("2026-11-01T09:00:00Z"));
        assert_eq!(at("yesterday", Edge::Start).as_deref(), Some("2026-11-14T00:00:00Z"));
        assert_eq!(at("yesterday", Edge::End).as_deref(), Some("2026-11-15T00:00:00Z"));
        assert_eq!(at("2026-10", Edge::End).as_deref(), Some("2026-11-01T00:00:00Z"));
        assert_eq!(at("friday", Edge::Start).as_deref(), Some("2026-11-13T00:00:00Z"));
        for text in ["", "d", "tomorrow", "port 80", "-3d", "7x", "7é", "never"] {
            assert_eq!(at(text, Edge::Start), None, "{text:?}");
        }
    }
}
