//! Durations as people write them: `30 days`, `12h`, `archive_after_60_days`, `never_delete`.

use jiff::SignedDuration;
use thiserror::Error;

const DAY: i64 = 86_400;

/// How long something lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lasting {
    /// So long.
    For(SignedDuration),
    /// For ever.
    Forever,
}

/// How long a text means. What is to happen then, as in `archive_after_60_days`, may stand before it.
pub fn parse_duration(text: &str) -> Result<Lasting, DurationError> {
    let error = || DurationError(text.to_owned());
    let plain = text.trim().to_lowercase().replace('_', " ");
    if ["never", "never delete", "permanent", "forever"].contains(&plain.as_str()) {
        return Ok(Lasting::Forever);
    }
    let span = plain.split_once("after ").map_or(plain.as_str(), |(_, span)| span).trim();
    let digits = span.len() - span.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (count, unit) = span.split_at(digits);
    let seconds = seconds_of(unit.trim()).ok_or_else(error)?;
    let count: i64 = count.parse().map_err(|_| error())?;
    let total = count.checked_mul(seconds).ok_or_else(error)?;
    Ok(Lasting::For(SignedDuration::from_secs(total)))
}

/// A month has 30 days here and a year 365: nothing that is kept hangs on the calendar.
fn seconds_of(unit: &str) -> Option<i64> {
    Some(match unit {
        "s" | "second" | "seconds" => 1,
        "m" | "min" | "minute" | "minutes" => 60,
        "h" | "hour" | "hours" => 3_600,
        "d" | "day" | "days" => DAY,
        "w" | "week" | "weeks" => 7 * DAY,
        "month" | "months" => 30 * DAY,
        "y" | "year" | "years" => 365 * DAY,
        _ => return None,
    })
}

/// A text that is no duration.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a duration; write one like `30 days`")]
pub struct DurationError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_people_write_them() {
        for (text, days) in [
            ("30 days", Some(30)),
            ("1 day", Some(1)),
            ("30days", Some(30)),
            ("7d", Some(7)),
            ("48h", Some(2)),
            ("2 weeks", Some(14)),
            ("6 months", Some(180)),
            ("1 year", Some(365)),
            ("archive_after_60_days", Some(60)),
            ("archive_after_7_days", Some(7)),
            ("delete after 1 year", Some(365)),
            ("0 days", Some(0)),
            ("never", None),
            ("never_delete", None),
            ("permanent", None),
        ] {
            let lasting = match days {
                Some(days) => Lasting::For(SignedDuration::from_secs(days * DAY)),
                None => Lasting::Forever,
            };
            assert_eq!(parse_duration(text), Ok(lasting), "{text}");
        }
    }

    #[test]
    fn what_is_no_duration_is_refused() {
        for text in ["", "days", "-3 days", "3", "3 moons", "7é", "99999999999999999 years", "1.5h"]
        {
            assert!(parse_duration(text).is_err(), "{text} was accepted");
        }
    }
}
