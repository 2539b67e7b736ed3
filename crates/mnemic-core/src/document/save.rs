//! Saves in progress: a document that its editor may not have finished writing.
//!
//! Editors truncate a file and write it again, at once or in pieces. What has been written so far looks as if a person
//! had deleted the rest. It gives itself away: it was changed a moment ago and does not end as the document did.

use std::time::Duration;

use crate::document::PassageHash;

/// How long after its last change a file may still be being written. A guess: a save that takes two seconds in all
/// changes the file many times, and nobody waits long for an edit to be taken in.
pub const MOMENT: Duration = Duration::from_secs(2);
/// How much of a document's end tells whether it ends as it did. Two or three lines: one may be repeated.
const ENDING_BYTES: usize = 160;

/// A document's file as it was found, beside what was known of the document.
#[derive(Debug, Clone, Copy)]
pub struct Save<'a> {
    /// What the file holds.
    pub text: &'a str,
    /// How long ago it was changed.
    pub age: Duration,
    /// Whether it was renamed, or something else was done to it, after its content was written.
    pub is_closed: bool,
    /// How the document ended, if that is known.
    pub ending: Option<PassageHash>,
    /// How many characters the document had, if the file descends from its last state.
    pub chars: usize,
    /// Whether memories of the document are missing from the file.
    pub loses: bool,
}

impl Save<'_> {
    /// Whether the rest of the document may still be to come. Whole lines added at the end are no sign of that.
    pub fn may_be_unfinished(&self) -> bool {
        if self.is_closed || self.age >= MOMENT || self.ending == Some(ending(self.text)) {
            return false;
        }
        let is_cut_off = !self.text.ends_with('\n');
        self.loses || is_cut_off || self.text.chars().count() < self.chars
    }
}

/// What tells how a document ends. White space after its last word does not count: some editors remove it.
pub fn ending(text: &str) -> PassageHash {
    let text = text.trim_end();
    let start = (text.len().saturating_sub(ENDING_BYTES)..=text.len())
        .find(|start| text.is_char_boundary(*start));
    PassageHash::of(&text[start.unwrap_or_default()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &str =
        "# Memory\n\n- one ^aaaaaaaa\n- two ^bbbbbbbb\n\n## Patterns\n\nProse at the end.\n";

    fn save(text: &str) -> Save<'_> {
        Save {
            text,
            age: Duration::from_millis(20),
            is_closed: false,
            ending: Some(ending(KNOWN)),
            chars: KNOWN.chars().count(),
            loses: !(text.contains("^aaaaaaaa") && text.contains("^bbbbbbbb")),
        }
    }

    #[test]
    fn every_beginning_of_a_document_may_be_unfinished() {
        for cut in 0..KNOWN.trim_end().len() {
            assert!(save(&KNOWN[..cut]).may_be_unfinished(), "{:?}", &KNOWN[..cut]);
        }
        assert!(!save(KNOWN).may_be_unfinished());
        assert!(!save(KNOWN.trim_end()).may_be_unfinished(), "the last line end does not count");
    }

    #[test]
    fn a_line_deleted_before_the_end_is_a_finished_save() {
        let edited = KNOWN.replace("- two ^bbbbbbbb\n", "");
        let known = KNOWN.replace("Prose", &"Prose ".repeat(40));
        let edited_long = edited.replace("Prose", &"Prose ".repeat(40));
        let of_long = Save { ending: Some(ending(&known)), ..save(&edited_long) };
        assert!(!of_long.may_be_unfinished());
        assert!(save(&edited).may_be_unfinished(), "too short to tell");
    }

    #[test]
    fn lines_added_at_the_end_are_a_finished_save() {
        assert!(!save(&format!("{KNOWN}- three\n")).may_be_unfinished());
        assert!(save(&format!("{KNOWN}- thr")).may_be_unfinished());
    }

    #[test]
    fn what_came_to_rest_or_was_renamed_into_place_is_finished() {
        let cut = &KNOWN[..20];
        assert!(!Save { age: MOMENT, ..save(cut) }.may_be_unfinished());
        assert!(!Save { is_closed: true, ..save(cut) }.may_be_unfinished());
    }
}
