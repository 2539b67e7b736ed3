//! The documents as they begin: the seed's templates.

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
