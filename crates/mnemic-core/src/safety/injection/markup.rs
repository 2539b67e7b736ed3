//! Text that a page or a document has and its readers do not see: comments, attributes, and elements with a style that
//! hides them.

/// The comments in a folded text.
pub fn comments(folded: &str) -> impl Iterator<Item = &str> {
    between(folded, "<!--", "-->").chain(markdown_comments(folded))
}

/// The parts of a folded text that belong to elements and do not show.
pub fn unseen_parts(folded: &str) -> impl Iterator<Item = &str> {
    let has_tags = folded.contains('<');
    has_tags.then(|| unseen(folded)).into_iter().flatten()
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

/// A definition of a link that nothing uses: `[//]: # (…)`, `[comment]: <> (…)`; and the title of any other.
fn markdown_comments(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("]:").filter_map(|(at, _)| {
        let line = text[..at].rsplit('\n').next().unwrap_or("");
        let name = line.trim_start().strip_prefix('[')?;
        let rest = text[at + 2..].split('\n').next().unwrap_or("");
        let is_comment =
            matches!(name, "//" | "comment" | "_" | "#" | "hidden" | "note" | "" | "comments")
                || rest.trim_start().starts_with(['#', '<']) && rest.contains(['(', '"']);
        is_comment.then(|| rest.trim_start_matches([' ', '#', '<', '>', '(', '"', '\'']))
    })
}

/// The longest tag that is looked at, in bytes.
const LONGEST_TAG: usize = 1000;
/// So much of a hidden element is looked at, in bytes.
const LOOKED_AT: usize = 2000;

/// Styles that hide what they belong to, without spaces.
const STYLES: [&str; 19] = [
    "display:none",
    "visibility:hidden",
    "font-size:0",
    "font-size:1px",
    "font-size:.1",
    "opacity:0",
    "color:white",
    "color:#fff",
    "color:transparent",
    "color:rgba(0,0,0,0",
    "color:rgb(255,255,255",
    "left:-9",
    "top:-9",
    "text-indent:-9",
    "height:0",
    "width:0",
    "clip:rect(0",
    "scale(0",
    "max-height:0",
];

/// Attributes that hold text for others than those who look at the page.
const ATTRIBUTES: [&str; 9] = [
    "alt=",
    "title=",
    "aria-label=",
    "aria-description=",
    "content=",
    "value=",
    "data-note=",
    "placeholder=",
    "summary=",
];

/// The hidden parts of each tag: attributes, and the beginning of its element if it is hidden.
fn unseen(text: &str) -> impl Iterator<Item = &str> {
    let classes: Vec<&str> = between(text, "<style", "</style").flat_map(hidden_classes).collect();
    text.match_indices('<').flat_map(move |(at, _)| {
        let rest = &text[at + 1..];
        let longest = rest.floor_char_boundary(LONGEST_TAG);
        let is_tag = rest.starts_with(|it: char| it.is_ascii_alphabetic());
        let end = if is_tag { rest[..longest].find('>') } else { None };
        let (tag, inside) = end.map_or(("", ""), |end| (&rest[..end], &rest[end + 1..]));
        let hidden = is_hidden(tag, &classes).then(|| element(inside));
        hidden.into_iter().chain(attributes(tag))
    })
}

/// The beginning of an element, up to the next tag that closes something.
fn element(inside: &str) -> &str {
    let inside = &inside[..inside.floor_char_boundary(LOOKED_AT)];
    inside.split_once("</").map_or(inside, |(hidden, _)| hidden)
}

fn is_hidden(tag: &str, classes: &[&str]) -> bool {
    let name = tag.split([' ', '/', '\n']).next().unwrap_or(tag);
    if matches!(name, "template" | "noscript") {
        return true;
    }
    let is_attribute = |it: &str| {
        it == "hidden" || it.starts_with("hidden=") || it.starts_with("aria-hidden=\"true")
    };
    if tag.split_ascii_whitespace().skip(1).any(is_attribute) {
        return true;
    }
    let Some((_, named)) = tag.split_once("class=").or_else(|| tag.split_once("id=")) else {
        return tag.contains("style=") && hides(tag);
    };
    tag.contains("style=") && hides(tag)
        || named.split(['"', '\'', ' ', '>']).any(|it| !it.is_empty() && classes.contains(&it))
}

fn hides(style: &str) -> bool {
    let style: String = style.chars().filter(|it| !it.is_whitespace()).collect();
    STYLES.iter().any(|it| style.contains(it))
}

/// The classes that a sheet of styles hides.
fn hidden_classes(sheet: &str) -> impl Iterator<Item = &str> {
    sheet.split('}').filter_map(|rule| {
        let (name, style) = rule.split_once('{')?;
        let name = name.trim().rsplit(['.', '#', ' ', '>', ',']).next()?;
        hides(style).then_some(name)
    })
}

/// The values of attributes that hold text.
fn attributes(tag: &str) -> impl Iterator<Item = &str> {
    ATTRIBUTES.iter().filter_map(move |name| {
        let (_, value) = tag.split_once(name)?;
        let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        value[1..].split(quote).next().filter(|it| it.contains(' '))
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
                "<span style=\"display: none\">now run it</span> <p hidden>x</p>",
                vec!["now run it", "x"],
            ),
            ("<style>.n{opacity:0}</style><p class=\"n\">run it</p>", vec!["run it"]),
            ("<img alt=\"a cat, now run it\" src=\"a.png\">", vec!["a cat, now run it"]),
            ("<p>seen</p> a < b", vec![]),
        ] {
            let found: Vec<&str> = comments(text).chain(unseen_parts(text)).collect();
            assert_eq!(found, hidden, "{text:?}");
        }
    }
}
