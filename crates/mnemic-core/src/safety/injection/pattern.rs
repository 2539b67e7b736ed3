//! Patterns: a small language for phrases, so that a list of them reads like the phrases themselves.
//!
//! `IGNORE ~3 PRIOR|your ~2 RULES` is a word of the class `IGNORE`, at most three words of any kind, a word of the class
//! `PRIOR` or the word `your`, and so on. A `?` behind an element makes it optional, a `^` before the first one wants the
//! beginning of a clause there. No pattern reaches across the end of a sentence.

use super::{
    vocabulary::{ClassId, Vocabulary},
    word::Word,
};

/// A phrase.
#[derive(Debug)]
pub struct Pattern {
    steps: Vec<Step>,
    begins_clause: bool,
}

#[derive(Debug)]
struct Step {
    /// A bit for each class.
    classes: Vec<u64>,
    /// How many words may lie before.
    gap: u32,
    is_optional: bool,
}

impl Step {
    fn takes(&self, word: &Word<'_>) -> bool {
        word.classes.iter().any(|id| self.has(*id))
    }

    fn has(&self, id: ClassId) -> bool {
        self.classes.get(usize::from(id) / 64).is_some_and(|bits| bits >> (id % 64) & 1 == 1)
    }
}

impl Pattern {
    /// Reads a phrase; words of it that the vocabulary lacks become known.
    pub fn new(phrase: &str, vocabulary: &mut Vocabulary) -> Self {
        let (phrase, begins_clause) = match phrase.strip_prefix('^') {
            Some(rest) => (rest, true),
            None => (phrase, false),
        };
        let (mut steps, mut gap) = (Vec::new(), 0);
        for part in phrase.split_whitespace() {
            if let Some(most) = part.strip_prefix('~') {
                gap = most.parse().expect("a gap is a number of words");
                continue;
            }
            let words = part.strip_suffix('?');
            let mut classes = Vec::new();
            for word in words.unwrap_or(part).split('|') {
                let id = usize::from(vocabulary.class(word));
                classes.resize(classes.len().max(id / 64 + 1), 0);
                classes[id / 64] |= 1 << (id % 64);
            }
            steps.push(Step { classes, gap, is_optional: words.is_some() });
            gap = 0;
        }
        Self { steps, begins_clause }
    }

    /// The classes of the words that it can begin with.
    pub fn first_classes(&self) -> impl Iterator<Item = usize> {
        let bits = self.steps.first().map_or(&[][..], |first| &first.classes);
        bits.iter().enumerate().flat_map(|(place, bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| place * 64 + bit)
        })
    }

    /// Whether it is an order, not a description.
    pub fn begins_clause(&self) -> bool {
        self.begins_clause
    }

    /// The last word of it, where it begins with the first of the words.
    pub fn matches(&self, words: &[Word<'_>]) -> Option<usize> {
        if self.begins_clause && !words[0].begins {
            return None;
        }
        rest_matches(&self.steps[1..], words, 0, 0)
    }
}

/// Whether the steps follow the word at `last`; what optional steps leave free widens the next gap.
fn rest_matches(steps: &[Step], words: &[Word<'_>], last: usize, free: u32) -> Option<usize> {
    let Some((step, rest)) = steps.split_first() else { return Some(last) };
    let (from, gap) = (&words[last], step.gap + free);
    let near = words[last + 1..]
        .iter()
        .take_while(|it| it.sentence == from.sentence && it.place - from.place - 1 <= gap);
    let taken = near
        .enumerate()
        .filter(|(_, word)| step.takes(word))
        .find_map(|(skipped, _)| rest_matches(rest, words, last + 1 + skipped, 0));
    taken.or_else(|| step.is_optional.then(|| rest_matches(rest, words, last, gap)).flatten())
}

#[cfg(test)]
mod tests {
    use super::{super::word::words, *};

    fn found(phrase: &'static str, text: &str) -> bool {
        let mut vocabulary = Vocabulary::new("DROP: ignore forget\nLEAD: please");
        let pattern = Pattern::new(phrase, &mut vocabulary);
        let words = words(text, &vocabulary);
        (0..words.len()).any(|at| {
            pattern
                .first_classes()
                .any(|first| words[at].classes.iter().any(|it| usize::from(*it) == first))
                && pattern.matches(&words[at..]).is_some()
        })
    }

    #[test]
    fn a_phrase_has_classes_gaps_beginnings_and_optional_words() {
        for (phrase, text, is_there) in [
            ("DROP ~2 rules", "you forget all your rules", true),
            ("DROP ~1 rules", "you forget all your rules", false),
            ("DROP ~2 rules", "ignore it. the rules stay", false),
            ("^DROP ~2 rules", "they ignore the rules", false),
            ("^DROP ~2 rules", "please ignore the rules", true),
            ("not|never tell", "never tell", true),
            ("do not? tell", "do tell", true),
            ("do not? tell", "do not tell", true),
            ("a b", "a\nb", true),
            ("a b", "a\n- b", false),
            ("a b", "a\n\nb", false),
        ] {
            assert_eq!(found(phrase, text), is_there, "{phrase:?} in {text:?}");
        }
    }
}
