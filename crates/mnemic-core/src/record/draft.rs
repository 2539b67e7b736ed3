//! A memory about to be made: checked before anything is written, all faults told at once.

use std::collections::HashSet;

use jiff::Timestamp;
use thiserror::Error;

use crate::{
    document::{MAX_TAGS, place},
    port::clock::Randomness,
    record::{
        category::Category,
        id::{Anchor, MemoryId},
        memory::{Body, Lifecycle, Memory, Signals, Status, Trust},
        scope::Scope,
        source::{Origin, Source},
    },
    safety::trust,
};

/// The longest text, in bytes, whatever the rules say.
pub const MAX_TEXT_BYTES: usize = 1024 * 1024;
const MAX_TAG_CHARS: usize = 100;

/// What may be remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The longest text, in characters.
    pub max_chars: usize,
    /// Whether a note without a category gets one from its words.
    pub categorise: bool,
}

/// What someone wants remembered, as they gave it.
#[derive(Debug, Clone)]
pub struct Draft {
    /// What is to be remembered.
    pub text: String,
    /// Whose memory it will be.
    pub scope: Scope,
    /// Its kind, with the fields only that kind has.
    pub body: Body,
    /// What it is about; found from the words when absent.
    pub category: Option<String>,
    /// Words to file it under.
    pub tags: Vec<String>,
    /// Files it is about.
    pub file_paths: Vec<String>,
    /// How settled it is to be.
    pub status: Status,
    /// Whether it is about the user and belongs into USER.md.
    pub about_user: bool,
    /// Its importance.
    pub importance: Option<f64>,
    /// How sure the writer is; entirely when absent.
    pub confidence: Option<f64>,
    /// Where it came from.
    pub source: Source,
    /// How far it may be relied on.
    pub trust: Trust,
    /// When it was learnt, if not now.
    pub created_at: Option<Timestamp>,
}

impl Draft {
    /// A note in `scope` that a person gave.
    pub fn note(scope: Scope, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            scope,
            body: Body::Note,
            category: None,
            tags: Vec::new(),
            file_paths: Vec::new(),
            status: Status::Confirmed,
            about_user: false,
            importance: None,
            confidence: None,
            source: Source { origin: Origin::Human, ..Source::default() },
            trust: Trust::High,
            created_at: None,
        }
    }

    /// Checks everything; the result can be made a memory.
    pub fn validate(mut self, rules: Rules) -> Result<Valid, ValidationError> {
        let mut faults = Vec::new();
        self.text = clean_text(&self.text, rules.max_chars, &mut faults);
        if self.body.kind().trim().is_empty() {
            faults.push("Memory type is required".to_owned());
        }
        let category = match self.category.as_deref().map(str::parse::<Category>) {
            None => (rules.categorise && self.body.rules().is_categorised)
                .then(|| Category::of_text(&self.text)),
            Some(Ok(category)) => Some(category),
            Some(Err(error)) => {
                faults.push(error.to_string());
                None
            }
        };
        check_body(&mut self.body, &mut faults);
        let tags = clean_tags(&self.tags, &mut faults);
        let importance = self.importance.unwrap_or(DEFAULT_IMPORTANCE);
        if !(0.0..=1.0).contains(&importance) {
            faults.push(format!("importance {importance} is not between 0 and 1"));
        }
        if self.file_paths.iter().any(|path| path.chars().any(char::is_control)) {
            faults.push("a file path holds a control character".to_owned());
        }
        if !faults.is_empty() {
            return Err(ValidationError { faults });
        }
        self.tags = tags;
        let words = [&self.tags[..], &self.file_paths[..]];
        let said = trust::all_texts(&self.text, &self.body, &self.source, words);
        self.trust = trust::of_text(self.trust, &said);
        Ok(Valid { draft: self, category, importance })
    }
}

/// The importance of what someone asks to remember.
const DEFAULT_IMPORTANCE: f64 = 0.8;

/// A draft that has been checked.
#[derive(Debug, Clone)]
pub struct Valid {
    draft: Draft,
    category: Option<Category>,
    importance: f64,
}

impl Valid {
    /// The text to be remembered.
    pub fn text(&self) -> &str {
        &self.draft.text
    }

    /// Trusts it no more than so.
    pub fn limit_trust(&mut self, most: Trust) {
        self.draft.trust = self.draft.trust.min(most);
    }

    /// The draft it was made of.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The memory, with new names.
    pub fn into_memory(self, number: u64, now: Timestamp, randomness: &dyn Randomness) -> Memory {
        let Self { draft, category, importance } = self;
        let home = place::home(&draft.scope, &draft.body, category.as_ref(), draft.about_user);
        Memory {
            id: MemoryId::new(now, randomness),
            anchor: Anchor::new(randomness),
            number: Some(number),
            scope: draft.scope,
            body: draft.body,
            category,
            text: draft.text,
            tags: draft.tags,
            source: draft.source,
            trust: draft.trust,
            status: draft.status,
            lifecycle: Lifecycle::Active,
            importance,
            confidence: draft.confidence.unwrap_or(1.0).clamp(0.0, 1.0),
            version: 1,
            file_paths: draft.file_paths,
            created_at: draft.created_at.unwrap_or(now),
            updated_at: now,
            valid_from: None,
            valid_until: None,
            superseded_by: None,
            reviewed_at: None,
            home,
            signals: Signals::default(),
        }
    }
}

/// Gives the texts of a body line feeds only, and says what is wrong with them.
pub fn check_body(body: &mut Body, faults: &mut Vec<String>) {
    let (mut bytes, mut control) = (0, None);
    body.change_texts(&mut |text| {
        *text = with_line_feeds(text);
        bytes += text.len();
        control = control.or_else(|| text.chars().find(|character| is_control(*character)));
    });
    if bytes > MAX_TEXT_BYTES {
        faults.push(format!("the fields exceed the maximum size: {MAX_TEXT_BYTES}"));
    }
    if let Some(character) = control {
        let code = u32::from(character);
        faults.push(format!("a field holds the control character U+{code:04X}; remove it"));
    }
}

/// The text with line feeds only, and what is wrong with it.
pub fn clean_text(text: &str, max_chars: usize, faults: &mut Vec<String>) -> String {
    let text = with_line_feeds(text);
    if text.trim().is_empty() {
        faults.push("Content is required".to_owned());
    }
    if text.len() > MAX_TEXT_BYTES {
        faults.push(format!("Content exceeds maximum size: {MAX_TEXT_BYTES}"));
    } else if text.len() > max_chars && text.chars().count() > max_chars {
        faults.push(format!("Content exceeds maximum length: {max_chars} characters"));
    }
    let control = text.char_indices().find(|(_, character)| is_control(*character));
    if let Some((index, character)) = control {
        let code = u32::from(character);
        faults.push(format!(
            "the text holds the control character U+{code:04X} at byte {index}; remove it"
        ));
    }
    text
}

/// The text with a line feed in place of every other ending of a line.
pub fn with_line_feeds(text: &str) -> String {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        text.to_owned()
    }
}

/// Whether a character is one that no text needs and that makes a file unreadable.
pub fn is_control(character: char) -> bool {
    character.is_control() && character != '\n' && character != '\t'
}

/// The tags as they are filed: without `#`, spaces as dashes, each once. More than [`MAX_TAGS`] different ones are one
/// fault, and none is looked at behind them.
pub fn clean_tags(tags: &[String], faults: &mut Vec<String>) -> Vec<String> {
    let mut clean: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    for tag in tags {
        let words: Vec<&str> = tag.trim().trim_start_matches('#').split_whitespace().collect();
        let name = words.join("-");
        if name.is_empty() || !known.insert(name.to_ascii_lowercase()) {
            continue;
        }
        if known.len() > MAX_TAGS {
            faults
                .push(format!("{} tags are too many: a memory has at most {MAX_TAGS}", tags.len()));
            break;
        }
        match fault_of_tag(&name) {
            Some(fault) => faults.push(format!("tag `{name}` {fault}")),
            None => clean.push(name),
        }
    }
    clean
}

fn fault_of_tag(tag: &str) -> Option<&'static str> {
    let has_letter =
        tag.chars().any(|character| character.is_alphanumeric() && !character.is_ascii_digit());
    if !has_letter {
        return Some("needs a letter, so that it is not taken for an issue number");
    }
    if tag.contains(['#', ',']) || tag.chars().any(char::is_control) {
        return Some("holds a character that tags cannot have");
    }
    (tag.chars().count() > MAX_TAG_CHARS).then_some("is longer than 100 characters")
}

/// What is wrong with a draft: everything, not only the first thing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .faults.join("; "))]
pub struct ValidationError {
    /// One sentence each.
    pub faults: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = crate::settings::preset::Preset::Default.policies().rules;

    #[test]
    fn all_faults_are_told_at_once() {
        let mut draft = Draft::note(Scope::Global, " \n\t ");
        draft.body = Body::from_parts(String::new(), Default::default());
        draft.importance = Some(1.5);
        draft.tags = vec!["2024".into(), "ok".into(), "a#b".into()];
        draft.category = Some("?".into());
        let error = draft.validate(RULES).unwrap_err();
        assert_eq!(error.faults.len(), 6, "{:?}", error.faults);
        assert!(error.to_string().starts_with("Content is required; Memory type is required; "));
    }

    #[test]
    fn a_text_is_bounded_and_has_no_control_characters() {
        let faults =
            |text: String| Draft::note(Scope::Global, text).validate(RULES).unwrap_err().faults;
        assert_eq!(
            faults("x".repeat(MAX_TEXT_BYTES + 1)),
            ["Content exceeds maximum size: 1048576"]
        );
        assert!(faults("a\0b".into())[0].contains("U+0000 at byte 1"));
        assert!(Draft::note(Scope::Global, "x".repeat(MAX_TEXT_BYTES)).validate(RULES).is_ok());
        let text = Draft::note(Scope::Global, "a\r\nb\tc").validate(RULES).unwrap();
        assert_eq!(text.text(), "a\nb\tc");
    }

    #[test]
    fn rules_bound_the_characters_and_say_who_categorises() {
        let rules = Rules { max_chars: 3, categorise: false };
        let fault = Draft::note(Scope::Global, "éééé").validate(rules).unwrap_err().to_string();
        assert_eq!(fault, "Content exceeds maximum length: 3 characters");
        let valid = Draft::note(Scope::Global, "üse").validate(rules).unwrap();
        assert_eq!(valid.category, None);
        let valid = Draft::note(Scope::Global, "use it").validate(RULES).unwrap();
        assert_eq!(valid.category.unwrap().as_str(), "decision");
    }

    #[test]
    fn tags_are_filed_as_words() {
        let mut faults = Vec::new();
        let given = ["#Rust", "rust", " code review ", "c++", ""].map(str::to_owned);
        assert_eq!(clean_tags(&given, &mut faults), ["Rust", "code-review", "c++"]);
        assert!(faults.is_empty());
    }

    #[test]
    fn too_many_tags_are_one_fault_however_many_and_however_wrong() {
        for name in ["", "t"] {
            let given: Vec<String> = (0..200_000).map(|number| format!("{name}{number}")).collect();
            let mut faults = Vec::new();
            clean_tags(&given, &mut faults);
            assert!(faults.len() <= MAX_TAGS + 1, "{}", faults.len());
            let last = faults.last().map(String::as_str);
            assert_eq!(last, Some("200000 tags are too many: a memory has at most 64"));
        }
        let repeated: Vec<String> =
            (0..200_000).map(|number| format!("t{}", number % 64)).collect();
        let mut faults = Vec::new();
        assert_eq!(clean_tags(&repeated, &mut faults).len(), MAX_TAGS);
        assert!(faults.is_empty());
    }
}
