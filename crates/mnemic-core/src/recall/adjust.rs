//! Adjusting: passes over ranked hits that look at what the hits are to one another.

pub mod beside;
pub mod lift;
pub mod note;
pub mod spread;
pub mod version;
