//! What setting a key changes, and what it leaves.

use proptest::prelude::*;

use super::*;

fn edited(source: &str, name: &str, text: &str) -> String {
    set(source, find(name).unwrap(), text)
        .map_or_else(|error| error.to_string(), |edited| edited.source)
}

#[test]
fn only_the_value_changes() {
    for (source, name, text, expected) in [
        (
            "# mine\nsearch:   # how\n    max_results: 5   # five\n\n# end\n",
            "search.max_results",
            "7",
            "# mine\nsearch:   # how\n    max_results: 7   # five\n\n# end\n",
        ),
        (
            "memory:\n  reinforceWeight: '3' # three\n",
            "signal.reinforce_weight",
            "4",
            "memory:\n  reinforceWeight: '4' # three\n",
        ),
        ("preset: \"koshi\"\r\n# é\r\n", "preset", "praxis", "preset: \"praxis\"\r\n# é\r\n"),
        (
            "{search: {max_results: 5}, preset: koshi}\n",
            "preset",
            "brain",
            "{search: {max_results: 5}, preset: brain}\n",
        ),
        ("preset:   # which?\n", "preset", "brain", "preset: brain   # which?\n"),
    ] {
        assert_eq!(edited(source, name, text), expected);
    }
}

#[test]
fn a_new_key_joins_its_group() {
    for (source, expected) in [
        ("", "search:\n  max_results: 7\n"),
        ("# only words", "# only words\nsearch:\n  max_results: 7\n"),
        ("preset: koshi\n", "preset: koshi\nsearch:\n  max_results: 7\n"),
        (
            "search:\n    min_candidates: 9 # n\n\n# about\npreset: koshi\n",
            "search:\n    min_candidates: 9 # n\n    max_results: 7\n\n# about\npreset: koshi\n",
        ),
        (
            "search:\n  # nothing yet\npreset: koshi\n",
            "search:\n  max_results: 7\n  # nothing yet\npreset: koshi\n",
        ),
        (
            "memory:\n    reinforceWeight: 3\n",
            "memory:\n    reinforceWeight: 3\n    search:\n      max_results: 7\n",
        ),
        ("search: {min_candidates: 9 }\n", "search: {min_candidates: 9, max_results: 7 }\n"),
        ("search: {}\n", "search: {max_results: 7}\n"),
        ("{preset: koshi}\n", "{preset: koshi, search: {max_results: 7}}\n"),
        ("---\npreset: koshi\n...\n", "---\npreset: koshi\nsearch:\n  max_results: 7\n...\n"),
        ("preset: koshi\r\n", "preset: koshi\r\nsearch:\r\n  max_results: 7\r\n"),
        ("search.min_candidates: 9\n", "search.min_candidates: 9\nsearch:\n  max_results: 7\n"),
    ] {
        assert_eq!(edited(source, "search.max_results", "7"), expected, "{source}");
    }
}

#[test]
fn a_value_that_yaml_would_read_otherwise_is_quoted() {
    assert_eq!(edited("", "index.path", "/a b/#c"), "index:\n  path: \"/a b/#c\"\n");
    assert_eq!(edited("", "index.path", "/a-b/c.d"), "index:\n  path: /a-b/c.d\n");
}

#[test]
fn what_only_a_person_can_change_is_refused() {
    for (source, message) in [
        ("search:\n  max_results: [1]\n", "cannot be set without changing more"),
        ("search.max_results: 1\nsearch:\n  maxResults: 2\n", "is set on lines 1 and 3"),
        (
            "preset: &x koshi\nsearch.max_results: &y 3\nother: *y\n",
            "cannot be set without changing more",
        ),
        ("search: 5\n", "cannot be set without changing more"),
        ("search: [\n", "this is not YAML"),
        ("a: &x 1\nsearch: *x\n", "cannot be set without changing more"),
    ] {
        let error = edited(source, "search.max_results", "7");
        assert!(error.contains(message), "{source}: {error}");
    }
    assert!(edited("", "search.max_results", "0").contains("a whole number from 1 to 1000"));
}

proptest! {
    #[test]
    fn no_text_makes_reading_or_setting_panic(
        source in "([ \\t\\r\\n:#'\"{}\\[\\],&*!|>%@`?-]|search|max_results|preset|é|\u{feff}|a|\\PC){0,40}",
    ) {
        crate::settings::configure(Some(&source), &[]);
        if let Ok(edited) = set(&source, find("search.max_results").unwrap(), "7") {
            let after = crate::settings::configure(Some(&edited.source), &[]);
            prop_assert_eq!(after.settings.policies.max_results, 7);
        }
    }

    #[test]
    fn every_line_of_the_file_stays_but_the_one_that_is_set(
        lines in prop::collection::vec(
            prop::sample::select(vec![
                "# words", "", "preset: koshi", "search:", "  max_results: 5 # five",
                "  min_candidates: 60", "text: {max_chars: 90}", "other:", "  - a", "memory:",
                "  demoteWeight: 2",
            ]),
            0..9,
        ),
    ) {
        let source: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let Ok(edited) = set(&source, find("search.max_results").unwrap(), "7") else {
            return Ok(());
        };
        let set_line = edited.source.lines().nth(edited.line - 1).unwrap();
        prop_assert!(set_line.contains("max_results: 7"), "{set_line}");
        let now: Vec<&str> = edited.source.lines().collect();
        if now.len() == lines.len() {
            let changed = now.iter().zip(&lines).filter(|(now, before)| now != before);
            let before: Vec<_> = changed.map(|(_, before)| *before).collect();
            prop_assert!(before.len() <= 1 && before.iter().all(|line| line.contains("max_results")));
        } else {
            let added = now.len() - lines.len();
            let without = |at: usize| [&now[..at], &now[at + added..]].concat();
            prop_assert!(added <= 2 && (0..=lines.len()).any(|at| without(at) == lines));
        }
    }
}
