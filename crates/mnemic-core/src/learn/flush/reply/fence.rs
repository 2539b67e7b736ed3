//! A fence called `memory` in an answer: sections with list items or paragraphs.

use super::Raw;
use crate::record::category::Category;

/// The items and paragraphs of every such fence; the section says what they are about.
pub(super) fn read(reply: &str) -> Vec<Raw> {
    let mut read: Vec<Raw> = Vec::new();
    let mut section: Option<Category> = None;
    let (mut inside, mut open) = (false, false);
    for line in reply.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            inside =
                !inside && trimmed.trim_start_matches('`').trim().eq_ignore_ascii_case("memory");
            (section, open) = (None, false);
        } else if !inside || trimmed.is_empty() {
            open = false;
        } else if trimmed.starts_with('#') {
            let title = trimmed.trim_start_matches('#').trim().to_owned();
            (section, open) = (Category::implied_by(&[title]), false);
        } else {
            let item = ["- ", "* "].into_iter().find_map(|bullet| line.strip_prefix(bullet));
            let kind = section.as_ref().map(Category::to_string);
            match read.last_mut().filter(|_| open && item.is_none()) {
                Some(last) => last.text = format!("{}\n{}", last.text, line.trim_end()),
                None => {
                    read.push(Raw { kind, text: item.unwrap_or(trimmed).to_owned(), target: None })
                }
            }
            open = true;
        }
    }
    read
}
