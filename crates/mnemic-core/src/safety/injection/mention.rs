//! Mentions: a phrase that a text quotes and speaks about is not said.

use std::ops::Range;

/// What speaks about a phrase instead of saying it.
const ABOUT: [&str; 30] = [
    "phrase",
    "phrases",
    "prompt injection",
    "injection",
    "injected",
    "attack",
    "attacker",
    "filter",
    "example",
    "such as",
    "pattern",
    "payload",
    "jailbreak",
    "test case",
    "fixture",
    "blocklist",
    "regex",
    "detect",
    "classifier",
    "e.g.",
    "string",
    "reject",
    "flag",
    "malicious",
    "adversarial",
    "red team",
    "poison",
    "untrusted",
    "sanitis",
    "sanitiz",
];

/// So many bytes of a line are looked at on either side.
const AROUND: usize = 200;

/// What stands before and behind a phrase in its line.
fn around<'t>(folded: &'t str, phrase: &Range<usize>) -> (&'t str, &'t str) {
    let from = folded.floor_char_boundary(phrase.start.saturating_sub(AROUND));
    let to = folded.ceil_char_boundary((phrase.end + AROUND).min(folded.len()));
    let (before, after) = (&folded[from..phrase.start], &folded[phrase.end..to]);
    let before = before.rsplit('\n').next().unwrap_or(before);
    (before, after.split('\n').next().unwrap_or(after))
}

fn is_between(mark: char, before: &str, after: &str) -> bool {
    before.matches(mark).count() % 2 == 1 && after.contains(mark)
}

/// Whether a phrase is named, not said: it stands between quotation marks in a line that speaks about it.
pub fn is_quoted(folded: &str, phrase: &Range<usize>) -> bool {
    let (before, after) = around(folded, phrase);
    ['"', '`', '\''].into_iter().any(|mark| is_between(mark, before, after))
        && ABOUT.iter().any(|word| before.contains(word) || after.contains(word))
}

/// Whether a phrase stands between quotation marks, whatever is around it.
pub fn is_between_marks(folded: &str, phrase: &Range<usize>) -> bool {
    let (before, after) = around(folded, phrase);
    let pairs = [('「', '」'), ('『', '』'), ('《', '》')];
    let is_open = |open: char, close: char| {
        before.rfind(open).is_some_and(|at| !before[at..].contains(close))
    };
    ['"', '`'].into_iter().any(|mark| is_between(mark, before, after))
        || pairs.iter().any(|(open, close)| is_open(*open, *close) && after.contains(*close))
}

/// Whether a phrase stands between backticks, as code does.
pub fn is_code(folded: &str, phrase: &Range<usize>) -> bool {
    let (before, after) = around(folded, phrase);
    is_between('`', before, after)
}
