//! Failures: what went wrong, why, the command that helps, and the exit code.

use std::process::ExitCode;

use mnemic::{
    BackupError, Error, LockError, OpenError, Reach, SessionError,
    learn::promotion::paging::PagingError,
};
use mnemic_server::{http::ListenError, mcp::ServeError};

use crate::output;

const THE_USERS: u8 = 1;
const OURS: u8 = 255;

/// A failure that the user can do something about.
#[derive(Debug)]
pub struct Told {
    message: String,
    hint: Option<String>,
}

impl Told {
    /// Something that cannot be done as it was asked for.
    pub fn error(message: impl Into<String>, hint: impl Into<String>) -> anyhow::Error {
        Self { message: message.into(), hint: Some(hint.into()) }.into()
    }
}

impl std::fmt::Display for Told {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Told {}

/// Prints a failure with its causes and the way out; answers the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    output::aside(format!("error: {error}"));
    for cause in error.chain().skip(1) {
        output::aside(format!("  because: {cause}"));
    }
    for candidate in candidates(error) {
        output::aside(candidate);
    }
    if let Some(hint) = hint(error) {
        output::aside(format!("hint: {hint}"));
    }
    ExitCode::from(if is_the_users(error) { THE_USERS } else { OURS })
}

fn verb_error(error: &anyhow::Error) -> Option<&Error> {
    match error.downcast_ref::<BackupError>() {
        Some(BackupError::Verb(error)) => Some(error),
        _ => error.chain().find_map(|cause| cause.downcast_ref::<Error>()),
    }
}

fn candidates(error: &anyhow::Error) -> Vec<String> {
    let Some(Error::Ambiguous { candidates, .. }) = verb_error(error) else { return Vec::new() };
    let line = |candidate: &mnemic::Candidate| {
        let number = candidate.number.map_or_else(String::new, |number| format!("[id:{number}] "));
        format!("  {number}^{} {} ({})", candidate.anchor, candidate.excerpt, candidate.scope)
    };
    candidates.iter().map(line).collect()
}

fn hint(error: &anyhow::Error) -> Option<String> {
    if let Some(told) = error.downcast_ref::<Told>() {
        return told.hint.clone();
    }
    if let Some(open) = error.downcast_ref::<OpenError>() {
        match open {
            OpenError::Missing(_) => return Some("make one with `mnemic init`".to_owned()),
            OpenError::NotAVault(_) => {
                return Some(
                    "name another folder with `--vault`, or an empty one to make a vault of"
                        .to_owned(),
                );
            }
            OpenError::Configuration { .. } => {
                return Some(
                    "`mnemic config check` lists every fault; `mnemic config set KEY VALUE` corrects a value"
                        .to_owned(),
                );
            }
            OpenError::IndexFolder { .. } => {
                return Some(
                    "nothing was written there; name a new or empty folder with `mnemic config set index.path FOLDER`"
                        .to_owned(),
                );
            }
            OpenError::Folder { .. } => {
                return Some(
                    "check that the folder can be read and written, or name another with `--vault`"
                        .to_owned(),
                );
            }
        }
    }
    if let Some(hint) = error.downcast_ref::<BackupError>().and_then(backup_hint) {
        return Some(hint.to_owned());
    }
    if let Some(error) = error.downcast_ref::<ListenError>() {
        return Some(listen_hint(error));
    }
    if error.is::<ServeError>() {
        return Some(
            "an agent starts `mnemic mcp` and speaks to it; docs/mcp.md says how".to_owned(),
        );
    }
    let hint = match verb_error(error)? {
        Error::Invalid(_) => "nothing was changed; correct it and try again",
        Error::NotFound(_) => {
            "`mnemic list` shows what there is; `mnemic list --archived` what was forgotten"
        }
        Error::NothingSays(_) => "`mnemic recall` finds memories by any of the words",
        Error::Ambiguous { .. } => "name one of them by its number or anchor",
        Error::NoReceipt(_) => {
            "receipts are kept for 30 days in the vault's cache; `mnemic recall --json` and `mnemic context` name theirs"
        }
        Error::NoDispute(_) | Error::NoSide { .. } => {
            "`mnemic conflicts list` lists them with both sides"
        }
        Error::Paging(PagingError::Unconfirmed) => {
            "nothing was changed; say `--yes` to agree that every project sees it"
        }
        Error::Paging(_) => "nothing was changed; name a wider scope with `--to`",
        Error::NoVersion(_) => "`mnemic show --history` lists the versions there are",
        Error::NothingToUndo(Reach::Scopes(_)) => {
            "acts in other scopes were not looked at; `mnemic undo --scope all` takes back the last one anywhere"
        }
        Error::NothingToUndo(Reach::Vault) | Error::NoAct(_) | Error::AmbiguousAct(_) => {
            "`mnemic audit` lists acts with their names; name more of it"
        }
        Error::AlreadyUndone(_) => {
            "`mnemic audit` names the act that took it back; `mnemic undo` of that brings it back"
        }
        Error::CannotUndo { .. } => {
            "nothing was changed; `mnemic show --history` has every version, `mnemic update` sets one"
        }
        Error::WrongState { .. } => "`mnemic list --archived` shows what was forgotten",
        Error::Configuration(_) => {
            "nothing was changed; `mnemic config show` lists the keys, `mnemic config check` the faults"
        }
        Error::AccessToken { .. } => {
            "remove access for other users with `chmod 600`, or remove the file: `mnemic serve` makes another"
        }
        Error::NoDocument(_) => "`mnemic doctor` names the documents that need you",
        Error::Lock(LockError::Busy { holder, .. }) => return Some(busy_hint(*holder)),
        Error::Lock(LockError::File { source, .. }) | Error::File { source, .. }
            if is_full(source) =>
        {
            "nothing was changed; make room on the disk and try again"
        }
        Error::Lock(LockError::File { source, .. }) | Error::File { source, .. }
            if is_denied(source) =>
        {
            "nothing was changed; the vault cannot be written, but reading it goes on"
        }
        Error::Lock(LockError::File { .. }) | Error::File { .. } => {
            "nothing was changed; `mnemic doctor` looks at the whole vault"
        }
        Error::OutcomeUnknown(_) => {
            "look whether it is there with `mnemic recall`; `mnemic doctor` checks the vault"
        }
        Error::NewerVault { .. } => "use the newer version of mnemic that wrote it",
        Error::Store(mnemic::StoreError::Newer { .. }) => {
            "use the newer version of mnemic, or build the index anew with `mnemic reindex`"
        }
        Error::Store(_) if is_of_disk(error) => {
            "nothing was changed; look after the disk and try again"
        }
        Error::ImportStopped { .. } => {
            "import it once more when the cause is gone: what is remembered already is not taken twice"
        }
        Error::Session(error) => return Some(session_hint(error)),
        Error::NoFeedback(_) => {
            "nothing was changed; `mnemic narrative show` shows it with its memories, which can be reinforced and pinned"
        }
        Error::Immutable(_) => "nothing was changed; `mnemic forget` takes it out of the way",
        Error::Embedding(_) => {
            "what is remembered is safe and found without it; `mnemic models use NAME` goes on or takes another"
        }
        Error::Store(_) => "`mnemic reindex` builds the index anew from the vault",
    };
    Some(hint.to_owned())
}

/// A process that was suspended keeps its locks until it goes on or ends.
fn busy_hint(holder: Option<u32>) -> String {
    let way_out = holder.map_or_else(String::new, |pid| {
        format!("; if it is suspended, `kill -CONT {pid}` lets it go on and `kill {pid}` ends it")
    });
    format!("nothing was changed; try again when that process is done{way_out}")
}

fn listen_hint(error: &ListenError) -> String {
    match error {
        ListenError::Exposed(_) => {
            "say `--expose` if they should: whoever has the token reads and writes the memory, and nothing is encrypted"
                .to_owned()
        }
        ListenError::Bind { source, .. } if source.kind() == std::io::ErrorKind::AddrInUse => {
            "another program listens there; name another port with `--listen`, or 0 for any that is free"
                .to_owned()
        }
        ListenError::Bind { .. } => "name another address or port with `--listen`".to_owned(),
    }
}

fn session_hint(error: &SessionError) -> String {
    match error {
        SessionError::Unknown(_) => {
            "`mnemic session list --scope all` shows what there is; `mnemic session start` begins one"
                .to_owned()
        }
        SessionError::Ended(id) => {
            format!("`mnemic session fork {id}` starts another that goes on from it")
        }
        SessionError::Archived(id) => format!("`mnemic session recover {id}` brings it back"),
        SessionError::Exists(_) => "give it another name with `--id`".to_owned(),
        SessionError::Held { .. } => {
            "nothing was changed; try again when it is done; 15 minutes after it was last heard of it loses the session"
                .to_owned()
        }
        SessionError::Busy(_) => "nothing was changed; try again".to_owned(),
        SessionError::TakenOver(id) => {
            format!("`mnemic session show {id}` shows what is there; append again to go on")
        }
        SessionError::NoFolder(_) => {
            "name `global`, a project or an agent with `--scope`".to_owned()
        }
        SessionError::Damaged { .. } => {
            "nothing was changed; put its first line back, as from a backup or from git".to_owned()
        }
        SessionError::Turn(_) => {
            "what came before it is kept; correct it and go on from there".to_owned()
        }
        SessionError::State { .. } => {
            "what was said is kept; leave out of tasks, loops, environment and scratchpad what can be found elsewhere"
                .to_owned()
        }
        SessionError::NothingToCompact(_) => {
            "nothing was changed; `compaction.keep_recent` says how many turns stay as they are"
                .to_owned()
        }
        SessionError::NoTranscript => {
            "it may be of Claude Code, Codex or OpenAI's chat interface, or lines like {\"role\": \"user\", \"content\": \"…\"}"
                .to_owned()
        }
        SessionError::NothingSaid | SessionError::NothingKept(_) => {
            "nothing was changed; take another file, or correct this one".to_owned()
        }
        SessionError::NoNarrative => {
            "one is told at the end of each session; `--scope all` looks everywhere".to_owned()
        }
        SessionError::NotANarrative(_) => {
            "`mnemic narrative walk` lists narratives; `mnemic show` shows any memory".to_owned()
        }
    }
}

fn backup_hint(error: &BackupError) -> Option<&'static str> {
    match error {
        BackupError::Exists(_) => Some("name another file, or remove this one first"),
        BackupError::Damaged { .. } => Some("nothing was changed; try another backup"),
        BackupError::Newer { .. } => Some("use the newer version of mnemic that made it"),
        BackupError::NotEmpty(_) => {
            Some("name another folder with `--vault`, or put the present vault aside with `--yes`")
        }
        BackupError::Unfinished { .. } => Some(
            "nothing is lost; the next command that uses the vault finishes it and says where the former vault is",
        ),
        BackupError::Verb(_) => None,
    }
}

/// Whether a file could not be read or written, through no fault of ours.
fn is_of_disk(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.is::<std::io::Error>())
}

fn is_full(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded)
}

fn is_denied(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem
    )
}

fn is_the_users(error: &anyhow::Error) -> bool {
    if error.downcast_ref::<Told>().is_some() || error.downcast_ref::<OpenError>().is_some() {
        return true;
    }
    if let Some(ServeError::Handshake(_)) = error.downcast_ref::<ServeError>() {
        return true;
    }
    if error.is::<ListenError>() {
        return true;
    }
    if error.downcast_ref::<BackupError>().is_some_and(|error| backup_hint(error).is_some()) {
        return true;
    }
    match verb_error(error) {
        None => false,
        Some(Error::Store(
            mnemic::StoreError::Newer { .. } | mnemic::StoreError::Unwritable(_),
        )) => true,
        Some(Error::OutcomeUnknown(_)) => false,
        Some(Error::Store(_)) => is_of_disk(error),
        Some(_) => true,
    }
}
