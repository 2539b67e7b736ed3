//! Ranking: a profile makes relevance of what was gathered and multiplies it with factors.

pub mod factor;
pub mod fuse;
pub mod measured;
pub mod profile;
