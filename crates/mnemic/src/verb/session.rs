//! Verbs of sessions, one file each.

pub(crate) mod append;
pub(crate) mod capture;
pub(crate) mod compact;
pub(crate) mod end;
pub(crate) mod expire;
pub(crate) mod flush;
pub(crate) mod fork;
pub(crate) mod import;
mod known;
pub(crate) mod list;
pub(crate) mod load;
pub(crate) mod narrative;
pub(crate) mod promote;
pub(crate) mod recover;
pub(crate) mod save;
pub(crate) mod search;
pub(crate) mod show;
pub(crate) mod start;
