//! The journal: acts and their lines, and what they mean for the memories they touch.

pub mod actor;
pub mod audit;
pub mod daily_log;
pub mod event;
pub mod fold;
pub mod line;
pub mod merge;
pub mod rewrite;
pub mod undo;
pub mod unjournalled;
