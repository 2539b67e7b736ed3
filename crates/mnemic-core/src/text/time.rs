//! Time: which dates and spans a question names, resolved against now, and the words a date is found by.
//!
//! A date in a question is mostly a hint: memories tell of days on other days. It is worth a filter only when it
//! says clearly when the answer was told or happened; [`TimeSpan::filter`] has the rule. The dates of a memory's own
//! text are read the same way, from where it was written.

use std::ops::Range;

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

use super::positioned::{self, Word};
use asked::Asked;
use bound::{Bound, Stretch};
use phrase::Phrase;

mod absolute;
mod asked;
mod bound;
mod calendar;
mod figure;
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
    /// True in these cases, and never when the question asks how long something took:
    /// - the question bounds a range: "since Monday", "between May and June 2023", "from 3 to 8 May 2023";
    /// - it names the last days, weeks or months up to now ("the past three days") or asks in the past tense what
    ///   was yesterday or last week. Then it names no calendar date beside that, and is the asker's own present: it
    ///   says I, we or you, or names nobody else.
    ///
    /// What happened may be told later, never sooner, so the start is the surer bound of the two.
    pub filter: bool,
    /// Whether the question asks how things stand and not what happened: "which port do we use today". Its time then
    /// only decides between memories that answer.
    pub standing: bool,
    /// How exactly it is named.
    pub precision: Precision,
    bound: Bound,
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

impl TimeSpan {
    /// Whether a moment lies in it.
    pub fn holds(&self, at: Timestamp) -> bool {
        (self.start..self.end).contains(&at)
    }

    /// Whether a time that a text names lies in it, or is called the same where neither says which one it is.
    pub fn covers(&self, other: &Self) -> bool {
        let within = self.start <= other.start && other.end <= self.end;
        within || (!self.explicit && !other.explicit && self.bound == other.bound)
    }

    /// How well a moment fits, from 0 to 1: near a day is worth something, since things are told a little later.
    pub fn timeliness(&self, at: Timestamp) -> f64 {
        if self.holds(at) {
            return self.worth();
        }
        let away =
            (self.start.as_second() - at.as_second()).max(at.as_second() - self.end.as_second());
        if self.is_fine() && away <= NEAR_SECONDS { 0.5 } else { 0.0 }
    }

    /// What it is worth to lie in it: a day named and met is worth more than a month. Chosen by hand, as is what
    /// is near.
    pub fn worth(&self) -> f64 {
        match self.precision {
            _ if self.is_fine() => 1.0,
            Precision::Month => 0.6,
            _ => 0.3,
        }
    }

    fn is_fine(&self) -> bool {
        self.precision <= Precision::Week
    }

    /// Whether it is a date by the calendar, which texts name, too.
    pub fn is_by_calendar(&self) -> bool {
        self.bound.mentions().any(mention::Mention::is_absolute)
    }

    /// Whether its words say nothing but when. In "who is on leave in December" they are what is asked for.
    fn says_only_when(&self) -> bool {
        !(self.standing && self.is_by_calendar())
    }
}

/// Two weeks. Chosen by hand.
const NEAR_SECONDS: i64 = 14 * 86_400;

/// The times that a question names, in the order of its words, for someone who asks at `now` in `zone`. Words
/// after the first [`MAX_QUERY_CHARS`](super::analyse::MAX_QUERY_CHARS) are not read.
pub fn spans(question: &str, now: Timestamp, zone: &TimeZone) -> Vec<TimeSpan> {
    let words = positioned::words(positioned::beginning(question));
    let mut bounds = bounds(&words, false);
    let asked = Asked::of(&words, &bounds);
    bounds.retain(|(bound, _)| !asked.is_recurring(bound));
    let spans = bounds.into_iter().filter_map(|(bound, range)| span(bound, range, now, zone));
    let judged = spans.map(|span| TimeSpan {
        filter: asked.filters(&span.bound, span.explicit) && span.start <= now,
        standing: asked.is_standing(),
        ..span
    });
    judged.collect()
}

/// The times that a text written at `at` names, as far as it names them in its beginning.
pub fn spans_in_text(text: &str, at: Timestamp, zone: &TimeZone) -> Vec<TimeSpan> {
    let words = positioned::words(super::analyse::first_words(text, WORDS_READ_FOR_DATES));
    let bounds = bounds(&words, false).into_iter();
    bounds.filter_map(|(bound, range)| span(bound, range, at, zone)).collect()
}

/// So many words of a text are read for dates. Chosen by hand, for time.
const WORDS_READ_FOR_DATES: usize = 200;

/// The one time that a text is the name of, as `yesterday`, `monday` or `2026-11`.
pub fn named(text: &str, now: Timestamp, zone: &TimeZone) -> Option<TimeSpan> {
    let words = positioned::words(positioned::beginning(text));
    let (first, last) = (words.first()?, words.last()?);
    let whole = first.range.start..last.range.end;
    let (bound, range) = bounds(&words, true).into_iter().next()?;
    if range != whole { None } else { span(bound, range, now, zone) }
}

/// A question without the words that say nothing but when.
pub fn without<'a>(question: &str, spans: impl DoubleEndedIterator<Item = &'a TimeSpan>) -> String {
    let mut rest = question.to_owned();
    for span in spans.rev().filter(|span| span.says_only_when()) {
        rest.replace_range(span.words.clone(), " ");
    }
    rest
}

/// A span that is a hint.
fn span(bound: Bound, words: Range<usize>, now: Timestamp, zone: &TimeZone) -> Option<TimeSpan> {
    let local = now.to_zoned(zone.clone()).datetime();
    let Stretch { start, end, precision } = bound.resolve(local)?;
    let start = start.map_or(Some(Timestamp::MIN), |start| instant(start, zone))?;
    let end = end.map_or(Some(Timestamp::MAX), |end| instant(end, zone))?;
    let explicit = is_explicit(&bound);
    let (filter, standing) = (false, false);
    let span = TimeSpan { start, end, words, explicit, filter, standing, precision, bound };
    (start < end).then_some(span)
}

/// The words under which the date of a memory is found: `8 may 2023 monday`.
pub fn date_words(at: Timestamp, zone: &TimeZone) -> String {
    let date = at.to_zoned(zone.clone()).date();
    let (month, weekday) =
        (lexicon::month_name(date.month()), lexicon::weekday_name(date.weekday()));
    format!("{} {month} {} {weekday}", date.day(), date.year())
}

fn bounds(words: &[Word], in_range: bool) -> Vec<(Bound, Range<usize>)> {
    let phrase = Phrase { words, in_range };
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

/// Whether the word is a month or a day of the week.
pub(super) fn is_of_dates(word: &Word) -> bool {
    lexicon::month(&word.lower).is_some() || lexicon::weekday(&word.lower).is_some()
}

fn instant(local: DateTime, zone: &TimeZone) -> Option<Timestamp> {
    local.to_zoned(zone.clone()).ok().map(|zoned| zoned.timestamp())
}
