//! Snippets: of a long text, the passage that says most of what a question looks for.

use crate::{
    recall::question::Question,
    text::{analyse, word},
};

/// A text up to so many characters is its own snippet. Required.
const SHORT_CHARS: usize = 700;

/// The passage of a long text that holds most of the terms of a question, the rarest counting most, with signs where
/// there is more; nothing for a short text, or when no term is in it.
pub fn snippet(text: &str, question: &Question) -> Option<String> {
    if text.chars().take(SHORT_CHARS + 1).count() <= SHORT_CHARS {
        return None;
    }
    let weights = question.weights();
    let sentences = sentences(text);
    let holds: Vec<Vec<usize>> = sentences.iter().map(|said| held(said, question)).collect();
    let windows = (0..sentences.len()).filter_map(|start| {
        let end = end_of(&sentences, start);
        let mut terms: Vec<usize> = holds[start..end].concat();
        terms.sort_unstable();
        terms.dedup();
        let weight: f64 = terms.iter().map(|term| weights[*term]).sum();
        (weight > 0.0 && !holds[start].is_empty()).then_some((start, end, weight))
    });
    // Of equally good passages the first.
    let best = windows.reduce(|best, other| if other.2 > best.2 + 1e-9 { other } else { best });
    let (start, end, _) = best?;
    let (first, last) = (sentences[start], sentences[end - 1]);
    let from = offset(text, first);
    let to = offset(text, last) + last.len();
    let before = if from > 0 { "… " } else { "" };
    let after = if to < text.len() { " …" } else { "" };
    Some(format!("{before}{}{after}", text[from..to].trim()))
}

/// Where a part of a text begins in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The sentences of a text; a line ends one, and so does a length that no sentence has.
fn sentences(text: &str) -> Vec<&str> {
    let (mut sentences, mut start, mut length) = (Vec::new(), 0, 0);
    let mut ended = false;
    for (at, character) in text.char_indices() {
        length += 1;
        let is_break =
            character == '\n' || (ended && character.is_whitespace()) || length > SHORT_CHARS / 2;
        if is_break && length > 1 {
            sentences.push(&text[start..at]);
            (start, length) = (at, 1);
        }
        ended = matches!(character, '.' | '!' | '?' | '。' | '！' | '？');
    }
    sentences.push(&text[start..]);
    sentences.retain(|sentence| !sentence.trim().is_empty());
    sentences
}

/// Where the longest passage ends that begins with a sentence.
fn end_of(sentences: &[&str], start: usize) -> usize {
    let mut chars = 0;
    let fits = sentences[start..].iter().take_while(|sentence| {
        chars += sentence.chars().count();
        chars <= SHORT_CHARS
    });
    start + fits.count().max(1)
}

fn held(sentence: &str, question: &Question) -> Vec<usize> {
    let (mut terms, mut scratch) = (Vec::new(), Vec::new());
    word::each_folded_word(&analyse::index_text(sentence), |word| {
        terms.extend_from_slice(question.terms_of(word, &mut scratch));
    });
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passage_that_answers_is_shown() {
        let filler = "This sentence is about something else entirely. ".repeat(40);
        let text = format!("{filler}\nThe gateway listens on port 8443.\n{filler}");
        let snippet = snippet(&text, &Question::of("Which port does the gateway use?")).unwrap();
        assert!(snippet.starts_with("… The gateway listens on port 8443."), "{snippet}");
        assert!(snippet.ends_with(" …") && snippet.chars().count() <= SHORT_CHARS + 4);
    }

    #[test]
    fn a_short_text_or_one_that_says_nothing_of_it_has_none() {
        assert_eq!(snippet("The gateway listens.", &Question::of("gateway")), None);
        assert_eq!(snippet(&"Something else. ".repeat(100), &Question::of("gateway")), None);
    }

    #[test]
    fn a_text_without_sentences_is_cut_anyway() {
        let text = format!("{} gateway {}", "x".repeat(2_000), "猫".repeat(2_000));
        let snippet = snippet(&text, &Question::of("gateway")).unwrap();
        assert!(snippet.chars().count() <= SHORT_CHARS + 4, "{}", snippet.chars().count());
    }
}
