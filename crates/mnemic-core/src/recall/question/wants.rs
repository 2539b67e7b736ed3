//! What sort of answer a question wants.

/// So many words after `what` or `which` may stand before the verb. Chosen by hand, as is the next.
const NOUN_WORDS: usize = 4;
/// Shorter words that end in s are rarely plurals.
const PLURAL_LETTERS: usize = 4;

/// What sort of answer a question wants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ExpectedAnswer {
    /// A name: of someone, of a place, of one of several.
    pub name: bool,
    /// What the one who is asked said: it is called you.
    pub assistant: bool,
    /// Several things, which were hardly all said at once.
    pub several: bool,
}

impl ExpectedAnswer {
    /// What these words, as [`crate::text::word::folded_words`] gives them, ask for.
    pub(super) fn of(words: &[String]) -> Self {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Self {
            name: matches!(words.first(), Some(&("who" | "where" | "which"))),
            assistant: words.iter().any(|word| matches!(*word, "you" | "your")),
            several: wants_several(&words),
        }
    }
}

/// Whether a count, a plural or what someone has done so far is asked for.
fn wants_several(words: &[&str]) -> bool {
    if words.windows(2).any(|pair| pair == ["how", "many"]) {
        return true;
    }
    if let ["what" | "where" | "who", "has" | "have", ..] = words {
        return true;
    }
    let asked = words.iter().position(|word| matches!(*word, "what" | "which"));
    let Some(after) = asked.map(|place| &words[place + 1..]) else { return false };
    if let ["are" | "were" | "have", ..] = after {
        return true;
    }
    let nouns = after.iter().take(NOUN_WORDS).take_while(|word| !is_auxiliary(word));
    nouns.into_iter().any(|word| is_plural(word))
}

fn is_auxiliary(word: &str) -> bool {
    matches!(
        word,
        "did"
            | "does"
            | "do"
            | "is"
            | "was"
            | "has"
            | "have"
            | "are"
            | "were"
            | "would"
            | "can"
            | "could"
            | "will"
    )
}

fn is_plural(word: &str) -> bool {
    word.chars().count() >= PLURAL_LETTERS
        && word.ends_with('s')
        && !["ss", "'s", "’s"].iter().any(|ending| word.ends_with(ending))
        && !matches!(word, "this")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::word::folded_words;

    fn wants(question: &str) -> ExpectedAnswer {
        ExpectedAnswer::of(&folded_words(question))
    }

    #[test]
    fn a_question_tells_what_sort_of_answer_it_wants() {
        assert!(wants("Who chose it?").name && !wants("What did they choose?").name);
        assert!(wants("What did you recommend for the cache?").assistant);
        assert_eq!(wants("Why did we choose it?"), ExpectedAnswer::default());
    }

    #[test]
    fn counts_plurals_and_what_was_done_so_far_are_several() {
        for question in [
            "How many services did we split off?",
            "What databases do we run?",
            "Which kinds of errors did the gateway log?",
            "What are the open risks?",
            "Where has the team met?",
            "In what ways is staging different?",
        ] {
            assert!(wants(question).several, "{question}");
        }
        for question in [
            "What is the port of the gateway?",
            "What is Anna's role?",
            "Which address does the gateway listen on?",
            "What happened to this branch?",
            "When were the keys rotated?",
            "Why did we choose it?",
        ] {
            assert!(!wants(question).several, "{question}");
        }
    }
}
