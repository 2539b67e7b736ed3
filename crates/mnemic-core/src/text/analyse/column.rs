//! Columns: under what a memory is found by its words, and what a word counts in each.

use std::borrow::Cow;

use jiff::tz::TimeZone;

use super::{index_text, opening};
use crate::record::memory::Memory;
use crate::text::time::date_words;

/// How many columns there are.
pub const COLUMNS: usize = 7;

/// What a word counts in the opening of the text, the rest of it, the tags, the author, the files, the labels
/// and the date. Those of text, tags, files and labels are required; that the rest of a text counts a quarter of its
/// opening, and what author and date count, was chosen by hand.
pub const WEIGHTS: [f64; COLUMNS] = [2.0, 0.5, 1.5, 1.0, 1.2, 1.0, 0.5];

/// The words of a memory's text, as they are indexed.
pub struct TextColumns<'a> {
    /// All of them.
    pub text: Cow<'a, str>,
    /// How many bytes of them are the opening.
    pub opening: usize,
}

/// The words of a memory's text, and behind them those of its body: they count as the rest of a text does.
pub fn text(memory: &Memory) -> TextColumns<'_> {
    let text = index_text(&memory.text);
    let opening = opening(&text).len();
    let text = match memory.searched_words() {
        Some(words) => Cow::Owned(format!("{text}\n{}", index_text(&words))),
        None => text,
    };
    TextColumns { opening, text }
}

/// The words of the files it is about.
pub fn files(memory: &Memory) -> Option<String> {
    joined(memory.file_paths.iter().map(String::as_str))
}

/// The words of its category and of the heading it stands under.
pub fn labels(memory: &Memory) -> Option<String> {
    let category = memory.category.as_ref().map(|category| category.as_str());
    joined(category.into_iter().chain(memory.home.as_ref().map(|home| home.section.as_str())))
}

/// The words of the day it was remembered on, in UTC: an index must not depend on where it was made.
pub fn date(memory: &Memory) -> String {
    date_words(memory.created_at, &TimeZone::UTC)
}

fn joined<'a>(texts: impl Iterator<Item = &'a str>) -> Option<String> {
    let joined = texts.collect::<Vec<_>>().join(" ");
    (!joined.is_empty()).then(|| index_text(&joined).into_owned())
}
