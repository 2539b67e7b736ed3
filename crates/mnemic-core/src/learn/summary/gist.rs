//! What a conversation is about, in the sentences that say so: what was asked first and last, what came of it.

use super::{
    super::{phrase::Phrasing, prose},
    message_text,
};
use crate::session::Turn;

/// The sentences that say what a conversation is about.
#[derive(Debug, Default)]
pub(in crate::learn) struct Gist {
    requests: Vec<String>,
    outcome: Option<String>,
    open_end: Option<String>,
    left_to_do: Vec<String>,
}

/// How many things that are left to do are told, the newest of them.
const LEFT_MOST: usize = 5;

impl Gist {
    pub(in crate::learn) fn of(turns: &[Turn]) -> Self {
        let mut gist = Self::default();
        for (is_user, content) in turns.iter().filter_map(message_text) {
            let sentences = prose::sentences(content);
            gist.left_to_do.extend(sentences.iter().filter(|it| is_left_to_do(it)).cloned());
            if is_user {
                gist.requests.extend(request_of(&sentences));
                continue;
            }
            if let Some(outcome) = sentences.iter().find(|it| is_outcome(it)) {
                gist.outcome = Some(outcome.clone());
            }
            gist.open_end = sentences.into_iter().rev().find(|it| is_open(it));
        }
        gist
    }

    /// What was asked for first.
    pub(in crate::learn) fn request(&self) -> Option<&str> {
        self.requests.first().map(String::as_str)
    }

    /// What was asked for last, if not first.
    pub(super) fn last_request(&self) -> Option<&str> {
        (self.requests.len() > 1).then(|| self.requests.last().map(String::as_str)).flatten()
    }

    /// What the agent last said it had done.
    pub(super) fn outcome(&self) -> Option<&str> {
        self.outcome.as_deref()
    }

    /// What the agent's last message left open.
    pub(super) fn open_end(&self) -> Option<&str> {
        let is_told = |it: &&String| !self.left_to_do.contains(it);
        self.open_end.as_ref().filter(is_told).map(String::as_str)
    }

    /// What either of them said is to be done later.
    pub(super) fn left_to_do(&self) -> impl Iterator<Item = &str> {
        let asked = self.last_request();
        let first = self.left_to_do.len().saturating_sub(LEFT_MOST);
        let left = self.left_to_do[first..].iter().map(String::as_str);
        left.filter(move |it| asked != Some(*it))
    }
}

/// What a message of the user wants: the sentence that asks for something, else the first that says anything.
fn request_of(sentences: &[String]) -> Option<String> {
    let asks =
        |it: &&String| it.ends_with('?') || Phrasing::of(it).contains_any(&["please", "can you"]);
    let asking = sentences.iter().filter(asks).find_map(|it| request(it));
    asking.or_else(|| sentences.iter().find_map(|it| request(it)))
}

/// A sentence of the user that says what is wanted, without courtesy.
fn request(sentence: &str) -> Option<String> {
    let phrasing = Phrasing::of(sentence);
    let greets = [
        "hi",
        "hello",
        "hey",
        "thanks",
        "thank you",
        "good morning",
        "great",
        "perfect",
        "ok",
        "okay",
        "yes",
        "no",
        "sure",
        "cool",
        "nice",
    ];
    let text = match phrasing.begins(&greets) {
        true => sentence.split_once([',', '!', '.', '-', '—']).map_or("", |(_, rest)| rest.trim()),
        false => sentence,
    };
    let text =
        ["can you please ", "could you please ", "can you ", "could you ", "please ", "would you "]
            .into_iter()
            .find_map(|courtesy| {
                let start = text.get(..courtesy.len())?;
                start.eq_ignore_ascii_case(courtesy).then(|| &text[courtesy.len()..])
            })
            .unwrap_or(text);
    (Phrasing::of(text).count() >= 3 || text.chars().count() >= 8 && !text.is_ascii())
        .then(|| capitalised(text))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn is_outcome(sentence: &str) -> bool {
    let phrasing = Phrasing::of(sentence);
    let begins = [
        "i've",
        "i have",
        "i fixed",
        "i added",
        "i implemented",
        "i removed",
        "i replaced",
        "i changed",
        "i updated",
        "done",
        "implemented",
        "fixed",
        "all tests pass",
        "the tests pass",
        "all tests now pass",
        "everything",
        "the fix",
        "the root cause",
        "we now",
        "added",
        "completed",
    ];
    phrasing.count() >= 4 && phrasing.begins(&begins) && !sentence.ends_with(['?', ':'])
}

/// Whether a sentence names something that is to be done on another day.
fn is_left_to_do(sentence: &str) -> bool {
    let phrasing = Phrasing::of(sentence);
    let later = [
        "todo",
        "tomorrow",
        "next week",
        "by monday",
        "by tuesday",
        "by wednesday",
        "by thursday",
        "by friday",
        "still need to",
        "still needs to",
        "still have to",
        "still has to",
        "must still",
        "remains to be",
        "follow up",
        "remind me to",
        "don't forget to",
    ];
    phrasing.count() >= 3 && phrasing.contains_any(&later) && !sentence.ends_with(['?', ':'])
}

/// Whether a sentence leaves something open. What an agent says it will do now it mostly does.
fn is_open(sentence: &str) -> bool {
    let phrasing = Phrasing::of(sentence);
    if phrasing.begins(&["i'll", "i will", "let me", "now i'll", "next i'll"]) {
        return false;
    }
    let open = [
        "next",
        "still",
        "remaining",
        "remains",
        "todo",
        "would you like",
        "should i",
        "shall i",
        "do you want",
        "not yet",
        "waiting",
    ];
    phrasing.count() >= 4 && phrasing.contains_any(&open) && !sentence.ends_with(':')
}

/// A text of at most so many characters, cut after a word.
pub(in crate::learn) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    let end = kept.rfind(char::is_whitespace).filter(|end| *end * 2 > kept.len());
    let kept = end.map_or(kept.as_str(), |end| &kept[..end]).trim_end();
    if most == 0 { String::new() } else { format!("{kept}…") }
}
