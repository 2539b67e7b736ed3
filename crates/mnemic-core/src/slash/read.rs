//! Reading slash commands as people type them.

use std::str::FromStr;

use thiserror::Error;

use super::{COMMANDS, Command, Slash, listing};
use crate::learn::promotion::Readiness;

/// A slash command cannot be understood. Each tells what can be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SlashError {
    /// No command has those words.
    #[error("`/{0}` is no slash command; there are\n{list}", list = listing())]
    Unknown(String),
    /// Something is missing after the words.
    #[error("`/{words}` says too little; it is typed as `{usage}`", words = .0.words, usage = .0)]
    Incomplete(&'static Command),
    /// What comes after the words is none of what can.
    #[error("`{given}` is nothing that `{usage}` takes", usage = .command)]
    Argument {
        /// The command.
        command: &'static Command,
        /// What was typed.
        given: String,
    },
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
        "remember" => Slash::Remember(needed()?),
        "forget" => Slash::Forget(needed()?),
        "pin" => Slash::Pin(needed()?),
        "memory status" => Slash::Status,
        "memory list" => Slash::List(given),
        "memory search" => Slash::Search(needed()?),
        "memory budget" => Slash::Budget(given),
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
        for (typed, slash) in [
            (
                "/remember Chose SQLite  over Postgres ",
                Slash::Remember(text("Chose SQLite  over Postgres")),
            ),
            ("remember x", Slash::Remember(text("x"))),
            ("/REMEMBER first\nsecond", Slash::Remember(text("first\nsecond"))),
            ("/forget 12", Slash::Forget(text("12"))),
            ("/pin gateway port", Slash::Pin(text("gateway port"))),
            ("/memory status", Slash::Status),
            ("/memory list", Slash::List(None)),
            ("/memory list decision", Slash::List(Some(text("decision")))),
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
        for (typed, told) in [
            ("/dance", "`/dance` is no slash command; there are\n/remember <text>"),
            ("", "`/` is no slash command"),
            ("/memory dance", "`/memory dance` is no slash command"),
            ("/remember ", "`/remember` says too little; it is typed as `/remember <text>`"),
            ("/memory alias add db", "typed as `/memory alias [add|list|remove]`"),
            ("/memory auto maybe", "`maybe` is nothing that `/memory auto [on|off]` takes"),
            ("/memory config wild", "`wild` is nothing that `/memory config"),
        ] {
            let error = typed.parse::<Slash>().unwrap_err().to_string();
            assert!(error.contains(told), "{typed}: {error}");
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
