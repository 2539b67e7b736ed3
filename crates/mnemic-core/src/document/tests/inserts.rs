//! Where a new block goes and what comes between it and its neighbours.

use super::super::Document;
use super::text;
use crate::document::format::NOTES;

#[track_caller]
fn check(source: &str, sections: &[&str], expected: &str) {
    let document = Document::parse(source);
    let mut edit = document.edit();
    for (section, anchor) in sections.iter().zip(["n1", "n2", "n3"]) {
        edit.insert(&NOTES, section, &text("new"), anchor);
    }
    assert_eq!(edit.finish(), expected, "{source:?}");
}

#[test]
fn new_block_follows_the_last_line_of_its_section() {
    let cases = [
        ("# A\n\n- a\n\n# B\n", "# A\n\n- a\n- new ^n1\n\n# B\n"),
        ("# A\n- a\n\n  b\n\n\n# B\n", "# A\n- a\n\n  b\n- new ^n1\n\n\n# B\n"),
        ("# A\n- a\n# B\n", "# A\n- a\n- new ^n1\n\n# B\n"),
        ("# A\n", "# A\n\n- new ^n1\n"),
        ("# A\n# B\n", "# A\n\n- new ^n1\n\n# B\n"),
        ("# A\n\n# B\n", "# A\n\n- new ^n1\n\n# B\n"),
        ("# A\n<!-- c -->\n\n# B\n", "# A\n<!-- c -->\n\n- new ^n1\n\n# B\n"),
        ("# A\n- a\nprose\n", "# A\n- a\nprose\n\n- new ^n1\n"),
        ("# A\n- a\n## Sub\n- b\n", "# A\n- a\n- new ^n1\n\n## Sub\n- b\n"),
        ("# A\n- a\n\n\n", "# A\n- a\n- new ^n1\n\n\n"),
        ("# A\r\n- a\r\n# B\r\n", "# A\r\n- a\r\n- new ^n1\r\n\r\n# B\r\n"),
        ("# A\n- a", "# A\n- a\n- new ^n1"),
        ("# A", "# A\n\n- new ^n1"),
    ];
    for (source, expected) in cases {
        check(source, &["A"], expected);
    }
}

#[test]
fn section_is_the_first_heading_with_its_text() {
    check("### User  \n\n# user\n", &[" USER "], "### User  \n\n- new ^n1\n\n# user\n");
    check("```\n# A\n```\n# a\n", &["A"], "```\n# A\n```\n# a\n\n- new ^n1\n");
}

#[test]
fn missing_section_is_added_at_the_end() {
    let cases = [
        ("", "## A\n\n- new ^n1\n"),
        ("\u{feff}", "\u{feff}## A\n\n- new ^n1\n"),
        ("# T\n", "# T\n\n## A\n\n- new ^n1\n"),
        ("# T\n\n", "# T\n\n## A\n\n- new ^n1\n"),
        ("# T", "# T\n\n## A\n\n- new ^n1"),
        ("# T\r\n", "# T\r\n\r\n## A\r\n\r\n- new ^n1\r\n"),
    ];
    for (source, expected) in cases {
        check(source, &["A"], expected);
    }
}

#[test]
fn several_blocks_keep_their_order() {
    check("# A\n- a\n", &["A", "a"], "# A\n- a\n- new ^n1\n- new ^n2\n");
    check("# A\n", &["B", "C", "b"], "# A\n\n## B\n\n- new ^n1\n- new ^n3\n\n## C\n\n- new ^n2\n");
    check("# A\n- a", &["B", "A"], "# A\n- a\n- new ^n2\n\n## B\n\n- new ^n1");
}

#[test]
fn new_block_never_falls_into_what_is_not_closed() {
    check("# A\n```\n- x\n", &["A"], "# A\n\n- new ^n1\n\n```\n- x\n");
    check("# A\n\n<!--\n", &["B"], "# A\n\n## B\n\n- new ^n1\n\n<!--\n");
    check("# A\n<!--", &["A", "B"], "# A\n\n- new ^n1\n\n## B\n\n- new ^n2\n\n<!--");
}

#[test]
fn new_block_does_not_swallow_an_indented_heading() {
    check("# A\n  # B\n", &["A"], "# A\n\n- new ^n1\n\n<!-- -->\n\n  # B\n");
    check("# A\n\n  # B\n", &["A"], "# A\n\n- new ^n1\n\n<!-- -->\n\n  # B\n");
}

#[test]
fn new_block_takes_the_place_of_a_removed_one() {
    let document = Document::parse("# A\n\n- a\n\n# B\n");
    let mut edit = document.edit();
    edit.remove(0);
    edit.insert(&NOTES, "A", &text("new"), "n");
    assert_eq!(edit.finish(), "# A\n\n- new ^n\n\n# B\n");
}
