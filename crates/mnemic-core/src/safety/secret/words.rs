//! Words of a sentence, and where the sentence ends and code begins.

use std::ops::Range;

use super::{
    accept::is_pin,
    odd::is_odd,
    page::{BACK, Page},
    set::{is_random, is_uuid},
    written::sentence_end,
};

/// A word without the signs around it.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Whether it looks like a secret without anything said of it.
    pub is_odd: bool,
    /// Whether it is neither odd nor a number of any sort, as nearly every word.
    pub is_plain: bool,
}

impl Word {
    /// Where it is.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// A word with the white space behind it.
#[derive(Debug, Clone, Copy)]
struct Piece {
    start: usize,
    end: usize,
    word: Word,
    is_blank: bool,
    is_code: bool,
    /// Whether its sign says that the value follows.
    ends_with_colon: bool,
    ends_line: bool,
    ends_paragraph: bool,
    /// Whether the line was broken because it was long, and the next begins with a small letter.
    is_wrapped: bool,
}

impl Piece {
    /// The piece that begins at a place.
    fn at(page: &Page, start: usize) -> Self {
        let text = page.text;
        let rest = &text[start..];
        let end = rest
            .char_indices()
            .find(|(_, it)| it.is_whitespace())
            .map_or(text.len(), |(place, it)| start + place + it.len_utf8());
        let written = text[start..end].trim_end();
        page.spend(end - start);
        let ends_line = text[..end].ends_with('\n');
        let word = judged(text, bare(text, start, written));
        let is_long_line = ends_line && end - 1 - page.line(end - 1).start > 50;
        let next = &text[end..];
        Self {
            start,
            end,
            word,
            is_blank: written.is_empty(),
            // What the name names is redacted already.
            is_code: is_code(written) || written.contains("[REDACTED:"),
            ends_with_colon: written.ends_with([':', '→', '?']),
            ends_line,
            ends_paragraph: ends_line && next.starts_with('\n'),
            is_wrapped: is_long_line
                && next.starts_with(|it: char| it.is_lowercase() || it.is_ascii_digit()),
        }
    }
}

/// The pieces of a part of a text, parted once.
#[derive(Debug, Default)]
pub struct Pieces(Vec<Piece>);

/// So many pieces are kept: what many triggers near each other share.
const KEPT: usize = 1_024;

impl Pieces {
    /// The piece in which a place is or that begins there. Pieces are found from the last known one on.
    fn reach(&mut self, page: &Page, place: usize) -> usize {
        let first = self.0.first().map_or(usize::MAX, |piece| piece.start);
        let last = self.0.last().map_or(0, |piece| piece.end);
        if place < first || place > last + BACK || self.0.len() > KEPT {
            let gap = page.before(place, BACK);
            let begins = gap.rfind(char::is_whitespace).map_or(gap.len(), |at| gap.len() - at);
            self.0.clear();
            self.0.push(Piece::at(page, place - begins));
        }
        while self.0.last().is_some_and(|it| it.end <= place && it.end < page.text.len()) {
            let next = self.0.last().map_or(0, |piece| piece.end);
            self.0.push(Piece::at(page, next));
        }
        self.0.partition_point(|piece| piece.end <= place)
    }

    /// The piece at a number, parted if it was not.
    fn piece(&mut self, page: &Page, number: usize) -> Option<Piece> {
        while number >= self.0.len() {
            let next = self.0.last().map(|piece| piece.end).filter(|end| *end < page.text.len())?;
            self.0.push(Piece::at(page, next));
        }
        Some(self.0[number])
    }
}

/// The next words of a paragraph, without the signs around them.
pub fn words(page: &Page, from: usize, most: usize) -> Vec<Word> {
    let mut words = Vec::with_capacity(most.min(16));
    let mut pieces = page.pieces.borrow_mut();
    let mut number = pieces.reach(page, from);
    let mut ends_line = true;
    while let Some(mut piece) = pieces.piece(page, number) {
        if piece.start < from {
            // The rest of a word that a name begins; a very long one is no word.
            if piece.end - from > BACK {
                break;
            }
            piece = Piece::at(page, from);
        }
        if piece.is_code {
            break;
        }
        if piece.word.start < piece.word.end {
            words.push(piece.word);
        }
        ends_line = if piece.is_blank { ends_line } else { piece.ends_with_colon };
        // A sentence goes on in the next line; a list, code and configuration do not.
        let breaks = piece.ends_line && !ends_line && !piece.is_wrapped;
        // "… use the following password:" and an empty line.
        let announces = piece.ends_with_colon && !words.is_empty();
        let ends = piece.ends_paragraph && !announces;
        if words.len() == most || piece.end - from > 240 || ends || breaks {
            break;
        }
        number += 1;
    }
    words
}

/// A word at a place, judged once for all names around it.
fn judged(text: &str, range: Range<usize>) -> Word {
    let word = &text[range.clone()];
    let is_odd = is_odd(word);
    Word {
        start: range.start,
        end: range.end,
        is_odd,
        is_plain: !is_odd && !is_pin(word) && !is_uuid(word),
    }
}

/// A word without the signs that open and close it.
fn bare(text: &str, start: usize, word: &str) -> Range<usize> {
    let inner =
        word.trim_start_matches(['"', '\'', '`', '(', '«', '“', '„', '*', ',', ':', '‘', '[']);
    let from = start + word.len() - inner.len();
    let closed = inner.trim_end_matches(['"', '\'', '`', '»', '”', '*', ';', ',', '’']);
    let range = sentence_end(text, from..from + closed.len());
    let unquoted = text[range.clone()].trim_end_matches(['"', '\'', '`', '”']);
    sentence_end(text, range.start..range.start + unquoted.len())
}

/// Whether a word is code: then what follows is no sentence.
fn is_code(word: &str) -> bool {
    let ends = word.ends_with([';', '{', '}', '[', '(']) && word.len() > 1
        || matches!(word, "=" | "==" | "{" | "}" | "=>" | "|" | "||" | "&&" | "->" | "::");
    ends || word.contains('"')
        && ((word.starts_with(['"', '{']) && word.contains("\":"))
            || word.contains("\",\"")
            || word.contains("=\""))
        || word.contains("</")
}

/// The words before a place, the nearest first, if one of them is odd.
pub fn words_before(page: &Page, to: usize, most: usize) -> Vec<Word> {
    let from = (to - page.line_before(to).len()).max(to - page.before(to, 120).len());
    let mut pieces = page.pieces.borrow_mut();
    let first = pieces.reach(page, from);
    let part = |piece: Piece| if piece.start < from { Piece::at(page, from) } else { piece };
    let (mut last, mut is_any_odd) = (first, false);
    while let Some(piece) = pieces.piece(page, last).filter(|piece| piece.end <= to).map(part)
        // What stands behind code is no sentence.
        && !piece.is_code
    {
        is_any_odd |= piece.word.is_odd;
        last += 1;
    }
    if !is_any_odd {
        return Vec::new();
    }
    let pieces = pieces.0[first..last].iter().rev().map(|piece| part(*piece).word);
    pieces.filter(|word| word.start < word.end).take(most).collect()
}

/// Whether a name stands in a line of a `.netrc` file.
pub fn is_netrc(page: &Page, name: &Range<usize>) -> bool {
    let near = page.before(name.start, 160);
    page.text[name.end..].starts_with([' ', '\n', '\t'])
        && near.contains("login ")
        && (near.contains("machine ") || near.contains("default "))
}

/// What a command prints, when it is one word: the line behind one that begins with a prompt.
pub fn printed(page: &Page, from: usize) -> Option<Range<usize>> {
    let line = page.line(from);
    let written = page.after(line.start, BACK).trim_start();
    let is_prompted = ["$ ", "# ", "> ", "% "].iter().any(|prompt| written.starts_with(prompt));
    if !is_prompted || line.end + 1 >= page.text.len() {
        return None;
    }
    let rest = page.after(line.end + 1, 2 << 10);
    let next = &rest[..rest.find('\n').unwrap_or(rest.len())];
    let word = next.trim();
    let is_one = !word.contains(char::is_whitespace) && word.len() >= 12;
    let begin = line.end + 1 + next.find(word)?;
    let is_drawn = is_odd(word) || word.bytes().all(|byte| byte.is_ascii_uppercase());
    (is_one && is_random(word) && is_drawn).then(|| begin..begin + word.len())
}
