//! What questions say about time, asked on a Wednesday, 12 June 2024, at half past three.

use proptest::prelude::*;

use super::*;

const NOW: &str = "2024-06-12T15:30:00Z";

/// Each span as `words: start..end`, then `guess` when it is not explicit, `filter` when it filters and `standing` when
/// the question asks how things stand.
fn read(question: &str) -> Vec<String> {
    let edge = |at: Timestamp| {
        if [Timestamp::MIN, Timestamp::MAX].contains(&at) {
            return String::new();
        }
        let text = at.to_zoned(TimeZone::UTC).datetime().to_string();
        text.trim_end_matches("T00:00:00").to_owned()
    };
    spans(question, NOW.parse().unwrap(), &TimeZone::UTC)
        .into_iter()
        .map(|span| {
            let words = &question[span.words.clone()];
            let guess = if span.explicit { "" } else { " guess" };
            let filter = if span.filter { " filter" } else { "" };
            let standing = if span.standing { " standing" } else { "" };
            format!("{words}: {}..{}{guess}{filter}{standing}", edge(span.start), edge(span.end))
        })
        .collect()
}

fn check(table: &[(&str, &[&str])]) {
    let read: Vec<_> = table.iter().map(|(question, _)| (*question, read(question))).collect();
    let expected: Vec<_> = table
        .iter()
        .map(|(question, spans)| (*question, spans.iter().map(|span| span.to_string()).collect()))
        .collect();
    assert_eq!(read, expected);
}

#[test]
fn a_date_of_the_calendar_is_a_hint() {
    check(&[
        ("what happened on 2023-05-08?", &["2023-05-08: 2023-05-08..2023-05-09"]),
        ("log 2023-05-08T10:00:00Z", &["2023-05-08T10: 2023-05-08..2023-05-09"]),
        ("see 2023/05/08", &["2023/05/08: 2023-05-08..2023-05-09"]),
        ("the report 2023-05", &["2023-05: 2023-05-01..2023-06-01"]),
        ("the party on 8 May 2023", &["8 May 2023: 2023-05-08..2023-05-09"]),
        ("on 1 February, 2023?", &["1 February, 2023: 2023-02-01..2023-02-02"]),
        ("May 8, 2023 party", &["May 8, 2023: 2023-05-08..2023-05-09"]),
        ("on may 8 2023", &["may 8 2023: 2023-05-08..2023-05-09"]),
        ("on Sept. 3, 2023", &["Sept. 3, 2023: 2023-09-03..2023-09-04"]),
        ("Monday, 8 May 2023", &["Monday, 8 May 2023: 2023-05-08..2023-05-09"]),
        ("the 8th of May 2023", &["the 8th of May 2023: 2023-05-08..2023-05-09"]),
        ("8-12 May 2023", &["8-12 May 2023: 2023-05-08..2023-05-13"]),
        ("May 8–12, 2023", &["May 8–12, 2023: 2023-05-08..2023-05-13"]),
        ("in May 2023", &["May 2023: 2023-05-01..2023-06-01"]),
        ("early may 2023", &["may 2023: 2023-05-01..2023-06-01"]),
        ("in 2022", &["2022: 2022-01-01..2023-01-01"]),
        ("in late 2022", &["2022: 2022-01-01..2023-01-01"]),
        ("summer 2023", &["summer 2023: 2023-06-01..2023-09-01"]),
        ("the winter of 2022", &["winter of 2022: 2022-12-01..2023-03-01"]),
        ("Q3 2024 goals", &["Q3 2024: 2024-07-01..2024-10-01"]),
        ("goals of 2023 Q4", &["2023 Q4: 2023-10-01..2024-01-01"]),
        ("third quarter of 2023", &["third quarter of 2023: 2023-07-01..2023-10-01"]),
        ("on 2023-02-30", &[]),
        ("on 31 February 2023", &[]),
    ]);
}

#[test]
fn a_date_without_its_year_is_the_last_one() {
    check(&[
        ("on May 8th", &["May 8th: 2024-05-08..2024-05-09 guess"]),
        ("the 8th of May", &["the 8th of May: 2024-05-08..2024-05-09 guess"]),
        ("on 20 June", &["20 June: 2023-06-20..2023-06-21 guess"]),
        ("on 12 June", &["12 June: 2024-06-12..2024-06-13 guess"]),
        ("on February 29", &["February 29: 2024-02-29..2024-03-01 guess"]),
        ("in May", &["May: 2024-05-01..2024-06-01 guess"]),
        ("in may", &["may: 2024-05-01..2024-06-01 guess"]),
        ("in June", &["June: 2024-06-01..2024-07-01 guess"]),
        ("in July", &["July: 2023-07-01..2023-08-01 guess"]),
        ("the October retreat", &["October: 2023-10-01..2023-11-01 guess"]),
        ("at the end of March", &["March: 2024-03-01..2024-04-01 guess"]),
        ("during the summer", &["summer: 2024-06-01..2024-09-01 guess"]),
        ("in the fall", &["fall: 2023-09-01..2023-12-01 guess"]),
        ("What were our Q1 numbers?", &["Q1: 2024-01-01..2024-04-01 guess"]),
        ("what did I pay on the 7th?", &["the 7th: 2024-06-07..2024-06-08 guess"]),
        ("what did I pay on the 20th?", &["the 20th: 2024-05-20..2024-05-21 guess"]),
        ("on the 31st", &["the 31st: 2024-05-31..2024-06-01 guess"]),
    ]);
}

#[test]
fn the_last_days_and_weeks_are_hints() {
    check(&[
        ("yesterday", &["yesterday: 2024-06-11..2024-06-12"]),
        ("What broke today?", &["today: 2024-06-12..2024-06-13"]),
        ("yesterday evening", &["yesterday evening: 2024-06-11T18:00:00..2024-06-12"]),
        ("tonight", &["tonight: 2024-06-12T18:00:00..2024-06-13"]),
        ("this morning", &["this morning: 2024-06-12..2024-06-12T12:00:00"]),
        ("last night", &["last night: 2024-06-11T18:00:00..2024-06-12T06:00:00"]),
        ("my notes of last week", &["last week: 2024-06-03..2024-06-10"]),
        ("this week", &["this week: 2024-06-10..2024-06-17"]),
        ("last weekend", &["last weekend: 2024-06-08..2024-06-10"]),
        ("this past weekend", &["this past weekend: 2024-06-08..2024-06-10"]),
        ("over the weekend", &["over the weekend: 2024-06-08..2024-06-10"]),
        ("last month", &["last month: 2024-05-01..2024-06-01"]),
        ("the past few weeks", &["past few weeks: 2024-05-08..2024-06-13 guess"]),
        ("the day before yesterday", &["the day before yesterday: 2024-06-10..2024-06-11"]),
        ("the week before last", &["the week before last: 2024-05-27..2024-06-03"]),
    ]);
}

#[test]
fn what_was_lately_or_is_just_over_filters_when_that_is_what_is_asked() {
    check(&[
        ("what changed in the last 3 days", &["last 3 days: 2024-06-09..2024-06-13 filter"]),
        ("the past week", &["past week: 2024-06-05..2024-06-13 filter"]),
        ("the past fortnight", &["past fortnight: 2024-05-29..2024-06-13 filter"]),
        ("the past two hours", &["past two hours: 2024-06-12T13:30:00..2024-06-13 filter"]),
        ("what did we decide yesterday?", &["yesterday: 2024-06-11..2024-06-12 filter"]),
        ("what happened last week", &["last week: 2024-06-03..2024-06-10 filter"]),
        (
            "what did the backup do last night",
            &["last night: 2024-06-11T18:00:00..2024-06-12T06:00:00 filter"],
        ),
        ("what did we do over the weekend", &["over the weekend: 2024-06-08..2024-06-10 filter"]),
        ("what did we do today", &["today: 2024-06-12..2024-06-13"]),
        ("what did we do this week", &["this week: 2024-06-10..2024-06-17"]),
    ]);
}

#[test]
fn a_question_how_things_stand_never_filters_by_the_present() {
    check(&[
        ("when is the stand-up today", &["today: 2024-06-12..2024-06-13 standing"]),
        ("do we still use GraphQL today", &["today: 2024-06-12..2024-06-13 standing"]),
        ("how much may AWS cost this month", &["this month: 2024-06-01..2024-07-01 standing"]),
        ("who keeps the calendar this week", &["this week: 2024-06-10..2024-06-17"]),
        ("who is on leave in May", &["May: 2024-05-01..2024-06-01 guess standing"]),
        ("are we allowed to deploy on friday afternoon", &[]),
        ("can I deploy on Friday?", &[]),
        ("what did we deploy on Friday?", &["Friday: 2024-06-07..2024-06-08"]),
        ("what is the thing we did last Friday", &["last Friday: 2024-06-07..2024-06-08"]),
    ]);
}

#[test]
fn dates_in_figures_are_read_when_they_can_be_read_one_way_only() {
    check(&[
        ("on 13.11.2023", &["13.11.2023: 2023-11-13..2023-11-14"]),
        ("on 5.8.2023", &["5.8.2023: 2023-08-05..2023-08-06"]),
        ("on 11/13/2023", &["11/13/2023: 2023-11-13..2023-11-14"]),
        ("on 13/11/2023", &["13/11/2023: 2023-11-13..2023-11-14"]),
        ("on 5/5/2023", &["5/5/2023: 2023-05-05..2023-05-06"]),
        ("on 13-11-2023", &["13-11-2023: 2023-11-13..2023-11-14"]),
        ("on 31.2.2023", &[]),
        ("on 5-8-2023", &[]),
        ("version 1.13.11.2023", &[]),
        ("at 13.11.2023.7", &[]),
        ("11.13.2023", &[]),
    ]);
}

#[test]
fn a_time_by_itself_needs_nothing_around_it() {
    let now: Timestamp = NOW.parse().unwrap();
    let start = |text: &str| named(text, now, &TimeZone::UTC).map(|span| span.start.to_string());
    for (text, expected) in [
        ("yesterday", "2024-06-11T00:00:00Z"),
        ("monday", "2024-06-10T00:00:00Z"),
        ("last week", "2024-06-03T00:00:00Z"),
        ("2023-05", "2023-05-01T00:00:00Z"),
        ("2023", "2023-01-01T00:00:00Z"),
        ("13.11.2023", "2023-11-13T00:00:00Z"),
    ] {
        assert_eq!(start(text).as_deref(), Some(expected), "{text}");
    }
    for text in ["", "7x", "yesterday and today", "port 2023", "the weather"] {
        assert_eq!(start(text), None, "{text}");
    }
}

#[test]
fn what_says_only_when_is_left_out_of_what_is_asked_for() {
    let now = NOW.parse().unwrap();
    for (question, rest) in [
        ("what happened in May 2023?", "what happened in  ?"),
        ("who kept it on Thursday and Friday", "who kept it on   and  "),
        ("who is on leave in December", "who is on leave in December"),
        ("which port do we use today", "which port do we use  "),
    ] {
        let spans = spans(question, now, &TimeZone::UTC);
        assert_eq!(without(question, spans.iter()), rest);
    }
}

#[test]
fn the_dates_of_a_text_are_read_from_where_it_was_written() {
    let at: Timestamp = "2023-05-09T10:00:00Z".parse().unwrap();
    let now: Timestamp = NOW.parse().unwrap();
    let covers = |question: &str, text: &str| {
        let asked = spans(question, now, &TimeZone::UTC);
        let named = spans_in_text(text, at, &TimeZone::UTC);
        asked.iter().any(|span| named.iter().any(|named| span.covers(named)))
    };
    assert!(covers("what did we do on 8 May 2023", "I met Ada yesterday"));
    assert!(covers("what happened in 2023", "moved on 8 May 2023"));
    assert!(covers("what were the Q1 goals", "the Q1 goals are speed and size"));
    assert!(!covers("what happened in May", "you may merge"));
    assert!(!covers("what happened in December 2023", "leave from 1 December 2026"));
    assert!(!covers("decisions in 2024", "edition 2024"));
}

#[test]
fn what_is_further_back_or_vague_does_not_filter() {
    check(&[
        ("did we camp last year?", &["last year: 2023-01-01..2024-01-01"]),
        ("this year", &["this year: 2024-01-01..2025-01-01"]),
        ("last quarter", &["last quarter: 2024-01-01..2024-04-01"]),
        ("last summer", &["last summer: 2023-06-01..2023-09-01"]),
        ("this summer", &["this summer: 2024-06-01..2024-09-01"]),
        ("last May", &["last May: 2024-05-01..2024-06-01"]),
        ("last June", &["last June: 2023-06-01..2023-07-01"]),
        ("last Friday", &["last Friday: 2024-06-07..2024-06-08"]),
        ("last Wednesday", &["last Wednesday: 2024-06-05..2024-06-06"]),
        ("this Friday", &["this Friday: 2024-06-14..2024-06-15"]),
        ("on Tuesday", &["Tuesday: 2024-06-11..2024-06-12"]),
        ("what did we say Thursday", &["Thursday: 2024-06-06..2024-06-07"]),
        ("on Sat we met", &["Sat: 2024-06-08..2024-06-09"]),
        ("3 days ago", &["3 days ago: 2024-06-09..2024-06-10"]),
        ("a week ago", &["a week ago: 2024-06-02..2024-06-09"]),
        ("two weeks ago", &["two weeks ago: 2024-05-26..2024-06-02"]),
        ("eleven months ago", &["eleven months ago: 2023-07-01..2023-08-01"]),
        ("4 years ago", &["4 years ago: 2020-01-01..2021-01-01"]),
        ("an hour ago", &["an hour ago: 2024-06-12T13:30:00..2024-06-12T15:30:00"]),
        ("a fortnight ago", &["a fortnight ago: 2024-05-26..2024-06-02"]),
        ("a couple of days ago", &["a couple of days ago: 2024-06-09..2024-06-11 guess"]),
        ("a few months ago", &["a few months ago: 2024-01-01..2024-05-01 guess"]),
    ]);
}

#[test]
fn bounds_open_a_span_on_one_side_or_close_it_on_both() {
    check(&[
        ("changes since Monday", &["since Monday: 2024-06-10.. filter"]),
        ("since May", &["since May: 2024-05-01.. filter"]),
        ("since the 7th", &["since the 7th: 2024-06-07.. filter"]),
        (
            "since the beginning of May 2023",
            &["since the beginning of May 2023: 2023-05-01.. filter"],
        ),
        ("since last week", &["since last week: 2024-06-03.. filter"]),
        ("since two weeks ago", &["since two weeks ago: 2024-05-26.. filter"]),
        ("after May 2023", &["after May 2023: 2023-06-01.."]),
        ("after yesterday", &["after yesterday: 2024-06-12.."]),
        ("before 8 May 2023", &["before 8 May 2023: ..2023-05-08"]),
        ("until June 2023", &["until June 2023: ..2023-07-01"]),
        ("won by July 10, 2022", &["by July 10, 2022: ..2022-07-11"]),
        ("written by June", &[]),
        (
            "between May and June 2023",
            &["between May and June 2023: 2023-05-01..2023-07-01 filter"],
        ),
        (
            "between November and February 2024",
            &["between November and February 2024: 2023-11-01..2024-03-01 filter"],
        ),
        (
            "Where was John between August 11 and August 15 2023?",
            &["between August 11 and August 15 2023: 2023-08-11..2023-08-16 filter"],
        ),
        (
            "between 11 and 15 August 2023",
            &["between 11 and 15 August 2023: 2023-08-11..2023-08-16 filter"],
        ),
        ("between 2021 and 2022", &["between 2021 and 2022: 2021-01-01..2023-01-01 filter"]),
        ("from May to June", &["from May to June: 2024-05-01..2024-07-01 guess"]),
        ("from March 2023 to May", &["from March 2023 to May: 2023-03-01..2023-06-01 filter"]),
        ("from Monday to Tuesday", &["from Monday to Tuesday: 2024-06-10..2024-06-12 filter"]),
        ("from 3 to 8 May 2023", &["from 3 to 8 May 2023: 2023-05-03..2023-05-09 filter"]),
        ("8 May – 3 June 2023", &["8 May – 3 June 2023: 2023-05-08..2023-06-04 filter"]),
        ("notes from yesterday", &["yesterday: 2024-06-11..2024-06-12"]),
        ("from June to May 2023", &["from June to May 2023: 2022-06-01..2023-06-01 filter"]),
        ("from 2023 to 2021", &[]),
    ]);
}

#[test]
fn a_date_can_be_reckoned_from_another() {
    check(&[
        (
            "the week before August 3, 2023",
            &["the week before August 3, 2023: 2023-07-27..2023-08-03"],
        ),
        (
            "two weeks before August 11, 2023",
            &["two weeks before August 11, 2023: 2023-07-25..2023-08-01"],
        ),
        (
            "the Sunday before October 25, 2022",
            &["the Sunday before October 25, 2022: 2022-10-23..2022-10-24"],
        ),
        (
            "last weekend before April 10, 2023",
            &["last weekend before April 10, 2023: 2023-04-08..2023-04-10"],
        ),
        ("the day after 8 May 2023", &["the day after 8 May 2023: 2023-05-09..2023-05-10"]),
        ("the month after May 2023", &["the month after May 2023: 2023-06-01..2023-07-01"]),
        ("the Friday after 8 May 2023", &["the Friday after 8 May 2023: 2023-05-12..2023-05-13"]),
        ("3 days after 8 May 2023", &["3 days after 8 May 2023: 2023-05-11..2023-05-12"]),
    ]);
}

#[test]
fn someone_elses_present_and_durations_do_not_filter() {
    check(&[
        ("What did Joanna write yesterday?", &["yesterday: 2024-06-11..2024-06-12"]),
        ("What did I tell Joanna yesterday?", &["yesterday: 2024-06-11..2024-06-12 filter"]),
        (
            "What was the issue last week, as mentioned on November 6, 2023?",
            &["last week: 2024-06-03..2024-06-10", "November 6, 2023: 2023-11-06..2023-11-07"],
        ),
        (
            "How many days between 3 May 2023 and 5 May 2023?",
            &["between 3 May 2023 and 5 May 2023: 2023-05-03..2023-05-06"],
        ),
        ("How long since last week?", &["since last week: 2024-06-03.."]),
        (
            "what is planned between May and June 2030",
            &["between May and June 2030: 2030-05-01..2030-07-01 standing"],
        ),
    ]);
}

#[test]
fn words_that_are_also_dates_are_left_alone() {
    for question in [
        "may I ask something",
        "May I ask something?",
        "May 8 people join?",
        "you may 8 or 9 times",
        "march forward",
        "to march 5 miles",
        "did June call?",
        "ask April about it",
        "what happened after June left?",
        "give me a second",
        "the second item",
        "we sat in the sun",
        "the Sun rises",
        "we wed and sat down",
        "on the 7th floor",
        "the 2nd time",
        "my 18th birthday",
        "prices fall",
        "in Spring Boot",
        "a mattress with a spring",
        "in 2000 words",
        "2048 the game",
        "port 2023",
        "version 2.2023",
        "every Friday",
        "on Black Friday",
        "on Fridays",
        "next week",
        "next Friday",
        "the last word",
        "the last few words",
        "three weeks",
        "how long ago",
        "this may work",
        "between 3 and 5 people",
        "from 1 to 10",
        "in the third quarter",
        "since then",
        "before lunch",
        "5/8/2023",
        "+49 555-2023-05",
        "東京で何をした",
        "",
    ] {
        assert_eq!(read(question), Vec::<String>::new(), "{question}");
    }
}

#[test]
fn a_day_is_the_day_of_the_askers_zone() {
    let zone = TimeZone::fixed(jiff::tz::offset(9));
    let now = "2024-06-11T20:00:00Z".parse().unwrap();
    let span = spans("yesterday", now, &zone).remove(0);
    assert_eq!(span.start.to_string(), "2024-06-10T15:00:00Z");
    assert_eq!(span.end.to_string(), "2024-06-11T15:00:00Z");
    assert_eq!(span.precision, Precision::Day);
}

#[test]
fn a_day_on_which_the_clocks_change_is_whole() {
    let zone = TimeZone::posix("EST5EDT,M3.2.0,M11.1.0").unwrap();
    for (question, hours) in [("on 10 March 2024", 23), ("on 3 November 2024", 25)] {
        let span = spans(question, NOW.parse().unwrap(), &zone).remove(0);
        assert_eq!(span.end.as_second() - span.start.as_second(), hours * 3_600, "{question}");
    }
}

#[test]
fn the_precision_is_that_of_the_coarser_end() {
    let precision =
        |question: &str| spans(question, NOW.parse().unwrap(), &TimeZone::UTC).remove(0).precision;
    assert_eq!(precision("from 3 May to June 2023"), Precision::Month);
    assert_eq!(precision("since last summer"), Precision::Season);
    assert_eq!(precision("this morning"), Precision::Hours);
}

#[test]
fn a_memory_is_found_by_the_words_of_its_date() {
    let at = "2023-05-08T23:30:00Z".parse().unwrap();
    assert_eq!(date_words(at, &TimeZone::UTC), "8 may 2023 monday");
    assert_eq!(date_words(at, &TimeZone::fixed(jiff::tz::offset(2))), "9 may 2023 tuesday");
}

fn phrase_like() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "the",
        "a",
        "May",
        "may",
        "march",
        "8",
        "8th",
        "31",
        "2023",
        "9999",
        "1900",
        "2199",
        "of",
        "in",
        "on",
        "since",
        "before",
        "after",
        "until",
        "between",
        "and",
        "from",
        "to",
        "last",
        "this",
        "past",
        "few",
        "couple",
        "week",
        "weeks",
        "day",
        "days",
        "months",
        "year",
        "years",
        "hours",
        "weekend",
        "ago",
        "Friday",
        "Sat",
        "Q3",
        "summer",
        "winter",
        "yesterday",
        "tonight",
        "night",
        "quarter",
        "third",
        ",",
        "-",
        "–",
        ".",
        "?",
        "é",
        "猫",
        "/05",
        "-05",
    ]);
    prop::collection::vec(words, 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn whatever_is_asked_spans_are_sound(
        question in prop_oneof!["\\PC{0,80}", phrase_like(), phrase_like().prop_map(|text| text.replace(' ', ""))],
        now in prop_oneof![
            Just(Timestamp::MIN), Just(Timestamp::MAX), Just(NOW.parse::<Timestamp>().unwrap()),
            (Timestamp::MIN.as_second()..Timestamp::MAX.as_second())
                .prop_map(|second| Timestamp::from_second(second).unwrap()),
        ],
        zone in prop_oneof![
            (-25i8..=25).prop_map(|hours| TimeZone::fixed(jiff::tz::offset(hours))),
            Just(TimeZone::posix("EST5EDT,M3.2.0,M11.1.0").unwrap()),
        ],
    ) {
        let mut before = 0;
        for span in spans(&question, now, &zone) {
            prop_assert!(span.start < span.end);
            prop_assert!(question.get(span.words.clone()).is_some_and(|words| !words.is_empty()));
            prop_assert!(span.words.start >= before);
            prop_assert!(!span.filter || span.explicit);
            before = span.words.end;
        }
        date_words(now, &zone);
    }
}
