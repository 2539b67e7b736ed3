//! What tests of several crates share: the store conformance suite, sample memories, fixed
//! randomness.

mod backend;
#[expect(missing_docs, reason = "each name is a sentence of the contract in `mnemic_core::store`")]
pub mod conformance;
mod randomness;
mod sample;

pub use backend::{Backend, Outcome};
pub use randomness::FixedRandomness;
pub use sample::{memory, scope};
