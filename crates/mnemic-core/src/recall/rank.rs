//! Ranking: a profile makes relevance of what was gathered and multiplies it with factors.

pub mod factor;
pub mod fuse;
pub mod log_odds;
pub mod measured;
pub mod order;
pub mod profile;
