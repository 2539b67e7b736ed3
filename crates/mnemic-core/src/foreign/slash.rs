//! Slash commands: what a person types to an agent to have something done with its memory.
//!
//! [`COMMANDS`] is the one table of them; whoever lists, reads or offers slash commands goes by it.

mod read;

use std::fmt;

pub use read::SlashError;

use crate::{learn::promotion::Readiness, record::category::Category};

/// A slash command as it is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// Its words, without the slash.
    pub words: &'static str,
    /// What comes after them, if anything does.
    pub argument: Option<Argument>,
    /// What it does.
    pub about: &'static str,
}

/// What comes after the words of a slash command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Argument {
    /// What it is called.
    pub name: &'static str,
    /// What it may be, as the usage shows it.
    pub shown: &'static str,
    /// Whether the command needs it.
    pub required: bool,
}

const fn needs(name: &'static str) -> Option<Argument> {
    Some(Argument { name, shown: name, required: true })
}

const fn takes(name: &'static str, shown: &'static str) -> Option<Argument> {
    Some(Argument { name, shown, required: false })
}

/// Every slash command.
pub static COMMANDS: [Command; 10] = [
    Command {
        words: "remember",
        argument: needs("text"),
        about: "Remember a text; start it with `[category]` to set its category",
    },
    Command {
        words: "forget",
        argument: needs("memory"),
        about: "Archive a memory, by its id or by words that only it contains",
    },
    Command {
        words: "pin",
        argument: needs("memory"),
        about: "Pin a memory, so that agents always receive it, or unpin it",
    },
    Command {
        words: "memory status",
        argument: None,
        about: "Show the number of memories, the state of the index and the last context",
    },
    Command {
        words: "memory list",
        argument: takes("category", "category --limit N"),
        about: "List the latest memories, all or of one category; N is 10 by default and at most 50",
    },
    Command {
        words: "memory search",
        argument: needs("query"),
        about: "Find the memories that answer a question, with their scores",
    },
    Command {
        words: "memory budget",
        argument: takes("tokens", "tokens"),
        about: "Show or set the token budget of a context: at least 500, or 0 for the default",
    },
    Command {
        words: "memory alias",
        argument: takes("action", "add|list|remove"),
        about: "Manage search synonyms: `add db database postgres`, `remove db`, `list`",
    },
    Command {
        words: "memory auto",
        argument: takes("state", "on|off"),
        about: "Show or set whether Mnemic learns from sessions by itself",
    },
    Command {
        words: "memory config",
        argument: takes("preset", "conservative|balanced|aggressive"),
        about: "Show or set how readily Mnemic remembers what sessions taught",
    },
];

impl fmt::Display for Command {
    /// As it is typed: `/memory search <query>`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "/{}", self.words)?;
        match self.argument {
            Some(Argument { shown, required: true, .. }) => write!(formatter, " <{shown}>"),
            Some(Argument { shown, required: false, .. }) => write!(formatter, " [{shown}]"),
            None => Ok(()),
        }
    }
}

/// A slash command as someone typed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slash {
    /// `/remember`
    Remember {
        /// What it is about, if that is said.
        category: Option<Category>,
        /// What is to be remembered.
        text: String,
    },
    /// `/forget`
    Forget(String),
    /// `/pin`
    Pin(String),
    /// `/memory status`
    Status,
    /// `/memory list`
    List {
        /// The category that is asked for.
        category: Option<String>,
        /// How many at most.
        limit: usize,
    },
    /// `/memory search`
    Search(String),
    /// `/memory budget`
    Budget(Option<String>),
    /// `/memory alias list`
    Aliases,
    /// `/memory alias add`
    AddAlias {
        /// The word.
        word: String,
        /// What is looked up with it.
        synonyms: Vec<String>,
    },
    /// `/memory alias remove`
    RemoveAlias(String),
    /// `/memory auto`
    Auto(Option<bool>),
    /// `/memory config`
    Readiness(Option<Readiness>),
    /// `/memory`: which there are.
    Help,
}

/// So many memories are listed unless someone says otherwise.
const LISTED: usize = 10;
/// More are not listed at once.
const MAX_LISTED: usize = 50;
/// Less is no budget for a context.
const MIN_BUDGET: usize = 500;

/// Every slash command, a line each.
pub fn listing() -> String {
    let lines = COMMANDS.iter().map(|it| format!("{:<50} {}\n", it.to_string(), it.about));
    lines.collect::<String>().trim_end().to_owned()
}
