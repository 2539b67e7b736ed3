//! Secrets that are a series: words of a recovery phrase, codes in a list, groups of letters.

use std::ops::Range;

use super::{page::Page, set::Mix};

/// So far a series is read.
const LENGTH: usize = 2 << 10;

/// A dozen or more small words in a row: the phrase that restores a wallet.
pub fn phrase(page: &Page, from: usize) -> Option<Range<usize>> {
    let rest = page.after(from, LENGTH);
    let mut run: Vec<Range<usize>> = Vec::new();
    let mut place = 0;
    for piece in rest.split_inclusive(char::is_whitespace).take(60) {
        let word = piece.trim_end();
        let signs = ['"', '\'', '`', ',', '.', ':'];
        let opened = word.trim_start_matches(signs);
        let bare = opened.trim_end_matches(signs);
        let offset = from + place + (word.len() - opened.len());
        let is_word =
            (3..=8).contains(&bare.len()) && bare.bytes().all(|byte| byte.is_ascii_lowercase());
        if is_word {
            run.push(offset..offset + bare.len());
            if word.ends_with(['.', ':']) && run.len() < 12 {
                run.clear();
            }
        } else if !word.is_empty() {
            if run.len() >= 12 {
                break;
            }
            run.clear();
        }
        place += piece.len();
    }
    // A sentence has short words that no word list of phrases has; a run of a dozen long ones is one.
    (run.len() >= 12).then(|| run[run.len() - (run.len() / 12 * 12)].start..run[run.len() - 1].end)
}

/// Groups of letters and digits of base32, as apps for one-time codes show their keys.
pub fn groups(page: &Page, from: usize) -> Option<Range<usize>> {
    let start = from + page.after(from, 80).find(':')? + 1;
    let text = page.after(start, 400);
    let padding = text.len() - text.trim_start().len();
    let start = start + padding;
    let is_group = |group: &str| {
        group.len() == 4
            && group.bytes().all(|it| it.is_ascii_alphabetic() || (b'2'..=b'7').contains(&it))
    };
    let groups = text[padding..]
        .split(' ')
        .take_while(|group| is_group(group.trim_end_matches(['.', '\n'])))
        .count();
    (groups >= 4).then(|| start..start + groups * 5 - 1)
}

/// Codes that stand one below the other or one behind the other.
pub fn codes(page: &Page, from: usize) -> Vec<Range<usize>> {
    let rest = page.after(from, LENGTH);
    let paragraph = &rest[..rest.find("\n\n\n").unwrap_or(rest.len())];
    let mut codes = Vec::new();
    let mut place = from;
    for piece in paragraph.split_inclusive(char::is_whitespace).take(60) {
        let word = piece.trim().trim_matches(['-', '*', '`', ',', '.', '"']);
        let mix = Mix::of(word);
        let is_code = (6..=24).contains(&word.len())
            && mix.digits > 0
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && (mix.lower == 0 || mix.upper == 0)
            && !word.starts_with("20");
        if is_code {
            let start = place + piece.find(word).unwrap_or(0);
            codes.push(start..start + word.len());
        }
        place += piece.len();
    }
    if codes.len() >= 2 { codes } else { Vec::new() }
}
