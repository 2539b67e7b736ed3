//! The caller of every command: the person who types it.

use mnemic::{Actor, Caller, Channel, Reach};

/// Someone at the command line who sees what is within reach.
pub fn caller(reach: &Reach) -> Caller {
    Caller::new(Actor::through(Channel::Cli), reach.clone())
}

/// Someone at the command line who sees the whole vault.
pub fn whole_vault() -> Caller {
    caller(&Reach::Vault)
}
