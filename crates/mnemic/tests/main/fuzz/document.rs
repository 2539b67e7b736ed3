//! Any text is a document: it comes back byte for byte, and an edit changes what it was asked to change.

use mnemic_core::document::{Content, Document, format::NOTES, render_block};

use super::fuzz;

const WORDS: [&str; 24] = [
    "\n- ",
    "\n",
    "\r\n",
    "  ",
    "```",
    "~~~",
    "# ",
    "## Facts\n",
    "<!--",
    "-->",
    "---\n",
    " ^anchor1",
    " #tag",
    "\\",
    "**[2026-11-15]** ",
    "[fact] ",
    "> Last updated: ",
    "1. ",
    "* ",
    "\t",
    "\u{feff}",
    "<<<<<<< a\n",
    "=======\n",
    ">>>>>>> b\n",
];

#[test]
fn any_text_is_a_document_that_keeps_its_bytes() {
    fuzz("document", &WORDS, |input| {
        let source = String::from_utf8_lossy(input);
        let document = Document::parse(source.as_ref());
        assert_eq!(document.source(), source);
        assert_eq!(document.edit().finish(), source);
        every_block_reads_back(&document);
        an_added_block_leaves_the_others(&document);
    });
}

fn every_block_reads_back(document: &Document) {
    for block in document.blocks() {
        let rendered = render_block(&block.content, "anchor01");
        let again = Document::parse(rendered);
        assert_eq!(again.blocks().len(), 1, "{:?}", again.source());
        assert_eq!(again.blocks()[0].content, block.content);
    }
}

fn an_added_block_leaves_the_others(document: &Document) {
    let content = Content { text: "Added".to_owned(), ..Content::default() };
    let mut edit = document.edit();
    edit.insert(&NOTES, "Facts", &content, "addedone");
    let after = Document::parse(edit.finish());
    let is_added = |anchor: &Option<String>| anchor.as_deref() == Some("addedone");
    let (added, others): (Vec<_>, Vec<_>) =
        after.blocks().iter().partition(|block| is_added(&block.anchor));
    let before = document.blocks().iter().filter(|block| !is_added(&block.anchor));
    assert!(added.iter().any(|block| block.content == content), "{:?}", after.source());
    assert!(
        others.iter().map(|block| &block.content).eq(before.map(|block| &block.content)),
        "{:?}",
        after.source()
    );
}
