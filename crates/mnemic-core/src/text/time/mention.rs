//! A mention: what a question says of a time, before it is known which time that is.

use jiff::civil::{Date, DateTime, Time, Weekday};

use super::{
    Precision,
    calendar::{self, Period},
    lexicon::{Count, Season, Unit},
};

/// What a question says of a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mention {
    /// Days of a month, mostly one; without a month, of the last month that had them.
    Days { year: Option<i16>, month: Option<i8>, first: i8, last: i8 },
    /// A month by its name.
    Month { month: i8, which: Which },
    /// A quarter by its number.
    Quarter { quarter: i8, which: Which },
    /// A season by its name.
    Season { season: Season, which: Which },
    /// A year.
    Year(i16),
    /// A day of the week.
    Weekday { weekday: Weekday, which: Which },
    /// So many days back from today.
    DaysBack(i32),
    /// Hours of the day so many days back; past 24 they are of the next.
    Hours { days_back: i32, from: i8, until: i8 },
    /// This week, last month: the unit of the calendar so many back from the present one.
    Calendar { unit: Unit, back: i32 },
    /// The last weekend that has begun.
    Weekend,
    /// Two weeks ago: about then.
    Ago { unit: Unit, count: Count },
    /// The past three days: so long until now.
    Past { unit: Unit, count: Count },
    /// Reckoned from another date.
    From { step: Step, side: Side, date: Box<Mention> },
}

/// Which of the many with the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// The one of this year.
    Year(i16),
    /// The last that has begun, or for a day of the week, that is over.
    Latest,
    /// The last that is over.
    Last,
    /// The one of the present year or week.
    This,
}

/// How far from another date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The next one: the week before, the day after.
    Next(Unit),
    /// The next such day of the week.
    Weekday(Weekday),
    /// So many.
    Count(Unit, Count),
}

/// On which side of another date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

impl Mention {
    /// The time that is meant by someone who speaks at `now`.
    pub fn resolve(&self, now: DateTime) -> Option<Period> {
        let today = now.date();
        match *self {
            Self::Days { year, month, first, last } => days(year, month, first, last, today),
            Self::Month { month, which } => {
                recurring(which, today, |year| calendar::month(year, month))
            }
            Self::Quarter { quarter, which } => {
                recurring(which, today, |year| calendar::quarter(year, quarter))
            }
            Self::Season { season, which } => {
                recurring(which, today, |year| calendar::season(year, season))
            }
            Self::Year(year) => calendar::year(year),
            Self::Weekday { weekday, which: Which::This } => {
                let week = calendar::holding(today, Unit::Week)?;
                let days = i32::from(weekday.to_monday_zero_offset());
                calendar::day(calendar::back(week.start.date(), Unit::Day, -days)?)
            }
            Self::Weekday { weekday, .. } => {
                calendar::day(calendar::weekday_before(today, weekday)?)
            }
            Self::DaysBack(days) => calendar::day(calendar::back(today, Unit::Day, days)?),
            Self::Hours { days_back, from, until } => hours(today, days_back, from, until),
            Self::Calendar { unit, back } => {
                calendar::holding(calendar::back(today, unit, back)?, unit)
            }
            Self::Weekend => {
                let here = calendar::holding(today, Unit::Weekend)?;
                let last =
                    || calendar::holding(calendar::back(today, Unit::Week, 1)?, Unit::Weekend);
                if here.start.date() <= today { Some(here) } else { last() }
            }
            Self::Ago { unit, count } => about(now, unit, count),
            Self::Past { unit, count } => past(now, unit, count.most),
            Self::From { step, side, ref date } => shifted_period(step, side, date.resolve(now)?),
        }
    }

    /// Whether the question leaves no choice which time is meant.
    pub fn is_explicit(&self) -> bool {
        match self {
            Self::Days { year, .. } => year.is_some(),
            Self::Month { which, .. }
            | Self::Quarter { which, .. }
            | Self::Season { which, .. } => *which != Which::Latest,
            Self::Ago { count, .. } | Self::Past { count, .. } => count.least == count.most,
            Self::From { date, .. } => date.is_explicit(),
            _ => true,
        }
    }

    /// Whether it says the time by the calendar and not from where the asker stands.
    pub fn is_absolute(&self) -> bool {
        match self {
            Self::Days { .. } | Self::Year(_) | Self::From { .. } => true,
            Self::Month { which, .. }
            | Self::Quarter { which, .. }
            | Self::Season { which, .. } => {
                matches!(which, Which::Year(_) | Which::Latest)
            }
            _ => false,
        }
    }

    /// Whether another date beside it can say which one is meant.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Days { year, .. } => year.is_none(),
            Self::Month { which, .. }
            | Self::Quarter { which, .. }
            | Self::Season { which, .. }
            | Self::Weekday { which, .. } => *which == Which::Latest,
            _ => false,
        }
    }

    /// Whether it means the last hours, days, weeks or months up to now.
    pub fn is_lately(&self) -> bool {
        matches!(self, Self::Past { unit, .. } if *unit != Unit::Year)
    }

    /// Whether it means a day, week or month that is just over, so that what it asks for was told about then.
    pub fn is_just_over(&self) -> bool {
        match self {
            Self::DaysBack(days) | Self::Hours { days_back: days, .. } => *days > 0,
            Self::Weekend => true,
            Self::Calendar { unit, back } => {
                *back > 0 && matches!(unit, Unit::Week | Unit::Weekend | Unit::Month)
            }
            _ => false,
        }
    }

    /// Whether it is a day of the week that may be any.
    pub fn is_any_weekday(&self) -> bool {
        matches!(self, Self::Weekday { which: Which::Latest, .. })
    }
}

/// The one of the year that is meant; of the nine years before today, the last that fits.
fn recurring(which: Which, today: Date, of_year: impl Fn(i16) -> Option<Period>) -> Option<Period> {
    let mut past = (0..9).filter_map(|back| of_year(today.year().checked_sub(back)?));
    match which {
        Which::Year(year) => of_year(year),
        Which::This => of_year(today.year()),
        Which::Latest => past.find(|period| period.start.date() <= today),
        Which::Last => past.find(|period| period.end.date() <= today),
    }
}

fn days(year: Option<i16>, month: Option<i8>, first: i8, last: i8, today: Date) -> Option<Period> {
    let Some(month) = month else {
        return (0..12)
            .filter_map(|back| calendar::back(today.first_of_month(), Unit::Month, back))
            .filter_map(|date| calendar::days(date.year(), date.month(), first, last))
            .find(|period| period.start.date() <= today);
    };
    let which = year.map_or(Which::Latest, Which::Year);
    recurring(which, today, |year| calendar::days(year, month, first, last))
}

fn hours(today: Date, days_back: i32, from: i8, until: i8) -> Option<Period> {
    let midnight = calendar::back(today, Unit::Day, days_back)?.to_datetime(Time::midnight());
    let at = |hour: i8| calendar::moment_back(midnight, Unit::Hour, -i32::from(hour));
    Some(Period { start: at(from)?, end: at(until)?, precision: Precision::Hours })
}

/// Around the moment so many units before, widened when the number is vague.
fn about(moment: DateTime, unit: Unit, count: Count) -> Option<Period> {
    let (first, last) = (around(moment, unit, count.most)?, around(moment, unit, count.least)?);
    let (start, end) = (first.start.min(last.start), first.end.max(last.end));
    Some(Period { start, end, precision: first.precision })
}

fn around(moment: DateTime, unit: Unit, back: i32) -> Option<Period> {
    let then = calendar::moment_back(moment, unit, back)?;
    match unit {
        Unit::Minute | Unit::Hour => {
            let at = |back| calendar::moment_back(then, unit, back);
            Some(Period { start: at(1)?, end: at(-1)?, precision: Precision::Hours })
        }
        Unit::Week => calendar::days_around(then.date()),
        _ => calendar::holding(then.date(), unit),
    }
}

/// From so many units ago to the end of today; from the moment itself when the unit is of the clock.
fn past(now: DateTime, unit: Unit, count: i32) -> Option<Period> {
    let then = calendar::moment_back(now, unit, count)?;
    let end = now.date().tomorrow().ok()?;
    let precision = calendar::holding(now.date(), unit)?.precision;
    if matches!(unit, Unit::Minute | Unit::Hour) {
        let end = end.to_datetime(Time::midnight());
        return Some(Period { start: then, end, precision: Precision::Hours });
    }
    Some(Period::days(then.date(), end, precision))
}

fn shifted_period(step: Step, side: Side, base: Period) -> Option<Period> {
    let sign = if side == Side::Before { 1 } else { -1 };
    let (first, after) = (base.start.date(), base.end.date());
    match step {
        Step::Count(unit, count) => {
            let counted = Count { least: sign * count.least, most: sign * count.most };
            about(base.start, unit, counted)
        }
        Step::Weekday(weekday) if side == Side::Before => {
            calendar::day(calendar::weekday_before(first, weekday)?)
        }
        Step::Weekday(weekday) => {
            calendar::day(calendar::weekday_after(calendar::back(after, Unit::Day, 1)?, weekday)?)
        }
        Step::Next(unit @ (Unit::Day | Unit::Week)) => {
            let precision = calendar::holding(first, unit)?.precision;
            let before = || Some(Period::days(calendar::back(first, unit, 1)?, first, precision));
            let later = || Some(Period::days(after, calendar::back(after, unit, -1)?, precision));
            if side == Side::Before { before() } else { later() }
        }
        Step::Next(unit) => next_unit(unit, side, first, after),
    }
}

/// The unit of the calendar that ends before the date, or begins after it.
fn next_unit(unit: Unit, side: Side, first: Date, after: Date) -> Option<Period> {
    let date = if side == Side::Before { first } else { calendar::back(after, Unit::Day, 1)? };
    let here = calendar::holding(date, unit)?;
    let fits = match side {
        Side::Before => here.end.date() <= first,
        Side::After => here.start.date() >= after,
    };
    let sign = if side == Side::Before { 1 } else { -1 };
    if fits { Some(here) } else { calendar::holding(calendar::back(date, unit, sign)?, unit) }
}
