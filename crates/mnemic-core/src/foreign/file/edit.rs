//! Edits of a file's content: one text for another, and lines put in between.

/// An edited content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The content after it.
    pub content: String,
    /// The lines that are new, counted from 0.
    pub lines: std::ops::Range<usize>,
}

/// Why nothing was edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditError {
    /// The text does not occur.
    Missing,
    /// It occurs more than once: on these lines, counted from 1 and each named once.
    Several(Vec<usize>),
    /// There is no such line; the file has so many.
    NoLine(usize),
}

/// The content with `new` in place of the only `old`.
pub fn replaced(content: &str, old: &str, new: &str) -> Result<Edit, EditError> {
    let starts: Vec<usize> = match old {
        "" => Vec::new(),
        _ => content.match_indices(old).map(|(start, _)| start).collect(),
    };
    let line = |at: usize| content[..at].matches('\n').count();
    match starts.as_slice() {
        [] => Err(EditError::Missing),
        [start] => {
            let content = format!("{}{new}{}", &content[..*start], &content[start + old.len()..]);
            let first = line(*start);
            Ok(Edit { content, lines: first..first + new.matches('\n').count() + 1 })
        }
        several => {
            let mut lines: Vec<usize> = several.iter().map(|start| line(*start) + 1).collect();
            lines.dedup();
            Err(EditError::Several(lines))
        }
    }
}

/// The content with a text after so many lines. Lines stay lines: line feeds are added where they are missing.
pub fn inserted(content: &str, after: usize, text: &str) -> Result<String, EditError> {
    let lines: Vec<&str> = content.split_inclusive('\n').collect();
    if after > lines.len() {
        return Err(EditError::NoLine(lines.len()));
    }
    let (mut edited, rest) = (lines[..after].concat(), lines[after..].concat());
    if !edited.is_empty() && !edited.ends_with('\n') {
        edited.push('\n');
    }
    edited.push_str(text);
    if !rest.is_empty() && !edited.ends_with('\n') {
        edited.push('\n');
    }
    Ok(edited + &rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_occurrence_is_replaced() {
        let edit = replaced("one\ntwo\nthree\n", "two", "2\n2b").unwrap();
        assert_eq!((edit.content.as_str(), edit.lines), ("one\n2\n2b\nthree\n", 1..3));
        assert_eq!(replaced("a", "a", "").unwrap().content, "");
    }

    #[test]
    fn nothing_is_replaced_where_it_is_not_clear_what() {
        assert_eq!(replaced("one", "two", "x"), Err(EditError::Missing));
        assert_eq!(replaced("one", "", "x"), Err(EditError::Missing));
        assert_eq!(replaced("a a\nb a\nc", "a", "x"), Err(EditError::Several(vec![1, 2])));
    }

    #[test]
    fn lines_are_put_between_lines() {
        for (content, after, text, edited) in [
            ("", 0, "x", "x"),
            ("a\nb\n", 0, "x\n", "x\na\nb\n"),
            ("a\nb\n", 1, "x", "a\nx\nb\n"),
            ("a\nb", 2, "x\n", "a\nb\nx\n"),
        ] {
            assert_eq!(inserted(content, after, text).unwrap(), edited);
        }
        assert_eq!(inserted("a\nb\n", 3, "x"), Err(EditError::NoLine(2)));
    }
}
