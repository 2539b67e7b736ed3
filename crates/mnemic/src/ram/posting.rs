//! The word index: where in which memories each word stands.

use std::collections::{BTreeMap, HashMap};

use mnemic_core::{
    record::{id::MemoryId, memory::Memory},
    text::{
        analyse::{
            column::{self, COLUMNS},
            index_text,
        },
        word::{Word, store::words},
    },
};

/// Where in a memory a word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) column: usize,
    position: usize,
}

/// Where a word stands, by memory.
pub(super) type Places = BTreeMap<MemoryId, Vec<Place>>;

/// The word index.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Postings {
    by_word: BTreeMap<Word, Places>,
    lengths: HashMap<MemoryId, usize>,
    total_length: usize,
}

impl Postings {
    /// How many memories there are.
    pub(super) fn memories(&self) -> usize {
        self.lengths.len()
    }

    /// How many words a memory has.
    pub(super) fn length(&self, id: MemoryId) -> usize {
        self.lengths.get(&id).copied().unwrap_or_default()
    }

    /// How many words a memory has on average.
    pub(super) fn average_length(&self) -> f64 {
        self.total_length as f64 / self.lengths.len() as f64
    }

    /// Where these words stand one after the other; with `prefix`, words that begin with the last match
    /// too.
    pub(super) fn places(&self, phrase: &[Word], prefix: bool) -> Places {
        let Some((last, before)) = phrase.split_last() else { return Places::new() };
        let mut ends = if prefix { self.beginning_with(last) } else { self.of(last) };
        for (distance, word) in before.iter().rev().enumerate() {
            let Some(places) = self.by_word.get(word) else { return Places::new() };
            ends.retain(|id, ends| {
                let Some(places) = places.get(id) else { return false };
                ends.retain(|end| {
                    end.back(distance + 1).is_some_and(|place| places.contains(&place))
                });
                !ends.is_empty()
            });
        }
        ends
    }

    fn of(&self, word: &Word) -> Places {
        self.by_word.get(word).cloned().unwrap_or_default()
    }

    fn beginning_with(&self, prefix: &Word) -> Places {
        let mut joined = Places::new();
        let words = self.by_word.range(prefix.clone()..);
        for (_, places) in words.take_while(|(word, _)| word.starts_with(prefix)) {
            for (id, places) in places {
                joined.entry(*id).or_default().extend(places);
            }
        }
        joined
    }

    /// The words that begin with a letter, each with how many memories hold it.
    pub(super) fn beginning_with_letter(&self, letter: char) -> impl Iterator<Item = (&str, u64)> {
        let letter = letter.to_string().into_bytes();
        let words = self.by_word.range(letter.clone()..);
        let words = words.take_while(move |(word, _)| word.starts_with(&letter));
        words.filter_map(|(word, places)| {
            Some((std::str::from_utf8(word).ok()?, places.len() as u64))
        })
    }

    /// The memories that hold a word.
    pub(super) fn holding(&self, word: &str) -> impl Iterator<Item = MemoryId> {
        self.by_word.get(word.as_bytes()).into_iter().flat_map(|places| places.keys().copied())
    }

    pub(super) fn add(&mut self, memory: &Memory) {
        let words = words_of(memory);
        self.lengths.insert(memory.id, words.len());
        self.total_length += words.len();
        for (word, place) in words {
            self.by_word.entry(word).or_default().entry(memory.id).or_default().push(place);
        }
    }

    /// Takes a memory out as it was added.
    pub(super) fn remove(&mut self, memory: &Memory) {
        self.total_length -= self.lengths.remove(&memory.id).unwrap_or_default();
        for (word, _) in words_of(memory) {
            if let Some(places) = self.by_word.get_mut(&word) {
                places.remove(&memory.id);
                if places.is_empty() {
                    self.by_word.remove(&word);
                }
            }
        }
    }
}

impl Place {
    fn back(self, distance: usize) -> Option<Self> {
        Some(Self { position: self.position.checked_sub(distance)?, ..self })
    }
}

/// All that a memory says in words.
pub(super) fn searched_text(memory: &Memory) -> String {
    columns_of(memory).join(" ")
}

fn words_of(memory: &Memory) -> Vec<(Word, Place)> {
    let mut found = Vec::new();
    for (column, text) in columns_of(memory).iter().enumerate() {
        let words = words(text).into_iter().enumerate();
        found.extend(words.map(|(position, word)| (word, Place { column, position })));
    }
    found
}

fn columns_of(memory: &Memory) -> [String; COLUMNS] {
    let column::TextColumns { text, opening } = column::text(memory);
    let (opening, rest) = text.split_at(opening);
    let tags = memory.tags.join(" ");
    let author = memory.source.author.as_deref().unwrap_or_default();
    [
        opening.to_owned(),
        rest.to_owned(),
        index_text(&tags).into_owned(),
        index_text(author).into_owned(),
        column::files(memory).unwrap_or_default(),
        column::labels(memory).unwrap_or_default(),
        column::date(memory),
    ]
}
