//! The binary end to end: every test works on a vault of its own.

#![expect(clippy::disallowed_methods, reason = "tests damage and edit files as others would")]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod agent_context;
mod backup;
mod bad_input;
mod bench;
mod case;
mod clock;
mod clones;
mod configuration;
mod conflicts;
mod context;
mod conversations;
mod doctor;
mod documents;
mod explain;
mod export;
mod faults;
mod first_open;
mod flush;
mod harness;
mod hook;
mod index_damage;
mod install;
mod invariants;
mod kills;
mod lessons;
mod links;
mod long_session;
mod mcp;
mod migrate;
mod models;
mod narrative;
mod poor_systems;
mod power;
mod presets;
mod promote;
mod questions;
mod reference;
mod serve;
mod session;
mod session_end;
mod session_import;
mod session_kills;
mod session_pages;
mod session_writers;
mod slash;
mod stopped;
mod syscalls;
mod times;
mod transcripts;
mod undo;
mod upgrade;
mod verbs;
