//! Which lines of a document are blocks, headings, stamp and conflict markers.

use super::super::Document;
use super::{only_block, texts};
use crate::document::format::NOTES;

#[test]
fn only_top_level_items_outside_other_syntax_are_blocks() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        ("\u{feff}- a", &["a"]),
        ("- a\n- b\n", &["a", "b"]),
        ("- a\r\n* b\r\n", &["a", "b"]),
        (" - a\n", &[]),
        ("-a\n-\n- \n-  \t\n1.a\n1234567890. a\n", &[]),
        ("- - -\n* * *\n-  --\n", &[]),
        ("- - x\n+ + +\n", &["- x", "+ +"]),
        ("- a\n b\n  c\n- d\n", &["a", "d"]),
        ("- a\nb\n  c\n", &["a"]),
        ("- a\n\n\nb\n", &["a"]),
        ("---\n- a\n---\n- b\n", &["b"]),
        ("\u{feff}---\r\n- a\r\n...\r\n- b\r\n", &["b"]),
        ("---\n- a\n", &["a"]),
        ("--- \n- a\n---\n", &["a"]),
        ("\n---\n- a\n---\n", &["a"]),
        ("```\n- a\n```\n- b\n", &["b"]),
        ("   ~~~~ x\n- a\n~~~\n- b\n  ~~~~~ \n- c\n", &["c"]),
        ("    ```\n- a\n", &["a"]),
        ("```\n- a\n~~~\n- b\n", &[]),
        ("``` a ``` b\n- c\n", &["c"]),
        ("~~~ a ~~~\n- c\n", &[]),
        ("<!-- x -->\n- a\n", &["a"]),
        ("  <!-- x\n- a\n--> - b\n- c\n", &["c"]),
        ("text <!--\n- a\n", &["a"]),
        ("<!--\n- a\n", &[]),
        ("- a\n  <!--\n- b\n", &["a\n<!--", "b"]),
        ("- a\n  ```\n- b\n", &["a\n```", "b"]),
        ("-\u{a0}a\n- \u{a0}\n\u{3000}b\n", &["\u{a0}"]),
    ];
    for (source, expected) in cases {
        assert_eq!(texts(source), *expected, "{source:?}");
    }
}

#[test]
fn block_knows_its_line_and_its_headings() {
    let cases: &[(&str, usize, &[&str])] = &[
        ("- a", 1, &[]),
        ("# A\n\n## B ##\n\n- a", 5, &["A", "B"]),
        ("# A\n## B\n### C\n## D\n- a", 5, &["A", "D"]),
        ("### A\n# B\n- a", 3, &["B"]),
        ("   # A#\n    # B\n- a", 3, &["A#"]),
        ("#\n- a", 2, &[""]),
        ("## ##\n- a", 2, &[""]),
        ("#A\n####### B\n- a", 3, &[]),
        ("#\tA  \r\n- a", 2, &["A"]),
        ("```\n# A\n```\n# B\n<!--\n# C\n-->\n- a", 8, &["B"]),
    ];
    for (source, line, headings) in cases {
        let block = only_block(source);
        assert_eq!((block.line, &block.headings[..]), (*line, &to_strings(headings)[..]));
    }
}

fn to_strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn raw_holds_the_lines_of_a_block_and_no_blank_line_after_it() {
    let document = Document::parse("x\r\n- a\r\n\r\n  b\r\n\r\n- c");
    assert_eq!(document.raw(0), "- a\r\n\r\n  b\r\n");
    assert_eq!(document.raw(1), "- c");
}

#[test]
fn stamp_stands_before_the_first_section_and_block() {
    let cases = [
        ("# A\n> Last updated: 2026-11-15\n", Some("2026-11-15")),
        ("### A\n> Last updated:  x y  \r\n> Last updated: z\n", Some("x y")),
        ("> Last updated: \n", Some("")),
        ("> Last updated:\n", None),
        (" > Last updated: x\n", None),
        ("## A\n> Last updated: x\n", None),
        ("- a\n> Last updated: x\n", None),
        ("---\n> Last updated: x\n---\n", None),
        ("```\n> Last updated: x\n```\n", None),
    ];
    for (source, expected) in cases {
        assert_eq!(Document::parse(source).stamp(), expected, "{source:?}");
    }
}

#[test]
fn merge_marker_needs_all_three_lines_in_order() {
    let cases = [
        ("# A\n<<<<<<< ours\n- a\n=======\n- b\n>>>>>>> theirs\n", Some(2)),
        ("\u{feff}<<<<<<< a\r\n=======\r\n>>>>>>> b\r\n", Some(1)),
        ("=======\n<<<<<<< a\n>>>>>>> b\n", None),
        ("<<<<<<< a\n=======\n", None),
        ("<<<<<<< a\n======= \n>>>>>>> b\n", None),
        ("- a\n  <<<<<<< a\n  =======\n  >>>>>>> b\n", None),
    ];
    for (source, expected) in cases {
        assert_eq!(Document::parse(source).merge_marker(), expected, "{source:?}");
    }
}

#[test]
fn large_documents_are_parsed_and_edited_whole() {
    let sections: String = (0..10_000).map(|n| format!("## S{n}\n")).collect();
    let document = Document::parse(sections + &"- a\n\n".repeat(50_000));
    assert_eq!(document.blocks().len(), 50_000);

    let mut edit = document.edit();
    for index in 0..50_000 {
        edit.remove(index);
    }
    for section in 0..10_000 {
        edit.insert(&NOTES, &format!("s{section}"), &super::text("x"), "b");
    }
    assert_eq!(Document::parse(edit.finish()).blocks().len(), 10_000);
}
