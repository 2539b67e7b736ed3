//! The caller: on whose behalf a verb runs. Every verb takes one.

use std::fmt;

use thiserror::Error;

use crate::{
    journal::event::{Actor, Channel},
    record::scope::Reach,
};

/// On whose behalf a verb runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Caller {
    /// Who acts: the journal says so of every change.
    pub actor: Actor,
    /// What they may do.
    pub role: Role,
    /// Which memories they see, and can name.
    pub reach: Reach,
}

impl Caller {
    /// Someone who may do everything within reach.
    pub fn new(actor: Actor, reach: Reach) -> Self {
        Self { actor, role: Role::Admin, reach }
    }

    /// Checks that the caller's role has a right.
    pub fn require(&self, right: Right) -> Result<(), Forbidden> {
        if self.role.has(right) { Ok(()) } else { Err(Forbidden { role: self.role, right }) }
    }

    /// Whether it is the vault's owner or the owner's own client, not an agent that names things by itself.
    pub fn is_local_owner(&self) -> bool {
        matches!(self.actor.channel, Channel::Cli | Channel::Hook)
    }

    /// The same with another reach.
    pub fn within(&self, reach: Reach) -> Self {
        Self { reach, ..self.clone() }
    }
}

/// What a caller is to the vault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Reads and writes everything within reach, and looks after the vault itself.
    Admin,
    /// Reads and writes memories within reach.
    Project,
}

/// What a verb needs its caller to be allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Right {
    /// Reads memories or sessions.
    Read,
    /// Changes memories or sessions.
    Write,
    /// Changes the vault itself: its configuration, its files as a whole, its access token.
    Administer,
}

/// A role lacks a right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a caller with the role `{role}` may not {right}")]
pub struct Forbidden {
    /// The caller's role.
    pub role: Role,
    /// What the verb needs.
    pub right: Right,
}

impl Role {
    fn has(self, right: Right) -> bool {
        match (self, right) {
            (Self::Admin, _) | (Self::Project, Right::Read | Right::Write) => true,
            (Self::Project, Right::Administer) => false,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Admin => "admin",
            Self::Project => "project",
        })
    }
}

impl fmt::Display for Right {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Read => "read memories",
            Self::Write => "change memories",
            Self::Administer => "change the vault itself",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_has_the_rights_of_the_table() {
        for (role, administer) in [(Role::Admin, true), (Role::Project, false)] {
            let caller = Caller { role, ..Caller::new(Actor::through("library"), Reach::Vault) };
            assert!(caller.require(Right::Read).is_ok(), "{role}");
            assert!(caller.require(Right::Write).is_ok(), "{role}");
            assert_eq!(caller.require(Right::Administer).is_ok(), administer, "{role}");
        }
    }
}
