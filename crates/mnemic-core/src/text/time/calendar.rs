//! Stretches of the calendar in local time: the day, week, month or season that holds a date.
//!
//! Everything is checked: near the ends of the calendar there is no answer instead of a panic. Weeks begin on
//! Monday, seasons with the month.

use jiff::{
    Span,
    civil::{Date, DateTime, Time, Weekday},
};

use super::{
    Precision,
    lexicon::{Season, Unit},
};

/// A stretch of local time; the end is not part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Period {
    pub start: DateTime,
    pub end: DateTime,
    pub precision: Precision,
}

impl Period {
    /// From the beginning of one day to the beginning of another.
    pub fn days(start: Date, end: Date, precision: Precision) -> Self {
        let midnight = Time::midnight();
        Self { start: start.to_datetime(midnight), end: end.to_datetime(midnight), precision }
    }
}

/// So many units before (or, when negative, after) a date.
pub(super) fn back(date: Date, unit: Unit, count: i32) -> Option<Date> {
    date.checked_sub(span(unit, count)?).ok()
}

/// So many units before (or, when negative, after) a moment.
pub(super) fn moment_back(moment: DateTime, unit: Unit, count: i32) -> Option<DateTime> {
    moment.checked_sub(span(unit, count)?).ok()
}

fn span(unit: Unit, count: i32) -> Option<Span> {
    let span = Span::new();
    match unit {
        Unit::Minute => span.try_minutes(count),
        Unit::Hour => span.try_hours(count),
        Unit::Day => span.try_days(count),
        Unit::Week | Unit::Weekend => span.try_weeks(count),
        Unit::Month => span.try_months(count),
        Unit::Quarter => span.try_months(count.checked_mul(3)?),
        Unit::Year => span.try_years(count),
    }
    .ok()
}

/// The unit of the calendar that holds the date; of weekends, the one of the same week.
pub(super) fn holding(date: Date, unit: Unit) -> Option<Period> {
    match unit {
        Unit::Minute | Unit::Hour | Unit::Day => day(date),
        Unit::Week => week(date),
        Unit::Weekend => weekend(date),
        Unit::Month => months(date.first_of_month(), 1, Precision::Month),
        Unit::Quarter => quarter(date.year(), (date.month() - 1) / 3 + 1),
        Unit::Year => year(date.year()),
    }
}

pub(super) fn day(date: Date) -> Option<Period> {
    Some(Period::days(date, date.tomorrow().ok()?, Precision::Day))
}

/// The seven days around a date: what people mean by "a week before".
pub(super) fn days_around(date: Date) -> Option<Period> {
    let (start, end) = (back(date, Unit::Day, 3)?, back(date, Unit::Day, -4)?);
    Some(Period::days(start, end, Precision::Week))
}

fn week(date: Date) -> Option<Period> {
    let monday = monday(date)?;
    Some(Period::days(monday, back(monday, Unit::Week, -1)?, Precision::Week))
}

fn weekend(date: Date) -> Option<Period> {
    let monday = monday(date)?;
    let (start, end) = (back(monday, Unit::Day, -5)?, back(monday, Unit::Day, -7)?);
    Some(Period::days(start, end, Precision::Weekend))
}

fn monday(date: Date) -> Option<Date> {
    back(date, Unit::Day, i32::from(date.weekday().to_monday_zero_offset()))
}

/// The last such day of the week before a date.
pub(super) fn weekday_before(date: Date, weekday: Weekday) -> Option<Date> {
    date.nth_weekday(-1, weekday).ok()
}

/// The first such day of the week after a date.
pub(super) fn weekday_after(date: Date, weekday: Weekday) -> Option<Date> {
    date.nth_weekday(1, weekday).ok()
}

/// The days from one to another of a month.
pub(super) fn days(year: i16, month: i8, first: i8, last: i8) -> Option<Period> {
    let (first, last) = (Date::new(year, month, first).ok()?, Date::new(year, month, last).ok()?);
    (first <= last).then_some(Period::days(first, last.tomorrow().ok()?, Precision::Day))
}

pub(super) fn month(year: i16, month: i8) -> Option<Period> {
    months(Date::new(year, month, 1).ok()?, 1, Precision::Month)
}

/// A quarter from 1 to 4.
pub(super) fn quarter(year: i16, quarter: i8) -> Option<Period> {
    months(Date::new(year, quarter * 3 - 2, 1).ok()?, 3, Precision::Quarter)
}

/// A season; winter begins in the year it is named after.
pub(super) fn season(year: i16, season: Season) -> Option<Period> {
    let month = match season {
        Season::Spring => 3,
        Season::Summer => 6,
        Season::Autumn => 9,
        Season::Winter => 12,
    };
    months(Date::new(year, month, 1).ok()?, 3, Precision::Season)
}

pub(super) fn year(year: i16) -> Option<Period> {
    months(Date::new(year, 1, 1).ok()?, 12, Precision::Year)
}

fn months(first: Date, count: i32, precision: Precision) -> Option<Period> {
    Some(Period::days(first, back(first, Unit::Month, -count)?, precision))
}
