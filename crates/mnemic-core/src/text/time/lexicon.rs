//! The English words that dates are made of.

use jiff::civil::Weekday;

/// A stretch of the calendar or the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Minute,
    Hour,
    Day,
    Week,
    Weekend,
    Month,
    Quarter,
    Year,
}

/// A season of the northern hemisphere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

/// How many, between the least and the most that a vague word may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    pub least: i32,
    pub most: i32,
}

impl Count {
    pub fn exactly(count: i32) -> Self {
        Self { least: count, most: count }
    }

    pub fn doubled(self) -> Self {
        Self { least: 2 * self.least, most: 2 * self.most }
    }
}

const MONTHS: [(&str, &str); 12] = [
    ("january", "jan"),
    ("february", "feb"),
    ("march", "mar"),
    ("april", "apr"),
    ("may", "may"),
    ("june", "jun"),
    ("july", "jul"),
    ("august", "aug"),
    ("september", "sep"),
    ("october", "oct"),
    ("november", "nov"),
    ("december", "dec"),
];

const WEEKDAYS: [(&str, &str, Weekday); 7] = [
    ("monday", "mon", Weekday::Monday),
    ("tuesday", "tue", Weekday::Tuesday),
    ("wednesday", "wed", Weekday::Wednesday),
    ("thursday", "thu", Weekday::Thursday),
    ("friday", "fri", Weekday::Friday),
    ("saturday", "sat", Weekday::Saturday),
    ("sunday", "sun", Weekday::Sunday),
];

const NUMBERS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// The number of the month with this name or abbreviation.
pub(super) fn month(word: &str) -> Option<i8> {
    let known = |(full, short): &(&str, &str)| word == *full || word == *short;
    let index = MONTHS.iter().position(known).or((word == "sept").then_some(8))?;
    i8::try_from(index + 1).ok()
}

pub(super) fn month_name(number: i8) -> &'static str {
    let index = usize::try_from(number - 1).unwrap_or(0);
    MONTHS.get(index).map_or("", |(full, _)| full)
}

/// Whether the month's word is an ordinary word too.
pub(super) fn is_word_too(month: &str) -> bool {
    matches!(month, "may" | "march" | "mar")
}

/// Whether the month's word is a person's name too.
pub(super) fn is_name_too(month: &str) -> bool {
    matches!(month, "april" | "may" | "june" | "august" | "jan") || is_word_too(month)
}

/// The day of the week with this full name.
pub(super) fn weekday(word: &str) -> Option<Weekday> {
    WEEKDAYS.iter().find(|(full, _, _)| *full == word).map(|(_, _, day)| *day)
}

/// The day of the week with this abbreviation.
pub(super) fn short_weekday(word: &str) -> Option<Weekday> {
    let word = match word {
        "tues" => "tue",
        "weds" => "wed",
        "thur" | "thurs" => "thu",
        other => other,
    };
    WEEKDAYS.iter().find(|(_, short, _)| *short == word).map(|(_, _, day)| *day)
}

/// The name of the day of the week.
pub(super) fn weekday_name(day: Weekday) -> &'static str {
    WEEKDAYS.iter().find(|(_, _, known)| *known == day).map_or("", |(full, _, _)| full)
}

/// The season with this name.
pub(super) fn season(word: &str) -> Option<Season> {
    match word {
        "spring" => Some(Season::Spring),
        "summer" => Some(Season::Summer),
        "autumn" | "fall" => Some(Season::Autumn),
        "winter" => Some(Season::Winter),
        _ => None,
    }
}

/// The unit with this name, in the singular or plural.
pub(super) fn unit(word: &str) -> Option<Unit> {
    match word.strip_suffix('s').unwrap_or(word) {
        "minute" => Some(Unit::Minute),
        "hour" => Some(Unit::Hour),
        "day" => Some(Unit::Day),
        "week" => Some(Unit::Week),
        "weekend" => Some(Unit::Weekend),
        "month" => Some(Unit::Month),
        "quarter" => Some(Unit::Quarter),
        "year" => Some(Unit::Year),
        _ => None,
    }
}

/// A whole number of at most four digits.
pub(super) fn number(word: &str) -> Option<i16> {
    let digits = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    if digits { word.parse().ok() } else { None }
}

/// A number in digits, or from one to twelve in letters.
pub(super) fn count(word: &str) -> Option<i32> {
    let spelled = || NUMBERS.iter().position(|name| *name == word);
    number(word)
        .map(i32::from)
        .or_else(|| spelled().and_then(|index| i32::try_from(index + 1).ok()))
        .filter(|count| *count > 0)
}

/// A year as people write it in full.
pub(super) fn year(word: &str) -> Option<i16> {
    number(word).filter(|year| word.len() == 4 && (1900..2200).contains(year))
}

/// A day of the month, and whether it was written as an ordinal, as `8th`.
pub(super) fn day(word: &str) -> Option<(i8, bool)> {
    let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let ordinal = match &word[digits.len()..] {
        "" => false,
        "st" | "nd" | "rd" | "th" => true,
        _ => return None,
    };
    let day = number(digits).filter(|day| digits.len() <= 2 && (1..=31).contains(day))?;
    Some((i8::try_from(day).ok()?, ordinal))
}

/// Whether a word can follow a date: it does not turn the date into a part of something else, as in
/// "the 7th floor".
pub(super) fn may_follow(word: &str) -> bool {
    const FOLLOWERS: [&str; 46] = [
        "about", "and", "are", "as", "at", "because", "by", "did", "do", "does", "for", "had",
        "has", "have", "he", "how", "i", "if", "in", "is", "it", "my", "of", "on", "or", "our",
        "s", "she", "that", "the", "they", "this", "through", "till", "to", "until", "was", "we",
        "were", "what", "when", "where", "which", "who", "with", "you",
    ];
    FOLLOWERS.contains(&word)
}

/// Whether a word turns the number before it into an amount, as in "in 2000 words".
pub(super) fn is_counted(word: &str) -> bool {
    const COUNTED: [&str; 24] = [
        "bytes",
        "characters",
        "days",
        "dollars",
        "entries",
        "euros",
        "files",
        "hours",
        "items",
        "km",
        "lines",
        "mb",
        "meters",
        "miles",
        "minutes",
        "ms",
        "people",
        "points",
        "rows",
        "seconds",
        "steps",
        "times",
        "tokens",
        "words",
    ];
    COUNTED.contains(&word)
}
