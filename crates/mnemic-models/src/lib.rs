//! Embedders and language models: what Mnemic can turn texts into vectors with and what it can ask, and where models
//! come from.
//!
//! [`StaticEmbedder`] is inside the binary and always there. [`LocalModel`] runs a BERT-type model from a folder.
//! [`RemoteEmbedder`] and [`RemoteLanguageModel`] ask a provider. [`Catalogue`] says which models are here and gets others.
//!
//! Nothing here reads the environment, the clock or a home directory, and nothing makes a connection unless it was
//! called to.

mod catalogue;
mod exchange;
mod http;
mod language;
mod local;
mod prompt;
mod remote;
mod secret;
mod static_embedder;
mod tokenizer;
mod vector;
mod vocabulary;
mod word;

pub use catalogue::{Catalogue, Entry, FetchError, HUB, KnownModel, Pin, Presence, Progress};
pub use http::{Connection, HttpClient, HttpError, Network, Proxies};
pub use language::{Dialect, RemoteLanguageModel, RemoteModelSettings};
pub use local::LocalModel;
pub use prompt::Prompts;
pub use remote::{Dimensions, Protocol, RemoteEmbedder, RemoteSettings};
pub use secret::Secret;
pub use static_embedder::StaticEmbedder;
pub use tokenizer::token_counter;
