//! The binary end to end: every test works on a vault of its own.

#![expect(clippy::disallowed_methods, reason = "tests damage and edit files as others would")]

mod harness;
mod index_damage;
