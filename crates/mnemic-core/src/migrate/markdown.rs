//! Markdown that people and tools wrote: each item of a list and each paragraph is a memory, filed under its heading.
//!
//! A short list after a line that ends in a colon belongs to that line. What stands between fences, and a table, stays
//! in one piece.

use jiff::civil::Date;

use super::{Piece, annotation, front::Body, noon};
use crate::document::{Document, is_tag};

/// A list with more items than this is not one memory, whatever stands before it.
const ITEMS_OF_ONE: usize = 8;
/// A longer heading is a sentence, no word to file things under.
const TAG_CHARS: usize = 30;

/// The memories of a text.
pub(super) fn read(body: &Body<'_>) -> Vec<Piece> {
    let mut reader = Reader::default();
    for (place, line) in body.text.lines().enumerate() {
        reader.line(body.line + place, line.trim_end());
    }
    reader.close();
    reader.pieces
}

/// Whether a text has any letters or digits to speak of.
pub(super) fn says_something(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_alphanumeric()).nth(2).is_some()
}

#[derive(Default)]
struct Reader {
    pieces: Vec<Piece>,
    heading: Heading,
    open: Open,
    fence: Option<&'static str>,
    in_comment: bool,
    after_blank: bool,
}

/// What the headings above say of what is below.
#[derive(Default)]
struct Heading {
    category: Option<&'static str>,
    tag: Option<String>,
    date: Option<Date>,
}

/// What has begun and may go on.
#[derive(Default)]
enum Open {
    #[default]
    Nothing,
    Paragraph(Lines),
    List {
        lead: Option<Lines>,
        items: Vec<Lines>,
    },
}

struct Lines {
    line: usize,
    text: String,
}

impl Lines {
    fn new(line: usize, text: &str) -> Self {
        Self { line, text: text.to_owned() }
    }

    fn add(&mut self, text: &str) {
        self.text.push('\n');
        self.text.push_str(text);
    }
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        if self.in_comment {
            self.in_comment = !line.contains("-->");
            return;
        }
        if let Some(fence) = self.fence {
            self.go_on(number, line);
            if line.trim_start().starts_with(fence) {
                self.fence = None;
            }
            return;
        }
        let after_blank = std::mem::replace(&mut self.after_blank, line.is_empty());
        if line.is_empty() {
            if matches!(&self.open, Open::Paragraph(lines) if !lines.text.ends_with(':')) {
                self.close();
            }
            return;
        }
        let indented = line.starts_with([' ', '\t']);
        if let Some(fence) = ["```", "~~~"].into_iter().find(|it| line.trim_start().starts_with(it))
        {
            if after_blank && !indented && matches!(self.open, Open::List { .. }) {
                self.close();
            }
            self.fence = Some(fence);
            self.go_on(number, line);
        } else if line.starts_with("<!--") && !line.contains("-->") {
            self.close();
            self.in_comment = true;
        } else if let Some(heading) = heading(line) {
            self.close();
            self.heading = Heading::of(heading);
        } else if is_rule(line) {
            self.close();
        } else if let Some(item) = item(line) {
            self.item(number, item);
        } else {
            if after_blank && indented && matches!(self.open, Open::List { .. }) {
                self.go_on(number, "");
            } else if after_blank {
                self.close();
            }
            self.go_on(number, line);
        }
    }

    /// Adds a line to what is open.
    fn go_on(&mut self, number: usize, line: &str) {
        match &mut self.open {
            Open::Nothing => self.open = Open::Paragraph(Lines::new(number, line)),
            Open::Paragraph(lines) => lines.add(line),
            Open::List { items, .. } => {
                if let Some(last) = items.last_mut() {
                    last.add(line);
                }
            }
        }
    }

    fn item(&mut self, number: usize, item: &str) {
        if let Open::List { items, .. } = &mut self.open {
            items.push(Lines::new(number, item));
            return;
        }
        let lead = match std::mem::take(&mut self.open) {
            Open::Paragraph(lines) if lines.text.ends_with(':') => Some(lines),
            other => {
                self.open = other;
                self.close();
                None
            }
        };
        self.open = Open::List { lead, items: vec![Lines::new(number, item)] };
    }

    fn close(&mut self) {
        match std::mem::take(&mut self.open) {
            Open::Nothing => {}
            Open::Paragraph(lines) => self.keep(lines.line, lines.text, None),
            Open::List { lead: Some(mut lead), items } if items.len() <= ITEMS_OF_ONE => {
                items.iter().for_each(|item| lead.add(&format!("- {}", item.text)));
                self.keep(lead.line, lead.text, None);
            }
            Open::List { items, .. } => {
                for item in items {
                    let document = Document::parse(format!("- {}\n", item.text));
                    match document.blocks().first().map(|block| block.content.clone()) {
                        Some(content) => {
                            self.keep(item.line, content.text, content.date);
                            self.file_last(content.category, content.tags);
                        }
                        None => self.keep(item.line, item.text, None),
                    }
                }
            }
        }
    }

    fn keep(&mut self, line: usize, text: String, date: Option<Date>) {
        let mut piece = Piece {
            text,
            line,
            category: self.heading.category.map(str::to_owned),
            tags: self.heading.tag.iter().cloned().collect(),
            created_at: date.or(self.heading.date).and_then(noon),
            ..Piece::default()
        };
        annotation::heed(&mut piece);
        if says_something(&piece.text) {
            self.pieces.push(piece);
        }
    }

    /// What an item says of itself counts more than its heading.
    fn file_last(&mut self, category: Option<String>, tags: Vec<String>) {
        let Some(piece) = self.pieces.last_mut() else { return };
        piece.category = category.or(piece.category.take());
        let known = std::mem::take(&mut piece.tags);
        piece.tags = tags;
        for tag in known {
            if !piece.tags.contains(&tag) {
                piece.tags.push(tag);
            }
        }
    }
}

impl Heading {
    fn of((level, text): (usize, &str)) -> Self {
        let date = text.get(..10).and_then(|date| date.parse().ok());
        let category = match text.to_lowercase().trim_end_matches(':') {
            "decisions" => Some("decision"),
            "preferences" | "user preferences" => Some("preference"),
            "patterns" | "conventions" => Some("pattern"),
            "warnings" | "gotchas" | "pitfalls" => Some("warning"),
            _ => None,
        };
        let is_word = level > 1 && date.is_none() && category.is_none();
        Self { category, tag: tag(text).filter(|_| is_word), date }
    }
}

/// The word that a heading files things under.
fn tag(heading: &str) -> Option<String> {
    let words: Vec<String> = heading
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let tag = words.join("-");
    let is_short = tag.chars().count() <= TAG_CHARS;
    (is_short && is_tag(&tag) && tag != "facts").then_some(tag)
}

/// A heading's level and its text.
fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    ((1..=6).contains(&level) && text.starts_with(' '))
        .then(|| (level, text.trim().trim_end_matches('#').trim_end()))
}

/// What an item says after its bullet or number.
fn item(line: &str) -> Option<&str> {
    if let Some(text) = ["- ", "* ", "+ "].iter().find_map(|bullet| line.strip_prefix(bullet)) {
        return Some(text);
    }
    let text = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = line.len() - text.len();
    if !(1..=3).contains(&digits) {
        return None;
    }
    text.strip_prefix(". ").or_else(|| text.strip_prefix(") "))
}

fn is_rule(line: &str) -> bool {
    let marks: Vec<char> = line.chars().filter(|letter| *letter != ' ').collect();
    marks.len() >= 3 && ['-', '*', '_'].iter().any(|mark| marks.iter().all(|it| it == mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<Piece> {
        read(&Body { text, line: 1 })
    }

    fn texts(text: &str) -> Vec<String> {
        pieces(text).into_iter().map(|piece| piece.text).collect()
    }

    #[test]
    fn items_and_paragraphs_are_memories() {
        let text = "# Notes\n\nFirst line\ngoes on.\n\n- one\n  more of one\n- two\n\n  still two\n\nLast.\n1. counted\n2) counted too\n";
        assert_eq!(
            texts(text),
            [
                "First line\ngoes on.",
                "one\nmore of one",
                "two\n\nstill two",
                "Last.",
                "counted",
                "counted too"
            ]
        );
    }

    #[test]
    fn a_short_list_belongs_to_the_line_before_it_and_a_long_one_does_not() {
        assert_eq!(texts("We run:\n\n- nginx\n- redis\n"), ["We run:\n- nginx\n- redis"]);
        let long: String = (0..9).map(|number| format!("- item {number}\n")).collect();
        assert_eq!(texts(&format!("We run:\n{long}")).len(), 9);
    }

    #[test]
    fn fences_stay_whole_and_what_looks_like_markdown_in_them_is_none() {
        let text = "Build with\n```sh\n# not a heading\n- no item\n\nmake\n```\n\nNext.\n";
        assert_eq!(
            texts(text),
            ["Build with\n```sh\n# not a heading\n- no item\n\nmake\n```", "Next."]
        );
        assert_eq!(texts("```\nnever closed"), ["```\nnever closed"]);
    }

    #[test]
    fn headings_file_what_is_below_them() {
        let text = "# Title\nIntro text\n## Decisions\n- Chose tabs #style\n## Deploy notes\n- On Thursdays\n## 2026-01-05\n- Standup\n";
        let pieces = pieces(text);
        let filed = |place: usize| (pieces[place].category.as_deref(), pieces[place].tags.clone());
        assert_eq!(filed(0), (None, vec![]));
        assert_eq!(filed(1), (Some("decision"), vec!["style".to_owned()]));
        assert_eq!(filed(2), (None, vec!["deploy-notes".to_owned()]));
        assert_eq!(filed(3), (None, vec![]));
        assert!(pieces[3].created_at.is_some());
        assert_eq!(pieces.iter().map(|piece| piece.line).collect::<Vec<_>>(), [2, 4, 6, 8]);
    }

    #[test]
    fn an_item_says_more_of_itself_than_its_heading() {
        let pieces =
            pieces("## Facts\n- **[2026-01-05]** [warning] Never force-push #git ^k7f3q9ab\n");
        assert_eq!(pieces[0].text, "Never force-push");
        assert_eq!(pieces[0].category.as_deref(), Some("warning"));
        assert_eq!(pieces[0].tags, ["git"]);
        assert_eq!(pieces[0].created_at.unwrap().to_string(), "2026-01-05T12:00:00Z");
    }

    #[test]
    fn comments_rules_and_empty_items_are_nothing() {
        assert_eq!(texts("<!-- a\n- b\n-->\n---\n- \n- --\n* * *\nok then\n"), ["ok then"]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "[-#*` \\n\\ta-c0-9.:<!>\\[\\]~é]{0,300}") {
            for piece in pieces(&text) {
                proptest::prop_assert!(says_something(&piece.text));
            }
        }
    }
}
