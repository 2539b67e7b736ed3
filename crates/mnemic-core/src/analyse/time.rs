//! Time: which dates and spans a question names, resolved against now, and the words a date is found by.
//!
//! A date in a question is mostly a hint: memories tell of days on other days. It is worth a filter only when it
//! says clearly when the answer was told or happened; [`TimeSpan::filter`] has the rule.

use std::ops::Range;

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

use super::word::{self, Word};
use bound::{Bound, Stretch};
use phrase::Phrase;

mod absolute;
mod bound;
mod calendar;
mod lexicon;
mod mention;
mod phrase;
mod relative;
#[cfg(test)]
mod tests;

/// A time that a question names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeSpan {
    /// Its beginning; the earliest timestamp there is after "before" and "until".
    pub start: Timestamp,
    /// Its end, not part of it; the latest timestamp there is after "since" and "after".
    pub end: Timestamp,
    /// The words that name it, as a range of bytes in the question.
    pub words: Range<usize>,
    /// Whether the question leaves no choice which time is meant. "In May" and "the 7th" do: the last one is
    /// taken. So do "a few days ago" and its like.
    pub explicit: bool,
    /// Whether memories from other times may be left out.
    ///
    /// True in two cases, and never when the question asks how long something took:
    /// - the question bounds a range: "since Monday", "between May and June 2023", "from 3 to 8 May 2023";
    /// - it names the last days, weeks or months from where the asker stands ("yesterday", "last week", "the past
    ///   three days"), names no calendar date beside that, and is the asker's own present: it says I, we or you, or
    ///   names nobody else.
    ///
    /// What happened may be told later, never sooner, so the start is the surer bound of the two.
    pub filter: bool,
    /// How exactly it is named.
    pub precision: Precision,
}

/// How exactly a time is named, from fine to coarse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// To some hours.
    Hours,
    /// To the day.
    Day,
    /// To a weekend.
    Weekend,
    /// To a week.
    Week,
    /// To a month.
    Month,
    /// To a quarter of a year.
    Quarter,
    /// To a season.
    Season,
    /// To a year.
    Year,
}

/// The times that a question names, in the order of its words, for someone who asks at `now` in `zone`. Words
impl TimeSpan {
    /// How well a time fits, from 0 to 1: a day named and met is worth more than a month; near a day is worth
    /// something, since things are told a little later.
    pub fn timeliness(&self, at: Timestamp) -> f64 {
        let is_fine = self.precision <= Precision::Week;
        if (self.start..self.end).contains(&at) {
            return match self.precision {
                _ if is_fine => 1.0,
                Precision::Month => 0.6,
                _ => 0.3,
            };
        }
        let away =
            (self.start.as_second() - at.as_second()).max(at.as_second() - self.end.as_second());
        if is_fine && away <= NEAR_SECONDS { 0.5 } else { 0.0 }
    }
}

/// Two weeks.
const NEAR_SECONDS: i64 = 14 * 86_400;

/// after the first [`MAX_QUERY_CHARS`](super::MAX_QUERY_CHARS) are not read.
pub fn spans(question: &str, now: Timestamp, zone: &TimeZone) -> Vec<TimeSpan> {
    let words = word::words(word::beginning(question));
    let bounds = bounds(&words);
    let asked = Asked::of(&words, &bounds);
    let local = now.to_zoned(zone.clone()).datetime();
    bounds
        .into_iter()
        .filter_map(|(bound, range)| {
            let Stretch { start, end, precision } = bound.resolve(local)?;
            let start = start.map_or(Some(Timestamp::MIN), |start| instant(start, zone))?;
            let end = end.map_or(Some(Timestamp::MAX), |end| instant(end, zone))?;
            let explicit = is_explicit(&bound);
            let filter = asked.filters(&bound, explicit) && start <= now;
            (start < end).then_some(TimeSpan {
                start,
                end,
                words: range,
                explicit,
                filter,
                precision,
            })
        })
        .collect()
}

/// The words under which the date of a memory is found: `8 may 2023 monday`.
pub fn date_words(at: Timestamp, zone: &TimeZone) -> String {
    let date = at.to_zoned(zone.clone()).date();
    let (month, weekday) =
        (lexicon::month_name(date.month()), lexicon::weekday_name(date.weekday()));
    format!("{} {month} {} {weekday}", date.day(), date.year())
}

fn bounds(words: &[Word]) -> Vec<(Bound, Range<usize>)> {
    let phrase = Phrase { words, in_range: false };
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let Some((bound, end)) = bound::read(phrase, at) else {
            at += 1;
            continue;
        };
        found.push((bound, words[at].range.start..words[end - 1].range.end));
        at = end;
    }
    found
}

fn is_explicit(bound: &Bound) -> bool {
    match bound {
        // The last one, whichever it is, up to now.
        Bound::Since(_) => true,
        Bound::Between(first, last) => first.is_explicit() || last.is_explicit(),
        bound => bound.mentions().all(|mention| mention.is_explicit()),
    }
}

/// What of a question decides whether its times may filter.
struct Asked {
    how_long: bool,
    names_a_date: bool,
    own_present: bool,
}

impl Asked {
    fn of(words: &[Word], bounds: &[(Bound, Range<usize>)]) -> Self {
        let names_a_date =
            bounds.iter().flat_map(|(bound, _)| bound.mentions()).any(|date| date.is_absolute());
        let own = words.iter().any(|word| is_own(&word.lower));
        let other = words.iter().any(|word| word.is_name_like() && !is_of_dates(word));
        Self { how_long: asks_how_long(words), names_a_date, own_present: own || !other }
    }

    fn filters(&self, bound: &Bound, explicit: bool) -> bool {
        let clear = match bound {
            Bound::Since(_) | Bound::Between(..) => true,
            Bound::At(mention) => mention.is_near() && !self.names_a_date && self.own_present,
            Bound::After(_) | Bound::Before(_) | Bound::Until(_) => false,
        };
        clear && explicit && !self.how_long
    }
}

fn asks_how_long(words: &[Word]) -> bool {
    let is_unit =
        |word: Option<&Word>| word.is_some_and(|word| lexicon::unit(&word.lower).is_some());
    words.windows(2).enumerate().any(|(at, pair)| {
        pair[0].lower == "how"
            && (pair[1].lower == "long" || (pair[1].lower == "many" && is_unit(words.get(at + 2))))
    })
}

fn is_own(word: &str) -> bool {
    matches!(word, "i" | "we" | "me" | "us" | "my" | "our" | "mine" | "ours" | "you" | "your")
}

/// Whether the word is a month or a day of the week.
pub(super) fn is_of_dates(word: &Word) -> bool {
    lexicon::month(&word.lower).is_some() || lexicon::weekday(&word.lower).is_some()
}

fn instant(local: DateTime, zone: &TimeZone) -> Option<Timestamp> {
    local.to_zoned(zone.clone()).ok().map(|zoned| zoned.timestamp())
}
