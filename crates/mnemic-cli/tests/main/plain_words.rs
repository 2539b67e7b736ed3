//! What people read uses the trade's words: no page, no help and no message has a word of the private dialect that the
//! project once had.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::pages::{pages, root};

/// Words and phrases that readers stumble over, in lower case.
const BANNED: [&str; 30] = [
    "amongst",
    "anew",
    "aforesaid",
    "bears on",
    "came about",
    "comes about",
    "costs itself",
    "for want of",
    "heeded",
    "hearken",
    "herein",
    "hitherto",
    "in force",
    "is told",
    "it is told so",
    "lest",
    "nothing of the kind",
    "put aside",
    "put away",
    "speaks for",
    "stands aside",
    "taken in",
    "takes in",
    "thereby",
    "therein",
    "told",
    "vouch",
    "whence",
    "whilst",
    "whoever",
];

/// The words of a text in lower case, each between spaces; what is in backticks is quoted and does not count.
fn words(text: &str) -> String {
    let text: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" x ");
    let words = text.split(|it: char| !it.is_alphanumeric() && it != '\'');
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    format!(" {} ", words.join(" "))
}

/// The first banned phrase of a text.
///
/// "`X` is no client" belongs to the dialect, too; "there is no client" does not.
fn dialect(text: &str) -> Option<String> {
    let words = words(text);
    let phrase = BANNED.iter().find(|phrase| words.contains(&format!(" {phrase} ")));
    let denial = words.match_indices(" is no ").find(|(at, denial)| {
        let rest = &words[at + denial.len()..];
        !words[..*at].ends_with(" there")
            && !["longer ", "more "].iter().any(|usual| rest.starts_with(usual))
    });
    phrase.map(|it| (*it).to_owned()).or(denial.map(|_| "is no …".to_owned()))
}

/// The string literals of a source file with more than one word, outside of comments and tests.
fn messages(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let code = code.replace("'\"'", "").replace("\\\"", "");
    code.split('"').skip(1).step_by(2).filter(|it| it.contains(' ')).map(str::to_owned).collect()
}

/// The sources of the product, without the rules' word lists.
fn sources() -> Vec<PathBuf> {
    let lists =
        ["mnemic-core/src/text", "learn/cue", "learn/claim", "recall/question", "safety/injection"];
    let is_message = |path: &PathBuf| {
        let name = path.to_string_lossy();
        let is_product = !name.contains("mnemic-testing") && !name.contains("tests");
        is_product && name.ends_with(".rs") && !lists.iter().any(|list| name.contains(list))
    };
    let mut folders: Vec<PathBuf> = fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path().join("src"))
        .collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.retain(is_message);
    files
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

#[test]
fn pages_and_help_use_plain_words() {
    let mut found = Vec::new();
    for path in pages() {
        for (index, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let phrase = dialect(line);
            found.extend(phrase.map(|it| format!("{}:{}: {it}: {line}", shown(&path), index + 1)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn messages_use_plain_words() {
    let mut found = Vec::new();
    let mut count = 0;
    for path in sources() {
        for message in messages(&fs::read_to_string(&path).unwrap()) {
            count += 1;
            let phrase = dialect(&message);
            found.extend(phrase.map(|it| format!("{}: {it}: {message}", shown(&path))));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(count > 1_000, "only {count} messages");
}

#[test]
fn the_dialect_is_recognised_and_plain_words_are_not() {
    for text in ["It is told so:", "`X` is no client", "left out for want of room"] {
        assert!(dialect(text).is_some(), "{text}");
    }
    for text in ["there is no client `X`", "it is no longer used", "a story retold in detail"] {
        assert_eq!(dialect(text), None, "{text}");
    }
    assert_eq!(messages("// \"no one\"\nlet a = (\"a b\", \"c\", '\"');"), ["a b"]);
}
