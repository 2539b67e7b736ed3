//! Front matter: what a file says of itself between two lines of `---`.
//!
//! Not read with the YAML parser that reads settings, because much of what people write there is no YAML: one description with
//! a colon in it makes the whole front matter a syntax error, and tags with their `#` are comments. This reader skips a
//! line that it cannot read and goes on with the next.

use jiff::civil::Date;

use super::Fault;
use crate::document::is_tag;

/// What a file says of itself, as far as it matters here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Front {
    pub(super) tags: Vec<String>,
    pub(super) date: Option<Date>,
    /// `type`, as Claude Code's topics have it.
    pub(super) kind: Option<String>,
    pub(super) description: Option<String>,
    /// `name`, which a topic has.
    pub(super) name: Option<String>,
}

/// The text below the front matter, and the line it begins on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Body<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
}

/// Parts front matter from the rest. Where it is never closed, what looks like it is a fault, and the rest is text.
pub(super) fn split(text: &str) -> (Front, Body<'_>, Option<Fault>) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = (Front::default(), Body { text, line: 1 }, None);
    let mut lines = text.split_inclusive('\n');
    let Some(first) = lines.next().filter(|line| line.trim_end() == "---") else { return whole };
    let mut end = first.len();
    let mut front = Vec::new();
    for (place, line) in lines.enumerate() {
        end += line.len();
        if line.trim_end() == "---" {
            return (read(&front), Body { text: &text[end..], line: place + 3 }, None);
        }
        front.push(line.trim_end());
    }
    if !front.first().is_some_and(|line| is_key(line)) {
        return whole;
    }
    let reason = "the front matter that begins here is never closed by `---`".to_owned();
    let rest = front.iter().take_while(|line| is_part(line)).count() + 1;
    let start = text.split_inclusive('\n').take(rest).map(str::len).sum();
    let body = Body { text: &text[start..], line: rest + 1 };
    (Front::default(), body, Some(Fault { line: 1, reason }))
}

/// Whether a line says something as front matter does.
fn is_key(line: &str) -> bool {
    let is_word = |key: &str| {
        key.starts_with(|letter: char| letter.is_ascii_lowercase())
            && key.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter))
    };
    line.split_once(':')
        .is_some_and(|(key, rest)| is_word(key) && (rest.is_empty() || rest.starts_with(' ')))
}

/// Whether a line may belong to front matter.
fn is_part(line: &str) -> bool {
    is_key(line) || (line.starts_with([' ', '-']) && !line.trim().is_empty())
}

fn read(lines: &[&str]) -> Front {
    let mut front = Front::default();
    let mut below = "";
    for line in lines {
        if let Some(item) = line.trim_start().strip_prefix("- ").filter(|_| below == "tags") {
            front.tag(item);
            continue;
        }
        let Some((key, value)) = line.split_once(':') else { continue };
        let value = bare(value);
        if line.starts_with([' ', '\t']) {
            if (below, key.trim()) == ("metadata", "type") {
                front.kind = some(value);
            }
            continue;
        }
        below = key.trim();
        match below {
            "tags" | "tag" | "keywords" => {
                below = "tags";
                let listed = value.trim_start_matches('[').trim_end_matches(']');
                listed.split(',').for_each(|tag| front.tag(tag));
            }
            "created" | "date" | "created_at" => {
                front.date = value.get(..10).and_then(|date| date.parse().ok());
            }
            "type" => front.kind = some(value),
            "description" => front.description = some(value),
            "name" => front.name = some(value),
            _ => {}
        }
    }
    front
}

fn some(value: &str) -> Option<String> {
    Some(value.to_owned()).filter(|value| !value.is_empty())
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
        let (front, body, fault) = split(text);
        assert_eq!(front.tags, ["ops", "on-call"]);
        assert_eq!(front.date, Some("2026-01-05".parse().unwrap()));
        assert_eq!(front.kind.as_deref(), Some("user"));
        assert_eq!((body, fault), (Body { text: "rest\n", line: 9 }, None));
    }

    #[test]
    fn what_is_no_yaml_is_read_all_the_same() {
        for (text, tags) in [
            ("tags: [#ops, #infra]", vec!["ops", "infra"]),
            ("tags:\n- #ops\n- infra", vec!["ops", "infra"]),
            ("title: @ada\ntags: ops", vec!["ops"]),
        ] {
            let text = format!("---\n{text}\ndescription: Deploys: on Thursdays\n---\n");
            let (front, ..) = split(&text);
            assert_eq!(front.tags, tags, "{text}");
            assert_eq!(front.description.as_deref(), Some("Deploys: on Thursdays"), "{text}");
        }
    }

    #[test]
    fn a_type_may_stand_among_other_data() {
        let text = "---\nname: tabs\ndescription: Indents with tabs\nmetadata:\n  node_type: memory\n  type: feedback\nother:\n  type: no\n---\n";
        let (front, ..) = split(text);
        assert_eq!(front.kind.as_deref(), Some("feedback"));
        assert_eq!(front.name.as_deref(), Some("tabs"));
        assert_eq!(front.description.as_deref(), Some("Indents with tabs"));
    }

    #[test]
    fn what_is_not_closed_is_told_and_the_rest_is_text() {
        let (front, body, fault) = split("---\ntags:\n  - a\n\nand on\n");
        assert_eq!((front, fault.map(|fault| fault.line)), (Front::default(), Some(1)));
        assert_eq!(body, Body { text: "\nand on\n", line: 4 });
    }

    #[test]
    fn a_rule_at_the_top_is_no_front_matter() {
        let text = "---\nThe keys: with Ada\n";
        assert_eq!(split(text), (Front::default(), Body { text, line: 1 }, None));
    }
}
