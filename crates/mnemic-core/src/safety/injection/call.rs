//! Calls: where a sentence calls a model before it says something: "Assistant, …", "AI reviewer: …", "@coding-bot …".

use super::{cue::Group, mention::is_quoted, passage::Found, vocabulary::ClassId, word::Word};

/// What a call weighs.
const WEIGHT: u32 = 8;

/// Turns of the other side, where a text quotes a conversation; in one, turns begin with `Assistant:`, too.
const OTHER_SIDE: [&str; 7] = ["user:", "human:", "q:", "me:", "you:", "client:", "customer:"];

/// Names that are called in the middle of a sentence: "to go on, assistant, ask …".
const CALLED_ASIDE: [&str; 7] = ["assistant", "agent", "chatbot", "bot", "ai", "model", "llm"];

/// The calls in a folded text.
pub fn calls(folded: &str, words: &[Word<'_>], model: ClassId) -> Vec<Found> {
    let mut models = words.iter().filter(|word| word.classes.contains(&model)).peekable();
    if models.peek().is_none() {
        return Vec::new();
    }
    let is_conversation = OTHER_SIDE.iter().any(|turn| folded.contains(turn));
    let called = models.filter(|word| {
        let (before, rest) = (&folded[..word.start], &folded[word.end..]);
        (is_named(before) && !rest.starts_with('/')
            || word.nth <= 2
                && is_spoken_to(before, &folded[word.start..word.end], rest, is_conversation))
            && !is_quoted(folded, &(word.start..word.end))
    });
    called.map(|word| Found { group: Group::Call, weight: WEIGHT, place: word.place }).collect()
}

/// Whether a name is called as on a forum: `@assistant`, `@coding-bot`; what stands before an at sign in an address is
/// another's.
fn is_named(before: &str) -> bool {
    let name =
        before.trim_end_matches(|it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_');
    let Some(ahead) = name.strip_suffix('@') else { return false };
    !ahead.ends_with(|it: char| it.is_ascii_alphanumeric() || it == '.')
}

/// Whether what follows a name speaks to who is named: a comma and more, an arrow, a colon. Headings in bold and items of
/// a list name models, too.
fn is_spoken_to(before: &str, name: &str, rest: &str, is_conversation: bool) -> bool {
    let line = rest.split('\n').next().unwrap_or(rest);
    let says_something = || rest.split_whitespace().take(3).count() == 3;
    let has_arrow = || ["→", ">", "->"].iter().any(|arrow| line.trim_start().starts_with(arrow));
    let before = before.trim_end();
    let has_comma = line.starts_with(',') && !before.ends_with(['(', '{', '`', '*']);
    let is_item = before.ends_with(',') && !CALLED_ASIDE.contains(&name);
    let head = line.split_inclusive(':').next().unwrap_or(line);
    let has_colon = head.ends_with(':')
        && head.split_whitespace().count() <= 3
        && !head.contains(['*', '`', '(', '|', ','])
        && !before.ends_with(['*', '`', '|']);
    has_comma && !is_item && says_something()
        || has_arrow() && !name.ends_with("ls")
        || has_colon && !is_conversation && says_something()
}
