//! Words: what of a text is indexed and what of a question is looked up.
//!
//! The same analysis writes the index and reads the query, so every store matches the same memories.
//! Some scripts have no spaces between words, as Chinese or Khmer: their runs are indexed as overlapping pairs of
//! syllables, and the last syllable of a run once more alone, so that a single one is found as the beginning of a pair.

pub(crate) mod beginning;
pub mod column;
pub(crate) mod compound;
pub mod joined;

use std::{borrow::Cow, collections::HashSet, sync::LazyLock};

use foldhash::fast::FixedState;

use super::word::{self, is_unspaced, syllables};

/// A word or pair to look up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// The word, in lower case.
    pub text: String,
    /// Whether longer words that begin with it match too.
    pub prefix: bool,
    /// Other words that count as this one, whole.
    pub forms: Vec<String>,
}

impl Term {
    /// A word by itself.
    pub fn word(text: impl Into<String>) -> Self {
        Self { text: text.into(), prefix: false, forms: Vec::new() }
    }
}

/// How many characters of a question are read; what a longer one says at its end is not looked up. Chosen by hand, for
/// time, as is the next.
pub const MAX_QUERY_CHARS: usize = 8_000;
/// How many different words of a question are considered.
pub const MAX_CANDIDATES: usize = 512;

/// The terms of a question: Unicode words without URLs, single letters and stop words, in order, each
/// once. When nothing else is left the stop words and letters stand.
pub fn query_terms(question: &str) -> Vec<Term> {
    let end =
        question.char_indices().nth(MAX_QUERY_CHARS).map_or(question.len(), |(index, _)| index);
    let words: Vec<Term> = question[..end]
        .split_whitespace()
        .filter(|word| !is_url(word))
        .flat_map(runs)
        .flat_map(|run| terms_of(&run))
        .collect();
    let content_terms: Vec<Term> =
        words.iter().filter(|term| is_content_word(&term.text)).cloned().collect();
    let chosen = if content_terms.is_empty() { words } else { content_terms };
    let mut seen = HashSet::new();
    chosen.into_iter().filter(|term| seen.insert(term.clone())).take(MAX_CANDIDATES).collect()
}

/// The text as a store's word index should see it: unchanged unless it holds a word that others write together or
/// apart, a script without spaces, or a sign that a store may take for a letter although a question is parted at it, as an icon from a
/// private area.
pub fn index_text(text: &str) -> Cow<'_, str> {
    let text = compound::with_compounds(text);
    if text.is_ascii() || !text.chars().any(|it| is_unspaced(it) || is_sign(it)) {
        return text;
    }
    let mut indexed = String::with_capacity(text.len() * 3);
    // Where a run without spaces began.
    let mut run = None;
    for (place, character) in text.char_indices() {
        let is_mark = word::is_mark(character);
        if (is_mark && run.is_some()) || (!is_mark && is_unspaced(character)) {
            run.get_or_insert(place);
            continue;
        }
        if let Some(start) = run.take() {
            push_pairs(&mut indexed, &text[start..place]);
        }
        indexed.push(if is_sign(character) { ' ' } else { character });
    }
    if let Some(start) = run {
        push_pairs(&mut indexed, &text[start..]);
    }
    Cow::Owned(indexed)
}

/// How many words of a long text are its opening. Chosen on BEAM-100K: by keyword, the first 70 words of
/// turns have recall@10 73.9, whole turns 63.9.
pub const OPENING_WORDS: usize = 90;

/// The opening of a text, which says most of what it is about; a short text is all opening.
pub fn opening(text: &str) -> &str {
    first_words(text, OPENING_WORDS)
}

/// A text up to the end of so many words.
pub fn first_words(text: &str, count: usize) -> &str {
    // Each word takes a letter and a space at least.
    if text.len() < 2 * count {
        return text;
    }
    let mut words = 0;
    let mut inside = false;
    for (index, character) in text.char_indices() {
        let is_space = character.is_whitespace();
        if inside && is_space {
            words += 1;
            if words == count {
                return &text[..index];
            }
        }
        inside = !is_space;
    }
    text
}

fn push_pairs(indexed: &mut String, run: &str) {
    let syllables = syllables(run);
    for pair in syllables.windows(2) {
        indexed.push(' ');
        indexed.push_str(&run[pair[0].start..pair[1].end]);
    }
    if let Some(last) = syllables.last() {
        indexed.push(' ');
        indexed.push_str(&run[last.clone()]);
        indexed.push(' ');
    }
}

/// The words in a piece of text, in lower case; what is written without spaces apart from the rest.
fn runs(piece: &str) -> Vec<String> {
    let mut runs = Vec::new();
    for span in word::spans(piece) {
        let word = &piece[span];
        let (mut start, mut kind) = (0, None);
        for (place, letter) in word.char_indices().filter(|(_, it)| !word::is_mark(*it)) {
            let next = is_unspaced(letter);
            if kind.replace(next).is_some_and(|kind| kind != next) {
                runs.push(&word[start..place]);
                start = place;
            }
        }
        runs.push(&word[start..]);
    }
    runs.into_iter().map(|run| run.chars().flat_map(char::to_lowercase).collect()).collect()
}

fn terms_of(run: &str) -> Vec<Term> {
    if !run.starts_with(is_unspaced) {
        return vec![Term::word(run)];
    }
    let syllables = syllables(run);
    if syllables.len() == 1 {
        return vec![Term { prefix: true, ..Term::word(run) }];
    }
    syllables.windows(2).map(|pair| Term::word(&run[pair[0].start..pair[1].end])).collect()
}

/// Whether a word in lower case tells anything: it is neither a stop word nor a single letter.
pub fn is_content_word(word: &str) -> bool {
    let mut characters = word.chars();
    let single = characters.next().is_some_and(|first| first.is_ascii() && !first.is_ascii_digit())
        && characters.next().is_none();
    !single && !STOP_WORD_SET.contains(word)
}

fn is_url(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '<', '[', '"', '\'']);
    ["http://", "https://", "ftp://", "file://", "www."].iter().any(|scheme| {
        word.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// What is neither a letter, a digit nor a mark, beyond ASCII.
fn is_sign(character: char) -> bool {
    // What every text with proper typography has is no letter anywhere and need not be taken out.
    let is_typography =
        matches!(u32::from(character), 0xA0..=0xBF | 0x2010..=0x2027 | 0x2030..=0x205E);
    !(character.is_ascii() || is_typography || word::is_inside(character))
}

/// Each word of each text is looked up in it.
static STOP_WORD_SET: LazyLock<HashSet<&str, FixedState>> =
    LazyLock::new(|| STOP_WORDS.into_iter().collect());

const STOP_WORDS: [&str; 175] = [
    "about",
    "above",
    "after",
    "again",
    "against",
    "ain",
    "all",
    "also",
    "am",
    "an",
    "and",
    "any",
    "are",
    "aren",
    "as",
    "at",
    "be",
    "because",
    "been",
    "before",
    "being",
    "below",
    "between",
    "both",
    "but",
    "by",
    "can",
    "cannot",
    "cant",
    "could",
    "couldn",
    "couldnt",
    "did",
    "didn",
    "didnt",
    "do",
    "does",
    "doesn",
    "doesnt",
    "doing",
    "don",
    "done",
    "dont",
    "down",
    "during",
    "each",
    "ever",
    "few",
    "for",
    "from",
    "further",
    "had",
    "hadn",
    "has",
    "hasn",
    "have",
    "haven",
    "having",
    "he",
    "her",
    "here",
    "hers",
    "herself",
    "hes",
    "him",
    "himself",
    "his",
    "how",
    "if",
    "im",
    "in",
    "into",
    "is",
    "isn",
    "isnt",
    "it",
    "its",
    "itself",
    "ive",
    "just",
    "lets",
    "ll",
    "me",
    "might",
    "mightn",
    "mine",
    "more",
    "most",
    "must",
    "mustn",
    "my",
    "myself",
    "needn",
    "no",
    "nor",
    "not",
    "now",
    "of",
    "off",
    "on",
    "once",
    "only",
    "or",
    "other",
    "our",
    "ours",
    "ourselves",
    "out",
    "over",
    "own",
    "re",
    "same",
    "shall",
    "shan",
    "she",
    "shes",
    "should",
    "shouldn",
    "so",
    "some",
    "such",
    "than",
    "that",
    "thats",
    "the",
    "their",
    "theirs",
    "them",
    "themselves",
    "then",
    "there",
    "these",
    "they",
    "theyre",
    "this",
    "those",
    "through",
    "to",
    "too",
    "under",
    "until",
    "up",
    "us",
    "ve",
    "very",
    "was",
    "wasn",
    "wasnt",
    "we",
    "were",
    "weren",
    "weve",
    "what",
    "whats",
    "when",
    "where",
    "which",
    "while",
    "who",
    "whom",
    "whose",
    "why",
    "will",
    "with",
    "wont",
    "would",
    "wouldn",
    "wouldnt",
    "you",
    "your",
    "youre",
    "yours",
    "yourself",
    "yourselves",
    "youve",
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(question: &str) -> Vec<String> {
        query_terms(question)
            .into_iter()
            .map(|term| term.text + if term.prefix { "*" } else { "" })
            .collect()
    }

    #[test]
    fn a_question_becomes_its_telling_words() {
        for (question, expected) in [
            ("What did we decide about the storage-engine?", vec!["decide", "storage", "engine"]),
            ("see https://example.com/a?b=c for docs", vec!["see", "docs"]),
            ("the", vec!["the"]),
            ("C", vec!["c"]),
            ("Naïve CAFÉ", vec!["naïve", "café"]),
            ("storage Storage STORAGE", vec!["storage"]),
            ("猫", vec!["猫*"]),
            ("東京タワー", vec!["東京", "京タ", "タワ", "ワー"]),
            ("Rustで書く", vec!["rust", "で書", "書く"]),
            ("🦀 ☕", vec![]),
            ("हिन्दी ქართული", vec!["हिन्दी", "ქართული"]),
            ("မြန်မာ ខ្មែរ", vec!["မြန်", "န်မာ", "ខ្មែ", "មែរ"]),
            ("\" OR NEAR(a b) * ^ col:x -y", vec!["near", "col"]),
        ] {
            assert_eq!(words(question), expected, "{question}");
        }
    }

    #[test]
    fn a_single_character_is_found_wherever_it_stands_in_a_run() {
        let indexed = index_text("我的猫很好");
        assert_eq!(
            indexed.split_whitespace().collect::<Vec<_>>(),
            ["我的", "的猫", "猫很", "很好", "好"]
        );
        assert!(matches!(index_text("plain"), Cow::Borrowed("plain")));
    }

    #[test]
    fn what_parts_the_words_of_a_question_parts_those_of_a_text() {
        assert_eq!(index_text("\u{e0b0}main na\u{ef}ve"), " main na\u{ef}ve");
        assert_eq!(words("\u{e0b0}main"), ["main"]);
    }

    #[test]
    fn the_opening_of_a_text_ends_with_a_word() {
        let long = "word ".repeat(100);
        assert_eq!(opening(&long).split_whitespace().count(), OPENING_WORDS);
        assert!(opening(&long).ends_with("word"));
        for short in ["", " ", "a short text", "trailing "] {
            assert_eq!(opening(short), short);
        }
    }

    #[test]
    fn a_long_question_is_cut_to_what_can_be_answered() {
        let question: String = (0..30_000).map(|number| format!("word{number} ")).collect();
        assert_eq!(query_terms(&question).len(), MAX_CANDIDATES);
    }

    proptest! {
        #[test]
        fn no_question_yields_an_empty_or_spaced_term(question in "\\PC{0,200}") {
            for term in query_terms(&question) {
                prop_assert!(!term.text.is_empty());
                prop_assert!(!term.text.contains(|c: char| c.is_whitespace() || c == '"'));
            }
        }
    }
}
