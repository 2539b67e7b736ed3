//! A caller for tests.

use mnemic_core::{journal::event::Actor, record::scope::Reach, safety::caller::Caller};

/// A program that sees what is within reach.
pub fn by(reach: &Reach) -> Caller {
    Caller::new(Actor::through("library"), reach.clone())
}
