//! Records: values whose name stands elsewhere, in an `INSERT` of SQL and in a secret of Kubernetes.

use std::ops::Range;

use super::{
    Secret, SecretClass,
    gap::Manner,
    page::{Page, REACH},
    placeholder::is_placeholder,
    written::Value,
};

/// So many rows of an `INSERT` are read.
const ROWS: usize = 50;

/// The values of a column that is named in `INSERT INTO users (name, password) VALUES ('ada', '…')`.
pub fn inserted(
    page: &Page,
    name: &Range<usize>,
    accepts: impl Fn(&str) -> bool,
) -> Vec<Range<usize>> {
    columns(page, name).map_or(Vec::new(), |(column, start)| {
        let mut values = Vec::new();
        let mut row = Some(start);
        for _ in 0..ROWS {
            let Some(start) = row else { break };
            let (value, end) = cell(page, start, column);
            values.extend(value.filter(|range| accepts(&page.text[range.clone()])));
            let rest = page.after(end, 64);
            let next = rest.trim_start_matches([')', ',', ' ', '\n', '\r', '\t']);
            row = next.starts_with('(').then(|| end + rest.len() - next.len() + 1);
        }
        values
    })
}

/// Which column of an `INSERT` a name is, and where its first row begins.
fn columns(page: &Page, name: &Range<usize>) -> Option<(usize, usize)> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_`\"[], \n\t".contains(&byte);
    let rest = page.after(name.end, 512);
    // Where no bracket closes, which is nearly everywhere, nothing else is read.
    let close = rest.find(')').filter(|close| rest.bytes().take(*close).all(is_name))?;
    let values = rest[close + 1..].trim_start();
    let keyword = values.get(.."values".len()).filter(|it| it.eq_ignore_ascii_case("values"))?;
    let rows = values[keyword.len()..].trim_start().strip_prefix('(')?;
    let before = page.before(name.start, 512);
    let list = before.len() - before.bytes().rev().take_while(|byte| is_name(*byte)).count();
    let column = before[list..].matches(',').count();
    before[..list].ends_with('(').then(|| (column, name.end + rest.len() - rows.len()))
}

/// The value at a column of a row, and where the row ends.
fn cell(page: &Page, start: usize, column: usize) -> (Option<Range<usize>>, usize) {
    let mut place = start;
    let mut found = None;
    for number in 0..=64 {
        let rest = page.after(place, REACH);
        let begin = place + rest.len() - rest.trim_start().len();
        let value = Value::at(page, begin, Manner::Word).filter(|value| value.is_quoted);
        if let Some(value) = value {
            place = value.range.end + 1;
            found = if number == column { Some(value.range) } else { found };
        }
        let rest = page.after(place, REACH);
        let Some(end) = rest.find([',', ')']) else { break };
        place += end + 1;
        if rest[end..].starts_with(')') {
            break;
        }
    }
    (found, place)
}

/// The values of a secret of Kubernetes, each an encoded line below `data` or a plain one below `stringData`.
pub fn cluster_secret(page: &Page, at: Range<usize>, found: &mut Vec<Secret>) {
    let line = page.line(at.start);
    if page.text[line.clone()].trim().len() != at.len() {
        return;
    }
    let (before, after) = (page.before(at.start, REACH), page.after(line.end, REACH));
    let from = before
        .rfind("\n---")
        .map_or(at.start - before.len(), |end| at.start - before.len() + end + 1);
    let to = line.end + after.find("\n---").unwrap_or(after.len());
    let mut place = from;
    let mut indent = None;
    for line in page.text[from..to].split('\n') {
        let depth = line.len() - line.trim_start().len();
        match indent {
            _ if matches!(line.trim(), "data:" | "stringData:") => indent = Some(depth),
            Some(least) if depth <= least && !line.trim().is_empty() => indent = None,
            Some(_) => found.extend(entry(line, place)),
            None => {}
        }
        place += line.len() + 1;
    }
}

/// The value of a line `name: value`.
fn entry(line: &str, at: usize) -> Option<Secret> {
    let (_, value) = line.split_once(": ")?;
    let value = value.trim().trim_matches(['"', '\'']);
    let start = at + line.rfind(value)?;
    (value.len() >= 8 && !value.contains(' ') && !is_placeholder(value))
        .then(|| Secret::new(start..start + value.len(), SecretClass::Labelled, "secret"))
}
