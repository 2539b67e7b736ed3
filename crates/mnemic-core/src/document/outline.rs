//! The outline of a document: which of its lines are blocks, headings or neither.

use std::ops::Range;

use super::block::{Block, Place};
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
    pub(super) fn of(source: &str) -> Outline {
        let lines: Vec<Line<'_>> = line::lines(source).collect();
        let mut at = front_matter_len(lines.iter().copied());
        let mut scan = Scan {
            source,
            lines,
            path: Vec::new(),
            expects_stamp: true,
            outline: Outline::empty(source),
        };
        while at < scan.lines.len() {
            at = scan.advance(at);
        }
        scan.outline
    }

    fn empty(source: &str) -> Outline {
        Outline { blocks: Vec::new(), headings: Vec::new(), stamp: None, append_at: source.len() }
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
        if let Some(fence) = Fence::open(body) {
            return self.skip_past(at, at + 1, |body| fence.is_closed_by(body));
        }
        if line::strip_margin(body).is_some_and(|text| text.starts_with("<!--")) {
            return self.skip_past(at, at, |body| body.contains("-->"));
        }
        if let Some(bullet_len) = grammar::bullet_len(body) {
            return self.take_block(at, bullet_len);
        }
        match parse_heading(line) {
            Some(heading) => self.take_heading(heading),
            None => self.look_for_stamp(line),
        }
        at + 1
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

    fn take_block(&mut self, at: usize, bullet_len: usize) -> usize {
        self.expects_stamp = false;
        let after = self.block_end(at);
        let place = Place {
            line: at + 1,
            headings: self.path.iter().map(|(_, text)| text.clone()).collect(),
            range: self.lines[at].start..self.lines[after - 1].end(),
        };
        self.outline.blocks.push(Block::read(self.source, place, bullet_len));
        after
    }

    /// The line after the last indented one; blank lines count only between indented ones.
    fn block_end(&self, at: usize) -> usize {
        let mut after = at + 1;
        for (index, line) in self.lines.iter().enumerate().skip(at + 1) {
            if line::is_blank(line.raw) {
                continue;
            }
            if !line::is_indented(line.raw) {
                break;
            }
            after = index + 1;
        }
        after
    }

    fn take_heading(&mut self, heading: Heading) {
        self.expects_stamp &= heading.level != 2;
        while self.path.last().is_some_and(|(level, _)| *level >= heading.level) {
            self.path.pop();
        }
        self.path.push((heading.level, heading.text.clone()));
        self.outline.headings.push(heading);
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
struct Fence {
    sign: char,
    len: usize,
}

impl Fence {
    /// Reads an opening fence. As in CommonMark, code between backticks on one line is none.
    fn open(line: &str) -> Option<Fence> {
        let text = line::strip_margin(line)?;
        let sign = text.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
        let info = text.trim_start_matches(sign);
        let len = text.len() - info.len();
        let is_fence = len >= 3 && !(sign == '`' && info.contains('`'));
        is_fence.then_some(Fence { sign, len })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        line::strip_margin(line).is_some_and(|text| {
            let rest = text.trim_start_matches(self.sign);
            text.len() - rest.len() >= self.len && line::is_blank(rest)
        })
    }
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

fn strip_closing_signs(text: &str) -> &str {
    let bare = text.trim_end_matches('#');
    if bare.is_empty() || bare.ends_with([' ', '\t']) { bare.trim_end() } else { text }
}
