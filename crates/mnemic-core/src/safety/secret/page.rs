//! Pages: a text while rules look at it, with what several rules want to know of it found once.
//!
//! Many triggers may stand in one line, and each of them asks where the line ends, where the run of characters behind it
//! ends or which words follow. What was found for one holds for the next, so a text full of triggers is read a few times
//! and not once for each. Beyond that a rule reads [`Page::before`] and [`Page::after`] a place and never the whole text.

use std::{
    cell::{Cell, RefCell},
    ops::Range,
};

use super::{set::Set, table::Heading, words::Pieces};

/// How far a rule looks behind its trigger for a value.
pub const REACH: usize = 8 << 10;

/// How far it looks back for a name.
pub const BACK: usize = 256;

/// A text while rules look at it.
#[derive(Debug)]
pub struct Page<'t> {
    /// The text.
    pub text: &'t str,
    /// The words near the last trigger.
    pub pieces: RefCell<Pieces>,
    /// The line of the last trigger as the head of a table.
    pub heading: RefCell<Heading>,
    line: Cell<(usize, usize)>,
    word: Cell<(usize, usize)>,
    runs: [Cell<(usize, usize)>; Set::COUNT],
    signs: [Cell<Option<Next>>; SIGNS.len()],
    judged: Cell<(usize, u32)>,
    done: [Cell<usize>; DONE],
    steps: Cell<usize>,
}

/// Signs whose next place is remembered, each in a slot of its own.
const SIGNS: [&str; 21] = [
    "\"\"\"", "'''", "\\\"", "\"", "'", "`", "”", "“", " »", "»", "’", "<", "-----END", "---- END",
    "&quot;", "&#34;", "&#39;", "%22", "%27", "\\u0022", "\\u0027",
];

/// What is known of the next place of a sign.
#[derive(Debug, Clone, Copy)]
struct Next {
    from: usize,
    /// Where it stands, or up to where it does not.
    until: usize,
    is_there: bool,
}

/// Rules that handle a whole span for the first trigger in it.
#[derive(Debug, Clone, Copy)]
pub enum Span {
    /// What stands between `<private>` tags.
    Private,
    /// A line with cookies.
    Cookies,
    /// A JSON web key.
    WebKey,
    /// A key block.
    KeyBlock,
}

const DONE: usize = 4;

impl<'t> Page<'t> {
    /// Of a text.
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            pieces: RefCell::default(),
            heading: RefCell::default(),
            line: Cell::new((1, 0)),
            word: Cell::new((1, 0)),
            runs: [const { Cell::new((1, 0)) }; Set::COUNT],
            signs: [const { Cell::new(None) }; SIGNS.len()],
            judged: Cell::new((0, 0)),
            done: [const { Cell::new(0) }; DONE],
            steps: Cell::new(0),
        }
    }

    /// At most so many bytes before a place.
    pub fn before(&self, place: usize, most: usize) -> &'t str {
        &self.text[self.text.ceil_char_boundary(place.saturating_sub(most))..place]
    }

    /// At most so many bytes behind a place.
    pub fn after(&self, place: usize, most: usize) -> &'t str {
        let end = place.saturating_add(most).min(self.text.len());
        &self.text[place..self.text.floor_char_boundary(end)]
    }

    /// The line around a place, without its end.
    pub fn line(&self, place: usize) -> Range<usize> {
        let (start, end) = self.line.get();
        if start <= place && place <= end {
            return start..end;
        }
        let start = self.text[..place].rfind('\n').map_or(0, |newline| newline + 1);
        let end = self.text[place..].find('\n').map_or(self.text.len(), |newline| place + newline);
        self.spend(end - start);
        self.line.set((start, end));
        start..end
    }

    /// The part of a line before a place, as far as rules look back.
    pub fn line_before(&self, place: usize) -> &'t str {
        self.before(place, BACK.min(place - self.line(place).start))
    }

    /// The part of a line behind a place, as far as rules look.
    pub fn line_after(&self, place: usize) -> &'t str {
        self.after(place, REACH.min(self.line(place).end - place))
    }

    /// Where a run of characters of a set ends that a place is in.
    pub fn run_end(&self, set: Set, place: usize) -> usize {
        remember(&self.runs[set as usize], place, || {
            let run = self.text.as_bytes()[place..].iter().take_while(|byte| set.has(**byte));
            place + self.spend(run.count())
        })
    }

    /// Where a bare value ends, by what ends one.
    pub fn word_end(&self, place: usize, end_of_word: impl FnOnce(&str) -> usize) -> usize {
        remember(&self.word, place, || place + self.spend(end_of_word(&self.text[place..])))
    }

    /// Where a sign stands next, within reach.
    pub fn next(&self, sign: &str, place: usize) -> Option<usize> {
        let slot = SIGNS.iter().position(|it| *it == sign).map(|slot| &self.signs[slot]);
        let known = slot.and_then(Cell::get).filter(|it| it.from <= place && place <= it.until);
        if let Some(Next { until, is_there: true, .. }) = known {
            return Some(until);
        }
        // Where the sign does not stand, the search goes on behind it.
        let start = known.map_or(place, |it| it.until);
        // A block of keys is longer than a value.
        let reach = if sign.starts_with('-') { 8 * REACH } else { REACH };
        let end = self.text.ceil_char_boundary(place.saturating_add(reach).min(self.text.len()));
        let found = self.text.get(start..end).and_then(|part| part.find(sign));
        let last = self.text.floor_char_boundary((end + 1).saturating_sub(sign.len()));
        let until = found.map_or(last.max(start), |offset| start + offset);
        self.spend(until - start);
        if let Some(slot) = slot {
            slot.set(Some(Next { from: place, until, is_there: found.is_some() }));
        }
        found.map(|_| until)
    }

    /// Whether a value that ends at a place is worth a look. Where one long value holds many names, all of them begin a
    /// value with the same end: the first few say enough.
    pub fn may_judge(&self, value: &Range<usize>) -> bool {
        let (end, times) = self.judged.get();
        let times = if end == value.end { times + 1 } else { 1 };
        self.judged.set((value.end, times));
        let may = value.len() <= 64 || times <= 4;
        self.spend(if may { value.len() } else { 0 });
        may
    }

    /// Whether a place is in a span that was handled already.
    pub fn is_done(&self, span: Span, place: usize) -> bool {
        place < self.done[span as usize].get()
    }

    /// Notes that a span was handled up to a place.
    pub fn finish(&self, span: Span, end: usize) {
        self.done[span as usize].set(end);
    }

    /// Counts bytes that were read; tests bound them.
    pub fn spend(&self, bytes: usize) -> usize {
        self.steps.set(self.steps.get() + bytes);
        bytes
    }

    /// How many bytes were read so far.
    #[cfg(test)]
    pub fn steps(&self) -> usize {
        self.steps.get()
    }
}

/// An end that holds for each place between the one it was found from and itself.
fn remember(slot: &Cell<(usize, usize)>, place: usize, find: impl FnOnce() -> usize) -> usize {
    let (from, end) = slot.get();
    if from <= place && place <= end {
        return end;
    }
    let end = find();
    slot.set((place, end));
    end
}
