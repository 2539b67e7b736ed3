//! What a block's lines are read as, and how content is written.

use super::super::{BlockHash, Content, is_anchor, is_category, is_tag, render_block};
use super::{categorised, dated, only_block, tagged, text};

#[test]
fn first_line_is_read_into_its_parts() {
    let long_tag = "t".repeat(101);
    let over_long = format!("- a #{long_tag}");
    let cases: &[(&str, Content, Option<&str>)] = &[
        ("- plain", text("plain"), None),
        ("* star", text("star"), None),
        ("+ plus", text("plus"), None),
        ("1. one", text("one"), None),
        ("12) twelve", text("twelve"), None),
        ("- **[2026-11-15]** dated", dated(text("dated")), None),
        ("- **[2026-11-15]**", dated(text("")), None),
        ("- **[2026-11-15]** ^a", dated(text("")), Some("a")),
        ("- **[2026-11-15]**  ^a", dated(text("")), Some("a")),
        ("- **[2026-02-30]** x", text("**[2026-02-30]** x"), None),
        ("- **[2026-11-15]**x", text("**[2026-11-15]**x"), None),
        ("- **[2026-11-15]**  x", dated(text(" x")), None),
        ("- **[+026-11-15]** x", text("**[+026-11-15]** x"), None),
        ("- [fact] x", categorised("fact", text("x")), None),
        ("- **[2026-11-15]** [a-b_2] x", dated(categorised("a-b_2", text("x"))), None),
        ("- [x] done", text("[x] done"), None),
        ("- [ ] open", text("[ ] open"), None),
        ("- [Fact] x", text("[Fact] x"), None),
        ("- [fact]", text("[fact]"), None),
        ("- [fact] ^a", text("[fact]"), Some("a")),
        ("- [[wiki]] x", text("[[wiki]] x"), None),
        ("- [docs](http://x) x", text("[docs](http://x) x"), None),
        ("- x ^k7f3q9ab", text("x"), Some("k7f3q9ab")),
        ("- x ^a-B-1 \t", text("x"), Some("a-B-1")),
        ("- ^a", text(""), Some("a")),
        ("- x^a", text("x^a"), None),
        ("- x ^a_b", text("x ^a_b"), None),
        ("- x  ^a", text("x "), Some("a")),
        ("-  x", text(" x"), None),
        ("- x #one #two ^a", tagged(&["one", "two"], text("x")), Some("a")),
        ("- x #one", tagged(&["one"], text("x")), None),
        ("- x #one ", tagged(&["one"], text("x")), None),
        ("- x #one  #two  ^a", tagged(&["one", "two"], text("x")), Some("a")),
        ("- #one ^a", tagged(&["one"], text("")), Some("a")),
        ("- x #one y", text("x #one y"), None),
        ("- x #42", text("x #42"), None),
        ("- x #42nd", tagged(&["42nd"], text("x")), None),
        ("- x #größe/米", tagged(&["größe/米"], text("x")), None),
        ("- x ## #a#b", text("x ## #a#b"), None),
        ("- x \\#one ^a", text("x #one"), Some("a")),
        ("- x \\\\^b ^a", text("x \\^b"), Some("a")),
        ("- \\[fact] x", text("[fact] x"), None),
        ("- \\**[2026-11-15]** x", text("**[2026-11-15]** x"), None),
        ("- [fact] \\[fact] x", categorised("fact", text("\\[fact] x")), None),
        ("- \\[a\\] x", text("\\[a\\] x"), None),
        (&over_long, text(&over_long[2..]), None),
    ];
    for (line, content, anchor) in cases {
        let block = only_block(line);
        assert_eq!((&block.content, block.anchor.as_deref()), (content, *anchor), "{line:?}");
    }
}

#[test]
fn more_lines_lose_their_indent() {
    let cases = [
        ("- a\n  b\n", "a\nb"),
        ("- a\n    b\n", "a\n  b"),
        ("- a\n\tb\n", "a\nb"),
        ("- a\n\t\tb\n", "a\n\tb"),
        ("- a\n\n  b\n", "a\n\nb"),
        ("- a\n \n  b\n", "a\n\nb"),
        ("- a\n  \n  b\n", "a\n\nb"),
        ("- a\n   \n  b\n", "a\n \nb"),
        ("- a\r\n\r\n  b\r\n", "a\n\nb"),
        ("- a\n  ```\n  - b\n  ```\n  # c\n", "a\n```\n- b\n```\n# c"),
        ("- a\n  \\\n", "a"),
        ("- a\n\n  \\\n", "a\n"),
        ("- a\n  \\\\\n", "a\n\\"),
        ("- \\\n", "\\"),
        ("- a ^x\n  b #c ^d\n", "a\nb #c ^d"),
    ];
    for (source, expected) in cases {
        assert_eq!(only_block(source).content.text, expected, "{source:?}");
    }
}

#[test]
fn content_is_written_with_only_the_escapes_it_needs() {
    let cases = [
        (dated(text("Chose SQLite")), "- **[2026-11-15]** Chose SQLite ^a\n"),
        (tagged(&["b", "c"], categorised("fact", text("x"))), "- [fact] x #b #c ^a\n"),
        (dated(text("")), "- **[2026-11-15]**  ^a\n"),
        (text("a\n\n- b\n  c"), "- a ^a\n\n  - b\n    c\n"),
        (text("[[wiki]] foo"), "- [[wiki]] foo ^a\n"),
        (text("[Docs](http://x)"), "- [Docs](http://x) ^a\n"),
        (text("[x] done"), "- [x] done ^a\n"),
        (text("[fact]"), "- [fact] ^a\n"),
        (text("[fact] x"), "- \\[fact] x ^a\n"),
        (text("\\[fact] x"), "- \\\\[fact] x ^a\n"),
        (text("\\[link]"), "- \\[link] ^a\n"),
        (categorised("fact", text("[fact] x")), "- [fact] [fact] x ^a\n"),
        (text("**[2026-11-15]**"), "- \\**[2026-11-15]** ^a\n"),
        (dated(text("**[2026-11-15]** x")), "- **[2026-11-15]** **[2026-11-15]** x ^a\n"),
        (text("see #one"), "- see \\#one ^a\n"),
        (text("see #42 "), "- see \\#42  ^a\n"),
        (text("see #one here"), "- see #one here ^a\n"),
        (text("see \\^b"), "- see \\\\^b ^a\n"),
        (text("a\n"), "- a ^a\n\n  \\\n"),
        (text("a\n \t"), "- a ^a\n   \t\n  \\\n"),
        (text("a\n\\"), "- a ^a\n  \\\\\n"),
        (text("\\"), "- \\ ^a\n"),
    ];
    for (content, expected) in cases {
        let rendered = render_block(&content, "a");
        assert_eq!(rendered, expected);
        assert_eq!(only_block(&rendered).content, content, "{rendered:?}");
    }
}

#[test]
fn words_are_told_apart_from_marks() {
    let anchor = "a".repeat(64);
    assert!(is_anchor("a") && is_anchor("-1") && is_anchor(&anchor));
    assert!(!is_anchor("") && !is_anchor("a_b") && !is_anchor(&(anchor + "a")));

    let category = "a".repeat(40);
    assert!(is_category("ab") && is_category("a-1_") && is_category(&category));
    assert!(!is_category("a") && !is_category("1a") && !is_category(&(category + "a")));

    let tag = "é".repeat(100);
    assert!(is_tag("a") && is_tag("1a") && is_tag("٣") && is_tag(&tag));
    assert!(!is_tag("") && !is_tag("12") && !is_tag("-") && !is_tag(&(tag + "é")));
    assert!(!is_tag("a#b") && !is_tag("a\u{3000}b"));
}

#[test]
fn hash_ignores_line_endings_and_the_last_one() {
    let hash = BlockHash::of("- a ^x\n  b\n");
    assert_eq!(hash, BlockHash::of("- a ^x\r\n  b\r\n"));
    assert_eq!(hash, BlockHash::of("- a ^x\n  b"));
    assert_eq!(hash, only_block("# T\r\n- a ^x\r\n  b\r\n\r\nend").hash);
    assert_ne!(hash, BlockHash::of("- a ^x\n\n  b\n"));
    let whole = blake3::hash(b"- a ^x\n  b");
    assert_eq!(hash.0, whole.as_bytes()[..16]);
}

#[test]
fn hash_survives_being_written_as_hex() {
    let hash = BlockHash::of("- a");
    assert_eq!(hash.to_hex().len(), 32);
    assert_eq!(hash.to_hex(), hash.to_string());
    assert_eq!(BlockHash::from_hex(&hash.to_hex()), Some(hash));
    for bad in ["", "00", &"g".repeat(32), &"A".repeat(32), &"é".repeat(16)] {
        assert_eq!(BlockHash::from_hex(bad), None, "{bad:?}");
    }
}
