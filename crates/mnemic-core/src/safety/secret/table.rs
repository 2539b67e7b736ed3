//! Tables: the cells below a heading that names a secret.

use std::ops::Range;

/// The cells below a heading that is a name, in tables of Markdown, of terminals and of comma-separated values.
pub fn column(
    text: &str,
    name: &Range<usize>,
    accepts: impl Fn(&str) -> bool,
) -> Vec<Range<usize>> {
    let start = text[..name.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[name.end..].find('\n').map_or(text.len(), |newline| name.end + newline);
    let head = &text[start..end];
    let Some(split) = Split::of(head) else { return Vec::new() };
    let cells = split.cells(head);
    // A heading has few columns and no digits, unlike a sentence that happens to have two spaces.
    if split == Split::Spaces && (cells.len() > 8 || head.contains(|it: char| it.is_ascii_digit()))
    {
        return Vec::new();
    }
    let is_title = |cell: &Range<usize>| head[cell.clone()].split_whitespace().count() <= 3;
    if !matches!(split, Split::Pipes | Split::Semicolons)
        && (head.contains(['=', '(', ':', '{', ';', '"']) || !cells.iter().all(is_title))
    {
        return Vec::new();
    }
    let Some(column) = cells
        .iter()
        .position(|cell| cell.start + start <= name.start && name.end <= cell.end + start)
    else {
        return Vec::new();
    };
    if head[cells[column].clone()].split_whitespace().count() > 4 {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut from = end + 1;
    for line in text.get(from..).unwrap_or_default().split('\n').take(50) {
        let row = split.cells(line);
        if line.trim().is_empty() {
            break;
        }
        if row.len() == cells.len() {
            let cell = row[column].clone();
            let bare = line[cell.clone()].trim_matches(['`', '"', '*']);
            if accepts(bare) {
                let offset = from + cell.start + line[cell].find(bare).unwrap_or(0);
                found.push(offset..offset + bare.len());
            }
        }
        from += line.len() + 1;
    }
    found
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

    fn cells(self, line: &str) -> Vec<Range<usize>> {
        let mut cells = Vec::new();
        let mut start = 0;
        let mut push = |from: usize, to: usize| {
            let cell = &line[from..to];
            let begin = from + (cell.len() - cell.trim_start().len());
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
