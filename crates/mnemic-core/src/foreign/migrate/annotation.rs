//! Comments in a text: some tools say in them how important an entry is and what it is about. None of them is shown,
//! except in code.

use super::Piece;
use crate::document::is_tag;

/// Takes comments out of a piece's text and heeds what they say.
pub(super) fn apply_annotations(piece: &mut Piece) {
    let mut text = String::with_capacity(piece.text.len());
    let mut rest = std::mem::take(&mut piece.text);
    while let Some(start) = rest.find("<!--") {
        let Some(length) = rest[start..].find("-->") else { break };
        if is_code(&text, &rest[..start]) {
            text.extend(rest.drain(..start + length + 3));
            continue;
        }
        text.push_str(rest[..start].trim_end_matches(' '));
        let comment = rest[start + 4..start + length].to_owned();
        apply_annotation(piece, comment.trim());
        rest.drain(..start + length + 3);
    }
    text.push_str(&rest);
    piece.text = text.trim().to_owned();
}

/// Whether what comes after these stands between fences.
fn is_code(before: &str, more: &str) -> bool {
    let fences =
        |text: &str| text.lines().filter(|line| line.trim_start().starts_with("```")).count();
    (fences(before) + fences(more)) % 2 == 1
}

fn apply_annotation(piece: &mut Piece, comment: &str) {
    let Some((key, value)) = comment.split_once(':') else { return };
    match key.trim() {
        "importance" => {
            let rating: Option<f64> = value.trim().parse().ok();
            piece.importance = rating.filter(|it| (1.0..=10.0).contains(it)).map(|it| it / 10.0);
        }
        "trigger" | "triggers" | "tags" => {
            for tag in value.split(',').map(|tag| tag.trim().replace(' ', "-")) {
                if is_tag(&tag) && !piece.tags.contains(&tag) {
                    piece.tags.push(tag);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comments_say_is_heeded_and_not_shown() {
        let text =
            "Deploys on Thursdays <!-- trigger: deploy, release day --> <!-- importance: 7 -->";
        let mut piece = Piece { text: text.to_owned(), ..Piece::default() };
        apply_annotations(&mut piece);
        assert_eq!(piece.text, "Deploys on Thursdays");
        assert_eq!(
            (piece.tags, piece.importance),
            (vec!["deploy".into(), "release-day".into()], Some(0.7))
        );
    }

    #[test]
    fn what_is_not_closed_is_text() {
        let mut piece = Piece { text: "a <!-- b".to_owned(), ..Piece::default() };
        apply_annotations(&mut piece);
        assert_eq!(piece.text, "a <!-- b");
    }

    #[test]
    fn a_comment_in_code_is_text() {
        let text = "```html\n<!-- kept -->\n```\n<!-- dropped -->";
        let mut piece = Piece { text: text.to_owned(), ..Piece::default() };
        apply_annotations(&mut piece);
        assert_eq!(piece.text, "```html\n<!-- kept -->\n```");
    }
}
