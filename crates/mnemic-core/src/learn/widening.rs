//! Widening: moving a memory to a wider scope because someone asks for it.
//!
//! From a task or session into its project, from a project to all. What everything sees needs a yes; without one it fails.
//! So does what a session outside of any project learns by itself: it waits in `global`, and no project sees it.

use thiserror::Error;

use crate::record::{
    category::Category,
    memory::{Memory, Status},
    scope::{Reach, Scope},
};

/// Whether someone agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// A person said yes to this very move.
    Given,
    /// Nobody was asked, or the answer was no.
    Absent,
}

/// Whether a memory may be moved from one scope to another. A pattern needs no yes: it is what projects have in common.
pub fn check(
    from: &Scope,
    to: &Scope,
    category: Option<&Category>,
    consent: Consent,
) -> Result<(), WideningError> {
    if from == to {
        return Err(WideningError::Same(to.clone()));
    }
    if width(to) <= width(from)
        || matches!(to, Scope::Agent(_) | Scope::Session(_) | Scope::Task(_))
    {
        return Err(WideningError::Narrower { from: from.clone(), to: to.clone() });
    }
    if *to == Scope::Global && consent == Consent::Absent && !is_pattern(category) {
        return Err(WideningError::Unconfirmed);
    }
    Ok(())
}

fn is_pattern(category: Option<&Category>) -> bool {
    category.is_some_and(|category| category.as_str() == "pattern")
}

/// Whether a memory waits for a person to agree that every project sees it: a candidate in `global`, patterns apart.
pub fn awaits_consent(memory: &Memory) -> bool {
    memory.scope == Scope::Global
        && memory.status == Status::Candidate
        && !is_pattern(memory.category.as_ref())
}

/// Whether a memory within reach may be handed to its reader: a project is not handed what waits for consent.
pub fn may_be_handed(memory: &Memory, reach: &Reach) -> bool {
    !is_of_project(reach) || !awaits_consent(memory)
}

/// Whether a reader works in a project.
pub fn is_of_project(reach: &Reach) -> bool {
    let Reach::Scopes(scopes) = reach else { return false };
    scopes.iter().any(|scope| matches!(scope, Scope::Project(_)))
}

fn width(scope: &Scope) -> u8 {
    match scope {
        Scope::Task(_) => 0,
        Scope::Session(_) => 1,
        Scope::Agent(_) => 2,
        Scope::Project(_) => 3,
        Scope::Global => 4,
    }
}

/// Why a memory is not moved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WideningError {
    /// It is there.
    #[error("it is already in `{0}`")]
    Same(Scope),
    /// The other scope is not wider.
    #[error("`{to}` is not wider than `{from}`")]
    Narrower {
        /// Where it is.
        from: Scope,
        /// Where it should go.
        to: Scope,
    },
    /// Nobody agreed.
    #[error("every project sees memories in `global`, so a person must confirm")]
    Unconfirmed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everyone_sees_needs_a_yes() {
        let scope = |text: &str| text.parse::<Scope>().unwrap();
        let pattern = "pattern".parse().unwrap();
        for (from, to, category, consent, expected) in [
            ("task:t1", "project:x", None, Consent::Absent, Ok(())),
            ("session:s", "project:x", None, Consent::Absent, Ok(())),
            ("project:x", "global", None, Consent::Given, Ok(())),
            ("project:x", "global", None, Consent::Absent, Err(WideningError::Unconfirmed)),
            ("project:x", "global", Some(&pattern), Consent::Absent, Ok(())),
            (
                "project:x",
                "project:x",
                None,
                Consent::Given,
                Err(WideningError::Same(scope("project:x"))),
            ),
            (
                "global",
                "project:x",
                None,
                Consent::Given,
                Err(WideningError::Narrower { from: Scope::Global, to: scope("project:x") }),
            ),
        ] {
            assert_eq!(check(&scope(from), &scope(to), category, consent), expected, "{from} {to}");
        }
    }
}
