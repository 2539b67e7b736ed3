//! Text that was put into a conversation by a program, Mnemic before all: nobody said it, so nobody is taught by it.
//!
//! It is known by its form alone: tags, headings, and lines that carry the number or the anchor of a memory.

/// What was said, without what a program put in. An opened block that is not closed reaches to the end.
pub fn without(text: &str) -> String {
    let text = without_blocks(&without_plain_blocks(text));
    let mut kept = String::with_capacity(text.len());
    let mut section = Section::None;
    for line in text.lines() {
        section = section.after(line);
        if section == Section::None && !is_memory_line(line) {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Tags whose content nobody said: our own, and those that agents' programs use for what they add.
const TAGS: [&str; 7] = [
    "project_memory",
    "mnemic",
    "system-reminder",
    "command-name",
    "command-message",
    "local-command-stdout",
    "environment_context",
];

/// The plain form says where it ends.
fn without_plain_blocks(text: &str) -> String {
    let (begin, end) = ("[Project Memory]", "[End of Project Memory]");
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(begin) {
        let Some(length) = rest[start..].find(end) else { break };
        kept.push_str(&rest[..start]);
        rest = &rest[start + length + end.len()..];
    }
    kept.push_str(rest);
    kept
}

fn without_blocks(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let Some(tag) = tag_at(&rest[start..]) else {
            kept.push_str(&rest[..=start]);
            rest = &rest[start + 1..];
            continue;
        };
        kept.push_str(&rest[..start]);
        let close = format!("</{tag}");
        let end = rest[start..].find(&close).map(|at| start + at);
        rest = match end {
            Some(end) => rest[end..].find('>').map_or("", |at| &rest[end + at + 1..]),
            None => "",
        };
    }
    kept.push_str(rest);
    kept
}

/// The tag of a program's block that opens here.
fn tag_at(text: &str) -> Option<&str> {
    let inside = &text[1..];
    let end = inside.find(|it: char| !(it.is_ascii_alphanumeric() || "_-".contains(it)))?;
    let name = &inside[..end];
    let is_ours = TAGS.contains(&name) || name.starts_with("mnemic");
    (is_ours && inside[end..].contains('>')).then_some(name)
}

/// A section of memories in Markdown or plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    None,
    /// Under `## Project Memory`: up to a heading as high, or a rule.
    Markdown,
    /// The rule that ends it belongs to it.
    MarkdownEnd,
    /// After `[Project Memory]`: up to a line that stands after a blank one and opens no bracket.
    Plain {
        after_blank: bool,
    },
}

impl Section {
    fn after(self, line: &str) -> Self {
        let is_rule = line == "---";
        let line = line.trim();
        let lower = line.to_lowercase();
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if level > 0 && lower[level..].trim() == "project memory" {
            return Self::Markdown;
        }
        if lower == "[project memory]" {
            return Self::Plain { after_blank: false };
        }
        match self {
            Self::Markdown if is_rule => Self::MarkdownEnd,
            Self::Markdown if level == 1 || level == 2 => Self::None,
            Self::MarkdownEnd => Self::None,
            Self::Plain { .. } if line.is_empty() => Self::Plain { after_blank: true },
            Self::Plain { after_blank: true } if !line.starts_with('[') => Self::None,
            Self::Plain { .. } => Self::Plain { after_blank: false },
            other => other,
        }
    }
}

/// Whether a line shows a memory: it has its number, or its anchor at the end.
fn is_memory_line(line: &str) -> bool {
    has_number(line) || has_anchor(line)
}

fn has_number(line: &str) -> bool {
    line.match_indices("[id:").any(|(start, found)| {
        let digits = &line[start + found.len()..];
        digits
            .find(']')
            .is_some_and(|end| end > 0 && digits[..end].bytes().all(|it| it.is_ascii_digit()))
    })
}

fn has_anchor(line: &str) -> bool {
    let Some((_, anchor)) = line.trim_end().rsplit_once(" ^") else { return false };
    let is_sign = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit();
    anchor.len() == 8
        && anchor.bytes().all(is_sign)
        && anchor.starts_with(|it: char| it.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_put_in_is_taken_out() {
        for (text, kept) in [
            ("a <project_memory>\nUse tabs\n</project_memory> b", "a  b\n"),
            ("<mnemic-context budget=\"10\">Use tabs</mnemic-context>\nhello", "\nhello\n"),
            ("<mnemic>never closed\nUse tabs", ""),
            ("<system-reminder>Today is Monday</system-reminder>hi", "hi\n"),
            ("a < b and <b>bold</b>", "a < b and <b>bold</b>\n"),
            ("ask\n## Project Memory\n### Pinned\n- Use tabs\n---\nnow this", "ask\nnow this\n"),
            ("## Project Memory\n- Use tabs\n## Task\ndo it", "## Task\ndo it\n"),
            (
                "[Project Memory]\n[Pinned]\n[DECISION] Use tabs\n\n[Relevant]\n[ERROR] x\n\nGo on",
                "Go on\n",
            ),
            (
                "[Project Memory]\n[Pinned]\n- Use tabs\n\n  - of 4\n[End of Project Memory]\nGo on",
                "\nGo on\n",
            ),
            ("## Project Memory\n\n- Use tabs\n  ---\n  of 4\n\n---\nGo on", "Go on\n"),
            ("- Use tabs [id:12]\nkeep [id:x]", "keep [id:x]\n"),
            ("- **[2026-11-15]** Use tabs #style ^k7f3q9ab\nx ^2", "x ^2\n"),
        ] {
            assert_eq!(without(text), kept, "{text:?}");
        }
    }
}
