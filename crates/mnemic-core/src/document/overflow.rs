//! What no longer fits into a document: how many of the newest memories stay, and where the others go.

use jiff::tz::TimeZone;

use crate::{
    document::{
        place::{Place, Role},
        rendered,
        showing::{Spot, shelf_for, shown},
    },
    record::memory::{Home, Memory},
};

/// Room that an overflow document has for its title and headings.
const HEADING_CHARS: usize = 1_000;

/// The documents that take what no longer fits into one, while they are filled.
#[derive(Debug, Clone)]
pub struct Filling {
    place: Place,
    bound: usize,
    number: u32,
    chars: usize,
}

impl Filling {
    /// Goes on with the last overflow document of `place`, given how many characters a document may have and
    /// how many the known documents have.
    pub fn after(place: Place, bound: usize, chars_of: impl Fn(&str) -> Option<usize>) -> Self {
        let path_of = |number| place.overflow(number).unwrap_or_default();
        let mut number = first_overflow(&place);
        while chars_of(&path_of(number + 1)).is_some() {
            number += 1;
        }
        let chars = chars_of(&path_of(number)).unwrap_or_default();
        Self { place, bound, number, chars }
    }

    /// The home of the next memory.
    pub fn home_for(&mut self, memory: &Memory, zone: &TimeZone) -> Home {
        let size = block_chars(memory, &self.document(), zone);
        if self.chars + size + HEADING_CHARS > self.bound && self.chars > 0 {
            self.number += 1;
            self.chars = 0;
        }
        self.chars += size;
        let section = memory.home.as_ref().map(|home| home.section.clone()).unwrap_or_default();
        Home { document: self.document().into(), section }
    }

    fn document(&self) -> String {
        self.place.overflow(self.number).unwrap_or_default()
    }
}

/// Archives of a month begin without a number, so their first overflow is the second document.
fn first_overflow(place: &Place) -> u32 {
    match &place.role {
        Role::Archive { number, .. } | Role::Rolled { number, .. } => number + 1,
        _ => 1,
    }
}

/// How many characters a memory's block takes in a document.
pub fn block_chars(memory: &Memory, document: &str, zone: &TimeZone) -> usize {
    let headings: Vec<String> = memory.home.iter().map(|home| home.section.clone()).collect();
    let shelves = Place::at(document).map(|place| place.shelves()).unwrap_or_default();
    let shelf = shelf_for(&shelves, memory);
    let content = shown(memory, Spot { path: document, shelf, headings: &headings }, zone);
    rendered(shelf, &content, memory.anchor.as_str()).chars().count()
}

/// How many of the last stay in a document that is bounded so, given the sizes of all, oldest first: half of it
/// is left free.
pub fn kept(sizes: &[usize], bound: usize) -> usize {
    let mut room = bound / 2;
    let fits = |size: &&usize| {
        let fits = **size <= room;
        room = room.saturating_sub(**size);
        fits
    };
    sizes.iter().rev().take_while(fits).count()
}

/// The order in which memories leave a full document.
pub fn by_age(memory: &Memory) -> impl Ord + use<> {
    (memory.created_at, memory.number, memory.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(text: &str) -> Memory {
        let json = serde_json::json!({
            "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "k7f3q9ab", "number": 1,
            "scope": "global", "kind": "note", "text": text, "source": {"origin": "human"},
            "trust": "high", "importance": 0.5, "confidence": 1.0, "version": 1,
            "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z",
            "home": {"document": "global/MEMORY.md", "section": "Facts"}
        });
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn the_newest_stay_as_far_as_there_is_room() {
        assert_eq!(kept(&[10_000, 10_000, 10_000], 50_000), 2);
        assert_eq!(kept(&[30_000], 50_000), 0);
        assert_eq!(kept(&[1, 30_000, 2], 50_000), 1);
        assert_eq!(kept(&[], 50_000), 0);
    }

    #[test]
    fn the_last_document_is_filled_before_the_next_begins() {
        let place = Place::at("global/MEMORY.md").unwrap();
        let known = |path: &str| match path {
            "global/memory/MEMORY-001.md" => Some(50_000),
            "global/memory/MEMORY-002.md" => Some(45_000),
            _ => None,
        };
        let mut filling = Filling::after(place, 50_000, known);
        let memory = note(&"x".repeat(2_900));
        let homes: Vec<String> =
            (0..3).map(|_| filling.home_for(&memory, &TimeZone::UTC).document.into()).collect();
        let expected = ["MEMORY-002", "MEMORY-003", "MEMORY-003"];
        assert_eq!(homes, expected.map(|name| format!("global/memory/{name}.md")));
    }

    #[test]
    fn a_rolled_over_document_passes_on_to_the_next() {
        let place = Place::at("global/memory/MEMORY-004.md").unwrap();
        let mut filling = Filling::after(place, 50_000, |_| None);
        let home = filling.home_for(&note("x"), &TimeZone::UTC);
        assert_eq!(home.document, "global/memory/MEMORY-005.md");
        assert_eq!(home.section, "Facts");
    }
}
