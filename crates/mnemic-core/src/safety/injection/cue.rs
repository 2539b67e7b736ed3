//! Cues: a small language for phrases, so that a list of them reads like the phrases themselves.
//!
//! `ignore|disregard ~3 instruction*` is one of two words, then at most three others, then a word that begins with
//! `instruction`. A `?` behind an element makes it optional, a `_` joins words: `do_not|never`. No phrase reaches across the end of a sentence.

use std::ops::Range;

/// A word of a text, or the end of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'t> {
    /// The word without apostrophes; empty at the end of a sentence.
    pub word: std::borrow::Cow<'t, str>,
    /// Where it stands, in bytes.
    pub range: Range<usize>,
}

impl Token<'_> {
    fn is_end(&self) -> bool {
        self.word.is_empty()
    }
}

/// The words of a folded text and the ends of its sentences.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut start = None;
    let bytes_after = |at: usize| text[at..].chars().next();
    for (at, character) in text.char_indices().chain([(text.len(), '\n')]) {
        let is_inside = character.is_alphanumeric()
            || character == '\''
                && start.is_some()
                && bytes_after(at + 1).is_some_and(char::is_alphanumeric);
        if is_inside && at < text.len() {
            start.get_or_insert(at);
            continue;
        }
        if let Some(start) = start.take() {
            let word = &text[start..at];
            let word =
                if word.contains('\'') { word.replace('\'', "").into() } else { word.into() };
            tokens.push(Token { word, range: start..at });
        }
        if ends_sentence(text, at, character) && tokens.last().is_some_and(|last| !last.is_end()) {
            tokens.push(Token { word: "".into(), range: at..at });
        }
    }
    tokens
}

/// A full stop inside a name such as `config.yaml` ends nothing; a blank line and a new item of a list do.
fn ends_sentence(text: &str, at: usize, character: char) -> bool {
    let rest = text.get(at + character.len_utf8()..).unwrap_or("");
    match character {
        '.' | '!' | '?' | ';' => rest.is_empty() || rest.starts_with(char::is_whitespace),
        '。' | '！' | '？' => true,
        '\n' => {
            let line = rest.trim_start_matches([' ', '\t']);
            line.is_empty() || line.starts_with(['\n', '-', '*', '#', '|', '>', '•'])
        }
        _ => false,
    }
}

/// A phrase.
#[derive(Debug)]
pub struct Pattern {
    elements: Vec<Element>,
}

#[derive(Debug)]
enum Element {
    Words { alternatives: Vec<Vec<&'static str>>, is_optional: bool },
    Gap(usize),
}

impl Pattern {
    /// Reads a phrase.
    pub fn new(phrase: &'static str) -> Self {
        let element = |part: &'static str| match part.strip_prefix('~') {
            Some(most) => Element::Gap(most.parse().expect("a gap is a number of words")),
            None => {
                let words = part.strip_suffix('?');
                let is_optional = words.is_some();
                let alternatives = words.unwrap_or(part).split('|');
                let alternatives = alternatives.map(|it| it.split('_').collect()).collect();
                Element::Words { alternatives, is_optional }
            }
        };
        Self { elements: phrase.split(' ').map(element).collect() }
    }

    /// The words with which it can begin.
    pub fn first_words(&self) -> Vec<&'static str> {
        let mut first = Vec::new();
        for element in &self.elements {
            let Element::Words { alternatives, is_optional } = element else { break };
            first.extend(alternatives.iter().map(|words| words[0]));
            if !is_optional {
                break;
            }
        }
        first
    }

    /// How many tokens it takes from the first one on; nothing where it does not stand.
    pub fn matches(&self, tokens: &[Token<'_>]) -> Option<usize> {
        matches(&self.elements, tokens)
    }
}

fn matches(elements: &[Element], tokens: &[Token<'_>]) -> Option<usize> {
    let Some((element, rest)) = elements.split_first() else { return Some(0) };
    match element {
        Element::Gap(most) => {
            let inside = tokens.iter().take_while(|token| !token.is_end()).count();
            (0..=inside.min(*most))
                .find_map(|skipped| Some(skipped + matches(rest, &tokens[skipped..])?))
        }
        Element::Words { alternatives, is_optional } => {
            let taken = alternatives.iter().filter(|words| begin_with(tokens, words));
            let longest = taken.map(Vec::len).max();
            let taken = longest.and_then(|taken| Some(taken + matches(rest, &tokens[taken..])?));
            taken.or_else(|| is_optional.then(|| matches(rest, tokens)).flatten())
        }
    }
}

fn begin_with(tokens: &[Token<'_>], words: &[&str]) -> bool {
    tokens.len() >= words.len()
        && words
            .iter()
            .zip(tokens)
            .all(|(word, token)| !token.is_end() && is_word(word, &token.word))
}

/// Whether a word is the one of a phrase, or begins like one that ends in `*`.
pub fn is_word(pattern: &str, word: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => word.starts_with(beginning),
        None => word == pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(phrase: &'static str, text: &str) -> bool {
        let tokens = tokens(text);
        let pattern = Pattern::new(phrase);
        (0..tokens.len()).any(|at| pattern.matches(&tokens[at..]).is_some())
    }

    #[test]
    fn a_phrase_has_alternatives_gaps_beginnings_and_optional_words() {
        for (phrase, text, is_there) in [
            ("ignore|forget ~2 rule*", "please forget all your rules", true),
            ("ignore|forget ~1 rule*", "please forget all your rules", false),
            ("ignore|forget ~2 rule*", "ignore it. the rules stay", false),
            ("do_not|never tell", "never tell", true),
            ("do_not|never tell", "do not tell", true),
            ("do_not|never tell", "do tell", false),
            ("please? tell", "tell", true),
            ("dont tell", "don't tell", true),
            ("use config yaml file", "use config.yaml file", true),
            ("a b", "a\nb", true),
            ("a b", "a\n- b", false),
            ("a b", "a\n\nb", false),
        ] {
            assert_eq!(found(phrase, text), is_there, "{phrase:?} in {text:?}");
        }
    }
}
