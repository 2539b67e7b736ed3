//! Gathering: what is asked of a store, the candidates it finds, and the material that evidence is read from.

pub mod candidate;
pub mod matching;
pub mod material;
mod query;
pub mod timeliness;

pub use query::{
    KeywordHit, KeywordQuery, MAX_TERMS, MaybeVectors, Neighbour, Neighbourhood, SessionPosition,
    Statistics, VectorHit, VectorQuery, Window,
};
