//! The sentences of a message: what was said in words, without code, tables, quotations, logs and headings.

use super::injected;

/// The sentences of a message in order, with emphasis taken off. Injected text is left out.
pub fn sentences(message: &str) -> Vec<String> {
    let said = injected::without(message);
    paragraphs(&said).iter().flat_map(|paragraph| split(paragraph)).collect()
}

/// How many characters of one message are read.
const MAX_CHARS: usize = 100_000;

/// Paragraphs and list items, each as one line.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut open = false;
    let mut fence: Option<&str> = None;
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(index, _)| index);
    for line in text[..end].lines() {
        let trimmed = line.trim();
        if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark)) {
            fence = match fence {
                None => Some(mark),
                Some(opened) if opened == mark => None,
                kept => kept,
            };
            open = false;
            continue;
        }
        let plain = without_emphasis(trimmed);
        let (item, text) = without_bullet(&plain);
        if fence.is_some() || !is_prose(text) {
            open = false;
            continue;
        }
        match paragraphs.last_mut() {
            Some(last) if open && !item => {
                last.push(' ');
                last.push_str(text);
            }
            _ => paragraphs.push(text.to_owned()),
        }
        open = true;
    }
    paragraphs
}

/// Whether a line is something said, by its form.
fn is_prose(line: &str) -> bool {
    let is_marked = line.starts_with(['#', '|', '>', '+', '$', '%', '{', '}', '<', '@', '\\'])
        || line.starts_with("---")
        || line.starts_with("===")
        || line.starts_with("diff --git");
    !line.is_empty() && !is_marked && !is_code(line) && !is_trace(line)
}

/// A list item's text, and whether it is one.
fn without_bullet(line: &str) -> (bool, &str) {
    let after = |rest: &'_ str| rest.starts_with(' ');
    for bullet in ["- ", "* ", "• ", "– "] {
        if let Some(rest) = line.strip_prefix(bullet) {
            let rest = rest.trim_start();
            let unchecked = ["[ ]", "[x]", "[X]"].iter().find_map(|mark| rest.strip_prefix(mark));
            return (true, unchecked.unwrap_or(rest).trim_start());
        }
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = line[digits..].strip_prefix(['.', ')']).filter(|rest| after(rest));
    match numbered {
        Some(rest) if (1..=3).contains(&digits) => (true, rest.trim_start()),
        _ => (false, line),
    }
}

/// Whether a line is code rather than words.
pub(super) fn is_code(line: &str) -> bool {
    let plain = without_inline_code(line);
    let signs = plain.chars().filter(|it| "{}[]();=<>|&$\\^~+*/".contains(*it)).count();
    let letters = plain.chars().filter(|it| it.is_alphabetic() || *it == ' ').count();
    let total = plain.chars().count();
    let ends = plain.ends_with([';', '{', '}', '\\']) && signs > 0 || plain.ends_with("):");
    let arrows = ["=>", "->", "::", "&&", "||", "!=", "==", "+="];
    let operators = arrows.iter().filter(|it| plain.contains(**it)).count();
    ends || operators > 1
        || signs * 7 > total
        || letters * 10 < total * 6 && total > 12
        || operators > 0 && signs * 12 > total
}

fn without_inline_code(line: &str) -> String {
    let parts = line.split('`').enumerate().filter(|(place, _)| place % 2 == 0);
    parts.map(|(_, part)| part).collect()
}

/// Whether a line comes from a log, a stack trace or a command's output.
fn is_trace(line: &str) -> bool {
    let begins = |start: &str| line.starts_with(start);
    let is_frame = begins("at ") && (line.contains('(') || line.contains("::"))
        || begins("File \"")
        || begins("Traceback")
        || begins("Caused by:")
        || begins("-->");
    let has_clock = line.bytes().take(24).filter(|it| *it == b':').count() >= 2
        && line.bytes().take(4).filter(u8::is_ascii_digit).count() >= 2;
    let has_level = ["INFO ", "DEBUG ", "WARN ", "TRACE ", "ERROR ", "[info]", "[debug]"];
    is_frame || has_clock || has_level.iter().any(|level| begins(level))
}

fn without_emphasis(text: &str) -> String {
    text.replace("**", "").replace("__", "")
}

/// The sentences of one line.
fn split(line: &str) -> Vec<String> {
    let characters: Vec<(usize, char)> = line.char_indices().collect();
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut in_code = false;
    for (place, (index, character)) in characters.iter().enumerate() {
        in_code ^= *character == '`';
        let after = index + character.len_utf8();
        let ends = match character {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => {
                !in_code && begins_anew(&characters[place + 1..]) && !is_short(&line[start..*index])
            }
            _ => false,
        };
        if ends {
            push(&mut sentences, &line[start..after]);
            start = after;
        }
    }
    push(&mut sentences, &line[start..]);
    sentences
}

/// Whether what follows a full stop is another sentence. Who types in haste begins it with a small letter.
fn begins_anew(rest: &[(usize, char)]) -> bool {
    let is_closing = |it: char| matches!(it, '"' | '\'' | ')' | '”' | '’' | '!' | '?' | '.');
    let next = rest.iter().map(|(_, character)| *character).find(|it| !is_closing(*it));
    next.is_none_or(char::is_whitespace)
}

/// Whether a sentence would end in an abbreviation.
fn is_short(sentence: &str) -> bool {
    const SHORT: [&str; 16] = [
        "e.g", "i.e", "etc", "vs", "mr", "mrs", "ms", "dr", "prof", "st", "approx", "no", "fig",
        "cf", "al", "inc",
    ];
    let last = sentence.rsplit(|it: char| it.is_whitespace() || it == '(').next().unwrap_or("");
    let is_initial = last.chars().count() == 1 && last.chars().all(char::is_uppercase);
    let lower = last.to_lowercase();
    // A lone "No." is an answer, "in No. 5" a number.
    let is_answer = lower == "no" && sentence.trim() == last;
    (is_initial || SHORT.contains(&lower.as_str())) && !is_answer
}

fn push(sentences: &mut Vec<String>, sentence: &str) {
    let is_edge =
        |it: char| it.is_whitespace() || matches!(it, '•' | '→' | '✅' | '❌' | '⚠' | '\u{fe0f}');
    let sentence = sentence.trim_matches(is_edge);
    if sentence.chars().any(char::is_alphanumeric) {
        sentences.push(sentence.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(message: &str, expected: &[&str]) {
        assert_eq!(sentences(message), expected, "{message:?}");
    }

    #[test]
    fn a_message_is_read_sentence_by_sentence() {
        check(
            "Use tabs. Never spaces! Why? Because.",
            &["Use tabs.", "Never spaces!", "Why?", "Because."],
        );
        check("See e.g. main.rs v1.2 by Dr. Who.", &["See e.g. main.rs v1.2 by Dr. Who."]);
        check("No. That is in\nthe other file.", &["No.", "That is in the other file."]);
        check("我们用制表符。不用空格。", &["我们用制表符。", "不用空格。"]);
        check(
            "- **Decision:** use SQLite\n- [ ] write docs\n2. go on",
            &["Decision: use SQLite", "write docs", "go on"],
        );
    }

    #[test]
    fn what_is_not_said_in_words_is_left_out() {
        check("# Title\n\n> quoted\n\n| a | b |\n\nSaid so.", &["Said so."]);
        check("Look:\n```rust\nlet x = 1; // We decided so.\n```\nThanks.", &["Look:", "Thanks."]);
        check("let total = items.iter().map(|x| x.price()).sum();", &[]);
        check("def main(argv):\n    return run(argv[1])", &[]);
        check("2026-11-15T10:00:00Z started server", &[]);
        check("  at Object.<anonymous> (/app/index.js:1:1)", &[]);
        check("<project_memory>Use tabs always.</project_memory>Go on.", &["Go on."]);
        check("", &[]);
    }
}
