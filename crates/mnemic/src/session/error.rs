//! What can go wrong with a session.

use mnemic_core::{
    record::{id::SessionId, scope::Scope},
    session::{holder::Holder, transcript::Fault},
};
use thiserror::Error;

/// Why a verb of sessions failed. Nothing was changed.
#[derive(Debug, Error)]
pub enum SessionError {
    /// No session has that name.
    #[error("there is no session `{0}`")]
    Unknown(SessionId),
    /// The session has ended.
    #[error("session `{0}` has ended")]
    Ended(SessionId),
    /// The session was put away.
    #[error("session `{0}` is archived")]
    Archived(SessionId),
    /// There is a session of that name.
    #[error("session `{0}` already exists")]
    Exists(SessionId),
    /// Someone else writes the session.
    #[error("session `{session}` is in use by {holder}")]
    Held {
        /// The session.
        session: SessionId,
        /// Who.
        holder: Holder,
    },
    /// Someone is taking the session or letting it go, and does not come to an end with it.
    #[error("session `{0}` is in use by another process")]
    Busy(SessionId),
    /// The writer was not heard of for too long, and another took over.
    #[error("another process took over session `{0}`")]
    TakenOver(SessionId),
    /// Sessions of that scope have no folder.
    #[error("the scope `{0}` has no sessions")]
    NoFolder(Scope),
    /// The transcript cannot be read.
    #[error("the transcript of session `{session}` is damaged: line {}: {}", .fault.line, .fault.fault)]
    Damaged {
        /// The session.
        session: SessionId,
        /// What is wrong with it.
        fault: Fault,
    },
    /// What was said cannot be kept.
    #[error("{0}")]
    Turn(String),
    /// What an agent was doing is too long to be kept.
    #[error("the agent's saved state has {bytes} bytes; the limit is {most}")]
    State {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        most: usize,
    },
    /// All turns are recent.
    #[error("session `{0}` has nothing to compact")]
    NothingToCompact(SessionId),
    /// The file is of no known program.
    #[error("the file is not a transcript Mnemic can read")]
    NoTranscript,
    /// The file is a transcript in which nobody says anything.
    #[error("the transcript has no messages")]
    NothingSaid,
    /// Nothing of the transcript can be kept.
    #[error("Mnemic can keep nothing of the transcript: line {}: {}", .0.line, .0.fault)]
    NothingKept(Fault),
    /// The narrative cannot be found.
    #[error("there is no narrative yet")]
    NoNarrative,
    /// The memory is something else.
    #[error("memory {0} is not a narrative")]
    NotANarrative(String),
}
