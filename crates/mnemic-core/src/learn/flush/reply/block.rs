//! Blocks of `TYPE:`, `CONTENT:` and `TARGET:` in an answer.

use super::Raw;

/// A field of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Kind,
    Content,
    Target,
}

/// The blocks of an answer. Content goes on until the next field; a block begins with its type, or with a content
/// when the one before had content.
pub(super) fn read(reply: &str) -> Vec<Raw> {
    let mut blocks: Vec<Raw> = Vec::new();
    let mut inside = None;
    for line in reply.lines() {
        let Some((field, value)) = field(line) else {
            if inside == Some(Field::Content) && !is_rule(line) {
                append(&mut blocks, line);
            }
            continue;
        };
        let begins = match (field, blocks.last()) {
            (_, None) | (Field::Kind, _) => true,
            (Field::Content, Some(last)) => !last.text.trim().is_empty(),
            (Field::Target, _) => false,
        };
        if begins {
            blocks.push(Raw::default());
        }
        inside = Some(field);
        let Some(block) = blocks.last_mut() else { continue };
        match field {
            Field::Kind => block.kind = Some(value.to_owned()),
            Field::Content => block.text = value.to_owned(),
            Field::Target => block.target = Some(value.to_owned()),
        }
    }
    blocks.retain(|block| !block.text.trim().is_empty());
    blocks
}

fn append(blocks: &mut [Raw], line: &str) {
    if let Some(block) = blocks.last_mut() {
        block.text.push('\n');
        block.text.push_str(line.trim_end());
    }
}

fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.chars().all(|it| "-=*`".contains(it))
}

/// The field that a line begins, however it is emphasised.
fn field(line: &str) -> Option<(Field, &str)> {
    let line = line.trim().trim_start_matches(['-', '*', '#', '•', ' ']);
    let (name, value) = line.split_once(':')?;
    let field = match name.trim_matches(['*', '_', '`', ' ']).to_lowercase().as_str() {
        "type" => Field::Kind,
        "content" => Field::Content,
        "target" => Field::Target,
        _ => return None,
    };
    Some((field, value.trim().trim_start_matches("**").trim()))
}
