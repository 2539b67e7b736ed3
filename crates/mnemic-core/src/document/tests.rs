//! Tests of the document: a file of tables for each part, and properties over arbitrary documents.

mod edits;
mod formats;
mod inserts;
mod outlines;
mod properties;
mod reading;

use super::{Block, Content, Document};
use jiff::civil::{Date, date};

const NOVEMBER_15: Date = date(2026, 11, 15);

fn text(text: &str) -> Content {
    Content { text: text.to_owned(), ..Content::default() }
}

fn dated(content: Content) -> Content {
    Content { date: Some(NOVEMBER_15), ..content }
}

fn categorised(category: &str, content: Content) -> Content {
    Content { category: Some(category.to_owned()), ..content }
}

fn tagged(tags: &[&str], content: Content) -> Content {
    Content { tags: tags.iter().map(|tag| (*tag).to_owned()).collect(), ..content }
}

fn texts(source: &str) -> Vec<String> {
    let document = Document::parse(source);
    document.blocks().iter().map(|block| block.content.text.clone()).collect()
}

#[track_caller]
fn only_block(source: &str) -> Block {
    let document = Document::parse(source);
    let [block] = document.blocks() else {
        panic!("{} blocks in {source:?}", document.blocks().len());
    };
    block.clone()
}
