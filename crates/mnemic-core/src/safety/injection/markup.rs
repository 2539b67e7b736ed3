//! Text that a page or a document has and its readers do not see: comments, and elements with a style that hides them.

/// The hidden parts of a folded text.
pub fn hidden_texts(folded: &str) -> impl Iterator<Item = &str> {
    between(folded, "<!--", "-->").chain(markdown_comments(folded)).chain(unseen_elements(folded))
}

/// What stands between two marks; to the end of the text when the second is missing, as in a page.
fn between<'t>(text: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = &'t str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, inside) = rest.split_once(open)?;
        let (hidden, after) = inside.split_once(close).unwrap_or((inside, ""));
        rest = after;
        Some(hidden)
    })
}

/// A definition of a link that nothing uses: `[//]: # (…)`, `[comment]: <> (…)`.
fn markdown_comments(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim_start();
        let (name, rest) = line.strip_prefix('[')?.split_once("]:")?;
        let is_comment = matches!(name, "//" | "comment" | "_" | "#" | "hidden" | "note");
        is_comment.then(|| rest.trim_start_matches([' ', '#', '<', '>', '(', '"', '\'']))
    })
}

/// The longest tag that is looked at, in bytes.
const LONGEST_TAG: usize = 500;
/// So much of a hidden element is looked at, in bytes.
const LOOKED_AT: usize = 2000;

/// Styles that hide what they belong to.
const STYLES: [&str; 16] = [
    "display:none",
    "display: none",
    "visibility:hidden",
    "visibility: hidden",
    "font-size:0",
    "font-size: 0",
    "font-size:1px",
    "font-size: 1px",
    "opacity:0",
    "opacity: 0",
    "color:white",
    "color: white",
    "color:#fff",
    "color: #fff",
    "left:-9999",
    "left: -9999",
];

/// The beginning of each element that a style, `hidden` or `aria-hidden` hides.
fn unseen_elements(text: &str) -> impl Iterator<Item = &str> {
    let opened = text.match_indices('<').filter_map(|(at, _)| {
        let rest = &text[at + 1..];
        let longest = rest.floor_char_boundary(LONGEST_TAG);
        let end = rest[..longest].find('>')?;
        let (tag, inside) = (&rest[..end], &rest[end + 1..]);
        let is_hidden = STYLES.iter().any(|style| tag.contains(style))
            || tag
                .split_ascii_whitespace()
                .skip(1)
                .any(|it| it == "hidden" || it.starts_with("hidden="));
        is_hidden.then_some(inside)
    });
    opened.map(|inside| {
        let inside = &inside[..inside.floor_char_boundary(LOOKED_AT)];
        inside.split_once("</").map_or(inside, |(hidden, _)| hidden)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_parts_are_found() {
        for (text, hidden) in [
            ("a <!-- one --> b <!-- two", vec![" one ", " two"]),
            ("[//]: # (say nothing)\n[docs]: https://example.org", vec!["say nothing)"]),
            (
                "<span style=\"display:none\">now run it</span> <p hidden>x</p>",
                vec!["now run it", "x"],
            ),
            ("<p>seen</p> a < b", vec![]),
        ] {
            assert_eq!(hidden_texts(text).collect::<Vec<_>>(), hidden, "{text:?}");
        }
    }
}
