//! A document as a part of a context: what it says, section by section, without what is only there for people who edit it.

/// The sections of a document that say something, each with its heading. Before all others comes what is pinned.
///
/// Front matter, comments, the title with what is quoted below it, and headings without a text are left out: they cost
/// tokens and tell nothing, and a date among them would change the first bytes with every write.
pub fn sections(text: &str, is_pinned: impl Fn(&str) -> bool) -> Vec<String> {
    let blocks = blocks(&without_comments(body(text)));
    let (pinned, others): (Vec<Block>, Vec<Block>) =
        blocks.into_iter().partition(|block| block.anchors().any(&is_pinned));
    let mut sections = Vec::new();
    if !pinned.is_empty() {
        let lines = pinned.into_iter().map(|block| block.text);
        sections.push(format!("## Pinned\n{}", lines.collect::<Vec<_>>().join("\n")));
    }
    let mut section: Vec<String> = Vec::new();
    for (place, block) in others.iter().enumerate() {
        let says = block.level.is_none_or(|level| is_followed(&others[place + 1..], level));
        if block.level.is_some_and(|level| level <= SECTION) && !section.is_empty() {
            sections.push(std::mem::take(&mut section).join("\n"));
        }
        if says && block.level != Some(TITLE) {
            section.push(block.text.clone());
        }
    }
    sections.extend((!section.is_empty()).then(|| section.join("\n")));
    sections
}

const TITLE: usize = 1;
const SECTION: usize = 2;

/// A heading, or a text: a list item with what belongs to it, or a paragraph.
struct Block {
    /// How deep a heading is; none for a text.
    level: Option<usize>,
    text: String,
}

impl Block {
    /// The short ids that its lines end with.
    fn anchors(&self) -> impl Iterator<Item = &str> {
        let last_words = self.text.lines().filter_map(|line| line.split_whitespace().next_back());
        last_words.filter_map(|word| word.strip_prefix('^'))
    }
}

/// Whether a text stands below a heading of this depth.
fn is_followed(after: &[Block], level: usize) -> bool {
    let mut below = after.iter().take_while(|block| block.level.is_none_or(|other| other > level));
    below.any(|block| block.level.is_none())
}

fn body(text: &str) -> &str {
    match text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")) {
        Some((_, body)) => body,
        None => text,
    }
}

fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<!--") {
        let Some((_, after)) = after.split_once("-->") else { break };
        kept.push_str(before);
        rest = after;
    }
    kept + rest
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut is_fenced, mut after_gap) = (false, false);
    for line in text.lines() {
        let was_fenced = is_fenced;
        is_fenced ^= line.trim_start().starts_with("```");
        if line.trim().is_empty() && !was_fenced {
            after_gap = true;
            continue;
        }
        let level = heading(line).filter(|_| !was_fenced);
        let is_head = blocks.iter().all(|block| block.level == Some(TITLE));
        if is_head && line.starts_with('>') {
            continue;
        }
        let is_inside = line.starts_with([' ', '\t']) || !after_gap && !is_item(line);
        match blocks.last_mut().filter(|block| block.level.is_none()) {
            Some(block) if level.is_none() && (was_fenced || is_inside) => {
                block.text.push('\n');
                block.text.push_str(line.trim_end());
            }
            _ => blocks.push(Block { level, text: line.trim_end().to_owned() }),
        }
        after_gap = false;
    }
    blocks
}

fn heading(line: &str) -> Option<usize> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    ((1..=6).contains(&level) && line[level..].starts_with(' ')).then_some(level)
}

fn is_item(line: &str) -> bool {
    ["- ", "* ", "+ "].iter().any(|sign| line.starts_with(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        sections(text, |anchor| anchor == "pinned01")
    }

    #[test]
    fn a_document_comes_by_sections_that_say_something() {
        let text =
            "---\na: b\n---\n# Memory\n\n## Facts\n- one ^a\n\n## Empty\n\n## Decisions\n- two\n";
        assert_eq!(found(text), ["## Facts\n- one ^a", "## Decisions\n- two"]);
    }

    #[test]
    fn a_template_says_nothing() {
        let text = crate::document::template::memory("2026-11-15");
        assert_eq!(found(&text), Vec::<String>::new());
        let text = text.replace("<!-- Current goals -->", "- Ship it ^a");
        assert_eq!(found(&text), ["## Goals\n### Active Goals\n- Ship it ^a"]);
    }

    #[test]
    fn what_is_pinned_comes_first_and_prose_stays() {
        let text = [
            "# Memory\n\n> Last updated: today\n\nOur own words.\n\n## Facts\n\n- one ^a\n- two\n",
            "  - Rationale: b ^pinned01\n- three\n\n```\n# no heading\n```",
        ];
        let text = &text.join("\n");
        assert_eq!(
            found(text),
            [
                "## Pinned\n- two\n  - Rationale: b ^pinned01",
                "Our own words.",
                "## Facts\n- one ^a\n- three\n```\n# no heading\n```"
            ]
        );
    }
}
