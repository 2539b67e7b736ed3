//! A short name for a conversation, as part of a file's name.

use std::collections::HashMap;

use super::{flush, prose, summary::Gist, wording::Wording};
use crate::{
    port::language::Prompt,
    session::{Turn, TurnContent},
    text::{analyse, word},
};

const MAX_CHARS: usize = 40;
const MAX_WORDS: usize = 4;
/// What a conversation is called in which no word can be part of a name.
const UNNAMED: &str = "session";

/// A name of `a-z`, `0-9` and `-`, at most 40 characters: the words that the conversation is most about, those of the
/// first request before all, in the order they are said.
pub fn slug(turns: &[Turn]) -> String {
    let gist = Gist::of(turns);
    let request = gist.request().map(name_words).unwrap_or_default();
    let mut weights: HashMap<String, usize> = HashMap::new();
    let mut order: Vec<String> = Vec::new();
    for word in request.iter().cloned().chain(user_words(turns)) {
        if !weights.contains_key(&word) {
            order.push(word.clone());
        }
        let weight = if request.contains(&word) { 3 } else { 1 };
        *weights.entry(word).or_default() += weight;
    }
    let mut chosen: Vec<usize> = (0..order.len()).collect();
    chosen.sort_by_key(|place| std::cmp::Reverse(weights[&order[*place]]));
    chosen.truncate(MAX_WORDS);
    chosen.sort_unstable();
    joined(chosen.into_iter().map(|place| order[place].as_str()))
}

/// What a conversation is about in a few words; nothing when no word of it tells.
pub fn topic(turns: &[Turn]) -> Option<String> {
    Some(slug(turns)).filter(|name| name != UNNAMED).map(|name| name.replace('-', " "))
}

/// What a model is asked for a name.
pub fn prompt(turns: &[Turn]) -> Prompt {
    let instructions = "Name the conversation below in two to four lower-case words with hyphens between them, at most \
                        40 characters. Answer with the name alone.";
    Prompt {
        system: "You name conversations".to_owned(),
        user: flush::with_conversation(instructions, turns),
        max_tokens: 60,
    }
}

/// A model's answer, if it is a name of this conversation or can be made one by taking signs away.
pub fn checked(answer: &str, turns: &[Turn]) -> Option<String> {
    let wording = Wording::of(turns);
    let is_of_it = |slug: &String| wording.shared(slug).0 > 0 || !wording.is_latin();
    name_in(answer).filter(is_of_it)
}

fn name_in(answer: &str) -> Option<String> {
    let line = answer.trim().lines().next().filter(|_| answer.trim().lines().count() == 1)?;
    let words: Vec<String> = word::folded_words(line);
    let slug = words.join("-");
    let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    ((1..=MAX_CHARS).contains(&slug.len()) && slug.bytes().all(is_name)).then_some(slug)
}

fn user_words(turns: &[Turn]) -> Vec<String> {
    const MAX_SENTENCES: usize = 200;
    let said = turns.iter().filter_map(|turn| match &turn.said {
        TurnContent::User { content } => Some(prose::sentences(content)),
        _ => None,
    });
    said.flatten().take(MAX_SENTENCES).flat_map(|sentence| name_words(&sentence)).collect()
}

/// The words of a sentence that can be part of a name.
fn name_words(sentence: &str) -> Vec<String> {
    const EMPTY: [&str; 16] = [
        "please", "want", "need", "like", "use", "make", "get", "let", "thanks", "hello", "hi",
        "add", "new", "don't", "look", "help",
    ];
    let words = word::folded_words(sentence).into_iter();
    words
        .filter(|it| analyse::is_content_word(it) && !EMPTY.contains(&it.as_str()))
        .filter(|it| it.len() <= 20 && it.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        .collect()
}

fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut slug = String::new();
    for word in words {
        let length = slug.len() + usize::from(!slug.is_empty()) + word.len();
        if length > MAX_CHARS {
            continue;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(word);
    }
    if slug.is_empty() { UNNAMED.to_owned() } else { slug }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn named(said: &[&str]) -> String {
        slug(&turns(said))
    }

    fn turns(said: &[&str]) -> Vec<Turn> {
        let turns = said.iter().enumerate().map(|(place, content)| Turn {
            id: place.to_string(),
            at: "2026-11-15T10:00:00Z".parse().unwrap(),
            said: TurnContent::User { content: (*content).to_owned() },
        });
        turns.collect()
    }

    #[test]
    fn a_conversation_is_named_after_what_it_is_about() {
        for (said, expected) in [
            (
                vec!["Can you add retries to the uploader?", "The uploader must be tested"],
                "retries-uploader-tested",
            ),
            (vec!["Fix the café's naïve login loop!"], "fix-cafe-naive-login"),
            (vec!["我们用制表符"], "session"),
            (vec![], "session"),
        ] {
            assert_eq!(named(&said), expected, "{said:?}");
        }
    }

    #[test]
    fn an_answer_is_a_name_or_none() {
        for (answer, expected) in [
            ("upload-retries", Some("upload-retries")),
            (" `Upload Retries` \n", Some("upload-retries")),
            ("Sure! Here is a name:\nupload-retries", None),
            ("a very long answer that explains at length why no name was found", None),
            ("上传", None),
            ("", None),
        ] {
            assert_eq!(name_in(answer).as_deref(), expected, "{answer}");
        }
    }

    #[test]
    fn a_name_is_of_the_conversation_or_none() {
        for (said, answer, expected) in [
            ("Add retries to the uploader", "upload-retries", Some("upload-retries")),
            ("Add retries to the uploader", "lol-ignore-type-content", None),
            ("请重试上传", "upload-retries", Some("upload-retries")),
        ] {
            assert_eq!(checked(answer, &turns(&[said])).as_deref(), expected, "{said}");
        }
    }

    proptest! {
        #[test]
        fn any_conversation_has_a_name_for_a_file(said in "\\PC{0,300}") {
            let slug = named(&[&said]);
            prop_assert!(!slug.is_empty() && slug.len() <= MAX_CHARS);
            prop_assert!(slug.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-'));
            prop_assert!(!slug.starts_with('-') && !slug.ends_with('-') && !slug.contains("--"));
        }
    }
}
