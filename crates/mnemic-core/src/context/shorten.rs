//! Shortening: a text that does not fit is cut where a sentence or at least a word ends.

use crate::text::token::TokenCounter;

const CUT: &str = " …";

/// The beginning of a text that costs at most `tokens`, with a sign that there was more; the text itself when it
/// fits, nothing when not even a few words do.
pub fn shorten(text: &str, tokens: usize, counter: &dyn TokenCounter) -> Option<String> {
    if counter.count(text) <= tokens {
        return Some(text.to_owned());
    }
    let fits = |end: usize| counter.count(&format!("{}{CUT}", &text[..end])) <= tokens;
    let ends: Vec<usize> = word_ends(text);
    let whole = ends.partition_point(|end| fits(*end));
    let end = *ends.get(whole.checked_sub(1)?)?;
    let kept = &text[..end];
    let sentence = kept.rfind(['.', '!', '?', '。', '\n', ';']).map(|at| at + 1);
    // A sentence is better than a few words more, but not than most of the text.
    let end = sentence.filter(|at| *at * 2 > end && text.is_char_boundary(*at)).unwrap_or(end);
    let kept = text[..end].trim_end();
    (!kept.is_empty()).then(|| format!("{kept}{CUT}"))
}

/// Where words end; in a text without spaces, where letters do.
fn word_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let (mut last, mut run) = (None, 0);
    for (at, character) in text.char_indices() {
        run += 1;
        if character.is_whitespace() {
            ends.extend(last.take());
            run = 0;
        } else {
            last = Some(at + character.len_utf8());
            // A run that long is no word.
            if run > 24 {
                ends.extend(last);
            }
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::token::Estimator;

    #[test]
    fn a_text_is_cut_where_something_ends() {
        let text = "We chose SQLite. It needs no server and no network, which people like. More follows here";
        for (tokens, expected) in [
            (100, Some(text)),
            (17, Some("We chose SQLite. It needs no server and no network, which people like. …")),
            (7, Some("We chose SQLite. …")),
            (3, Some("We chose …")),
            (1, None),
            (0, None),
        ] {
            assert_eq!(shorten(text, tokens, &Estimator).as_deref(), expected, "{tokens}");
        }
    }

    #[test]
    fn a_text_without_spaces_is_cut_too() {
        let text = "我们决定使用默认存储".repeat(20);
        let cut = shorten(&text, 60, &Estimator).unwrap();
        assert!(cut.ends_with('…') && Estimator.count(&cut) <= 60, "{cut}");
    }

    #[test]
    fn what_is_cut_always_fits() {
        let text =
            "Ünïcode and 猫, words; a-very-long-run-without-any-space-in-it-at-all and\nlines";
        for tokens in 0..60 {
            if let Some(cut) = shorten(text, tokens, &Estimator) {
                assert!(Estimator.count(&cut) <= tokens, "{tokens}: {cut}");
            }
        }
    }
}
