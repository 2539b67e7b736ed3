//! The outline of a document: which of its lines are blocks, headings or neither.

use std::ops::Range;

use super::block::{Block, Place};
use super::format::{
    Format, Shelf,
    element::Array,
    fenced::{self, FenceOnShelf},
    headed,
    row::{self, Table},
};
use super::grammar;
use super::line::{self, Line};

const STAMP_PREFIX: &str = "> Last updated: ";

/// What was found in a document.
pub(super) struct Outline {
    pub(super) blocks: Vec<Block>,
    pub(super) headings: Vec<Heading>,
    /// The value of the line that says when the document was last updated.
    pub(super) stamp: Option<Range<usize>>,
    /// Where the document can grow: at its end, or before a fence or comment that never closes and
    /// would swallow whatever came after it.
    pub(super) append_at: usize,
    /// The tables whose rows are blocks.
    pub(super) tables: Vec<Table>,
    /// The fences whose lines are blocks.
    pub(super) fences: Vec<FenceOnShelf>,
    /// The array of a JSON file.
    pub(super) array: Option<Array>,
}

/// A heading of a document.
#[derive(Clone, Debug)]
pub(super) struct Heading {
    pub(super) level: usize,
    pub(super) text: String,
    /// Offset of its line.
    pub(super) start: usize,
}

impl Outline {
    /// Finds blocks and headings in one pass over the lines.
    pub(super) fn of(source: &str, shelves: &[&'static Shelf]) -> Outline {
        let lines: Vec<Line<'_>> = line::lines(source).collect();
        let mut at = front_matter_len(lines.iter().copied());
        let mut scan = Scan {
            source,
            lines,
            shelves,
            path: Vec::new(),
            expects_stamp: true,
            outline: Outline::empty(source),
        };
        while at < scan.lines.len() {
            at = scan.advance(at);
        }
        scan.outline
    }

    pub(super) fn empty(source: &str) -> Outline {
        Outline {
            blocks: Vec::new(),
            headings: Vec::new(),
            stamp: None,
            append_at: source.len(),
            tables: Vec::new(),
            fences: Vec::new(),
            array: None,
        }
    }
}

/// How many lines at the start of a document are front matter.
pub(super) fn front_matter_len<'a>(lines: impl Iterator<Item = Line<'a>>) -> usize {
    let mut lines = lines.map(Line::body);
    if lines.next() != Some("---") {
        return 0;
    }
    lines.position(|body| matches!(body, "---" | "...")).map_or(0, |close| close + 2)
}

struct Scan<'a> {
    source: &'a str,
    lines: Vec<Line<'a>>,
    shelves: &'a [&'static Shelf],
    /// The headings the current line stands under, the outermost first, with their levels.
    path: Vec<(usize, String)>,
    /// Whether the stamp may still come.
    expects_stamp: bool,
    outline: Outline,
}

impl Scan<'_> {
    /// Takes in what begins on a line and returns the line after it.
    fn advance(&mut self, at: usize) -> usize {
        let line = self.lines[at];
        let body = line.body();
        let shelf = self.shelf();
        let format = shelf.map(|shelf| shelf.format);
        if let Some(fence) = Fence::open(body) {
            return match shelf.filter(|_| format == Some(Format::Line) && fence.has_no_language) {
                Some(shelf) => self.take_fence(at, &fence, shelf),
                None => self.skip_past(at, at + 1, |body| fence.is_closed_by(body)),
            };
        }
        if opens_comment(body) {
            return self.skip_past(at, at, |body| body.contains("-->"));
        }
        if let (Some(shelf), Some(bullet_len)) = (shelf, grammar::bullet_len(body))
            && format == Some(Format::Item)
        {
            return self.take_block(at, bullet_len, shelf);
        }
        if let (Some(shelf), Some(Format::Row)) = (shelf, format)
            && let Some((columns, lines)) = row::table(&self.lines[at..])
        {
            return self.take_table(at, columns, lines, shelf);
        }
        if let Some(heading) = parse_heading(line) {
            return self.take_heading(at, heading);
        }
        self.look_for_stamp(line);
        at + 1
    }

    /// The shelf that the current line stands on.
    fn shelf(&self) -> Option<&'static Shelf> {
        Shelf::under(self.shelves, self.path.iter().map(|(_, text)| text.as_str()))
    }

    fn place(&self, lines: Range<usize>) -> Place {
        Place {
            line: lines.start + 1,
            headings: self.path.iter().map(|(_, text)| text.clone()).collect(),
            range: self.lines[lines.start].start..self.lines[lines.end - 1].end(),
        }
    }

    /// Skips what opened on line `opened`, looking for its closing line from `from` on.
    fn skip_past(&mut self, opened: usize, from: usize, closes: impl Fn(&str) -> bool) -> usize {
        match self.lines[from..].iter().position(|line| closes(line.body())) {
            Some(close) => from + close + 1,
            None => {
                self.outline.append_at = self.lines[opened].start;
                self.lines.len()
            }
        }
    }

    fn take_block(&mut self, at: usize, bullet_len: usize, shelf: &'static Shelf) -> usize {
        self.expects_stamp = false;
        let after = line::item_end(&self.lines, at);
        let place = self.place(at..after);
        self.outline.blocks.push(Block::read(self.source, place, bullet_len, shelf));
        after
    }

    fn take_table(
        &mut self,
        at: usize,
        columns: Vec<String>,
        lines: usize,
        shelf: &'static Shelf,
    ) -> usize {
        self.expects_stamp = false;
        let after = at + lines;
        if !row::is_on(shelf, &columns, &self.lines[at + 2..after]) {
            return after;
        }
        for row in at + 2..after {
            let place = self.place(row..row + 1);
            self.outline.blocks.push(row::read(self.source, place, &columns, shelf));
        }
        let end = self.lines[after - 1].end();
        self.outline.tables.push(Table { shelf, columns, end });
        after
    }

    fn take_fence(&mut self, at: usize, fence: &Fence, shelf: &'static Shelf) -> usize {
        self.expects_stamp = false;
        let after = self.skip_past(at, at + 1, |body| fence.is_closed_by(body));
        let is_closed =
            self.lines.get(after - 1).is_some_and(|line| fence.is_closed_by(line.body()));
        if !is_closed || after - 1 == at {
            return after;
        }
        for line in at + 1..after - 1 {
            if !line::is_blank(self.lines[line].raw) {
                let place = self.place(line..line + 1);
                self.outline.blocks.push(fenced::read(self.source, place, shelf));
            }
        }
        let end = self.lines[after - 1].start;
        self.outline.fences.push(FenceOnShelf { shelf, end });
        after
    }

    /// A heading that begins a block, with the lines up to the next heading of its level.
    fn take_headed(&mut self, at: usize, level: usize, shelf: &'static Shelf) -> usize {
        self.expects_stamp = false;
        let mut next = at + 1;
        while next < self.lines.len() {
            let line = self.lines[next];
            if parse_heading(line).is_some_and(|heading| heading.level <= level) {
                break;
            }
            if grammar::bullet_len(line.body()).is_some() {
                next = line::item_end(&self.lines, next);
                continue;
            }
            next = match Fence::open(line.body()) {
                Some(fence) => self.skip_past(next, next + 1, |body| fence.is_closed_by(body)),
                None if opens_comment(line.body()) => {
                    self.skip_past(next, next, |body| body.contains("-->"))
                }
                None => next + 1,
            };
        }
        let is_gap = |line: &Line<'_>| {
            let is_break = !line::is_indented(line.raw) && grammar::is_thematic_break(line.body());
            line::is_blank(line.raw) || is_break
        };
        let mut end = next;
        while end > at + 1 && is_gap(&self.lines[end - 1]) {
            end -= 1;
        }
        let place = self.place(at..end);
        let block = headed::read(self.source, place, &self.lines[at..end], shelf);
        self.outline.blocks.push(block);
        end
    }

    fn take_heading(&mut self, at: usize, heading: Heading) -> usize {
        self.expects_stamp &= heading.level != 2;
        while self.path.last().is_some_and(|(level, _)| *level >= heading.level) {
            self.path.pop();
        }
        if let Some(shelf) = self.shelf()
            && matches!(shelf.format, Format::Section { level, .. } if level == heading.level)
        {
            return self.take_headed(at, heading.level, shelf);
        }
        self.path.push((heading.level, heading.text.clone()));
        self.outline.headings.push(heading);
        at + 1
    }

    fn look_for_stamp(&mut self, line: Line<'_>) {
        let value = line.body().strip_prefix(STAMP_PREFIX).filter(|_| self.expects_stamp);
        let Some(value) = value else {
            return;
        };
        let indent = value.len() - value.trim_start().len();
        let start = line.start + STAMP_PREFIX.len() + indent;
        self.outline.stamp = Some(start..start + value.trim().len());
        self.expects_stamp = false;
    }
}

/// The fence that opened a piece of code.
pub(super) struct Fence {
    sign: char,
    len: usize,
    has_no_language: bool,
}

impl Fence {
    /// Reads an opening fence. As in CommonMark, code between backticks on one line is none.
    pub(super) fn open(line: &str) -> Option<Fence> {
        let text = line::strip_margin(line)?;
        let sign = text.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
        let info = text.trim_start_matches(sign);
        let len = text.len() - info.len();
        let is_fence = len >= 3 && !(sign == '`' && info.contains('`'));
        let has_no_language = line::is_blank(info);
        is_fence.then_some(Fence { sign, len, has_no_language })
    }

    pub(super) fn is_closed_by(&self, line: &str) -> bool {
        line::strip_margin(line).is_some_and(|text| {
            let rest = text.trim_start_matches(self.sign);
            text.len() - rest.len() >= self.len && line::is_blank(rest)
        })
    }
}

fn opens_comment(body: &str) -> bool {
    line::strip_margin(body).is_some_and(|text| text.starts_with("<!--"))
}

fn parse_heading(line: Line<'_>) -> Option<Heading> {
    let marked = line::strip_margin(line.body())?;
    let text = marked.trim_start_matches('#');
    let level = marked.len() - text.len();
    let is_heading = (1..=6).contains(&level) && (text.is_empty() || text.starts_with([' ', '\t']));
    is_heading.then(|| Heading {
        level,
        text: strip_closing_signs(text.trim()).to_owned(),
        start: line.start,
    })
}

/// A heading without the signs that close it.
pub(super) fn strip_closing_signs(text: &str) -> &str {
    let bare = text.trim_end_matches('#');
    if bare.is_empty() || bare.ends_with([' ', '\t']) { bare.trim_end() } else { text }
}
