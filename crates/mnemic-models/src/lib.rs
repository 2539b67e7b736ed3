//! Embedders and language models: what Mnemic can turn texts into vectors with and what it can ask, and where models
//! come from.
//!
//! [`StaticEmbedder`] is inside the binary and always there. [`LocalModel`] runs a BERT-type model from a folder.
//! [`RemoteEmbedder`] and [`RemoteLanguageModel`] ask a provider. [`Catalogue`] says which models are here and gets others.
//!
//! The first two and the catalogue are the feature `local`, what is asked over HTTP is the feature `remote`. Both are on by
//! default; without them the crate has neither their code nor their dependencies.
//!
//! Nothing here reads the environment, the clock or a home directory, and nothing makes a connection unless it was
//! called to.

#[cfg(feature = "local")]
mod catalogue;
mod connection;
#[cfg(feature = "remote")]
mod exchange;
#[cfg(feature = "remote")]
mod http;
#[cfg(feature = "remote")]
mod language;
#[cfg(feature = "local")]
mod local;
#[cfg(any(feature = "local", feature = "remote"))]
mod prompt;
#[cfg(feature = "remote")]
mod remote;
mod secret;
#[cfg(feature = "local")]
mod static_embedder;
mod tokenizer;
#[cfg(any(feature = "local", feature = "remote"))]
mod vector;
#[cfg(feature = "local")]
mod vocabulary;
#[cfg(feature = "local")]
mod word;

pub use connection::{Connection, Network, Proxies};
pub use secret::Secret;
pub use tokenizer::token_counter;

#[cfg(all(feature = "local", feature = "remote"))]
pub use self::catalogue::HUB;
#[cfg(feature = "local")]
pub use self::{
    catalogue::{Catalogue, CatalogueModel, FetchError, KnownModel, Pin, Presence, Progress},
    local::LocalModel,
    static_embedder::StaticEmbedder,
};
#[cfg(feature = "remote")]
pub use self::{
    http::{HttpClient, HttpError, address_of},
    language::{Dialect, RemoteLanguageModel, RemoteModelSettings},
    remote::{Dimensions, Protocol, RemoteEmbedder, RemoteSettings},
};
#[cfg(any(feature = "local", feature = "remote"))]
pub use prompt::Prompts;
