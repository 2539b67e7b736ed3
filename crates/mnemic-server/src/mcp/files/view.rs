//! What a model sees of files: numbered lines, and folders two levels deep.

use std::{collections::BTreeMap, ops::Range};

use mnemic::{ErrorCode, file::File};

use crate::mcp::failure::Failure;

const MAX_LINES: usize = 999_999;
const DEPTH: usize = 2;

/// A file with numbered lines, or some of them.
pub(super) fn file(file: &File, range: Option<(i64, i64)>) -> Result<String, Failure> {
    let File { path, content } = file;
    let count = content.lines().count();
    if count > MAX_LINES {
        let said = format!("File {path} exceeds maximum line limit of 999,999 lines.");
        return Err(Failure::Refused(ErrorCode::FileTooLong, said));
    }
    let shown = match range {
        None => 0..count,
        Some((first, last)) => within(first, last, count).ok_or_else(|| {
            let said = format!(
                "Error: Invalid `view_range` parameter: [{first}, {last}]. It should be within the range of lines \
                 of the file: [1, {count}]"
            );
            Failure::Refused(ErrorCode::LineOutOfRange, said)
        })?,
    };
    Ok(format!("Here's the content of {path} with line numbers:\n{}", numbered(content, &shown)))
}

/// The lines around an edit.
pub(super) fn snippet(content: &str, edited: &Range<usize>, around: usize) -> String {
    numbered(content, &(edited.start.saturating_sub(around)..edited.end + around))
}

/// What lies in a folder. Folders have the size of what is in them.
pub(super) fn folder(path: &str, files: &[File]) -> String {
    let mut sizes: BTreeMap<String, usize> = BTreeMap::from([(path.to_owned(), 0)]);
    for file in files.iter().filter(|file| file.path.is_in(path)) {
        let below = &file.path.as_str()[path.len() + 1..];
        let parts: Vec<&str> = below.split('/').collect();
        if parts.iter().any(|part| part.starts_with('.') || *part == "node_modules") {
            continue;
        }
        for depth in 0..=parts.len().min(DEPTH) {
            let shown = [&[path], &parts[..depth]].concat().join("/");
            *sizes.entry(shown).or_default() += file.content.len();
        }
    }
    let lines = sizes.iter().map(|(path, bytes)| format!("\n{}\t{path}", size(*bytes)));
    let listed: String = lines.collect();
    format!(
        "Here're the files and directories up to 2 levels deep in {path}, excluding hidden items and \
         node_modules:{listed}"
    )
}

fn numbered(content: &str, shown: &Range<usize>) -> String {
    let lines = content.lines().enumerate().take(shown.end).skip(shown.start);
    let lines: Vec<String> =
        lines.map(|(place, line)| format!("{:>6}\t{line}", place + 1)).collect();
    lines.join("\n")
}

/// Lines `first` to `last`, counted from 1; a last line of -1 is the end.
fn within(first: i64, last: i64, count: usize) -> Option<Range<usize>> {
    let first = usize::try_from(first).ok().filter(|first| (1..=count).contains(first))?;
    let last = match last {
        -1 => count,
        last => usize::try_from(last).ok().filter(|last| *last >= first)?.min(count),
    };
    Some(first - 1..last)
}

/// A size as people read it: `17B`, `5.5K`, `1.2M`.
fn size(bytes: usize) -> String {
    let mut amount = bytes as f64;
    let mut units = ["B", "K", "M"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    while amount >= 1_024.0 {
        let Some(larger) = units.next() else { break };
        (amount, unit) = (amount / 1_024.0, larger);
    }
    if unit == "B" { format!("{bytes}B") } else { format!("{amount:.1}{unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str, content: &str) -> File {
        File { path: path.parse().unwrap(), content: content.to_owned() }
    }

    #[test]
    fn lines_are_numbered_as_the_tool_is_known_to_do() {
        let notes = at("/memories/notes.txt", "Hello World\nThis is line two\n");
        assert_eq!(
            file(&notes, None).unwrap(),
            "Here's the content of /memories/notes.txt with line numbers:\n     1\tHello World\n     2\tThis is line two"
        );
        for (range, shown) in
            [((2, 2), "     2\tThis is line two"), ((2, -1), "     2\tThis is line two")]
        {
            assert!(file(&notes, Some(range)).unwrap().ends_with(&format!(":\n{shown}")));
        }
        for range in [(0, 1), (3, 4), (2, 1), (1, -2)] {
            assert!(file(&notes, Some(range)).is_err(), "{range:?}");
        }
        let long = at("/memories/long", &"\n".repeat(1_000_000));
        assert!(file(&long, None).is_err());
    }

    #[test]
    fn a_folder_shows_two_levels_with_sizes_and_nothing_hidden() {
        let files = [
            at("/memories/b/c/d/e.md", &"x".repeat(5_632)),
            at("/memories/a.md", "four"),
            at("/memories/.git/x", "hidden"),
            at("/memories/b/node_modules/x", "hidden"),
        ];
        assert_eq!(
            folder("/memories", &files),
            "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and \
             node_modules:\n5.5K\t/memories\n4B\t/memories/a.md\n5.5K\t/memories/b\n5.5K\t/memories/b/c"
        );
        assert!(folder("/memories", &[]).ends_with(":\n0B\t/memories"));
    }

    #[test]
    fn an_edit_is_shown_with_what_is_around_it() {
        let content: String = (1..=20).map(|line| format!("line {line}\n")).collect();
        let shown = snippet(&content, &(9..10), 1);
        assert_eq!(shown, "     9\tline 9\n    10\tline 10\n    11\tline 11");
    }
}
