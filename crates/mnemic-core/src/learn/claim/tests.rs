use std::io::Write;

use super::*;

const PAIRS: &str = include_str!("../../../tests/data/contradictions.tsv");

fn contradict(one: &str, other: &str) -> Option<TextContradiction> {
    Claims::of(one, &[]).contradict(&Claims::of(other, &[]))
}

/// How many of the pairs of one set are told rightly.
#[derive(Debug, Default)]
struct Tally {
    found: usize,
    missed: usize,
    wrong: usize,
}

impl Tally {
    fn of(set: &str) -> Self {
        let mut tally = Self::default();
        for line in PAIRS.lines().skip(1) {
            let [in_set, label, one, other] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("a line of four fields: {line}");
            };
            if in_set != set {
                continue;
            }
            let says = contradict(one, other).is_some();
            assert_eq!(says, contradict(other, one).is_some(), "both ways alike: {line}");
            match (label == "contradicts", says) {
                (true, true) => tally.found += 1,
                (true, false) => tally.missed += 1,
                (false, true) => tally.wrong += 1,
                (false, false) => {}
            }
        }
        tally
    }

    fn precision(&self) -> f64 {
        self.found as f64 / (self.found + self.wrong) as f64
    }

    fn recall(&self) -> f64 {
        self.found as f64 / (self.found + self.missed) as f64
    }
}

/// Half of the pairs were looked at while the rules were made, half only when they were done.
#[test]
fn contradictions_are_told_from_look_alikes() {
    for (set, least_precision, least_recall) in [("seen", 0.98, 0.96), ("held", 0.95, 0.90)] {
        let tally = Tally::of(set);
        let (precision, recall) = (tally.precision(), tally.recall());
        let figures = format!("{set}: precision {precision:.2}, recall {recall:.2}, {tally:?}\n");
        std::io::stderr().write_all(figures.as_bytes()).unwrap();
        assert!(precision >= least_precision && recall >= least_recall, "{figures}");
    }
}

#[test]
fn parts_of_words_are_no_words() {
    for (one, other) in [
        ("Send it to the address of the office", "Remove the address of the office in no case"),
        (
            "The refusal happened because of the misuse",
            "Don't use the refusal because of the misuse",
        ),
        ("Don't use the old API in src/a.rs", "don't use the old API in src/a.rs!"),
        ("Use the old API", "Should we not use the old API?"),
        ("Use the old API", ""),
    ] {
        assert_eq!(contradict(one, other), None, "{one} / {other}");
    }
}

#[test]
fn a_number_that_names_a_thing_is_no_value_of_it() {
    for (one, other) in [
        ("Server 60 is in the Berlin rack", "Server 108 is in the Berlin rack"),
        ("The web server 60 needs a new disk", "The web server 108 needs a new disk"),
        (
            "Sensor 7 reports the temperature of the hall",
            "Sensor 9 reports the temperature of the hall",
        ),
        ("Fact 12 and more of the same", "Fact 13 and more of the same"),
        ("Invoice 4711 was paid by the customer", "Invoice 4712 was paid by the customer"),
    ] {
        assert_eq!(contradict(one, other), None, "{one} / {other}");
    }
    for (one, other) in [
        ("Node 18 is required to build the docs", "Node 20 is required to build the docs"),
        ("The backup runs on server 60", "The backup runs on server 108"),
        ("The web server keeps 60 days of logs", "The web server keeps 108 days of logs"),
    ] {
        assert!(contradict(one, other).is_some(), "{one} / {other}");
    }
}

#[test]
fn what_can_be_done_and_undone_and_two_things_of_one_sort_are_no_contradiction() {
    for (one, other) in [
        ("Users can add items to the cart", "Users can remove items from the cart"),
        ("The cache can be enabled per user", "The cache can be disabled per user"),
        ("Service A uses port 80", "Service B uses port 81"),
        ("Plan B is enabled for the team", "Plan C is disabled for the team"),
    ] {
        assert_eq!(contradict(one, other), None, "{one} / {other}");
    }
    for (one, other) in [
        ("The cache can be disabled per user", "The cache cannot be disabled per user"),
        ("Service A uses port 80", "Service A uses port 81"),
        ("Add generated files to the review", "Remove generated files from the review"),
    ] {
        assert!(contradict(one, other).is_some(), "{one} / {other}");
    }
}

#[test]
fn the_words_that_bind_say_how_severe_it_is() {
    for (one, other, severity, manner) in [
        (
            "Always sign release tags",
            "Never sign release tags",
            Severity::High,
            ContradictionKind::Denial,
        ),
        (
            "Release tags must be signed",
            "Release tags must not be signed",
            Severity::High,
            ContradictionKind::Denial,
        ),
        (
            "Enable the release cache",
            "Disable the release cache",
            Severity::Medium,
            ContradictionKind::Denial,
        ),
        (
            "Include generated files in reviews",
            "Exclude generated files from reviews",
            Severity::Low,
            ContradictionKind::Denial,
        ),
        (
            "The release port is 80",
            "The release port is 81",
            Severity::Medium,
            ContradictionKind::Values,
        ),
    ] {
        let found = contradict(one, other).unwrap();
        assert_eq!((found.severity, found.manner), (severity, manner), "{one}");
    }
}

#[test]
fn one_file_is_subject_enough() {
    let files = ["src/cache.rs".to_owned()];
    let (on, off) = ("Caching is enabled", "Caching isn't enabled");
    let claims = |text: &str| Claims::of(text, &files);
    assert!(claims(on).contradict(&claims(off)).is_some());
    let found = contradict("Use tabs", "No, never use tabs").unwrap();
    assert_eq!(found.clauses, ["Use tabs", "never use tabs"]);
}
