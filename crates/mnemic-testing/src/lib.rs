//! What tests of several crates share: the store conformance suite, sample memories, fixed
//! randomness, an embedder and a model that are no bigger than they must be, clients of HTTP and
//! MCP, what holds of documents, and the list of tests that cannot run here.

mod backend;
mod caller;
#[expect(
    missing_docs,
    reason = "each name is a sentence of the contract in `mnemic_core::port::store`"
)]
pub mod conformance;
pub mod documents;
mod embedder;
pub mod http;
pub mod http_client;
pub mod mcp;
mod randomness;
mod sample;
pub mod skip;
pub mod tiny_model;

pub use backend::{Backend, Outcome};
pub use embedder::{FakeBehaviour, FakeEmbedder};
pub use randomness::FixedRandomness;
pub use sample::{memory, scope};

pub use caller::by;
