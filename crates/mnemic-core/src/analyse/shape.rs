//! The shape of a question: what sort of answer it wants; and whether a text is itself a question.

use super::word::{self, Word};

/// What sort of answer a question wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A time.
    When,
    /// A person.
    Who,
    /// A place.
    Where,
    /// A number or an amount.
    HowMany,
    /// One or several of many.
    WhichOrList,
    /// Yes or no.
    YesNo,
    /// Anything else: what, why, how, or no question at all.
    Other,
}

/// The shape of a question: of its last sentence that asks, else of its first. The first word that asks decides.
pub fn shape(question: &str) -> Shape {
    let question = word::beginning(question);
    let words = word::words(asking_sentence(question));
    if words.first().is_some_and(|word| is_auxiliary(&word.lower)) {
        return Shape::YesNo;
    }
    if words
        .first()
        .is_some_and(|word| matches!(word.lower.as_str(), "list" | "name" | "enumerate"))
    {
        return Shape::WhichOrList;
    }
    let asking = words.iter().position(|word| is_question_word(&word.lower));
    asking.map_or(Shape::Other, |at| shape_from(&words[at..]))
}

/// Whether a text is itself a question: it ends with a question mark, apart from quotes, brackets and emoji.
pub fn is_question(text: &str) -> bool {
    let last = text.chars().rev().find(|character| !may_trail(*character));
    last.is_some_and(is_question_mark)
}

fn asking_sentence(question: &str) -> &str {
    let sentences = || question.split_inclusive(['.', '?', '!', '？', '\n']);
    let asks = |sentence: &&str| is_question(sentence) && sentence.chars().any(char::is_alphabetic);
    sentences().rfind(asks).or_else(|| sentences().next()).unwrap_or(question)
}

fn shape_from(words: &[Word]) -> Shape {
    let at = |index: usize| words.get(index).map_or("", |word| word.lower.as_str());
    match (at(0), at(1)) {
        ("when", _) | ("how", "recently" | "soon") => Shape::When,
        ("how", "long") if at(2) == "ago" => Shape::When,
        ("how", "many" | "much" | "often" | "long" | "old" | "far" | "tall" | "big") => {
            Shape::HowMany
        }
        ("who" | "whom" | "whose", _) => Shape::Who,
        ("where", _) => Shape::Where,
        ("what" | "which", noun) => noun_shape(noun).unwrap_or_else(|| thing_shape(words)),
        _ => Shape::Other,
    }
}

/// "What city" asks where, "which month" when.
fn noun_shape(noun: &str) -> Option<Shape> {
    match noun {
        "time" | "date" | "day" | "weekday" | "week" | "month" | "year" | "season" => {
            Some(Shape::When)
        }
        "city" | "country" | "state" | "place" | "town" | "location" | "region" | "street" => {
            Some(Shape::Where)
        }
        "person" | "people" | "colleague" | "friend" | "author" => Some(Shape::Who),
        "number" | "amount" | "percentage" | "price" => Some(Shape::HowMany),
        _ => None,
    }
}

/// "Which" chooses; "what" lists when it asks for kinds or for more than one thing.
fn thing_shape(words: &[Word]) -> Shape {
    let at = |index: usize| words.get(index).map_or("", |word| word.lower.as_str());
    let kinds = matches!(at(1), "kind" | "kinds" | "type" | "types" | "sort" | "sorts");
    let plural = |word: &str| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    let several = match at(1) {
        "are" | "were" => true,
        // "What is", "what does", "what was" ask for one thing, whatever letter they end with.
        noun => plural(noun) && !is_auxiliary(noun),
    };
    if at(0) == "which" || kinds || several { Shape::WhichOrList } else { Shape::Other }
}

fn is_question_word(word: &str) -> bool {
    matches!(word, "when" | "who" | "whom" | "whose" | "where" | "how" | "what" | "which" | "why")
}

fn is_auxiliary(word: &str) -> bool {
    const AUXILIARIES: [&str; 38] = [
        "am", "are", "aren", "can", "could", "couldn", "did", "didn", "do", "does", "doesn", "don",
        "had", "hadn", "has", "hasn", "have", "haven", "is", "isn", "may", "might", "must",
        "shall", "should", "shouldn", "was", "wasn", "were", "weren", "will", "won", "would",
        "wouldn", "ain", "cannot", "mustn", "needn",
    ];
    AUXILIARIES.contains(&word)
}

fn is_question_mark(character: char) -> bool {
    matches!(character, '?' | '？' | '؟' | '⁇' | '⁈' | '⁉')
}

fn may_trail(character: char) -> bool {
    let closes = matches!(
        character,
        '"' | '\'' | ')' | ']' | '}' | '>' | '*' | '_' | '~' | '`' | '!' | ':' | ';' | '-'
    );
    let sign = !character.is_ascii() && !character.is_alphanumeric() && character != '…';
    character.is_whitespace() || closes || (sign && !is_question_mark(character))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_first_word_that_asks_decides_the_shape() {
        for (question, expected) in [
            ("When did Melanie run?", Shape::When),
            ("What month was John in Italy?", Shape::When),
            ("In which month's game did he score?", Shape::When),
            ("How long ago was her birthday?", Shape::When),
            ("Who won?", Shape::Who),
            ("Whose idea was it?", Shape::Who),
            ("Where did they go?", Shape::Where),
            ("Which city was he in?", Shape::Where),
            ("How many children has she?", Shape::HowMany),
            ("how much did it cost", Shape::HowMany),
            ("How long did it take?", Shape::HowMany),
            ("Which book did he read?", Shape::WhichOrList),
            ("What books has she read?", Shape::WhichOrList),
            ("What are her hobbies?", Shape::WhichOrList),
            ("What kind of car is it?", Shape::WhichOrList),
            ("List the open tasks", Shape::WhichOrList),
            ("Did she go?", Shape::YesNo),
            ("Isn't it ready?", Shape::YesNo),
            ("Have I used Zotero before?", Shape::YesNo),
            ("What is her job?", Shape::Other),
            ("What does she do?", Shape::Other),
            ("What was decided?", Shape::Other),
            ("Why did we choose it?", Shape::Other),
            ("How did it end?", Shape::Other),
            ("the storage engine", Shape::Other),
            ("I lost it. Where is it?", Shape::Where),
            ("Was it good? Answer yes or no.", Shape::YesNo),
            ("", Shape::Other),
            ("???", Shape::Other),
        ] {
            assert_eq!(shape(question), expected, "{question}");
        }
    }

    #[test]
    fn a_question_may_trail_off_in_quotes_and_emoji() {
        for text in [
            "Really?",
            "Really? 😊",
            "Why?!",
            "\"Is it?\"",
            "(is it?)",
            "本当？",
            "ok? 👩‍💻❤️",
            "so? :)",
        ] {
            assert!(is_question(text), "{text}");
        }
        for text in ["No.", "Why? Because.", "", "😊", "a ? b", "what ...", "Who?…"] {
            assert!(!is_question(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_text_has_a_shape(text in "\\PC{0,100}") {
            shape(&text);
            is_question(&text);
        }
    }
}
