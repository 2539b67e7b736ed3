//! FTS5 makes the same words of the same text: every character, and every ending on many stems.

use mnemic_core::text::word::{Word, store::words};
use proptest::prelude::*;
use rusqlite::{Connection, params};

/// The words that FTS5 makes of each text.
fn fts5_words(texts: &[String]) -> Vec<Vec<Word>> {
    let connection = Connection::open_in_memory().unwrap();
    connection
        .execute_batch(
            "CREATE VIRTUAL TABLE texts USING fts5 (
                 text, tokenize = 'porter unicode61 remove_diacritics 2'
             );
             CREATE VIRTUAL TABLE words USING fts5vocab (texts, instance);
             BEGIN",
        )
        .unwrap();
    let mut insert = connection.prepare("INSERT INTO texts (rowid, text) VALUES (?1, ?2)").unwrap();
    for (number, text) in (0_i64..).zip(texts) {
        insert.execute(params![number, text]).unwrap();
    }
    let mut found = vec![Vec::new(); texts.len()];
    let mut select = connection
        .prepare("SELECT doc, CAST(term AS BLOB) FROM words ORDER BY doc, offset")
        .unwrap();
    let mut rows = select.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let number: i64 = row.get(0).unwrap();
        found[usize::try_from(number).unwrap()].push(row.get(1).unwrap());
    }
    found
}

fn assert_agreement(texts: &[String]) {
    for (text, expected) in texts.iter().zip(fts5_words(texts)) {
        let found = words(text);
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(spelled(found), spelled(expected), "in {text:?}");
        }
        assert_eq!(found.len(), expected.len(), "{text:?}");
    }
}

fn spelled(word: &[u8]) -> String {
    word.escape_ascii().to_string()
}

#[test]
fn every_character_is_folded_and_separates_as_in_fts5() {
    let planes = (0..0x2_0000).chain(0xF_FFF0..0x10_0010).filter_map(char::from_u32);
    let characters: Vec<char> = planes.collect();
    let text = |some: &[char]| {
        some.iter().map(|character| format!("7{character}8 {character} ")).collect()
    };
    let texts: Vec<String> = characters.chunks(64).map(text).collect();
    assert_agreement(&texts);
}

#[test]
fn every_ending_is_taken_off_as_in_fts5() {
    const STEMS: [&str; 20] = [
        "", "a", "b", "y", "ab", "by", "ya", "bat", "boy", "tree", "hop", "fizz", "fall",
        "controll", "relat", "generous", "oscillat", "é", "嚚", "crypt",
    ];
    const ENDINGS: [&str; 46] = [
        "", "s", "es", "ies", "sses", "ss", "e", "y", "ed", "eed", "ing", "ll", "ational",
        "tional", "enci", "anci", "izer", "logi", "bli", "alli", "entli", "eli", "ousli",
        "ization", "ation", "ator", "alism", "iveness", "fulness", "ousness", "aliti", "iviti",
        "biliti", "icate", "ative", "alize", "iciti", "ical", "ful", "ness", "ement", "ment",
        "ent", "ion", "ous", "ible",
    ];
    let endings = || ENDINGS.iter().flat_map(|end| ENDINGS.iter().map(move |last| (end, last)));
    let text = |stem: &&str| {
        endings().map(|(end, last)| format!("{stem}{end}{last} ")).collect::<String>()
    };
    let texts: Vec<String> = STEMS.iter().map(text).collect();
    assert_agreement(&texts);
}

#[test]
fn words_of_any_length_are_cut_as_in_fts5() {
    let lengths = [2, 3, 63, 64, 65, 32_767, 32_768, 32_769];
    let texts =
        lengths.map(|length| format!("{}ing é{}", "x".repeat(length - 2), "é".repeat(length)));
    assert_agreement(&texts);
}

proptest! {
    #[test]
    fn letters_in_any_order_are_taken_as_in_fts5(
        texts in prop::collection::vec("([aeiouybcdlstzmnr]{1,9} ?){0,40}|\\PC{0,60}", 20),
    ) {
        assert_agreement(&texts);
    }
}
