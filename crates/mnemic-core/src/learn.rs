//! What a conversation teaches: findings, summaries and what a model is asked for, by rules that need no model.
//!
//! Everything here reads turns and returns values. Text that Mnemic itself put into a conversation is taken out before
//! anything is read, so that nothing is learnt twice.

pub mod claim;
pub mod contradiction;
pub mod finding;
pub mod flush;
pub mod injected;
pub mod known;
pub mod likeness;
pub mod path;
pub mod promotion;
pub mod prose;
pub mod slug;
pub mod summary;
pub mod widening;
pub mod worth;

mod cue;
mod phrase;
mod tool;
mod wording;
