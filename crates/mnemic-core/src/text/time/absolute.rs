//! Dates by the calendar: `2023-05-08`, "May 8th", "in May 2023", "summer 2023", "Q3 2024", "the 7th".
//!
//! Some words are months and other things: "may" and "march" need a number, a year or a preposition; May, June,
//! April and August can be people and alone need a preposition.

use super::{
    super::positioned::{Gap, Word},
    figure, lexicon,
    mention::{Mention, Which},
    phrase::Phrase,
};

/// The date that begins at a word, and the place after it.
pub(super) fn read(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    iso(phrase, at)
        .or_else(|| figure::read(phrase, at))
        .or_else(|| quarter(phrase, at))
        .or_else(|| month_first(phrase, at))
        .or_else(|| day_first(phrase, at))
        .or_else(|| season(phrase, at))
        .or_else(|| year(phrase, at))
        .or_else(|| day_alone(phrase, at))
}

fn iso(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let year = lexicon::year(&phrase.get(at)?.lower)?;
    if phrase.is_tight(at, Gap::Dash) || phrase.is_tight(at, Gap::Slash) {
        return None;
    }
    let sign = [Gap::Dash, Gap::Slash].into_iter().find(|sign| phrase.is_tight(at + 1, *sign))?;
    let two_digits = |word: &Word| lexicon::day(word.lower.get(..2)?).map(|(number, _)| number);
    let month = phrase.get(at + 1).filter(|word| word.lower.len() == 2).and_then(two_digits)?;
    if !(1..=12).contains(&month) {
        return None;
    }
    if !phrase.is_tight(at + 2, sign) {
        let which = Which::Year(year);
        return (sign == Gap::Dash).then_some((Mention::Month { month, which }, at + 2));
    }
    let is_day = |word: &&Word| matches!(word.lower.get(2..3), None | Some("t"));
    let day = phrase.get(at + 2).filter(is_day).and_then(two_digits)?;
    let days = Mention::Days { year: Some(year), month: Some(month), first: day, last: day };
    Some((days, at + 3))
}

fn quarter(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let word = phrase.get(at)?;
    if let Some(year) = lexicon::year(&word.lower) {
        let after = phrase.get(at + 1).filter(|word| word.gap != Gap::Sentence)?;
        let quarter = quarter_number(&after.lower)?;
        return Some((Mention::Quarter { quarter, which: Which::Year(year) }, at + 2));
    }
    let ordinals = ["first", "second", "third", "fourth"];
    let named = ordinals.iter().position(|ordinal| *ordinal == word.lower);
    if let Some(index) = named.filter(|_| phrase.next_is(at + 1, "quarter")) {
        let quarter = i8::try_from(index + 1).ok()?;
        let (year, end) = year_after(phrase, at + 2)?;
        return Some((Mention::Quarter { quarter, which: Which::Year(year) }, end));
    }
    let quarter = quarter_number(&word.lower)?;
    if let Some((year, end)) = year_after(phrase, at + 1) {
        return Some((Mention::Quarter { quarter, which: Which::Year(year) }, end));
    }
    word.capital.then_some((Mention::Quarter { quarter, which: Which::Latest }, at + 1))
}

fn quarter_number(word: &str) -> Option<i8> {
    match word {
        "q1" => Some(1),
        "q2" => Some(2),
        "q3" => Some(3),
        "q4" => Some(4),
        _ => None,
    }
}

/// "May 8", "May 8–12, 2023", "May 2023", "in May".
fn month_first(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let word = phrase.get(at)?;
    let month = lexicon::month(&word.lower)?;
    let abbreviated = word.lower.len() <= 4;
    let joined = |next: &&Word| next.gap == Gap::Space || (abbreviated && next.gap == Gap::Stop);
    let after = phrase.get(at + 1).filter(joined);
    if let Some((first, ordinal)) = after.and_then(|word| lexicon::day(&word.lower)) {
        let (last, end) = second_day(phrase, at + 2).unwrap_or((first, at + 2));
        let (year, end) =
            year_after(phrase, end).map_or((None, end), |(year, end)| (Some(year), end));
        let sure = ordinal || year.is_some() || is_sure(phrase, at, word);
        return sure.then_some((Mention::Days { year, month: Some(month), first, last }, end));
    }
    if let Some((year, end)) = year_after(phrase, at + 1) {
        return Some((Mention::Month { month, which: Which::Year(year) }, end));
    }
    stands_alone(phrase, at).then_some((Mention::Month { month, which: Which::Latest }, at + 1))
}

/// "8 May", "the 8th of May 2023", "8–12 May".
fn day_first(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let start = if phrase.get(at)?.lower == "the" { at + 1 } else { at };
    let (first, ordinal) = lexicon::day(&phrase.get(start)?.lower)?;
    let (last, place) = second_day(phrase, start + 1).unwrap_or((first, start + 1));
    let of = phrase.next_is(place, "of");
    let place = if of { place + 1 } else { place };
    let word = phrase.next(place)?;
    let month = lexicon::month(&word.lower)?;
    let (year, end) =
        year_after(phrase, place + 1).map_or((None, place + 1), |(year, end)| (Some(year), end));
    let sure = ordinal
        || of
        || year.is_some()
        || word.capital
        || !lexicon::is_word_too(&word.lower)
        || is_lead(phrase.lead(at));
    sure.then_some((Mention::Days { year, month: Some(month), first, last }, end))
}

fn season(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let word = phrase.get(at)?;
    let season = lexicon::season(&word.lower)?;
    if let Some((year, end)) = year_after(phrase, at + 1) {
        return Some((Mention::Season { season, which: Which::Year(year) }, end));
    }
    let the = phrase.before(at) == "the";
    let led = is_lead(phrase.lead(at)) || phrase.lead(at) == "over";
    // "Fall" and "spring" are other things too, and Spring is a framework.
    let sure = match word.lower.as_str() {
        "fall" => the,
        "spring" => the || !word.capital,
        _ => true,
    };
    let which = Which::Latest;
    (led && sure && phrase.ends(at + 1)).then_some((Mention::Season { season, which }, at + 1))
}

fn year(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let word = phrase.get(at)?;
    let year = lexicon::year(&word.lower)?;
    let led = phrase.in_range
        || is_lead(phrase.lead(at))
        || matches!(phrase.before(at), "of" | "early" | "late" | "mid");
    let amount = phrase.next(at + 1).is_some_and(|next| lexicon::is_counted(&next.lower));
    let part = phrase.get(at + 1).is_some_and(|_| {
        [Gap::Dash, Gap::Slash, Gap::Stop].iter().any(|sign| phrase.is_tight(at + 1, *sign))
    });
    (led && !amount && (!part || phrase.in_range)).then_some((Mention::Year(year), at + 1))
}

/// "on the 7th": an ordinal that is not the number of something else.
fn day_alone(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    if phrase.get(at)?.lower != "the" {
        return None;
    }
    let (day, ordinal) = lexicon::day(&phrase.next(at + 1)?.lower)?;
    let before = phrase.before(at);
    let led = phrase.in_range || (is_lead(before) && before != "in");
    let sure = ordinal && led && phrase.ends(at + 2) && !phrase.next_is(at + 2, "of");
    let days = Mention::Days { year: None, month: None, first: day, last: day };
    sure.then_some((days, at + 2))
}

/// The second day of "8–12".
fn second_day(phrase: Phrase, at: usize) -> Option<(i8, usize)> {
    let word = phrase.get(at).filter(|word| word.gap == Gap::Dash)?;
    lexicon::day(&word.lower).map(|(day, _)| (day, at + 1))
}

/// The year that completes a date: "2023", "of 2023".
fn year_after(phrase: Phrase, at: usize) -> Option<(i16, usize)> {
    let at = if phrase.next_is(at, "of") { at + 1 } else { at };
    let word = phrase.get(at)?;
    let joined = word.continues() || matches!(word.gap, Gap::Slash | Gap::Dash | Gap::Apostrophe);
    let amount = phrase.next(at + 1).is_some_and(|next| lexicon::is_counted(&next.lower));
    let part = phrase.is_tight(at + 1, Gap::Dash);
    let year = lexicon::year(&word.lower).filter(|_| joined && !amount && !part)?;
    Some((year, at + 1))
}

/// Whether a month with a number is a date and not a verb with an amount.
fn is_sure(phrase: Phrase, at: usize, word: &Word) -> bool {
    !lexicon::is_word_too(&word.lower)
        || word.is_name_like()
        || phrase.in_range
        || is_lead(phrase.lead(at))
}

/// Whether a month without number or year is a month.
fn stands_alone(phrase: Phrase, at: usize) -> bool {
    let word = &phrase.words[at];
    let (lead, before) = (phrase.lead(at), phrase.before(at));
    let within = matches!(lead, "in" | "during" | "throughout");
    if within || matches!(before, "early" | "late" | "mid") {
        return true;
    }
    let led = phrase.in_range || is_lead(lead) || before == "of";
    if lexicon::is_name_too(&word.lower) {
        return led && lead != "by" && word.capital && phrase.ends(at + 1);
    }
    word.is_name_like() || led
}

/// Whether a date can follow this word.
pub(super) fn is_lead(word: &str) -> bool {
    const LEADS: [&str; 13] = [
        "in",
        "on",
        "during",
        "throughout",
        "since",
        "until",
        "till",
        "before",
        "after",
        "from",
        "between",
        "by",
        "around",
    ];
    LEADS.contains(&word)
}
