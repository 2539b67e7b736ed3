//! Reading slash commands as people type them.

use std::str::FromStr;

use thiserror::Error;

use super::{COMMANDS, Command, LISTED, MAX_LISTED, MIN_BUDGET, Slash, listing};
use crate::{learn::promotion::Readiness, record::category::Category};

/// A slash command cannot be understood. Each tells what can be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SlashError {
    /// No command has those words.
    #[error("unknown slash command `/{0}`; use one of\n{list}", list = listing())]
    Unknown(String),
    /// Something is missing after the words.
    #[error("`/{words}` is incomplete; type `{usage}`", words = .0.words, usage = .0)]
    Incomplete(&'static Command),
    /// What comes after the words is none of what can.
    #[error("`{usage}` does not accept `{given}`", usage = .command)]
    Argument {
        /// The command.
        command: &'static Command,
        /// What was typed.
        given: String,
    },
    /// No context is worth having for so few tokens.
    #[error("a budget of {0} tokens is too small; use at least {MIN_BUDGET}, or 0 for the default")]
    Budget(usize),
}

impl FromStr for Slash {
    type Err = SlashError;

    /// Reads a command; the slash may be missing, and upper case does not matter.
    fn from_str(text: &str) -> Result<Self, SlashError> {
        let typed = text.trim();
        let typed = typed.strip_prefix('/').unwrap_or(typed).trim_start();
        let (first, rest) = split(typed);
        let first = first.to_lowercase();
        let (words, rest) = match (first.as_str(), split(rest)) {
            ("memory", ("" | "help", _)) => return Ok(Self::Help),
            ("memory", (second, rest)) => (format!("memory {}", second.to_lowercase()), rest),
            _ => (first, rest),
        };
        let command = COMMANDS.iter().find(|command| command.words == words);
        read(command.ok_or(SlashError::Unknown(words))?, rest)
    }
}

fn read(command: &'static Command, rest: &str) -> Result<Slash, SlashError> {
    let needed = || match rest {
        "" => Err(SlashError::Incomplete(command)),
        rest => Ok(rest.to_owned()),
    };
    let refused = || SlashError::Argument { command, given: rest.to_owned() };
    let given = (!rest.is_empty()).then(|| rest.to_owned());
    let lower = rest.to_lowercase();
    Ok(match command.words {
        "remember" => remember(command, rest)?,
        "forget" => Slash::Forget(needed()?),
        "pin" => Slash::Pin(needed()?),
        "memory status" => Slash::Status,
        "memory list" => list(command, rest)?,
        "memory search" => Slash::Search(needed()?),
        "memory budget" => match rest.parse() {
            Ok(tokens) if (1..MIN_BUDGET).contains(&tokens) => {
                return Err(SlashError::Budget(tokens));
            }
            _ => Slash::Budget(given),
        },
        "memory alias" => alias(command, rest)?,
        "memory auto" => match lower.as_str() {
            "" => Slash::Auto(None),
            "on" => Slash::Auto(Some(true)),
            "off" => Slash::Auto(Some(false)),
            _ => return Err(refused()),
        },
        _ => {
            let named = Readiness::ALL.into_iter().find(|readiness| readiness.name() == lower);
            Slash::Readiness(match given {
                None => None,
                Some(_) => Some(named.ok_or_else(refused)?),
            })
        }
    })
}

/// `TEXT` or `[CATEGORY] TEXT`.
fn remember(command: &'static Command, rest: &str) -> Result<Slash, SlashError> {
    let (first, after) = split(rest);
    let name = first.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let category = name.and_then(|name| name.parse::<Category>().ok());
    let text = if category.is_some() { after } else { rest };
    match text {
        "" => Err(SlashError::Incomplete(command)),
        text => Ok(Slash::Remember { category, text: text.to_owned() }),
    }
}

/// `CATEGORY`, `--limit N`, both or neither.
fn list(command: &'static Command, rest: &str) -> Result<Slash, SlashError> {
    let refused = || SlashError::Argument { command, given: rest.to_owned() };
    let (mut category, mut limit) = (Vec::new(), LISTED);
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        let number = match word.strip_prefix("--limit") {
            Some("") => words.next(),
            Some(joined) => joined.strip_prefix('='),
            None if word.starts_with("--") => None,
            None => {
                category.push(word);
                continue;
            }
        };
        let number = number.and_then(|number| number.parse().ok()).filter(|number| *number > 0);
        limit = number.ok_or_else(refused)?;
    }
    let category = (!category.is_empty()).then(|| category.join(" "));
    Ok(Slash::List { category, limit: limit.min(MAX_LISTED) })
}

/// `add WORD SYNONYM…`, `remove WORD` or `list`. Synonyms may be separated by commas.
fn alias(command: &'static Command, rest: &str) -> Result<Slash, SlashError> {
    let (action, rest) = split(rest);
    let (word, synonyms) = split(rest);
    let synonyms = synonyms.trim_start_matches(['=', ':']);
    let separators = |it: char| it == ',' || it.is_whitespace();
    let synonyms: Vec<String> =
        synonyms.split(separators).filter(|it| !it.is_empty()).map(str::to_owned).collect();
    match (action.to_lowercase().as_str(), word.to_lowercase()) {
        ("" | "list", _) => Ok(Slash::Aliases),
        ("add", word) if !word.is_empty() && !synonyms.is_empty() => {
            Ok(Slash::AddAlias { word, synonyms })
        }
        ("remove", word) if !word.is_empty() => Ok(Slash::RemoveAlias(word)),
        ("add" | "remove", _) => Err(SlashError::Incomplete(command)),
        (given, _) => Err(SlashError::Argument { command, given: given.to_owned() }),
    }
}

/// The first word and the rest.
fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_they_are_typed() {
        let text = |text: &str| text.to_owned();
        let remember = |said: &str| Slash::Remember { category: None, text: text(said) };
        for (typed, slash) in [
            ("/remember Chose SQLite  over Postgres ", remember("Chose SQLite  over Postgres")),
            ("remember x", remember("x")),
            ("/REMEMBER first\nsecond", remember("first\nsecond")),
            ("/forget 12", Slash::Forget(text("12"))),
            ("/pin gateway port", Slash::Pin(text("gateway port"))),
            ("/memory status", Slash::Status),
            ("/memory  search  which port", Slash::Search(text("which port"))),
            ("/memory budget 3000", Slash::Budget(Some(text("3000")))),
            ("/memory budget", Slash::Budget(None)),
            ("/memory alias", Slash::Aliases),
            ("/memory alias list", Slash::Aliases),
            ("/memory alias remove DB", Slash::RemoveAlias(text("db"))),
            ("/memory auto off", Slash::Auto(Some(false))),
            ("/memory auto", Slash::Auto(None)),
            ("/memory config aggressive", Slash::Readiness(Some(Readiness::Aggressive))),
            ("/memory", Slash::Help),
        ] {
            assert_eq!(typed.parse(), Ok(slash), "{typed}");
        }
    }

    #[test]
    fn a_category_before_what_is_to_be_remembered_is_taken_off_it() {
        for (typed, category, text) in [
            (
                "/remember [architecture] Events are ordered",
                Some("architecture"),
                "Events are ordered",
            ),
            ("/remember [Task-Progress]\nHalf done", Some("task-progress"), "Half done"),
            (
                "/remember [docs](https://a.example) say so",
                None,
                "[docs](https://a.example) say so",
            ),
            ("/remember [2026-11-15] it rained", None, "[2026-11-15] it rained"),
            ("/remember [[Rust]] is fast", None, "[[Rust]] is fast"),
            ("/remember a [warning] inside", None, "a [warning] inside"),
        ] {
            let category = category.map(|name| name.parse().unwrap());
            let slash = Slash::Remember { category, text: text.to_owned() };
            assert_eq!(typed.parse(), Ok(slash), "{typed}");
        }
        let command = &COMMANDS[0];
        let nothing = "/remember [architecture]".parse::<Slash>();
        assert_eq!(nothing, Err(SlashError::Incomplete(command)));
    }

    #[test]
    fn a_list_is_as_long_as_someone_says_within_bounds() {
        for (typed, category, limit) in [
            ("/memory list", None, 10),
            ("/memory list decision", Some("decision"), 10),
            ("/memory list --limit 1", None, 1),
            ("/memory list warning --limit=20", Some("warning"), 20),
            ("/memory list --limit 20 task progress", Some("task progress"), 20),
            ("/memory list --limit 999", None, 50),
        ] {
            let slash = Slash::List { category: category.map(str::to_owned), limit };
            assert_eq!(typed.parse(), Ok(slash), "{typed}");
        }
        for typed in ["--limit", "--limit many", "--limit 0", "--limits 3", "--all"] {
            let read = format!("/memory list {typed}").parse::<Slash>();
            assert!(matches!(read, Err(SlashError::Argument { .. })), "{typed}: {read:?}");
        }
    }

    #[test]
    fn synonyms_are_separated_by_spaces_or_commas() {
        for typed in [
            "/memory alias add k8s kubernetes cluster",
            "/memory alias add k8s = kubernetes, cluster",
        ] {
            let synonyms = vec!["kubernetes".to_owned(), "cluster".to_owned()];
            assert_eq!(
                typed.parse(),
                Ok(Slash::AddAlias { word: "k8s".to_owned(), synonyms }),
                "{typed}"
            );
        }
    }

    #[test]
    fn what_cannot_be_understood_tells_what_can() {
        for (typed, message) in [
            ("/dance", "unknown slash command `/dance`; use one of\n/remember <text>"),
            ("", "unknown slash command `/`"),
            ("/memory dance", "unknown slash command `/memory dance`"),
            ("/remember ", "`/remember` is incomplete; type `/remember <text>`"),
            ("/memory alias add db", "type `/memory alias [add|list|remove]`"),
            ("/memory budget 100", "a budget of 100 tokens is too small; use at least 500"),
            ("/memory list --limit x", "`/memory list [category --limit N]` does not accept"),
            ("/memory auto maybe", "`/memory auto [on|off]` does not accept `maybe`"),
            ("/memory config wild", "does not accept `wild`"),
        ] {
            let error = typed.parse::<Slash>().unwrap_err().to_string();
            assert!(error.contains(message), "{typed}: {error}");
        }
    }

    #[test]
    fn every_command_is_read_by_its_words() {
        for command in &COMMANDS {
            let typed = format!("/{}", command.words);
            let read = typed.parse::<Slash>();
            let needs = command.argument.is_some_and(|argument| argument.required);
            assert_eq!(read.is_err(), needs, "{typed}");
        }
    }
}
