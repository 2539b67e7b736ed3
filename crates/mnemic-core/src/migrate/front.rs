//! Front matter: what a file says of itself between two lines of `---`.

use jiff::civil::Date;

use crate::document::is_tag;

/// What a file says of itself, as far as it matters here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Front {
    pub(super) tags: Vec<String>,
    pub(super) date: Option<Date>,
    /// `type`, as Claude Code's topics have it.
    pub(super) kind: Option<String>,
    pub(super) description: Option<String>,
}

/// The text below the front matter, and the line it begins on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Body<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
}

/// Parts front matter from the rest. What is not closed is none.
pub(super) fn split(text: &str) -> (Front, Body<'_>) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = Body { text, line: 1 };
    let mut lines = text.split_inclusive('\n');
    let Some(first) = lines.next().filter(|line| line.trim_end() == "---") else {
        return (Front::default(), whole);
    };
    let mut end = first.len();
    let mut told = Vec::new();
    for (place, line) in lines.enumerate() {
        end += line.len();
        if line.trim_end() == "---" {
            return (read(&told), Body { text: &text[end..], line: place + 3 });
        }
        told.push(line.trim_end());
    }
    (Front::default(), whole)
}

fn read(lines: &[&str]) -> Front {
    let mut front = Front::default();
    let mut in_tags = false;
    for line in lines {
        if let Some(item) = line.trim_start().strip_prefix("- ").filter(|_| in_tags) {
            front.tag(item);
            continue;
        }
        in_tags = false;
        let Some((key, value)) = line.split_once(':').filter(|_| !line.starts_with(' ')) else {
            continue;
        };
        let value = bare(value);
        match key.trim() {
            "tags" | "tag" | "keywords" => {
                in_tags = true;
                let listed = value.trim_start_matches('[').trim_end_matches(']');
                listed.split(',').for_each(|tag| front.tag(tag));
            }
            "created" | "date" | "created_at" => {
                front.date = value.get(..10).and_then(|date| date.parse().ok());
            }
            "type" => front.kind = Some(value.to_owned()),
            "description" => front.description = Some(value.to_owned()),
            _ => {}
        }
    }
    front
}

impl Front {
    fn tag(&mut self, tag: &str) {
        let tag = bare(tag).trim_start_matches('#').replace(' ', "-");
        if is_tag(&tag) && !self.tags.contains(&tag) {
            self.tags.push(tag);
        }
    }
}

/// A value without its quotes.
fn bare(value: &str) -> &str {
    let value = value.trim();
    let quoted = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    quoted('"').or_else(|| quoted('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_says_of_itself_is_read() {
        let text = "---\ntitle: Deploys\ntags:\n  - ops\n  - \"on call\"\ncreated: 2026-01-05T10:00\ntype: 'user'\n---\nrest\n";
        let (front, body) = split(text);
        assert_eq!(front.tags, ["ops", "on-call"]);
        assert_eq!(front.date, Some("2026-01-05".parse().unwrap()));
        assert_eq!(front.kind.as_deref(), Some("user"));
        assert_eq!(body, Body { text: "rest\n", line: 9 });
    }

    #[test]
    fn what_is_not_closed_is_text() {
        let (front, body) = split("---\ntags: [a]\nand on\n");
        assert_eq!((front, body.line), (Front::default(), 1));
        assert!(body.text.starts_with("---"));
    }
}
