//! Bounds: what "since", "before" and "between" make of the dates after them.

use jiff::civil::DateTime;

use super::{
    super::positioned::Gap,
    Precision, absolute,
    calendar::{self, Period},
    lexicon::{self, Unit},
    mention::Mention,
    phrase::Phrase,
    relative,
};

/// What a question says about when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Bound {
    /// In or on a date, or just the date.
    At(Mention),
    /// From the beginning of a date on.
    Since(Mention),
    /// From the end of a date on.
    After(Mention),
    /// Up to the beginning of a date.
    Before(Mention),
    /// Up to the end of a date.
    Until(Mention),
    /// From the beginning of one to the end of another.
    Between(Mention, Mention),
}

/// A stretch of local time that may be open on one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch {
    pub start: Option<DateTime>,
    pub end: Option<DateTime>,
    pub precision: Precision,
}

/// What begins at a word, and the place after it.
pub(super) fn read(phrase: Phrase, at: usize) -> Option<(Bound, usize)> {
    let word = phrase.get(at)?;
    match word.lower.as_str() {
        "between" => between(phrase, at + 1, &["and"]),
        "from" => between(phrase, at + 1, &["to", "until", "till", "through"]),
        "since" | "after" | "before" | "until" | "till" | "by" => one_sided(phrase, at),
        _ => None,
    }
    .or_else(|| pair_or_one(phrase, at))
}

fn one_sided(phrase: Phrase, at: usize) -> Option<(Bound, usize)> {
    let place = phrase.past_softeners(at + 1);
    phrase.next(at + 1)?;
    let (mention, end) = mention(phrase, at + 1).or_else(|| mention(phrase, place))?;
    let bound = match phrase.get(at)?.lower.as_str() {
        "since" => Bound::Since(mention),
        "after" => Bound::After(mention),
        "before" => Bound::Before(mention),
        // "By September" says less than "in September".
        "by" if !matches!(mention, Mention::Days { .. }) && !mention.is_explicit() => return None,
        _ => Bound::Until(mention),
    };
    Some((bound, end))
}

fn between(phrase: Phrase, at: usize, joints: &[&str]) -> Option<(Bound, usize)> {
    let inside = Phrase { in_range: true, ..phrase };
    phrase.next(at)?;
    let place = phrase.past_softeners(at);
    let (first, joint) = mention(inside, at)
        .or_else(|| mention(inside, place))
        .or_else(|| day_number(inside, place))?;
    let word = phrase.get(joint)?;
    let next = if word.gap == Gap::Dash {
        joint
    } else if joints.contains(&word.lower.as_str()) {
        joint + 1
    } else {
        return None;
    };
    let place = phrase.past_softeners(next);
    let (last, end) = mention(inside, next).or_else(|| mention(inside, place))?;
    Some((Bound::Between(first, last), end))
}

/// The "11" of "between 11 and 15 August".
fn day_number(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let (day, _) = lexicon::day(&phrase.get(at)?.lower)?;
    Some((Mention::Days { year: None, month: None, first: day, last: day }, at + 1))
}

/// "May to June 2023", "8 May – 3 June", or one date.
fn pair_or_one(phrase: Phrase, at: usize) -> Option<(Bound, usize)> {
    let (first, end) = mention(phrase, at)?;
    let inside = Phrase { in_range: true, ..phrase };
    let second = phrase.get(end).and_then(|word| match word.lower.as_str() {
        "to" | "until" | "till" | "through" => mention(inside, end + 1),
        _ if word.gap == Gap::Dash => mention(inside, end),
        _ => None,
    });
    match second {
        Some((last, end)) if first.is_absolute() && last.is_absolute() => {
            Some((Bound::Between(first, last), end))
        }
        _ => Some((Bound::At(first), end)),
    }
}

fn mention(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    relative::read(phrase, at).or_else(|| absolute::read(phrase, at))
}

impl Bound {
    /// The stretch that is meant by someone who speaks at `now`.
    pub fn resolve(&self, now: DateTime) -> Option<Stretch> {
        let (start, end, precision) = match self {
            Self::At(mention) => {
                let Period { start, end, precision } = mention.resolve(now)?;
                (Some(start), Some(end), precision)
            }
            Self::Since(mention) => {
                let period = mention.resolve(now)?;
                (Some(period.start), None, period.precision)
            }
            Self::After(mention) => {
                let period = mention.resolve(now)?;
                (Some(period.end), None, period.precision)
            }
            Self::Before(mention) => {
                let period = mention.resolve(now)?;
                (None, Some(period.start), period.precision)
            }
            Self::Until(mention) => {
                let period = mention.resolve(now)?;
                (None, Some(period.end), period.precision)
            }
            Self::Between(first, last) => {
                let (first, last) = pair(first, last, now)?;
                (Some(first.start), Some(last.end), first.precision.max(last.precision))
            }
        };
        Some(Stretch { start, end, precision })
    }

    /// The dates it is made of.
    pub fn mentions(&self) -> impl Iterator<Item = &Mention> {
        let (first, last) = match self {
            Self::At(mention)
            | Self::Since(mention)
            | Self::After(mention)
            | Self::Before(mention)
            | Self::Until(mention) => (mention, None),
            Self::Between(first, last) => (first, Some(last)),
        };
        [first].into_iter().chain(last)
    }
}

/// Both ends of a range: one without a year lies next to the other.
fn pair(first: &Mention, last: &Mention, now: DateTime) -> Option<(Period, Period)> {
    if last.is_open() && !first.is_open() {
        let start = first.resolve(now)?;
        let a_year_on = calendar::moment_back(start.start, Unit::Year, -1)?;
        let later = calendar::moment_back(a_year_on, Unit::Day, 1)?;
        return Some((start, last.resolve(later.min(now.max(start.start)))?));
    }
    let end = last.resolve(now)?;
    let start = first.resolve(if first.is_open() { end.start } else { now })?;
    Some((start, end))
}
