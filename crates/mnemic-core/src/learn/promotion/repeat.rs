//! What it means that something remembered is said again.

use crate::record::memory::Status;

/// What a repetition adds to importance.
const BOOST: f64 = 0.1;

/// Who says it again, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// Whether it already counted in this session.
    pub counted_in_session: bool,
    /// Whether the user asked to remember it.
    pub asked_for: bool,
}

/// Importance and status of a memory after it was said again: at most one boost a session, and what a user asks for is a
/// candidate no longer.
pub fn repeated(importance: f64, status: Status, repeat: Repeat) -> (f64, Status) {
    let importance =
        if repeat.counted_in_session { importance } else { (importance + BOOST).min(1.0) };
    (importance, if repeat.asked_for { status.max(Status::Confirmed) } else { status })
}
