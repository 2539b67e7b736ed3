//! A clause: what is said of what, and whether it is denied.

use super::{Severity, opposition};
use crate::text::{analyse, word};

/// One clause of a sentence.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    /// As it was written.
    pub text: String,
    /// All its words, in lower case.
    pub words: Vec<String>,
    /// The words that say what it is about, in order.
    pub terms: Vec<Term>,
    /// Whether it denies what the terms say.
    pub negated: bool,
    /// How much it binds, where a word says so.
    pub force: Option<Severity>,
    /// Whether it says that something is used.
    pub uses: bool,
}

/// A word that says what a clause is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Term {
    pub stem: String,
    /// Where it stands among the words.
    pub place: usize,
    /// Whether it is written with a capital.
    pub capital: bool,
}

/// The clauses of a sentence. A question claims nothing.
pub(super) fn clauses(sentence: &str) -> Vec<Clause> {
    if sentence.trim_end().ends_with(['?', '？']) {
        return Vec::new();
    }
    parts(sentence).iter().filter_map(|part| clause(part)).collect()
}

/// What parts clauses, and how the next one then begins.
const PARTING: [(&str, &str); 8] = [
    (", ", ""),
    ("; ", ""),
    (" but ", ""),
    (" because ", ""),
    (" instead of ", "not "),
    (" rather than ", "not "),
    (" so that ", ""),
    (" since it ", "it "),
];

fn parts(sentence: &str) -> Vec<String> {
    let conditional = [
        "if ", "when ", "unless ", "in ", "on ", "for ", "until ", "since ", "after ", "before ",
        "during ", "while ",
    ];
    let lower = sentence.to_lowercase();
    if lower.starts_with("not only") || conditional.iter().any(|word| lower.starts_with(word)) {
        return vec![sentence.to_owned()];
    }
    let mut parts = vec![sentence.to_owned()];
    for (parting, beginning) in PARTING {
        parts = parts
            .iter()
            .flat_map(|part| {
                let mut pieces = part.split(parting);
                let first = pieces.next().map(str::to_owned);
                first
                    .into_iter()
                    .chain(pieces.map(|piece| format!("{beginning}{piece}")))
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    parts
}

fn clause(text: &str) -> Option<Clause> {
    let written = surface_words(text);
    let words: Vec<String> = written.iter().map(|word| word.to_lowercase()).collect();
    let mut clause = Clause {
        text: text.trim().to_owned(),
        terms: Vec::new(),
        negated: false,
        force: None,
        uses: words
            .iter()
            .any(|word| matches!(word.as_str(), "use" | "uses" | "using" | "prefer" | "avoid")),
        words: words.clone(),
    };
    if contains_phrase(&words, &["not", "only"]) {
        return None;
    }
    let mut forces = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let forgets = words.get(place + 1).is_some_and(|next| next == "forget");
        if opposition::DENYING.contains(&word.as_str()) {
            clause.negated ^= !forgets;
            forces.push(opposition::force(word));
            continue;
        }
        if word == "out" && words.get(place + 1).is_some_and(|next| next == "of") {
            clause.negated ^= true;
            continue;
        }
        let meaning = opposition::meaning(word).filter(|_| !is_ability(place, &words));
        if let Some(meaning) = &meaning {
            clause.negated ^= meaning.denies;
            forces.push(meaning.force);
        } else if opposition::EMPTY.contains(&word.as_str()) {
            forces.push(opposition::force(word));
        }
        let stands_for = meaning.as_ref().map_or(Some(word.as_str()), |it| it.stands_for);
        let Some(stands_for) = stands_for else { continue };
        let is_named = place > 0 && is_letter(&written[place]);
        if word == "forget" && place > 0 || !is_named && !is_term(stands_for, place, &words) {
            continue;
        }
        let capital = written[place].starts_with(char::is_uppercase);
        clause.terms.push(Term { stem: opposition::stemmed(stands_for), place, capital });
    }
    clause.force = forces.into_iter().max();
    (!clause.terms.is_empty()).then_some(clause)
}

/// Whether a word says what can be done: who can add can also remove.
fn is_ability(place: usize, words: &[String]) -> bool {
    const CAN: [&str; 7] = ["can", "could", "may", "cannot", "can't", "cant", "couldn't"];
    const BETWEEN: [&str; 5] = ["be", "also", "still", "either", "not"];
    let mut before = words[..place].iter().rev().map(String::as_str);
    let before = before.find(|word| !BETWEEN.contains(word));
    before.is_some_and(|word| CAN.contains(&word))
}

/// Whether a word is a letter that tells one thing from another, as in "service A".
fn is_letter(written: &str) -> bool {
    written.len() == 1 && written != "I" && written.starts_with(|it: char| it.is_ascii_uppercase())
}

/// Whether a word says what a clause is about.
fn is_term(word: &str, place: usize, words: &[String]) -> bool {
    // Switched on or off, as against "on the table".
    let is_state = word == "on"
        && (place + 1 == words.len()
            || place > 0 && matches!(words[place - 1].as_str(), "turn" | "switch"));
    let orders = matches!(word, "before" | "after" | "until");
    let is_content_word = analyse::is_content_word(word) && !opposition::EMPTY.contains(&word);
    let is_digit = word.chars().all(|it| it.is_ascii_digit());
    is_state || orders || is_digit || is_content_word
}

fn contains_phrase(words: &[String], phrase: &[&str]) -> bool {
    words
        .windows(phrase.len())
        .any(|window| window.iter().zip(phrase).all(|(word, part)| word == part))
}

/// The words as they are written; numbers with points and colons, paths and versions stay whole.
fn surface_words(text: &str) -> Vec<String> {
    let text = text.replace(['’', '‘'], "'");
    let is_edge = |it: char| !word::is_inside(it) && !"/~".contains(it);
    let mut words = Vec::new();
    for run in text.split(|it: char| it.is_whitespace() || "()[]{}\"`“”".contains(it)) {
        let run = run.trim_matches(is_edge);
        let is_name =
            run.contains(['/', '.', ':', '_']) || run.chars().any(|it| it.is_ascii_digit());
        let parts: Vec<&str> =
            if is_name { vec![run] } else { run.split(['-', '–', '—']).collect() };
        words.extend(parts.into_iter().filter(|part| !part.is_empty()).map(without_genitive));
    }
    words
}

fn without_genitive(word: &str) -> String {
    let is_contraction = ["let's", "it's", "that's"].contains(&word.to_lowercase().as_str());
    word.strip_suffix("'s").filter(|_| !is_contraction).unwrap_or(word).to_owned()
}
