//! Statements: what one note of a knowledge graph says, and how it is written.
//!
//! `Ada (person)`, `Ada: Wrote the first program`, `Ada → knows → Babbage`. Where a name holds what parts the text, a
//! backslash stands before it, so that every name reads back as it was.

use std::iter::repeat_n;

use super::Relation;
use crate::record::memory::Memory;

const ENTITY: &str = "entity";
const OBSERVATION: &str = "observation";
const RELATION: &str = "relation";

const COLON: &str = ": ";
const ARROW: &str = "→";
const BRACKET: &str = "(";

/// What one note says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// There is such an entity.
    Entity {
        /// Its name.
        name: String,
        /// What sort of thing it is.
        entity_type: String,
    },
    /// Something was observed of an entity.
    Observation {
        /// The entity's name.
        entity: String,
        /// What was observed.
        content: String,
    },
    /// One entity stands so to another.
    Relation(Relation),
}

impl Statement {
    /// The categories of notes that are statements.
    pub const CATEGORIES: [&str; 3] = [ENTITY, OBSERVATION, RELATION];

    /// What a memory says, if it is a statement.
    pub fn of(memory: &Memory) -> Option<Self> {
        Self::read(memory.category.as_ref()?.as_str(), &memory.text)
    }

    /// What a text of a category says.
    pub fn read(category: &str, text: &str) -> Option<Self> {
        match category {
            ENTITY => {
                let (name, rest) = text.rsplit_once(" (")?;
                let entity_type = unescaped(rest.strip_suffix(')')?, BRACKET);
                Some(Self::Entity { name: name.to_owned(), entity_type })
            }
            OBSERVATION => {
                let (entity, content) = parted(text, COLON)?;
                Some(Self::Observation { entity, content: content.to_owned() })
            }
            RELATION => {
                let (from, rest) = parted(text, ARROW)?;
                let (relation_type, to) = parted(rest, ARROW)?;
                let relation_type = relation_type.strip_prefix(' ')?.strip_suffix(' ')?.to_owned();
                let (from, to) =
                    (from.strip_suffix(' ')?.to_owned(), to.strip_prefix(' ')?.to_owned());
                Some(Self::Relation(Relation { from, to, relation_type }))
            }
            _ => None,
        }
    }

    /// A piece of text that every statement about an entity holds, however its name is written there; nothing when the
    /// name is all marks.
    pub fn piece_about(name: &str) -> Option<&str> {
        let pieces = name.split(|letter: char| ":→(\\".contains(letter));
        pieces.max_by_key(|piece| piece.len()).filter(|piece| !piece.is_empty())
    }

    /// The category of the note.
    pub fn category(&self) -> &'static str {
        match self {
            Self::Entity { .. } => ENTITY,
            Self::Observation { .. } => OBSERVATION,
            Self::Relation(_) => RELATION,
        }
    }

    /// The text of the note.
    pub fn text(&self) -> String {
        match self {
            Self::Entity { name, entity_type } => {
                format!("{name} ({})", escaped(entity_type, BRACKET))
            }
            Self::Observation { entity, content } => format!("{}{content}", before(entity, COLON)),
            Self::Relation(Relation { from, to, relation_type }) => {
                let (from, relation_type) = (format!("{from} "), format!(" {relation_type} "));
                format!("{}{} {to}", before(&from, ARROW), before(&relation_type, ARROW))
            }
        }
    }
}

/// A text up to a mark that ends it, and the mark.
fn before(text: &str, mark: &str) -> String {
    let mut written = escaped(text, mark);
    let run = backslashes(&written);
    written.extend(repeat_n('\\', run));
    written + mark
}

/// The text with each mark in it escaped, and the backslashes before it doubled.
fn escaped(text: &str, mark: &str) -> String {
    let mut parts = text.split(mark);
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let run = backslashes(&written);
        written.extend(repeat_n('\\', run + 1));
        written.push_str(mark);
        written.push_str(part);
    }
    written
}

/// The text before the first mark that is not escaped, as it was, and the rest.
fn parted<'a>(text: &'a str, mark: &str) -> Option<(String, &'a str)> {
    let (mut read, mut rest) = (String::new(), text);
    loop {
        let (part, after) = rest.split_once(mark)?;
        let run = backslashes(part);
        read.push_str(&part[..part.len() - run.div_ceil(2)]);
        rest = after;
        if run.is_multiple_of(2) {
            return Some((read, rest));
        }
        read.push_str(mark);
    }
}

/// The text as it was before its marks were escaped. A mark that nobody escaped stays.
fn unescaped(text: &str, mark: &str) -> String {
    let mut parts = text.split(mark).peekable();
    let mut read = String::new();
    while let Some(part) = parts.next() {
        let run = backslashes(part);
        let escapes = if parts.peek().is_some() && run % 2 == 1 { run.div_ceil(2) } else { 0 };
        read.push_str(&part[..part.len() - escapes]);
        if parts.peek().is_some() {
            read.push_str(mark);
        }
    }
    read
}

/// How many backslashes a text ends with.
fn backslashes(text: &str) -> usize {
    text.len() - text.trim_end_matches('\\').len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn statements(one: &str, other: &str, third: &str) -> [Statement; 3] {
        let [name, from] = [one.to_owned(), one.to_owned()];
        [
            Statement::Entity { name: name.clone(), entity_type: other.to_owned() },
            Statement::Observation { entity: name, content: other.to_owned() },
            Statement::Relation(Relation {
                from,
                to: third.to_owned(),
                relation_type: other.to_owned(),
            }),
        ]
    }

    #[test]
    fn statements_read_as_people_would_write_them() {
        let texts = statements("Ada", "knows", "Babbage").map(|statement| statement.text());
        assert_eq!(texts, ["Ada (knows)", "Ada: knows", "Ada → knows → Babbage"]);
        let odd = statements("a: b", "x (y)", "z").map(|statement| statement.text());
        assert_eq!(odd, [r"a: b (x \(y))", r"a\: b: x (y)", "a: b → x (y) → z"]);
    }

    #[test]
    fn what_is_no_statement_is_none() {
        for (category, text) in [
            ("entity", "Ada"),
            ("entity", "Ada (person"),
            ("observation", "Wrote the first program"),
            ("relation", "Ada → Babbage"),
            ("decision", "Ada: wrote"),
        ] {
            assert_eq!(Statement::read(category, text), None, "{category} {text}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_said_reads_back(
            one in r"[a: ()→\\\n]{0,9}", other in r"[b: ()→\\\n]{0,9}", third in r"[c: ()→\\]{0,9}",
        ) {
            for statement in statements(&one, &other, &third) {
                let text = statement.text();
                if let Some(piece) = Statement::piece_about(&one) {
                    prop_assert!(text.contains(piece));
                }
                let read = Statement::read(statement.category(), &text);
                prop_assert_eq!(read, Some(statement));
            }
        }
    }
}
