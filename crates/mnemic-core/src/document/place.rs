//! Where memories live: which documents a vault has and what each is for.

use jiff::{Timestamp, tz::TimeZone};

use crate::{
    document::{
        Document,
        format::{Format, NOTES, Shelf},
        template,
    },
    record::{
        category::Category,
        id::Anchor,
        kind::KINDS,
        memory::{Body, Home, Memory},
        scope::Scope,
    },
};

/// A longer text lives in a file of its own. This is part of the format and no setting: a block made under another
/// value would be read back as something else.
pub const BLOCK_CHARS: usize = 8_000;

/// A document by what it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Whose it is.
    pub scope: Scope,
    /// What it is for.
    pub role: Role,
}

/// What a document is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// `MEMORY.md`: curated notes.
    Memory,
    /// `USER.md`: what is about the user.
    User,
    /// A document of other kinds than notes.
    Kinds {
        /// Its name.
        document: &'static str,
    },
    /// `memory/MEMORY-NNN.md`: what rolled over from a full document.
    Rolled {
        /// The document it rolled over from.
        from: &'static str,
        /// Which, from 1.
        number: u32,
    },
    /// `archive/2026-11.md`, then `archive/2026-11-002.md`: what was archived in a month.
    Archive {
        /// The month.
        month: String,
        /// Which, from 1.
        number: u32,
    },
    /// `memory/long/<anchor>.md`: one long text.
    Long(Anchor),
    /// `memory/2026-11-15.md`: a daily log.
    Log {
        /// The day.
        date: String,
    },
}

impl Place {
    /// The document at a path below the vault; files of other tools and people are none.
    pub fn at(path: &str) -> Option<Self> {
        let (scope, rest) = split_scope(path)?;
        let role = match rest {
            "MEMORY.md" => Role::Memory,
            "USER.md" => Role::User,
            _ => {
                if let Some(document) = kind_document(rest) {
                    return Some(Self { scope, role: Role::Kinds { document } });
                }
                if let Some(role) = rest.strip_prefix("memory/").and_then(rolled) {
                    return Some(Self { scope, role });
                }
                let stem = rest.strip_suffix(".md")?;
                if let Some(name) = stem.strip_prefix("memory/long/") {
                    Role::Long(name.parse().ok()?)
                } else if let Some(name) = stem.strip_prefix("memory/") {
                    log(name)?
                } else {
                    archive(stem.strip_prefix("archive/")?)?
                }
            }
        };
        Some(Self { scope, role })
    }

    /// Whether people's changes to its blocks are taken in.
    pub fn is_read(&self) -> bool {
        match self.role {
            Role::Memory | Role::User | Role::Kinds { .. } | Role::Rolled { .. } => true,
            Role::Long(_) => true,
            Role::Archive { .. } | Role::Log { .. } => false,
        }
    }

    /// Whether its oldest blocks move on when it is full.
    pub fn rolls_over(&self) -> bool {
        matches!(self.role, Role::Memory | Role::User | Role::Kinds { .. })
    }

    /// What stands in it: notes anywhere, unless its kinds say otherwise.
    pub fn shelves(&self) -> Vec<&'static Shelf> {
        let document = match &self.role {
            Role::Kinds { document } | Role::Rolled { from: document, .. } => *document,
            _ => return vec![&NOTES],
        };
        let shelves = Shelf::all_in(document);
        if shelves.is_empty() { vec![&NOTES] } else { shelves }
    }

    /// Whether its blocks show more than a text.
    pub fn has_fields(&self) -> bool {
        self.shelves().iter().any(|shelf| !matches!(shelf.format, Format::Item | Format::Line))
    }

    /// The document with this text.
    pub fn parse(&self, text: impl Into<String>) -> Document {
        Document::parse_as(text, &self.shelves())
    }

    /// The document as it begins.
    pub fn template(&self, stamp: &str) -> String {
        match &self.role {
            Role::Memory => template::memory(stamp),
            Role::User => template::user(stamp),
            Role::Kinds { document } => template::of_kinds(document, &self.shelves(), stamp),
            Role::Rolled { from, .. } if from.ends_with(".json") => {
                template::of_kinds(from, &self.shelves(), stamp)
            }
            Role::Rolled { from, number } => {
                let title = format!("Memory, continued ({number})");
                template::continuation(
                    &title,
                    &format!("What no longer fitted into {from}."),
                    stamp,
                )
            }
            Role::Archive { month, .. } => {
                let note = "Archived memories; `mnemic restore` brings one back.";
                template::continuation(&format!("Archive {month}"), note, stamp)
            }
            Role::Log { date } => template::daily_log(date, &whose(&self.scope)),
            Role::Long(_) => String::new(),
        }
    }

    /// The path of the `number`-th document that takes what no longer fits into this one.
    pub fn overflow(&self, number: u32) -> Option<String> {
        let directory = self.scope.directory()?;
        match &self.role {
            Role::Memory => Some(numbered(&directory, "MEMORY.md", number)),
            Role::User => Some(numbered(&directory, "USER.md", number)),
            Role::Kinds { document } | Role::Rolled { from: document, .. } => {
                Some(numbered(&directory, document, number))
            }
            Role::Archive { month, .. } => {
                Some(format!("{directory}/archive/{month}-{number:03}.md"))
            }
            Role::Long(_) | Role::Log { .. } => None,
        }
    }
}

/// The document at a path below the vault with this text; as notes where a path is none of a document.
pub fn parse_at(path: &str, text: impl Into<String>) -> Document {
    match Place::at(path) {
        Some(place) => place.parse(text),
        None => Document::parse(text),
    }
}

/// The names of the documents that a scope's folder may hold.
pub fn names() -> Vec<&'static str> {
    let shelves = KINDS.iter().flat_map(|kind| kind.shelves()).map(|shelf| shelf.document);
    let mut names: Vec<&str> = ["MEMORY.md", "USER.md"].into_iter().chain(shelves).collect();
    let mut met = std::collections::HashSet::new();
    names.retain(|name| met.insert(*name));
    names
}

/// Whether documents that are read may lie in the folder at a path below the vault, or in one below it.
pub fn may_hold_documents(folder: &str) -> bool {
    let examples = ["MEMORY.md", "MEMORY-001.md", "k7f3q9ab.md"];
    let holds = |name: &str| Place::at(&format!("{folder}/{name}")).is_some_and(|it| it.is_read());
    matches!(folder, "" | "projects" | "agents") || examples.into_iter().any(holds)
}

fn split_scope(path: &str) -> Option<(Scope, &str)> {
    let (family, rest) = path.split_once('/')?;
    if family == "global" {
        return Some((Scope::Global, rest));
    }
    let (slug, rest) = rest.split_once('/')?;
    let slug = slug.parse().ok()?;
    match family {
        "projects" => Some((Scope::Project(slug), rest)),
        "agents" => Some((Scope::Agent(slug), rest)),
        _ => None,
    }
}

/// The document of kinds with this name.
fn kind_document(name: &str) -> Option<&'static str> {
    let mut shelves = KINDS.iter().flat_map(|kind| kind.shelves());
    shelves.find(|shelf| shelf.document == name).map(|shelf| shelf.document)
}

/// The `number`-th document that takes what no longer fits into another: `memory/MEMORY-001.md`.
fn numbered(directory: &str, document: &str, number: u32) -> String {
    let (stem, extension) = document.rsplit_once('.').unwrap_or((document, "md"));
    format!("{directory}/memory/{stem}-{number:03}.{extension}")
}

fn rolled(name: &str) -> Option<Role> {
    let (name, extension) = name.rsplit_once('.')?;
    let (stem, number) = name.rsplit_once('-')?;
    let from = match format!("{stem}.{extension}").as_str() {
        "MEMORY.md" => "MEMORY.md",
        "USER.md" => "USER.md",
        other => kind_document(other)?,
    };
    Some(Role::Rolled { from, number: number.parse().ok()? })
}

fn log(name: &str) -> Option<Role> {
    let date = name.get(..10)?;
    date.parse::<jiff::civil::Date>().ok()?;
    name.get(10..).is_some_and(str::is_empty).then(|| Role::Log { date: date.to_owned() })
}

fn archive(name: &str) -> Option<Role> {
    let month = name.get(..7)?;
    format!("{month}-01").parse::<jiff::civil::Date>().ok()?;
    let number = match name.get(7..)? {
        "" => 1,
        rest => rest.strip_prefix('-')?.parse().ok()?,
    };
    Some(Role::Archive { month: month.to_owned(), number })
}

/// The home of a memory in use: `USER.md` when it is about the user, else `MEMORY.md`. A narrative is told in the
/// readable form of its session and in the daily log, and has no block that people could change.
pub fn home(
    scope: &Scope,
    body: &Body,
    category: Option<&Category>,
    about_user: bool,
) -> Option<Home> {
    let directory = scope.directory().filter(|_| body.rules().has_home())?;
    if let Some(shelf) = body.rules().shelf_of(body) {
        let document = format!("{directory}/{}", shelf.document);
        return Some(Home { document: document.into(), section: shelf.section.to_owned() });
    }
    let (name, section) = match (about_user, category.map(Category::as_str)) {
        (true, Some("preference")) => ("USER.md", "Preferences"),
        (true, _) => ("USER.md", "Facts"),
        (false, _) => ("MEMORY.md", Category::section(category)),
    };
    Some(Home { document: format!("{directory}/{name}").into(), section: section.to_owned() })
}

/// The home of a memory archived at `at`.
pub fn archive_home(scope: &Scope, at: Timestamp, zone: &TimeZone) -> Option<Home> {
    let directory = scope.directory()?;
    let month = at.to_zoned(zone.clone()).strftime("%Y-%m").to_string();
    Some(Home {
        document: format!("{directory}/archive/{month}.md").into(),
        section: "Archived".to_owned(),
    })
}

/// The file of its own that a long text lives in.
pub fn long_document(memory: &Memory) -> Option<String> {
    let long = memory.text.len() > BLOCK_CHARS && memory.text.chars().count() > BLOCK_CHARS;
    let directory = memory.scope.directory().filter(|_| long)?;
    Some(format!("{directory}/memory/long/{}.md", memory.anchor))
}

/// The file that a text links to as the whole of it: the text is the beginning of a long one, as a block shows it.
pub fn linked_long_document(memory: &Memory) -> Option<String> {
    let directory = memory.scope.directory()?;
    let file = format!("long/{}.md", memory.anchor);
    let links = memory.text.ends_with(&format!("{file}))"));
    links.then(|| format!("{directory}/memory/{file}"))
}

/// The time as documents show it.
pub fn stamp(at: Timestamp) -> String {
    let whole = at.strftime("%Y-%m-%d %H:%M:%S");
    match at.as_millisecond().rem_euclid(1_000) {
        0 => format!("{whole} UTC"),
        millis => format!("{whole}.{millis:03} UTC"),
    }
}

/// Whose log it is, as its head says.
fn whose(scope: &Scope) -> String {
    match scope {
        Scope::Agent(agent) => format!("Agent: {agent}"),
        scope => format!("Scope: {scope}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_says_what_a_document_is_for() {
        let role = |path: &str| Place::at(path).map(|place| place.role);
        assert_eq!(role("global/MEMORY.md"), Some(Role::Memory));
        assert_eq!(role("projects/x/USER.md"), Some(Role::User));
        assert_eq!(
            role("agents/a/memory/MEMORY-012.md"),
            Some(Role::Rolled { from: "MEMORY.md", number: 12 })
        );
        assert_eq!(
            role("global/archive/2026-11.md"),
            Some(Role::Archive { month: "2026-11".into(), number: 1 })
        );
        assert_eq!(
            role("global/archive/2026-11-002.md"),
            Some(Role::Archive { month: "2026-11".into(), number: 2 })
        );
        assert_eq!(
            role("global/memory/2026-11-15.md"),
            Some(Role::Log { date: "2026-11-15".into() })
        );
        assert_eq!(
            role("global/memory/long/k7f3q9ab.md"),
            Some(Role::Long("k7f3q9ab".parse().unwrap()))
        );
        for foreign in [
            "README.md",
            "global/notes.md",
            "projects/../MEMORY.md",
            "global/memory/x.md",
            "x/y/MEMORY.md",
        ] {
            assert_eq!(Place::at(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn folders_on_the_way_to_documents_are_told_from_others() {
        for folder in
            ["", "global", "projects", "agents/a", "projects/x/memory", "global/memory/long"]
        {
            assert!(may_hold_documents(folder), "{folder}");
        }
        for folder in ["index", "journal", "global/archive", "global/notes", "projects/No Slug"] {
            assert!(!may_hold_documents(folder), "{folder}");
        }
    }

    #[test]
    fn a_full_document_rolls_over_into_numbered_ones() {
        let overflow = |path: &str, number| Place::at(path).unwrap().overflow(number).unwrap();
        assert_eq!(overflow("global/MEMORY.md", 1), "global/memory/MEMORY-001.md");
        assert_eq!(overflow("projects/x/memory/USER-001.md", 2), "projects/x/memory/USER-002.md");
        assert_eq!(overflow("global/archive/2026-11.md", 2), "global/archive/2026-11-002.md");
    }

    #[test]
    fn stamps_of_different_milliseconds_differ() {
        let at = |text: &str| stamp(text.parse().unwrap());
        assert_eq!(at("2026-11-15T14:32:00Z"), "2026-11-15 14:32:00 UTC");
        assert_eq!(at("2026-11-15T14:32:00.007Z"), "2026-11-15 14:32:00.007 UTC");
    }
}
