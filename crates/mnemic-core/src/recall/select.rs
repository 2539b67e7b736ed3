//! Selecting: which of the ranked memories become the answer, and which passage of a long one is shown.

mod choice;
pub mod cut;
pub mod diversity;
pub mod selection;
pub mod snippet;

pub use choice::{Drops, LeftOut, Selected, Selecting, select};
