//! Transfer: what leaves a vault whole and comes back: exports, backups, reinstated memories.

pub mod backup;
pub mod export;
pub mod reinstate;
pub mod whole;
