//! The documents as they begin: the seed's templates.

use crate::document::format::Shelf;

/// MEMORY.md.
pub fn memory(stamp: &str) -> String {
    format!(
        "# Memory

> Curated long-term memory for decisions, preferences, and durable facts.
> Last updated: {stamp}

## Decisions

<!-- Record important decisions here -->

## User Preferences

<!-- Record user preferences here -->

## Facts

### System Facts

<!-- System configuration facts -->

### User Facts

<!-- Facts about the user -->

## Goals

### Active Goals

<!-- Current goals -->

### Completed Goals

<!-- Completed goals -->

## Patterns

<!-- Recognized patterns -->

## Relationships

<!-- Important relationships -->
"
    )
}

/// USER.md.
pub fn user(stamp: &str) -> String {
    format!(
        "# User

> Profile and preferences of the user.
> Last updated: {stamp}

## Preferences

<!-- What the user prefers -->

## Facts

<!-- Facts about the user -->
"
    )
}

/// What rolled over from a full document, or an archive.
pub fn continuation(title: &str, note: &str, stamp: &str) -> String {
    format!("# {title}\n\n> {note}\n> Last updated: {stamp}\n")
}

/// A daily log; `whose` says of which agent or scope.
pub fn daily_log(date: &str, whose: &str) -> String {
    format!(
        "# Daily Log: {date}

> Auto-generated daily activity log
> {whose}

## Summary

- **Active Hours**: -
- **Interactions**: -
- **Tasks Completed**: -
- **Errors**: -
- **Heartbeat Status**: -

## Timeline

<!-- Chronological events -->

## Events

### Significant Events

<!-- Important events -->

### Errors & Recoveries

<!-- Errors and how they were resolved -->

## Decisions Made Today

<!-- Decisions from today -->

## Context for Tomorrow

<!-- Information for next session -->
"
    )
}

/// A document of other kinds than notes: its title, and a heading for each shelf.
pub fn of_kinds(document: &str, shelves: &[&Shelf], stamp: &str) -> String {
    if let Some(shelf) = shelves.iter().find(|shelf| shelf.is_json()) {
        return match shelf.section {
            "" => "[]\n".to_owned(),
            section => {
                format!("{{\n  \"updated\": \"{stamp}\",\n  \"{section}\": []\n}}\n")
            }
        };
    }
    let stem = document.trim_end_matches(".md");
    let (first, rest) = stem.split_at(stem.len().min(1));
    let title = format!("{first}{} Memory", rest.to_lowercase());
    let sections: Vec<String> =
        shelves.iter().map(|shelf| format!("\n## {}\n", shelf.section)).collect();
    format!("# {title}\n\n> Last updated: {stamp}\n{}", sections.concat())
}
