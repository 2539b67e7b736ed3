//! Any text may stand in a configuration: it is read without fail, and setting a key leaves the others as they are.

use mnemic::config::{Configuration, KEYS, Key, Settings, configure, set};

use super::fuzz;

const WORDS: [&str; 24] = [
    "preset: koshi\n",
    "search:\n",
    "  max_results: 5\n",
    "text: {max_chars: 90}\n",
    "# words\n",
    "\n",
    "  ",
    "- a\n",
    ": ",
    "'",
    "\"",
    "|\n",
    ">\n",
    "&a ",
    "*a ",
    "<<: ",
    "? ",
    "!!int ",
    "---\n",
    "...\n",
    "{",
    "}",
    "[",
    "64MB",
];
const VALUES: [&str; 9] =
    ["7", "0.5", "true", "koshi", "64MB", "index", "/a folder/#1: x", "it's", "\"quoted\""];

#[test]
fn setting_a_key_in_any_file_leaves_the_others() {
    let mut turn = 0;
    fuzz("configuration", &WORDS, |input| {
        let source = String::from_utf8_lossy(input);
        let before = configure(Some(&source), &[]);
        turn += 1;
        let key = &KEYS[turn % KEYS.len()];
        let value = VALUES[turn / KEYS.len() % VALUES.len()];
        let Ok(edited) = set(&source, key, value) else { return };
        let after = configure(Some(&edited.source), &[]);
        let mut expected = Settings::default();
        key.put(value, &mut expected).unwrap();
        assert_eq!(key.value(&after.settings), key.value(&expected), "{:?}", edited.source);
        the_others_stay(key, &before, &after, &edited.source);
    });
}

/// The other keys that the file sets have the values they had; without a new preset, all others.
fn the_others_stay(set: &Key, before: &Configuration, after: &Configuration, source: &str) {
    for key in KEYS.iter().filter(|key| key.name != set.name) {
        let is_said = matches!(before.origin(key), mnemic::config::Origin::File { .. });
        if is_said || set.name != "preset" {
            let (was, is) = (key.value(&before.settings), key.value(&after.settings));
            assert_eq!(was, is, "{} changed: {source:?}", key.name);
        }
    }
}
