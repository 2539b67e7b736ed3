//! Names in a question: which of the known authors it names, and what else in it looks like a name.
//!
//! Most names are found in any case. Names that are words too (Will, May, Mark) need a capital letter that is not
//! due to the beginning of a sentence. Words for a part in a conversation ("user", "assistant") name nobody.

use std::ops::Range;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::{
    time,
    word::{self, Gap, Word},
};

/// The authors that a question names, in the order given: by the whole name, by the first name, or by a short
/// form as "Mel" for Melanie when it fits no one else. When a whole name is written out, others who only share the
/// first name are not meant.
pub fn named<'a>(question: &str, authors: &[&'a str]) -> Vec<&'a str> {
    let question = word::beginning(question);
    let words: Vec<Said> = word::words(question).into_iter().map(Said::new).collect();
    let known: Vec<Known> = authors.iter().map(|author| Known::new(author)).collect();
    let mut is_named: Vec<bool> =
        known.iter().map(|known| known.is_unspaced() && question.contains(known.name)).collect();
    let mut at = 0;
    while at < words.len() {
        let lengths: Vec<usize> = known.iter().map(|known| known.length_at(&words, at)).collect();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let shortened = if longest == 0 { shortened(&words[at], &known) } else { None };
        for (index, length) in lengths.iter().enumerate() {
            is_named[index] |= (longest > 0 && *length == longest) || shortened == Some(index);
        }
        at += longest.max(1);
    }
    authors.iter().zip(is_named).filter(|(_, named)| *named).map(|(author, _)| *author).collect()
}

/// A word of the question, and how it is compared.
struct Said {
    word: Word,
    folded: String,
}

impl Said {
    fn new(word: Word) -> Self {
        Self { folded: folded(&word.lower), word }
    }
}

struct Known<'a> {
    name: &'a str,
    parts: Vec<String>,
}

impl<'a> Known<'a> {
    fn new(name: &'a str) -> Self {
        let parts: Vec<String> = word::words(name).iter().map(|word| folded(&word.lower)).collect();
        let names_nobody = matches!(parts.as_slice(), [role] if is_role(role));
        Self { name, parts: if names_nobody { Vec::new() } else { parts } }
    }

    fn is_unspaced(&self) -> bool {
        self.name.chars().next().is_some_and(super::is_cjk)
    }

    /// How many words from this place on are the name: all of it, its first word, or none.
    fn length_at(&self, words: &[Said], at: usize) -> usize {
        let parts = self.parts.iter().zip(&words[at..]);
        let same = parts.take_while(|(part, said)| **part == said.folded).count();
        match same {
            0 => 0,
            same if same == self.parts.len() && same > 1 => same,
            _ if is_word_too(&self.parts[0]) && !is_surely_a_name(words, at) => 0,
            _ => 1,
        }
    }
}

/// The only one whose name begins with the word, if it is a capitalised word of three letters or more.
fn shortened(said: &Said, known: &[Known]) -> Option<usize> {
    let start = said.folded.as_str();
    if !said.word.is_name_like() || start.chars().count() < 3 || is_word_too(start) {
        return None;
    }
    let begins = |known: &Known| known.parts.first().is_some_and(|first| first.starts_with(start));
    let mut matching = known.iter().enumerate().filter(|(_, known)| begins(known));
    let (index, _) = matching.next()?;
    matching.next().is_none().then_some(index)
}

/// A capital inside of a sentence, or at its beginning with "'s" after it.
fn is_surely_a_name(words: &[Said], at: usize) -> bool {
    let ending = |said: &Said| said.word.gap == Gap::Apostrophe && said.folded == "s";
    let word = &words[at].word;
    word.is_name_like() || (word.capital && words.get(at + 1).is_some_and(ending))
}

fn folded(lower: &str) -> String {
    lower.nfkd().filter(|character| !is_combining_mark(*character)).collect()
}

/// Something that a question names and that may be looked for as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    /// As it is written, without quotes and "'s".
    pub text: String,
    /// Where it stands, in bytes.
    pub words: Range<usize>,
    /// Whether it looks like code: a path, an identifier, a flag.
    pub code: bool,
}

/// What in a question looks like a name: capitalised words that do not begin a sentence, those that follow each
/// other together; words in capitals; code. Months, days of the week and "I" are left out.
pub fn entities(question: &str) -> Vec<Entity> {
    let question = word::beginning(question);
    let mut found: Vec<Entity> = Vec::new();
    let mut starts_sentence = true;
    for token in tokens(question) {
        let entity = entity(question, token.clone(), starts_sentence);
        starts_sentence = question[token].ends_with(['.', '?', '!', ':']);
        let Some(entity) = entity else { continue };
        match found.last_mut() {
            Some(last) if !last.code && !entity.code && are_one(question, last, &entity) => {
                last.words.end = entity.words.end;
                question[last.words.clone()].clone_into(&mut last.text);
            }
            _ => found.push(entity),
        }
    }
    found
}

fn tokens(question: &str) -> impl Iterator<Item = Range<usize>> {
    question.split_whitespace().map(move |token| {
        let start = token.as_ptr().addr() - question.as_ptr().addr();
        start..start + token.len()
    })
}

/// Whether only a space stands between them.
fn are_one(question: &str, last: &Entity, next: &Entity) -> bool {
    &question[last.words.end..next.words.start] == " "
}

fn entity(question: &str, token: Range<usize>, starts_sentence: bool) -> Option<Entity> {
    let written = &question[token.clone()];
    let code_quoted = written.len() > 2 && written.contains('`');
    let inner = written
        .trim_end_matches(|sign: char| !sign.is_alphanumeric() && !matches!(sign, '+' | '#'));
    let inner = ["'s", "’s"].iter().find_map(|ending| inner.strip_suffix(ending)).unwrap_or(inner);
    let trimmed = inner.trim_start_matches(|sign: char| {
        !sign.is_alphanumeric() && !matches!(sign, '-' | '_' | '/' | '.' | '@' | '#')
    });
    let start = token.start + inner.len() - trimmed.len();
    let code = code_quoted || looks_like_code(trimmed);
    let kept = code || looks_like_name(trimmed, starts_sentence);
    let entity = Entity { text: trimmed.to_owned(), words: start..start + trimmed.len(), code };
    (kept && trimmed.chars().any(char::is_alphabetic)).then_some(entity)
}

fn looks_like_name(token: &str, starts_sentence: bool) -> bool {
    let capitals = token.chars().filter(|letter| letter.is_uppercase()).count();
    let is_capital = token.chars().next().is_some_and(char::is_uppercase);
    let parts = word::words(token);
    let is_i = parts.first().is_some_and(|word| word.lower == "i");
    let is_date = matches!(parts.as_slice(), [word] if time::is_of_dates(word));
    let named = if starts_sentence { capitals > 1 } else { is_capital || capitals > 1 };
    named && !is_i && !is_date
}

/// A path, an identifier with a sign or a hump in it, a flag, or letters with figures.
fn looks_like_code(token: &str) -> bool {
    let inner = token.trim_start_matches(['-', '.', '/', '@', '#']);
    let signs = ["_", "::", "/", "()", "->"].iter().any(|sign| inner.contains(sign));
    let dotted = inner.split('.').count() > 1
        && inner.split('.').all(|part| !part.is_empty())
        && inner.chars().any(char::is_alphabetic);
    let flag = token.starts_with("--") && !inner.is_empty();
    let pairs = || inner.chars().zip(inner.chars().skip(1));
    let hump = pairs().any(|(a, b)| a.is_lowercase() && b.is_uppercase())
        && inner.chars().next().is_some_and(char::is_lowercase);
    let ordinal = inner.starts_with(|first: char| first.is_ascii_digit());
    let figures = pairs().any(|(a, b)| a.is_alphabetic() && b.is_ascii_digit()) && !ordinal;
    let is_url = super::is_url(token);
    (signs || dotted || flag || hump || figures) && !is_url
}

fn is_role(word: &str) -> bool {
    matches!(
        word,
        "user"
            | "assistant"
            | "system"
            | "agent"
            | "human"
            | "ai"
            | "bot"
            | "tool"
            | "model"
            | "me"
    )
}

/// First names that are ordinary English words.
fn is_word_too(name: &str) -> bool {
    const WORDS: [&str; 62] = [
        "amber", "angel", "april", "art", "ash", "august", "autumn", "bill", "bob", "brook",
        "buck", "chance", "chase", "chip", "clay", "cliff", "crystal", "daisy", "dale", "dawn",
        "dean", "dick", "don", "drew", "earnest", "faith", "frank", "gene", "ginger", "grace",
        "grant", "guy", "hope", "hunter", "iris", "ivy", "jack", "jade", "jean", "joy", "june",
        "lily", "mark", "mason", "max", "may", "miles", "nick", "olive", "pat", "peg", "penny",
        "pierce", "ray", "rich", "rob", "rose", "ruby", "skip", "sue", "victor", "will",
    ];
    WORDS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn authors_are_named_by_whole_first_and_short_names() {
        let authors =
            ["Caroline Smith", "Melanie", "Will", "Zoë", "user", "美咲", "Caroline Jones"];
        for (question, expected) in [
            ("What did Caroline Smith say?", vec!["Caroline Smith"]),
            ("What is Caroline's job?", vec!["Caroline Smith", "Caroline Jones"]),
            ("what did melanie paint", vec!["Melanie"]),
            ("What did Mel and her kids paint?", vec!["Melanie"]),
            ("a melon", vec![]),
            ("Did Will call?", vec!["Will"]),
            ("Will she call?", vec![]),
            ("Will's car", vec!["Will"]),
            ("what will happen", vec![]),
            ("when did zoe arrive", vec!["Zoë"]),
            ("how does user authentication work", vec![]),
            ("美咲はどこ", vec!["美咲"]),
            ("Mr Smith", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(named(question, &authors), expected, "{question}");
        }
    }

    #[test]
    fn names_and_code_are_entities() {
        for (question, expected) in [
            ("When did Caroline go to the LGBTQ support group?", vec!["Caroline", "LGBTQ"]),
            ("Did we use Flask-Login?", vec!["Flask-Login"]),
            ("Which Harry Potter book?", vec!["Harry Potter"]),
            ("Who is at Universal Studios, Tim's place?", vec!["Universal Studios", "Tim"]),
            ("LGBTQ news", vec!["LGBTQ"]),
            ("What did I do? Nothing.", vec![]),
            ("in May on Monday I'm out", vec![]),
            ("why does query_terms fail", vec!["query_terms`"]),
            ("what is `rank` for", vec!["rank`"]),
            ("run with --explain", vec!["--explain`"]),
            ("edit src/main.rs, then analyse.rs", vec!["src/main.rs`", "analyse.rs`"]),
            ("call maxResults and utf8", vec!["maxResults`", "utf8`"]),
            ("see https://example.com/a_b", vec![]),
            ("the 8th at 10am, e.g. 3.5", vec!["e.g`"]),
            ("read “Becoming Nicole” by Amy", vec!["Becoming Nicole", "Amy"]),
        ] {
            let found: Vec<String> = entities(question)
                .into_iter()
                .map(|entity| entity.text + if entity.code { "`" } else { "" })
                .collect();
            assert_eq!(found, expected, "{question}");
        }
    }

    proptest! {
        #[test]
        fn entities_lie_in_the_question(question in "\\PC{0,100}") {
            for entity in entities(&question) {
                prop_assert_eq!(&question[entity.words.clone()], &entity.text);
            }
            named(&question, &["Will", "Ann Lee", "", "猫"]);
        }
    }
}
