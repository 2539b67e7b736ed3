//! What an edit does to the blocks and the stamp of a document.

use super::super::{Content, Document, Edit};
use super::{NOVEMBER_15, categorised, dated, tagged, text};
use crate::document::format::NOTES;
use jiff::civil::date;

#[track_caller]
fn check(source: &str, change: impl FnOnce(&mut Edit<'_>), expected: &str) {
    let document = Document::parse(source);
    let mut edit = document.edit();
    change(&mut edit);
    assert_eq!(edit.finish(), expected, "{source:?}");
}

#[test]
fn replacing_keeps_the_bullet_and_the_line_endings() {
    let content = tagged(&["t"], categorised("fact", text("x\ny")));
    let cases = [
        ("p\n- a\n  b\n\nq\n", "p\n- [fact] x #t ^k\n  y\n\nq\n"),
        ("12) a\r\nq\r\n", "12) [fact] x #t ^k\r\n  y\r\nq\r\n"),
        ("\u{feff}* a", "\u{feff}* [fact] x #t ^k\n  y"),
    ];
    for (source, expected) in cases {
        check(source, |edit| edit.replace(0, &content, "k"), expected);
    }
}

#[test]
fn replacing_never_adds_a_date_and_never_drops_one() {
    let next_day = Content { date: Some(date(2026, 11, 16)), ..text("x") };
    let day_in_text = text(&format!("**[{NOVEMBER_15}]** x"));
    let cases = [
        ("- a\n", &next_day, "- x ^k\n"),
        ("- a\n", &day_in_text, "- \\**[2026-11-15]** x ^k\n"),
        ("- **[2026-11-15]** a\n", &next_day, "- **[2026-11-16]** x ^k\n"),
        ("- **[2026-11-15]** a\n", &text("x"), "- **[2026-11-15]** x ^k\n"),
        ("- **[2026-11-15]** a\n", &dated(text("x")), "- **[2026-11-15]** x ^k\n"),
    ];
    for (source, content, expected) in cases {
        check(source, |edit| edit.replace(0, content, "k"), expected);
    }
}

#[test]
fn setting_an_anchor_changes_nothing_else() {
    let cases = [
        ("- a\n  b\n", "- a ^k\n  b\n"),
        ("- a #t \r\n", "- a #t  ^k\r\n"),
        ("- a", "- a ^k"),
        ("-  [fact]  x ^old  \n", "-  [fact]  x ^k  \n"),
    ];
    for (source, expected) in cases {
        check(source, |edit| edit.set_anchor(0, "k"), expected);
    }
}

#[test]
fn removing_takes_whole_lines_and_one_of_two_blank_lines() {
    let cases: &[(&str, &[usize], &str)] = &[
        ("- a\n  b\n- c\n", &[0], "- c\n"),
        ("x\n\n- a\n\ny\n", &[0], "x\n\ny\n"),
        ("x\n\n- a\n- b\n\ny\n", &[0, 1], "x\n\ny\n"),
        ("x\n\n- a\n\n- b\n\ny\n", &[0, 1], "x\n\ny\n"),
        ("x\n\n- a\n- b\n\ny\n", &[0], "x\n\n- b\n\ny\n"),
        ("x\n\n- a\ny\n", &[0], "x\n\ny\n"),
        ("x\n\n- a\n", &[0], "x\n\n"),
        ("- a\n\ny\n", &[0], "\ny\n"),
        ("x\n- a", &[0], "x"),
        ("- a", &[0], ""),
    ];
    for (source, indexes, expected) in cases {
        check(source, |edit| indexes.iter().for_each(|index| edit.remove(*index)), expected);
    }
}

#[test]
fn line_that_comes_first_by_a_removal_is_read_as_before() {
    let cases =
        [("- a\n---\n- b\n---\n", "\n---\n- b\n---\n"), ("- a\n\u{feff}- b\n", "\n\u{feff}- b\n")];
    for (source, expected) in cases {
        check(source, |edit| edit.remove(0), expected);
    }
}

#[test]
fn last_change_of_a_block_counts() {
    let change = |edit: &mut Edit<'_>| {
        edit.remove(0);
        edit.set_anchor(0, "k");
    };
    check("- a\n", change, "- a ^k\n");
}

#[test]
fn stamp_is_replaced_where_there_is_one() {
    let cases = [
        ("> Last updated: old  \r\n- a\n", "> Last updated: new  \r\n- a\n"),
        ("> Last updated: ", "> Last updated: new"),
        ("# A\n- a\n", "# A\n- a\n"),
    ];
    for (source, expected) in cases {
        check(source, |edit| edit.set_stamp("new"), expected);
    }
}

#[test]
fn changes_of_all_kinds_apply_together() {
    let change = |edit: &mut Edit<'_>| {
        edit.insert(&NOTES, "B", &text("new"), "n");
        edit.remove(1);
        edit.replace(2, &text("c2"), "c");
        edit.set_anchor(0, "k");
        edit.set_stamp("2");
        edit.insert(&NOTES, "Z", &text("z"), "z");
    };
    check(
        "> Last updated: 1\n## A\n- a\n- b\n## B\n- c",
        change,
        "> Last updated: 2\n## A\n- a ^k\n## B\n- c2 ^c\n- new ^n\n\n## Z\n\n- z ^z",
    );
}
