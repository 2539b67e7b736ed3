//! Learning: what conversations teach, what contradicts what, what use and time say about candidates.

pub(crate) mod contradiction;
mod learner;
pub(crate) mod review;
pub(crate) mod teacher;
pub(crate) mod usage;

pub(crate) use learner::{Learner, Uncompared};
pub use mnemic_core::learn::{claim, finding, flush, promotion, slug, summary, widening};
pub use teacher::{Learnt, Teacher};
