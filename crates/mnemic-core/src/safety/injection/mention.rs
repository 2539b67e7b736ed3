//! Mentions: a phrase that a text quotes and speaks about is not said.

use std::ops::Range;

use super::{cue::Group, vocabulary::ClassId, word::Word};

/// What speaks about a phrase instead of saying it.
const ABOUT: [&str; 23] = [
    "phrase",
    "prompt injection",
    "injection",
    "injected",
    "attack",
    "payload",
    "jailbreak",
    "test case",
    "fixture",
    "blocklist",
    "regex",
    "patterns",
    "filter drops",
    "detect",
    "classifier",
    "e.g.",
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

/// Words that lead to a quotation.
const LEADS: [&str; 22] = [
    "says",
    "say",
    "said",
    "saying",
    "types",
    "type",
    "typed",
    "like",
    "as",
    "phrase",
    "phrases",
    "text",
    "words",
    "sentence",
    "with",
    "or",
    "called",
    "string",
    "contains",
    "wrote",
    "reads",
    "starts with",
];

/// Whether a quotation that begins here is led to by a word, as in: a page that says "…".
fn is_led_to(before: &str) -> bool {
    let Some(at) = before.rfind(['"', '`']) else { return false };
    let ahead = before[..at].trim_end_matches([' ', ',', ':', '"', '`', '(']);
    let is_spaced = before[..at].ends_with([' ', '(']);
    is_spaced
        && LEADS.iter().any(|word| {
            ahead.strip_suffix(word).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        })
}

/// Whether a phrase is named, not said: it stands between quotation marks in a line that speaks about it.
pub fn is_quoted(folded: &str, phrase: &Range<usize>) -> bool {
    let (before, after) = around(folded, phrase);
    if ['"', '`'].into_iter().any(|mark| is_between(mark, before, after)) && is_led_to(before) {
        return true;
    }
    ['"', '`', '\''].into_iter().any(|mark| is_between(mark, before, after))
        && ABOUT.iter().any(|word| before.contains(word) || after.contains(word))
}

/// So many words ahead a "not" turns down what follows.
const REACH: u32 = 3;
/// So many words ahead a "never" turns a "without" into its contrary.
const FAR: u32 = 16;

/// Whether the sentence forbids what the phrase asks for: "never delete anything without asking".
pub fn is_turned_down(group: Group, words: &[Word<'_>], at: usize, not: ClassId) -> bool {
    let (word, is_not) = (&words[at], words[at].classes.contains(&not));
    let reach = match group {
        Group::Conceal | Group::Authority if is_not => FAR,
        _ if is_not => return false,
        Group::Address | Group::Trigger | Group::Future | Group::Call => return false,
        _ => REACH,
    };
    let before = words[..at].iter().rev();
    let mut before =
        before.take_while(|it| it.sentence == word.sentence && word.place - it.place <= reach);
    before.any(|it| it.classes.contains(&not) && word.place - it.place > u32::from(is_not))
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
