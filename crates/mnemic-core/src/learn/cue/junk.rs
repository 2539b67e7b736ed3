//! What is said in passing: questions, courtesy, announcements, requests, guesses.

use super::{super::phrase::Phrasing, Speaker};

const MIN_CHARS: usize = 16;
const MAX_CHARS: usize = 600;
const MIN_WORDS: usize = 4;

/// Whether a sentence is not worth keeping whatever it says.
pub(super) fn is_junk(text: &str, phrasing: &Phrasing, speaker: Speaker) -> bool {
    let length = text.chars().count();
    let is_cjk = !text.is_ascii() && phrasing.count() < MIN_WORDS && length >= 8;
    let is_short = (length < MIN_CHARS || phrasing.count() < MIN_WORDS) && !is_cjk;
    let leads_on = text.ends_with([':', '：']);
    let asks = text.trim_end_matches(['"', ')', ' ']).ends_with(['?', '？'])
        || phrasing.begins(&ASKING) && !phrasing.begins(&["can't", "do not", "does not"]);
    let is_passing = phrasing.begins(&PASSING) || phrasing.contains_any(&GUESSING);
    let repeats = phrasing.contains_any(&REPEATING)
        || speaker == Speaker::Assistant && phrasing.contains_any(&REPORTING);
    is_short
        || length > MAX_CHARS
        || leads_on
        || asks
        || is_passing
        || repeats
        || speaker == Speaker::Assistant && phrasing.begins(&ANNOUNCING)
}

/// Whether a user's sentence states something that holds: it says what is, of something named.
pub(super) fn is_statement(text: &str, phrasing: &Phrasing) -> bool {
    let states = phrasing.contains_any(&STATING) && phrasing.count() >= 5;
    let names = text.contains('`')
        || text.chars().any(|it| it.is_ascii_digit())
        || text
            .split_whitespace()
            .skip(1)
            .any(|word| word.starts_with(char::is_uppercase) && word.len() > 1);
    let has_subject =
        phrasing.begins(&SUBJECTS) || text.starts_with(|it: char| it.is_uppercase() || it == '`');
    states && names && has_subject && !phrasing.begins(&DANGLING)
}

/// Whether a statement says how things are set up, rather than how they are just now.
pub(super) fn is_lasting(phrasing: &Phrasing) -> bool {
    phrasing.contains_any(&LASTING) && !phrasing.contains_any(&JUST_NOW)
}

/// Whether a sentence points at something that is only seen in the conversation.
pub(super) fn points_at_work(phrasing: &Phrasing) -> bool {
    phrasing.contains_any(&POINTING)
}

/// Whether an explanation is one that its speaker does not stand by.
pub(super) fn is_guess(phrasing: &Phrasing) -> bool {
    phrasing.contains_any(&HEDGING)
}

/// Whether a sentence takes back what was said before it.
pub(super) fn takes_back(phrasing: &Phrasing) -> bool {
    phrasing.contains_any(&TAKING_BACK)
}

const ASKING: [&str; 26] = [
    "can you",
    "could you",
    "would you",
    "will you",
    "can we",
    "could we",
    "should we",
    "should i",
    "shall we",
    "do you",
    "does",
    "did",
    "is there",
    "are there",
    "is it",
    "what",
    "why",
    "how",
    "where",
    "who",
    "which",
    "when do",
    "when does",
    "do we",
    "do i",
    "can i",
];

const PASSING: [&str; 46] = [
    "thanks",
    "thank you",
    "great",
    "perfect",
    "nice",
    "cool",
    "awesome",
    "hi",
    "hello",
    "hey",
    "good morning",
    "good evening",
    "sure",
    "yes",
    "yep",
    "yeah",
    "ok",
    "okay",
    "got it",
    "sounds good",
    "looks good",
    "of course",
    "certainly",
    "absolutely",
    "let me",
    "let's see",
    "let's try",
    "let's look",
    "i'll",
    "i will now",
    "here is",
    "here's",
    "here are",
    "now let",
    "first let",
    "next i",
    "i'm going to",
    "i am going to",
    "if you want",
    "if you'd like",
    "feel free",
    "sorry",
    "i apologise",
    "i apologize",
    "happy to",
    "good question",
];

/// What a speaker does not stand by.
const GUESSING: [&str; 12] = [
    "maybe",
    "perhaps",
    "i guess",
    "not sure",
    "i wonder",
    "might be able",
    "possibly",
    "someday",
    "hypothetically",
    "for example if",
    "let me know",
    "would you like",
];

/// What is told from memory was learnt before.
const REPEATING: [&str; 12] = [
    "from memory",
    "in memory that",
    "according to memory",
    "according to my memory",
    "according to the project memory",
    "my memory says",
    "project memory",
    "as i remember",
    "i recall that",
    "as recalled",
    "as remembered",
    "the memory says",
];

/// An agent that says so tells what it was told.
const REPORTING: [&str; 16] = [
    "as i recall",
    "if i recall",
    "as noted",
    "as we noted",
    "as mentioned",
    "as you mentioned",
    "as you said",
    "as you noted",
    "as discussed",
    "as decided",
    "as we decided",
    "as agreed",
    "as established",
    "we already decided",
    "you already decided",
    "you told me",
];

/// Words of a guess.
const HEDGING: [&str; 19] = [
    "i think",
    "i believe",
    "i suspect",
    "i assume",
    "i'd guess",
    "my guess",
    "probably",
    "presumably",
    "likely",
    "might",
    "may be",
    "may have",
    "could be",
    "could have",
    "seems",
    "seem",
    "looks like",
    "appears",
    "apparently",
];

/// Words by which an explanation is taken back.
const TAKING_BACK: [&str; 24] = [
    "that was wrong",
    "that's wrong",
    "that is wrong",
    "i was wrong",
    "i was mistaken",
    "that was not it",
    "that wasn't it",
    "that's not it",
    "that is not it",
    "that was not the",
    "that wasn't the",
    "that's not the",
    "that is not the",
    "that didn't help",
    "that did not help",
    "that didn't fix",
    "that did not fix",
    "that didn't work",
    "that did not work",
    "scratch that",
    "false lead",
    "red herring",
    "my guess was wrong",
    "that guess was wrong",
];

/// What an agent says before it does something, or gives as advice.
const ANNOUNCING: [&str; 20] = [
    "i can",
    "i could",
    "i'd",
    "i would",
    "you can",
    "you could",
    "you should",
    "you may",
    "you might",
    "you need",
    "now i",
    "first i",
    "next",
    "then i",
    "looking at",
    "to do this",
    "this will",
    "this should",
    "we can",
    "we could",
];

const STATING: [&str; 39] = [
    "is", "are", "was", "were", "has", "have", "uses", "use", "runs", "run", "lives", "live",
    "needs", "requires", "depends", "means", "contains", "belongs", "owns", "stores", "works",
    "work", "returns", "expects", "supports", "starts", "ends", "talks", "calls", "sends", "takes",
    "costs", "expires", "happens", "listens", "points", "lies", "moved", "switched",
];

const LASTING: [&str; 32] = [
    "runs on",
    "runs in",
    "run on",
    "run in",
    "runs at",
    "runs every",
    "lives in",
    "live in",
    "listens on",
    "is written in",
    "are written in",
    "owned by",
    "maintained by",
    "managed by",
    "hosted on",
    "hosted in",
    "deployed to",
    "is called",
    "is stored in",
    "are stored in",
    "is built with",
    "uses",
    "requires",
    "depends on",
    "belongs to",
    "talks to",
    "points to",
    "expects",
    "supports",
    "expires",
    "lies in",
    "moved to",
];

const JUST_NOW: [&str; 20] = [
    "now",
    "currently",
    "right now",
    "today",
    "just",
    "again",
    "still",
    "failing",
    "fails",
    "failed",
    "broken",
    "red",
    "slow",
    "down",
    "error",
    "seems",
    "seem",
    "probably",
    "i think",
    "at the moment",
];

const POINTING: [&str; 26] = [
    "this query",
    "that query",
    "this function",
    "that function",
    "this method",
    "that method",
    "this file",
    "that file",
    "this test",
    "that test",
    "this line",
    "that line",
    "this class",
    "that class",
    "this code",
    "that code",
    "this pr",
    "that pr",
    "this commit",
    "that commit",
    "this one",
    "that one",
    "in there",
    "over there",
    "this time",
    "for now",
];

const SUBJECTS: [&str; 18] = [
    "the",
    "our",
    "my",
    "we",
    "i",
    "a",
    "an",
    "all",
    "every",
    "each",
    "both",
    "this project",
    "this repo",
    "this repository",
    "this service",
    "this codebase",
    "there is",
    "there are",
];

/// Sentences that mean nothing without the one before.
const DANGLING: [&str; 16] = [
    "it",
    "this is",
    "that",
    "that's",
    "it's",
    "they",
    "these",
    "those",
    "he",
    "she",
    "there it",
    "this one",
    "i was",
    "i have a question",
    "i am trying",
    "i'm trying",
];
