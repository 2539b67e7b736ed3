//! Tables: the cells below a heading that names a secret.

use std::ops::Range;

use super::page::Page;

/// So many rows below a heading are read.
const ROWS: usize = 50;

/// So long is the head of a table at most.
const HEAD: usize = 1 << 10;

/// So far below its head a table is read.
const BODY: usize = 16 << 10;

/// The cells below a heading that is a name, in tables of Markdown, of terminals and of comma-separated values.
pub fn column(
    page: &Page,
    name: &Range<usize>,
    accepts: impl Fn(&str) -> bool,
) -> Vec<Range<usize>> {
    let line = page.line(name.start);
    if line.end < name.end || line.len() > HEAD {
        return Vec::new();
    }
    let mut heading = page.heading.borrow_mut();
    if heading.line != line || line.is_empty() {
        heading.turn_to(page, line);
    }
    let Some((split, column)) = heading.column(page, name) else { return Vec::new() };
    let mut found = Vec::new();
    for row in heading.rows(page, split) {
        let cell = row[column].clone();
        let written = &page.text[cell.clone()];
        let bare = written.trim_matches(['`', '"', '*']);
        if page.may_judge(&cell) && accepts(bare) {
            let start = cell.start + written.find(bare).unwrap_or(0);
            found.push(start..start + bare.len());
        }
    }
    found
}

/// A line as the head of a table.
#[derive(Debug, Default)]
pub struct Heading {
    line: Range<usize>,
    split: Option<Split>,
    cells: Vec<Range<usize>>,
    rows: Option<Vec<Vec<Range<usize>>>>,
    /// Columns that were read, and up to where: a line of a table is not the head of another one.
    read: Vec<Read>,
}

impl Heading {
    fn turn_to(&mut self, page: &Page, line: Range<usize>) {
        let head = &page.text[line.clone()];
        self.split = Split::of(head).filter(|split| split.may_head(head));
        self.cells = self.split.map_or(Vec::new(), |split| split.cells(head, line.start));
        self.rows = None;
        self.read.retain(|read| read.until > line.start);
        self.line = line;
        let is_title =
            |cell: &Range<usize>| page.text[cell.clone()].split_whitespace().count() <= 3;
        let parts_words = !matches!(self.split, Some(Split::Pipes | Split::Semicolons));
        if self.split == Some(Split::Spaces) && self.cells.len() > 8
            || parts_words && !self.cells.iter().all(is_title)
        {
            self.split = None;
        }
    }

    /// The column whose heading a name is a part of.
    fn column(&mut self, page: &Page, name: &Range<usize>) -> Option<(Split, usize)> {
        let split = self.split?;
        let column = self.cells.partition_point(|cell| cell.end < name.end);
        let cell = self.cells.get(column).filter(|cell| cell.start <= name.start)?;
        if page.text[cell.clone()].split_whitespace().count() > 4 {
            return None;
        }
        let from = self.line.start;
        let is_same = |read: &&Read| read.split == split && read.column == column;
        match self.read.iter().filter(is_same).find(|read| from < read.until) {
            Some(read) if read.from < from => return None,
            Some(_) => {}
            None => {
                let last = self.rows(page, split).last().and_then(|row| row.last());
                let until = last.map_or(0, |cell| cell.end);
                self.read.push(Read { split, column, from, until });
            }
        }
        Some((split, column))
    }

    /// The rows below with as many cells.
    fn rows(&mut self, page: &Page, split: Split) -> &[Vec<Range<usize>>] {
        let (end, width) = (self.line.end, self.cells.len());
        self.rows.get_or_insert_with(|| {
            let mut from = (end + 1).min(page.text.len());
            let mut rows = Vec::new();
            for line in page.after(from, BODY).split('\n').take(ROWS) {
                if line.trim().is_empty() {
                    break;
                }
                page.spend(line.len());
                let row = split.cells(line, from);
                if row.len() == width {
                    rows.push(row);
                }
                from += line.len() + 1;
            }
            rows
        })
    }
}

/// A column that was read.
#[derive(Debug)]
struct Read {
    split: Split,
    column: usize,
    from: usize,
    until: usize,
}

/// How the cells of a table are parted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Split {
    Pipes,
    Commas,
    Semicolons,
    Tabs,
    Spaces,
}

impl Split {
    fn of(head: &str) -> Option<Self> {
        match () {
            () if head.matches(['|', '│']).count() >= 2 => Some(Self::Pipes),
            () if head.contains('\t') => Some(Self::Tabs),
            () if head.matches(';').count() >= 2 && !head.contains(' ') => Some(Self::Semicolons),
            () if head.contains(',') && !head.contains(". ") => Some(Self::Commas),
            () if head.trim().contains("  ") => Some(Self::Spaces),
            () => None,
        }
    }

    /// A heading has no signs of code and no digits, unlike a sentence that happens to have two spaces.
    fn may_head(self, head: &str) -> bool {
        match self {
            Self::Pipes | Self::Semicolons => true,
            Self::Spaces if head.contains(|it: char| it.is_ascii_digit()) => false,
            _ => !head.contains(['=', '(', ':', '{', ';', '"']),
        }
    }

    /// The cells of a line that begins at a place.
    fn cells(self, line: &str, at: usize) -> Vec<Range<usize>> {
        let mut cells = Vec::new();
        let mut start = 0;
        let mut push = |from: usize, to: usize| {
            let cell = &line[from..to];
            let begin = at + from + (cell.len() - cell.trim_start().len());
            cells.push(begin..begin + cell.trim().len());
        };
        let is_split = |it: char| match self {
            Self::Pipes => it == '|' || it == '│',
            Self::Commas => it == ',',
            Self::Semicolons => it == ';',
            Self::Tabs => it == '\t',
            Self::Spaces => it == ' ',
        };
        for (place, it) in line.char_indices() {
            if is_split(it) {
                push(start, place);
                start = place + it.len_utf8();
            }
        }
        push(start, line.len());
        if self == Self::Spaces {
            cells.retain(|cell| !cell.is_empty());
        }
        cells
    }
}
