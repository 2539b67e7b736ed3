//! Properties that hold for any content and any document.

use crate::document::format::NOTES;
use jiff::civil::Date;
use proptest::prelude::*;

use super::super::{Block, Content, Document, is_tag, render_block};
use super::{only_block, text};

const FRAGMENTS: &[&str] = &[
    "```",
    "~~~",
    "```` x",
    "# A",
    "## B",
    "  ## C",
    "#",
    "- ",
    "- a",
    "* b",
    "+ c",
    "1. d",
    "12) e",
    "- - -",
    "* * *",
    "---",
    "...",
    "<!--",
    "-->",
    "<!-- x -->",
    " ^anchor",
    " ^a",
    " #tag",
    " #42",
    "\\",
    "\\#t",
    "\\^a",
    "\\[fact] ",
    "**[2026-11-15]** ",
    "**[2026-11-15]**",
    "[fact] ",
    "[fact]",
    "[x] ",
    "  ",
    " ",
    "\t",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\u{feff}",
    "\u{3000}",
    "text",
    "é",
    "> Last updated: now",
    "=======",
    "\n- ",
    "\n  ",
    "\n# A\n",
    "\n  \\",
    "\0",
];

const SECTIONS: &[&str] = &["A", "b", "C", "Other"];

pub(super) fn nasty(max: usize) -> impl Strategy<Value = String> {
    let fragment =
        prop_oneof![8 => prop::sample::select(FRAGMENTS).prop_map(str::to_owned), 1 => ".{0,4}"];
    prop::collection::vec(fragment, 0..max).prop_map(|fragments| fragments.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    nasty(8).prop_map(|text| text.replace(['\r', '\0'], ""))
}

fn any_date() -> impl Strategy<Value = Date> {
    (0_i16..=9999, 1_i8..=12, 1_i8..=28)
        .prop_map(|(year, month, day)| Date::new(year, month, day).unwrap())
}

fn any_tag() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z0-9^\\\\\\[*-]{1,8}", "\\PC{1,6}"].prop_filter("a tag", |word| is_tag(word))
}

fn any_content() -> impl Strategy<Value = Content> {
    let category = prop::option::of("[a-z][a-z0-9_-]{1,39}");
    let tags = prop::collection::vec(any_tag(), 0..4);
    (prop::option::of(any_date()), category, any_text(), tags).prop_map(
        |(date, category, text, tags)| Content { date, category, text, tags, ..Content::default() },
    )
}

/// A document with at least one block, and the index of one of them.
fn any_document_with_block() -> impl Strategy<Value = (Document, usize)> {
    (nasty(30), any::<prop::sample::Index>())
        .prop_map(|(source, index)| (Document::parse(source), index))
        .prop_filter("a block", |(document, _)| !document.blocks().is_empty())
        .prop_map(|(document, index)| {
            let index = index.index(document.blocks().len());
            (document, index)
        })
}

fn is_inserted(block: &&Block) -> bool {
    block.anchor.as_deref() == Some("inserted-block")
}

fn contents(blocks: &[Block]) -> Vec<&Content> {
    blocks.iter().map(|block| &block.content).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn content_survives_being_rendered_and_read(
        content in any_content(),
        anchor in "[A-Za-z0-9-]{1,64}",
    ) {
        for (before, after) in [("", ""), ("# A\n\nprose\n\n", "\n\nprose\n"), ("- a\n", "- b\n")] {
            let source = format!("{before}{}{after}", render_block(&content, &anchor));
            let document = Document::parse(source);
            let block = &document.blocks()[usize::from(before == "- a\n")];
            prop_assert_eq!(&block.content, &content);
            prop_assert_eq!(block.anchor.as_ref(), Some(&anchor));
        }
        let with_returns = render_block(&content, &anchor).replace('\n', "\r\n");
        prop_assert_eq!(only_block(&with_returns).content, content);
    }

    #[test]
    fn document_is_kept_byte_for_byte(source in nasty(40)) {
        let document = Document::parse(source.clone());
        prop_assert_eq!(document.source(), &source);
        prop_assert_eq!(document.edit().finish(), source);
    }

    #[test]
    fn replacing_leaves_every_other_byte(
        (document, index) in any_document_with_block(),
        content in any_content(),
    ) {
        let mut edit = document.edit();
        edit.replace(index, &content, "new");
        let changed = edit.finish();
        let range = document.blocks()[index].range.clone();
        prop_assert!(changed.starts_with(&document.source()[..range.start]));
        prop_assert!(changed.ends_with(&document.source()[range.end..]));

        let old_date = document.blocks()[index].content.date;
        let expected = Content { date: old_date.map(|old| content.date.unwrap_or(old)), ..content };
        let changed = Document::parse(changed);
        prop_assert_eq!(changed.blocks().len(), document.blocks().len());
        prop_assert_eq!(&changed.blocks()[index].content, &expected);
    }

    #[test]
    fn replacing_a_block_by_its_own_content_keeps_the_content(
        (document, index) in any_document_with_block(),
    ) {
        let block = &document.blocks()[index];
        let anchor = block.anchor.as_deref().unwrap_or("new");
        let mut edit = document.edit();
        edit.replace(index, &block.content, anchor);
        let changed = Document::parse(edit.finish());
        prop_assert_eq!(contents(changed.blocks()), contents(document.blocks()));
        prop_assert_eq!(changed.blocks()[index].anchor.as_deref(), Some(anchor));
    }

    #[test]
    fn setting_an_anchor_keeps_the_content((document, index) in any_document_with_block()) {
        let mut edit = document.edit();
        edit.set_anchor(index, "new");
        let changed = Document::parse(edit.finish());
        prop_assert_eq!(contents(changed.blocks()), contents(document.blocks()));
        prop_assert_eq!(changed.blocks()[index].anchor.as_deref(), Some("new"));
    }

    #[test]
    fn removing_some_and_adding_one_leaves_all_other_blocks(
        source in nasty(40),
        removals in prop::collection::vec(any::<bool>(), 40),
        section in prop::sample::select(SECTIONS),
    ) {
        let document = Document::parse(source);
        let mut edit = document.edit();
        edit.insert(&NOTES, section, &text("x"), "inserted-block");
        let mut expected = Vec::new();
        for (index, block) in document.blocks().iter().enumerate() {
            if removals[index] {
                edit.remove(index);
            } else {
                expected.push(block.hash);
            }
        }
        let changed = Document::parse(edit.finish());
        let others = changed.blocks().iter().filter(|block| !is_inserted(block));
        let others: Vec<_> = others.map(|block| block.hash).collect();
        prop_assert_eq!(changed.blocks().len(), expected.len() + 1);
        prop_assert_eq!(others, expected);
    }

    #[test]
    fn removing_leaves_all_other_blocks((document, index) in any_document_with_block()) {
        let mut edit = document.edit();
        edit.remove(index);
        let changed = Document::parse(edit.finish());
        let mut expected = contents(document.blocks());
        expected.remove(index);
        prop_assert_eq!(contents(changed.blocks()), expected);
    }

    #[test]
    fn inserted_block_is_found_and_all_others_are_unchanged(
        source in nasty(30),
        section in prop::sample::select(SECTIONS),
        content in any_content(),
    ) {
        let document = Document::parse(source);
        let mut edit = document.edit();
        edit.insert(&NOTES, section, &content, "inserted-block");
        let changed = Document::parse(edit.finish());
        let (new, others): (Vec<&Block>, Vec<_>) = changed.blocks().iter().partition(is_inserted);
        prop_assert_eq!(new.len(), 1);
        prop_assert_eq!(&new[0].content, &content);
        prop_assert!(new[0].headings.last().unwrap().eq_ignore_ascii_case(section));

        let others: Vec<_> = others.iter().map(|block| (block.hash, &block.content)).collect();
        let before = document.blocks().iter().map(|block| (block.hash, &block.content));
        prop_assert_eq!(others, before.collect::<Vec<_>>());
    }
}
