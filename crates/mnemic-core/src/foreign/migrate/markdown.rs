//! Markdown that people and tools wrote: each item of a list and each paragraph is a memory, filed under its heading.
//!
//! A short list after a line that ends in a colon belongs to that line. What stands between fences, and a table, stays
//! in one piece. A line right below an item belongs to it however it is indented, as Markdown has it; a quote or a table
//! at the margin ends the list. No word of a text is lost but those of headings and of comments.
//!
//! Not read with `pulldown-cmark`, because CommonMark reads otherwise than people write and loses words. A fence at the
//! margin below an item ends the item, so a command leaves the step that it belongs to; a fence opened in an item swallows
//! the items below it; a line above `---` becomes a heading, `[name]: address` becomes nothing at all, and a comment that
//! never ends hides the rest of a file without a fault.

use jiff::civil::Date;

use super::{Fault, ParsedFile, Piece, annotation, front::Body, noon};
use crate::document::{Content, Document, is_tag};

/// A list with more items than this is not one memory, whatever stands before it.
const ITEMS_OF_ONE: usize = 8;
/// A longer heading is a sentence, no word to file things under.
const TAG_CHARS: usize = 30;

/// The memories of a text.
pub(super) fn read(body: &Body<'_>) -> ParsedFile {
    let mut reader = Reader::default();
    for (place, line) in body.text.lines().enumerate() {
        reader.line(body.line + place, line.trim_end());
    }
    reader.close();
    let fault = |line| Fault { line, reason: "the comment that begins here never ends".to_owned() };
    ParsedFile { pieces: reader.pieces, faults: reader.comment.map(fault).into_iter().collect() }
}

/// Whether a text has any letters or digits to speak of.
pub(super) fn has_text(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_alphanumeric()).nth(2).is_some()
}

#[derive(Default)]
struct Reader {
    pieces: Vec<Piece>,
    heading: Heading,
    open: Open,
    fence: Option<Fence>,
    /// The line of a comment that has not ended yet.
    comment: Option<usize>,
    after_blank: bool,
}

/// What opened a piece of code, and how far it was indented.
#[derive(Clone, Copy)]
struct Fence {
    mark: &'static str,
    indent: usize,
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
        if self.comment.is_some() {
            if let Some((_, rest)) = line.split_once("-->") {
                self.comment = None;
                self.line(number, rest.trim_start());
            }
            return;
        }
        if let Some(fence) = self.fence {
            self.append_line(number, line, fence.indent);
            if line.trim_start().starts_with(fence.mark) {
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
        let bare = line.trim_start();
        let is_in_list = matches!(self.open, Open::List { .. });
        let indent = line.len() - bare.len();
        if let Some(mark) = fence(bare) {
            if after_blank && indent == 0 && is_in_list {
                self.close();
            }
            self.fence = Some(Fence { mark, indent });
            self.append_line(number, line, indent);
        } else if line.starts_with("<!--") && !line.contains("-->") {
            self.close();
            self.comment = Some(number);
        } else if let Some(heading) = heading(line) {
            self.close();
            self.heading = Heading::of(heading);
        } else if is_rule(line) {
            self.close();
        } else if let Some(item) = item(line) {
            self.item(number, item);
        } else {
            if after_blank && indent > 0 && is_in_list {
                self.append_line(number, "", 0);
            } else if after_blank || (is_in_list && line.starts_with(['>', '|'])) {
                self.close();
            }
            self.append_line(number, line, indent);
        }
    }

    /// Adds a line to what is open. An item's lines lose their indent, as far as it makes them the item's.
    fn append_line(&mut self, number: usize, line: &str, indent: usize) {
        match &mut self.open {
            Open::Nothing => self.open = Open::Paragraph(Lines::new(number, line)),
            Open::Paragraph(lines) => lines.add(line),
            Open::List { items, .. } => {
                if let Some(last) = items.last_mut() {
                    last.add(unindented(line, indent));
                }
            }
        }
    }

    fn item(&mut self, number: usize, item: &str) {
        self.fence = fence(item).map(|mark| Fence { mark, indent: 2 });
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
            Open::Paragraph(lines) => self.keep(lines, None),
            Open::List { lead: Some(mut lead), items } if items.len() <= ITEMS_OF_ONE => {
                items.iter().for_each(|item| lead.add(&format!("- {}", indented(&item.text))));
                self.keep(lead, None);
            }
            Open::List { lead, items } => {
                lead.into_iter().for_each(|lead| self.keep(lead, None));
                items.into_iter().for_each(|item| self.keep_item(item));
            }
        }
    }

    /// Keeps an item, whose first line may say what it is about. Where nothing else is left, that is what it says.
    fn keep_item(&mut self, item: Lines) {
        let (first, rest) = item.text.split_at(item.text.find('\n').unwrap_or(item.text.len()));
        let document = Document::parse(format!("- {first}\n"));
        let content = document.blocks().first().map(|block| block.content.clone());
        match content.map(|it| Content { text: format!("{}{rest}", it.text), ..it }) {
            Some(content) if has_text(&content.text) => {
                self.keep(Lines::new(item.line, &content.text), Some(content));
            }
            _ => self.keep(item, None),
        }
    }

    /// Keeps a memory. What it says of itself counts more than its heading.
    fn keep(&mut self, lines: Lines, own: Option<Content>) {
        let (date, category, tags) =
            own.map(|own| (own.date, own.category, own.tags)).unwrap_or_default();
        let mut piece = Piece {
            text: lines.text,
            line: lines.line,
            category: category.or_else(|| self.heading.category.map(str::to_owned)),
            tags,
            created_at: date.or(self.heading.date).and_then(noon),
            ..Piece::default()
        };
        if let Some(tag) = self.heading.tag.clone().filter(|tag| !piece.tags.contains(tag)) {
            piece.tags.push(tag);
        }
        annotation::apply_annotations(&mut piece);
        if has_text(&piece.text) {
            self.pieces.push(piece);
        }
    }
}

/// A line without the indent that makes it part of its item: a tab, or two spaces at most.
fn unindented(line: &str, indent: usize) -> &str {
    let most = if line.starts_with('\t') { 1 } else { 2 };
    let spaces = line.bytes().take(indent.min(most)).take_while(u8::is_ascii_whitespace).count();
    &line[spaces..]
}

/// The lines of an item, so that all of them are the item's.
fn indented(text: &str) -> String {
    text.replace('\n', "\n  ").replace("\n  \n", "\n\n")
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

/// The mark of code that a line opens. Code between backticks on one line opens none.
fn fence(line: &str) -> Option<&'static str> {
    let mark = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark))?;
    (mark == "~~~" || !line.trim_start_matches('`').contains('`')).then_some(mark)
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
        read(&Body { text, line: 1 }).pieces
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
        let texts = texts(&format!("We run:\n{long}"));
        assert_eq!((texts.len(), texts[0].as_str()), (10, "We run:"));
    }

    #[test]
    fn fences_stay_whole_and_what_looks_like_markdown_in_them_is_none() {
        let text = "Build with\n```sh\n# not a heading\n- no item\n\nmake\n```\n\nNext.\n";
        assert_eq!(
            texts(text),
            ["Build with\n```sh\n# not a heading\n- no item\n\nmake\n```", "Next."]
        );
        assert_eq!(texts("```\nnever closed"), ["```\nnever closed"]);
        assert_eq!(texts("- ```\n# no heading\n```\n- then"), ["```\n# no heading\n```", "then"]);
        assert_eq!(texts("```a b``` runs it\n\nNext."), ["```a b``` runs it", "Next."]);
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

    #[test]
    fn what_stands_right_below_an_item_is_not_lost() {
        let cases: [(&str, &[&str]); 8] = [
            ("- one\ngoes on\n- two\n", &["one\ngoes on", "two"]),
            ("- one #ops\n by a space\n", &["one\nby a space"]),
            (
                "- Deploy with:\n```sh\n  make all\n```\n- two\n",
                &["Deploy with:\n```sh\n  make all\n```", "two"],
            ),
            ("- one\n> a quote\nfrom Ada\n", &["one", "> a quote\nfrom Ada"]),
            ("2. Next\n| a | table |\n|---|---|\n", &["Next", "| a | table |\n|---|---|"]),
            ("<!-- two\nlines --> the tail\n", &["the tail"]),
            ("We run:\n- nginx\nin front\n", &["We run:\n- nginx\n  in front"]),
            ("- ok #careful\n", &["ok #careful"]),
        ];
        for (text, expected) in cases {
            assert_eq!(texts(text), expected, "{text}");
        }
    }

    #[test]
    fn a_comment_that_never_ends_is_told() {
        let reading = read(&Body { text: "- one thing\n\n<!-- open\n- two\n", line: 4 });
        let lines: Vec<usize> = reading.faults.iter().map(|fault| fault.line).collect();
        assert_eq!((reading.pieces.len(), lines), (1, vec![6]));
    }

    /// How the lines of a text may begin.
    fn beginning() -> impl proptest::strategy::Strategy<Value = &'static str> {
        proptest::sample::select(vec![
            "",
            "",
            " ",
            "  ",
            "   ",
            "\t",
            "- ",
            "* ",
            "1. ",
            "2) ",
            "  - ",
            "> ",
            "| ",
            "```",
            "~~~",
            "  ```",
            "- [warning] ",
            "- **[2026-01-05]** ",
            "<!-- a --> ",
            "--> ",
            "Lead: ",
            "---\n",
            "\n",
        ])
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "[-#*` \\n\\ta-c0-9.:<!>\\[\\]~é]{0,300}") {
            for piece in pieces(&text) {
                proptest::prop_assert!(has_text(&piece.text));
            }
        }

        #[test]
        fn no_word_is_lost(lines in proptest::collection::vec((beginning(), ".?", 0..4_u8), 0..40)) {
            let ends = ["", ":", " #tag", "\n"];
            let lines = lines.iter().enumerate().map(|(place, (beginning, sign, end))| {
                let sign = sign.replace(['<', '^'], "");
                format!("{beginning}word{place}x{sign}{}\n", ends[usize::from(*end)])
            });
            let text: String = lines.collect();
            let pieces = texts(&text).join("\n");
            for place in 0..text.matches("word").count() {
                proptest::prop_assert!(pieces.contains(&format!("word{place}x")), "{place} of {text}");
            }
        }
    }
}
