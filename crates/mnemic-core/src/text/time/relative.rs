//! Dates from where the asker stands: "yesterday", "last week", "two months ago", "on Tuesday", and dates
//! reckoned from another, as "the week before 8 May 2023".
//!
//! What lies in the future ("tomorrow", "next week") is not read: nothing was remembered then.

use jiff::civil::Weekday;

use super::{
    super::positioned::Word,
    absolute,
    lexicon::{self, Count, Unit},
    mention::{Mention, Side, Step, Which},
    phrase::Phrase,
};

/// The date that begins at a word, and the place after it.
pub(super) fn read(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    relative_to_date(phrase, at)
        .or_else(|| day_word(phrase, at))
        .or_else(|| determined(phrase, at))
        .or_else(|| weekend(phrase, at))
        .or_else(|| ago(phrase, at))
        .or_else(|| weekday(phrase, at))
}

/// "the week before 8 May 2023", "two days after the 7th", "last weekend before April 10".
fn relative_to_date(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let skipped = matches!(phrase.get(at)?.lower.as_str(), "the" | "last" | "a" | "an");
    let counted = count(phrase, at);
    let (step, end) = match counted {
        Some((count, place)) => (Step::Count(lexicon::unit(lower(phrase, place)?)?, count), place),
        None => next_step(phrase, if skipped { at + 1 } else { at })?,
    };
    let side = match phrase.next(end + 1)?.lower.as_str() {
        "before" => Side::Before,
        "after" => Side::After,
        _ => return None,
    };
    let (date, after) = base(phrase, end + 2)?;
    Some((Mention::From { step, side, date: Box::new(date) }, after))
}

fn next_step(phrase: Phrase, at: usize) -> Option<(Step, usize)> {
    let word = phrase.get(at)?;
    let unit = lexicon::unit(&word.lower).filter(|_| !word.lower.ends_with('s'));
    let unit = unit.filter(|unit| !matches!(unit, Unit::Minute | Unit::Hour));
    let step = unit.map(Step::Next).or_else(|| any_weekday(word).map(Step::Weekday))?;
    Some((step, at))
}

/// What another date is reckoned from: one by the calendar, yesterday, or last week.
fn base(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    if phrase.next_is(at, "last") && phrase.ends(at + 1) {
        let unit = lexicon::unit(lower(phrase, at.checked_sub(2)?)?)?;
        return Some((Mention::Calendar { unit, back: 1 }, at + 1));
    }
    day_word(phrase, at).or_else(|| absolute::read(phrase, at))
}

fn day_word(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let days_back = match phrase.get(at)?.lower.as_str() {
        "today" => 0,
        "tonight" => return Some((Mention::Hours { days_back: 0, from: 18, until: 24 }, at + 1)),
        "yesterday" => 1,
        _ => return None,
    };
    match phrase.next(at + 1).and_then(|word| hours(&word.lower)) {
        Some((from, until)) => Some((Mention::Hours { days_back, from, until }, at + 2)),
        None => Some((Mention::DaysBack(days_back), at + 1)),
    }
}

fn hours(part: &str) -> Option<(i8, i8)> {
    match part {
        "morning" => Some((0, 12)),
        "afternoon" => Some((12, 18)),
        "evening" => Some((18, 24)),
        "night" => Some((18, 30)),
        _ => None,
    }
}

/// What "last", "this" or "past" goes before.
fn determined(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let (which, at) = match (phrase.get(at)?.lower.as_str(), phrase.next_is(at + 1, "past")) {
        ("this", true) => (Determiner::Past, at + 2),
        ("this" | "current", _) => (Determiner::This, at + 1),
        ("last" | "previous", _) => (Determiner::Last, at + 1),
        ("past", _) => (Determiner::Past, at + 1),
        _ => return None,
    };
    let word = phrase.next(at)?;
    if let (Some((count, place)), false) = (count(phrase, at), which == Determiner::This) {
        let unit = lexicon::unit(lower(phrase, place)?)?;
        return Some((Mention::Past { unit, count }, place + 1));
    }
    if word.lower == "fortnight" && which != Determiner::This {
        return Some((Mention::Past { unit: Unit::Week, count: Count::exactly(2) }, at + 1));
    }
    let mention = match lexicon::unit(&word.lower) {
        // "The last week of May" is not last week.
        Some(_) if phrase.next_is(at + 1, "of") || word.lower.ends_with('s') => return None,
        Some(unit) => which.unit(unit)?,
        None => which.named(word)?,
    };
    Some((mention, at + 1))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Determiner {
    This,
    Last,
    Past,
}

impl Determiner {
    fn unit(self, unit: Unit) -> Option<Mention> {
        let clock = matches!(unit, Unit::Minute | Unit::Hour | Unit::Day);
        match self {
            Self::Past if unit == Unit::Weekend => Some(Mention::Calendar { unit, back: 1 }),
            Self::Past => Some(Mention::Past { unit, count: Count::exactly(1) }),
            _ if clock => None,
            Self::Last => Some(Mention::Calendar { unit, back: 1 }),
            Self::This => Some(Mention::Calendar { unit, back: 0 }),
        }
    }

    /// Something with a name: morning, Friday, May, summer.
    fn named(self, word: &Word) -> Option<Mention> {
        let which = if self == Self::This { Which::This } else { Which::Last };
        if let Some((from, until)) = hours(&word.lower) {
            let night = word.lower == "night";
            let meant = night == (self == Self::Last) && self != Self::Past;
            return meant.then_some(Mention::Hours { days_back: night.into(), from, until });
        }
        if let Some(weekday) = any_weekday(word) {
            return Some(Mention::Weekday { weekday, which });
        }
        if let Some(season) = lexicon::season(&word.lower) {
            return Some(Mention::Season { season, which });
        }
        let month = lexicon::month(&word.lower)?;
        let sure = word.capital || !lexicon::is_word_too(&word.lower);
        sure.then_some(Mention::Month { month, which })
    }
}

/// "over the weekend".
fn weekend(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let led = matches!(lower(phrase, at)?, "over" | "during" | "at" | "on");
    let named = phrase.next_is(at + 1, "the") && phrase.next_is(at + 2, "weekend");
    (led && named && phrase.ends(at + 3)).then_some((Mention::Weekend, at + 3))
}

/// "two weeks ago".
fn ago(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let (count, place) = count(phrase, at)?;
    let (unit, count) = match lower(phrase, place)? {
        "fortnight" | "fortnights" => (Unit::Week, count.doubled()),
        word => (lexicon::unit(word)?, count),
    };
    phrase.next_is(place + 1, "ago").then_some((Mention::Ago { unit, count }, place + 2))
}

/// How many, and the place of what is counted.
fn count(phrase: Phrase, at: usize) -> Option<(Count, usize)> {
    let article = matches!(phrase.get(at)?.lower.as_str(), "a" | "an");
    let place = if article { at + 1 } else { at };
    let vague = match lower(phrase, place)? {
        "couple" => Some(Count { least: 2, most: 3 }),
        "few" => Some(Count { least: 2, most: 5 }),
        "several" => Some(Count { least: 3, most: 7 }),
        _ => None,
    };
    match vague {
        Some(count) if phrase.next_is(place + 1, "of") => Some((count, place + 2)),
        Some(count) => Some((count, place + 1)),
        None if article => Some((Count::exactly(1), place)),
        None => lexicon::count(lower(phrase, at)?).map(|count| (Count::exactly(count), at + 1)),
    }
}

/// "on Tuesday", or a date that begins with the day of the week.
fn weekday(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let word = phrase.get(at)?;
    let weekday = any_weekday(word)?;
    if phrase.next(at + 1).is_some()
        && let Some((days @ Mention::Days { .. }, end)) = absolute::read(phrase, at + 1)
    {
        return Some((days, end));
    }
    let led = phrase.in_range || absolute::is_lead(phrase.before(at));
    let full = lexicon::weekday(&word.lower).is_some();
    let sure = if full { word.is_name_like() || led } else { led };
    let other = matches!(
        phrase.before(at),
        "every" | "each" | "next" | "black" | "good" | "ash" | "cyber" | "super" | "any"
    );
    let mention = Mention::Weekday { weekday, which: Which::Latest };
    (sure && !other).then_some((mention, at + 1))
}

/// A day of the week; its abbreviation only with a capital, for one may have sat in the sun.
fn any_weekday(word: &Word) -> Option<Weekday> {
    let short = || lexicon::short_weekday(&word.lower).filter(|_| word.capital);
    lexicon::weekday(&word.lower).or_else(short)
}

fn lower(phrase: Phrase<'_>, at: usize) -> Option<&str> {
    phrase.get(at).map(|word| word.lower.as_str())
}
