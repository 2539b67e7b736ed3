//! The question: its terms, what else counts as one of its words, what it says of when, and what sort of answer it wants.

mod parsed;
pub mod timing;
pub mod wants;
mod wording;

pub use parsed::{QueryTerm, Question};
pub use wording::Wording;
