//! Error codes: one table with the name of each error, what it means, what helps, and whose fault it is.
//!
//! Command line, MCP and HTTP read their hints here, and `docs/errors.md` is made from it. A code is never renamed:
//! programs depend on it. A hint may have gaps for values, such as `{session}`, which the error fills in.

mod of;

use std::fmt;

/// Who reads a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HintReader {
    /// A person at a terminal, who can run commands.
    Person,
    /// A model, which can call the tools of its profile.
    Model,
}

/// Whose fault an error is. The exit code of the command line follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorFault {
    /// The user asked for something that cannot be done, or the system is in the way.
    User,
    /// A fault of Mnemic's own.
    Ours,
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl ErrorCode {
    /// The hint, with values in its gaps. A clause whose value is not known is left out.
    pub fn hint_with(self, reader: HintReader, values: &[(&str, String)]) -> String {
        let clauses = self.hint(reader).split("; ");
        let filled = clauses.map(|clause| fill(clause, values)).filter(|clause| !has_gap(clause));
        filled.collect::<Vec<_>>().join("; ")
    }
}

fn fill(clause: &str, values: &[(&str, String)]) -> String {
    let put = |text: String, (name, value): &(&str, String)| text.replace(&gap(name), value);
    values.iter().fold(clause.to_owned(), put)
}

fn gap(name: &str) -> String {
    format!("{{{name}}}")
}

/// The names of all gaps; a hint with another pair of braces shows JSON.
const GAPS: [&str; 2] = ["process", "session"];

fn has_gap(clause: &str) -> bool {
    GAPS.iter().any(|name| clause.contains(&gap(name)))
}

/// One row per code: its name, whose fault it is, what it means, what a person can do, and in parentheses what a model
/// can do where that is something else.
macro_rules! codes {
    ($($code:ident $name:literal $fault:ident $meaning:literal $hint:literal $(($model:literal))?)*) => {
        /// Which error it is. Names are kept from version to version.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ErrorCode {
            $(#[doc = $meaning] $code,)*
        }

        impl ErrorCode {
            /// Every code there is.
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            /// Its name, in kebab case.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$code => $name,)* }
            }

            /// Whose fault it is.
            pub fn fault(self) -> ErrorFault {
                match self { $(Self::$code => ErrorFault::$fault,)* }
            }

            /// What it means.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$code => $meaning,)* }
            }

            /// What helps, with gaps for values.
            pub fn hint(self, reader: HintReader) -> &'static str {
                match (self, reader) {
                    $($((Self::$code, HintReader::Model) => $model,)?
                    (Self::$code, _) => $hint,)*
                }
            }
        }
    };
}

codes! {
    // Memories.
    MemoryInvalid "memory-invalid" User
        "The text or a field of the memory breaks a rule, such as its greatest length."
        "nothing was changed; correct it and try again"
    Forbidden "forbidden" User
        "The caller's role does not allow what the verb does."
        "nothing was changed; have someone with the role `admin` do it"
    MemoryNotFound "memory-not-found" User
        "No memory has that number, anchor or id."
        "`mnemic list` shows what there is; `mnemic list --archived` what was forgotten"
        ("ask for memories to see their ids")
    WordsNotFound "words-not-found" User
        "No memory holds those words."
        "`mnemic recall` finds memories by any of the words"
        ("ask for memories by some of the words, then name one by its id")
    ReferenceAmbiguous "reference-ambiguous" User
        "Several memories may be meant."
        "name one of them by its number or anchor"
        ("name one of them by its id")
    MemoryWrongState "memory-wrong-state" User
        "The memory is in a state that the verb cannot start from, such as already forgotten."
        "`mnemic list --archived` shows what was forgotten"
        ("look at the memory first; one that was forgotten can be restored")
    MemoryImmutable "memory-immutable" User
        "A narrative never changes."
        "nothing was changed; `mnemic forget` takes it out of the way"
        ("nothing was changed; forget it and store another memory")
    FeedbackUnsupported "feedback-unsupported" User
        "A narrative has no score: it takes no feedback and no pin."
        "nothing was changed; `mnemic narrative show` shows it with its memories, which can be reinforced and pinned"
        ("nothing was changed; give the feedback to one of the memories that it names")
    VersionNotFound "version-not-found" User
        "The memory was never in that version."
        "`mnemic show --history` lists the versions there are"
        ("show the memory to see its present version")
    ReceiptNotFound "receipt-not-found" User
        "No receipt has that name, or it is too old."
        "receipts are kept for 30 days in the vault's cache; `mnemic recall --json` and `mnemic context` name theirs"
        ("receipts are kept for 30 days; a query and a context name theirs")
    FilterTooLarge "filter-too-large" User
        "The filter has more conditions than an index carries out."
        "ask with fewer conditions"

    // Acts and conflicts.
    NothingToUndo "nothing-to-undo" User
        "No act is left that can be undone."
        "`mnemic audit` lists acts with their names; name more of it"
        ("the audit lists acts with their names")
    NothingToUndoInScope "nothing-to-undo-in-scope" User
        "No act is left in these scopes that can be undone."
        "acts in other scopes were not looked at; `mnemic undo --scope all` takes back the last one anywhere"
        ("the audit lists acts with their names")
    ActNotFound "act-not-found" User
        "No act has that name."
        "`mnemic audit` lists acts with their names; name more of it"
        ("the audit lists acts with their names")
    ActAmbiguous "act-ambiguous" User
        "Several acts may be meant."
        "`mnemic audit` lists acts with their names; name more of it"
        ("the audit lists acts with their names; name more of it")
    ActAlreadyUndone "act-already-undone" User
        "The act was undone before."
        "`mnemic audit` names the act that took it back; `mnemic undo` of that brings it back"
        ("the audit names the act that took it back")
    ActNotUndoable "act-not-undoable" User
        "The act cannot be undone, as when later acts build on it."
        "nothing was changed; `mnemic show --history` has every version, `mnemic update` sets one"
        ("nothing was changed; update the memory instead")
    ConflictNotFound "conflict-not-found" User
        "No open conflict has that name."
        "`mnemic conflicts list` lists them with both sides"
        ("list the conflicts to see their names and both sides")
    ConflictSideInvalid "conflict-side-invalid" User
        "The memory is none of the two that contradict each other."
        "`mnemic conflicts list` lists them with both sides"
        ("list the conflicts to see both sides")

    // Scopes.
    ScopeUnchanged "scope-unchanged" User
        "The memory is in that scope already."
        "nothing was changed; name a wider scope with `--to`"
        ("nothing was changed; name a wider scope")
    ScopeNotWider "scope-not-wider" User
        "A memory moves to wider scopes only."
        "nothing was changed; name a wider scope with `--to`"
        ("nothing was changed; name a wider scope")
    ConsentMissing "consent-missing" User
        "Every project would see the memory, and nobody agreed to that."
        "nothing was changed; say `--yes` to agree that every project sees it"
        ("nothing was changed; the person whose vault this is can agree with `mnemic promote --yes`")
    ScopeWithoutSessions "scope-without-sessions" User
        "Sessions of that scope cannot be kept."
        "name `global`, a project or an agent with `--scope`"
        ("name `global`, a project or an agent as the scope")

    // Sessions.
    SessionNotFound "session-not-found" User
        "No session has that name."
        "`mnemic session list --scope all` shows what there is; `mnemic session start` begins one"
        ("list the sessions to see their names, or start one")
    SessionEnded "session-ended" User
        "The session has ended and takes nothing more."
        "`mnemic session fork {session}` starts another that goes on from it"
        ("fork the session `{session}` to go on from it")
    SessionArchived "session-archived" User
        "The session was put away and can be brought back."
        "`mnemic session recover {session}` brings it back"
        ("the person whose vault this is can bring it back with `mnemic session recover {session}`")
    SessionExists "session-exists" User
        "There is a session of that name already."
        "give it another name with `--id`"
        ("give it another name")
    SessionHeld "session-held" User
        "Another process writes the session."
        "nothing was changed; try again when it is done; 15 minutes after it was last heard of it loses the session"
    SessionBusy "session-busy" User
        "Another process is taking the session or letting it go."
        "nothing was changed; try again"
    SessionTakenOver "session-taken-over" User
        "The writer was silent for too long, and another process took the session over."
        "`mnemic session show {session}` shows what is there; append again to go on"
        ("show the session to see what is there; append again to go on")
    TranscriptDamaged "transcript-damaged" User
        "The transcript does not say which session it is of."
        "nothing was changed; put its first line back, as from a backup or from git"
        ("nothing was changed; the person whose vault this is can put the first line back, as from a backup")
    TurnInvalid "turn-invalid" User
        "What was said cannot be kept, as when it is empty or too long."
        "what came before it is kept; correct it and go on from there"
    AgentStateTooLarge "agent-state-too-large" User
        "What the agent was doing takes more room than may be kept."
        "what was said is kept; leave out of tasks, loops, environment and scratchpad what can be found elsewhere"
    NothingToCompact "nothing-to-compact" User
        "All turns of the session are recent."
        "nothing was changed; `compaction.keep_recent` says how many turns stay as they are"
    TranscriptFormatUnknown "transcript-format-unknown" User
        "The file is no transcript of a program that Mnemic knows."
        "it may be of Claude Code, Codex or OpenAI's chat interface, or lines like {\"role\": \"user\", \"content\": \"…\"}"
    TranscriptEmpty "transcript-empty" User
        "Nobody says anything in the transcript."
        "nothing was changed; take another file, or correct this one"
    TranscriptInvalid "transcript-invalid" User
        "Nothing that is said in the transcript can be kept."
        "nothing was changed; take another file, or correct this one"
    NarrativeNotFound "narrative-not-found" User
        "There is no narrative yet."
        "one is told at the end of each session; `--scope all` looks everywhere"
        ("one is told at the end of each session")
    NotANarrative "not-a-narrative" User
        "The memory is no narrative."
        "`mnemic narrative walk` lists narratives; `mnemic show` shows any memory"
        ("name a narrative, or show the memory")

    // The vault.
    VaultMissing "vault-missing" User
        "There is no vault in that folder."
        "make one with `mnemic init`"
    NotAVault "not-a-vault" User
        "The folder holds something that is no vault."
        "name another folder with `--vault`, or an empty one to make a vault of"
    VaultUnreachable "vault-unreachable" User
        "The folder of the vault could not be read or made."
        "check that the folder can be read and written, or name another with `--vault`"
    VaultNewer "vault-newer" User
        "A newer version wrote the vault, in a format that this one cannot read."
        "use the newer version of mnemic that wrote it"
    ConfigurationInvalid "configuration-invalid" User
        "The configuration has faults."
        "`mnemic config check` lists every fault; `mnemic config set KEY VALUE` corrects a value"
    SettingInvalid "setting-invalid" User
        "There is no such key, or it does not take that value."
        "nothing was changed; `mnemic config show` lists the keys, `mnemic config check` the faults"
    DocumentNotFound "document-not-found" User
        "The vault has no document at that path."
        "`mnemic doctor` names the documents that need you"
        ("list the resources to see the documents there are")
    DocumentUnreadable "document-unreadable" User
        "The document cannot be read, so it cannot be taken as it is."
        "nothing was changed; correct the file and try again, or let `mnemic doctor --rewrite DOCUMENT` write it anew and keep the file beside it"
    AccessTokenUnusable "access-token-unusable" User
        "The file of the access token holds no token, or others can read it."
        "remove access for other users with `chmod 600`, or remove the file: `mnemic serve` makes another"
    LockBusy "lock-busy" User
        "Another process holds a lock of the vault."
        "nothing was changed; try again when that process is done; if it is suspended, `kill -CONT {process}` lets it go on and `kill {process}` ends it"
        ("nothing was changed; try again in some seconds")
    DiskFull "disk-full" User
        "The disk has no room left."
        "nothing was changed; make room on the disk and try again"
        ("nothing was changed; the person whose vault this is must make room on the disk")
    PermissionDenied "permission-denied" User
        "A file of the vault may not be written."
        "nothing was changed; the vault cannot be written, but reading it goes on"
    FileFailed "file-failed" User
        "A file of the vault could not be read or written."
        "nothing was changed; `mnemic doctor` looks at the whole vault"
        ("the person whose vault this is can run `mnemic doctor`")
    OutcomeUnknown "outcome-unknown" Ours
        "The change was written, but the disk did not confirm it."
        "look whether it is there with `mnemic recall`; `mnemic doctor` checks the vault"
        ("ask for it to see whether it is there")
    ImportStopped "import-stopped" User
        "The import ended before its last line; the lines before are remembered."
        "import it once more when the cause is gone: what is remembered already is not taken twice"
    EmbeddingFailed "embedding-failed" User
        "The embedder did not answer; memories are safe and found by their words."
        "what is remembered is safe and found without it; `mnemic models use NAME` goes on or takes another"
        ("what is remembered is safe and found without it")
    FeatureMissing "feature-missing" User
        "The settings name a provider whose code was left out of this program."
        "build the program with the feature that the message names, or choose another provider with `mnemic config set`"
        ("what is remembered is safe and found without it")
    ProviderUnusable "provider-unusable" User
        "The provider that the settings name cannot be used: a key, a model or the network is missing."
        "what is remembered is safe and found without it; `mnemic models list` says what there is"
        ("what is remembered is safe and found without it")

    // The index.
    IndexFolderUnfit "index-folder-unfit" User
        "The folder that `index.path` names cannot hold an index."
        "nothing was written there; name a new or empty folder with `mnemic config set index.path FOLDER`"
    IndexNewer "index-newer" User
        "A newer version made the index."
        "use the newer version of mnemic, or build the index anew with `mnemic reindex`"
        ("the person whose vault this is can run `mnemic doctor`")
    IndexUnwritable "index-unwritable" User
        "The index cannot be written, as on a full or read-only disk."
        "nothing was changed; look after the disk and try again"
        ("the person whose vault this is can run `mnemic doctor`")
    IndexUnreadable "index-unreadable" User
        "A file of the index could not be read or written."
        "nothing was changed; look after the disk and try again"
        ("the person whose vault this is can run `mnemic doctor`")
    IndexDamaged "index-damaged" Ours
        "The index is damaged."
        "`mnemic reindex` builds the index anew from the vault"
        ("the person whose vault this is can run `mnemic doctor`")
    IndexFailed "index-failed" Ours
        "The index failed."
        "`mnemic reindex` builds the index anew from the vault"
        ("the person whose vault this is can run `mnemic doctor`")

    // Backups.
    BackupExists "backup-exists" User
        "There is a file of that name already."
        "name another file, or remove this one first"
    BackupDamaged "backup-damaged" User
        "The file is no backup, or was changed after it was written."
        "nothing was changed; try another backup"
    BackupNewer "backup-newer" User
        "A newer version made the backup."
        "use the newer version of mnemic that made it"
    RestoreTargetNotEmpty "restore-target-not-empty" User
        "Something is in the folder that the backup is to be restored to."
        "name another folder with `--vault`, or put the present vault aside with `--yes`"
    RestoreUnfinished "restore-unfinished" User
        "The backup is restored, but the former vault is not put aside yet."
        "nothing is lost; the next command that uses the vault finishes it and says where the former vault is"

    // Serving.
    AddressExposed "address-exposed" User
        "Other machines can reach the address, and nobody said that they may."
        "say `--expose` if they should: whoever has the token reads and writes the memory, and nothing is encrypted"
    AddressInUse "address-in-use" User
        "Another program listens on the address."
        "another program listens there; name another port with `--listen`, or 0 for any that is free"
    AddressUnavailable "address-unavailable" User
        "The address cannot be listened on."
        "name another address or port with `--listen`"
    HandshakeFailed "handshake-failed" User
        "The client did not begin with `initialize`."
        "an agent starts `mnemic mcp` and speaks to it; docs/mcp.md says how"
    ServerStopped "server-stopped" Ours
        "The server stopped."
        "an agent starts `mnemic mcp` and speaks to it; docs/mcp.md says how"

    // Calls of tools.
    ArgumentInvalid "argument-invalid" User
        "An argument of a tool is unknown, missing, of the wrong type or out of range."
        "nothing was changed; correct the argument and call the tool again"
    EntityNotFound "entity-not-found" User
        "The graph has no entity of that name."
        "create the entity first, or search the graph for its name"
    PathNotFound "path-not-found" User
        "No file or directory is at that path."
        "view `/memories` to see the files there are"
    PathExists "path-exists" User
        "A file is at that path already."
        "view the file, then edit it, or choose another path"
    PathInvalid "path-invalid" User
        "The path is not below `/memories`, or breaks a rule for paths."
        "name a path like `/memories/notes.md`"
    FileTooLong "file-too-long" User
        "The file has more lines than can be viewed."
        "split the file"
    LineOutOfRange "line-out-of-range" User
        "The file has no such line."
        "view the file to see the numbers of its lines"
    TextNotFound "text-not-found" User
        "The text to be replaced is not in the file."
        "view the file and take the text over exactly"
    TextNotUnique "text-not-unique" User
        "The text to be replaced is in the file several times."
        "take over more of the text around it"

    // Requests over HTTP.
    HostNotAllowed "host-not-allowed" User
        "The request names a host that the server is not called by."
        "a further name is allowed with `mnemic serve --allow-host`"
    OriginNotAllowed "origin-not-allowed" User
        "The request comes from a web page that may not ask."
        "an origin is allowed with `mnemic serve --allow-origin`"
    TokenMissing "token-missing" User
        "The request shows no access token."
        "send `Authorization: Bearer …`; `mnemic serve --show-token` prints the token"
    TokenWrong "token-wrong" User
        "The request shows another token than the vault's."
        "`mnemic serve --show-token` prints the token"
    PageNotFound "page-not-found" User
        "Nothing is at that path of the server."
        "MCP is at /mcp"
    BodyTooLarge "body-too-large" User
        "The body of the request is longer than the server takes."
        "one memory holds up to 1 MiB of text; send less at once"
    BodyTooSlow "body-too-slow" User
        "The body of the request did not arrive in time."
        "how long is waited is set with `mnemic serve --patience`"
    BodyIncomplete "body-incomplete" User
        "The body of the request broke off."
        "nothing was changed; send it again"
    TooManySessions "too-many-sessions" User
        "The server holds as many sessions as it can."
        "end one with DELETE, or try again in some minutes"
    ServerBusy "server-busy" User
        "The server has no room for another long request."
        "nothing was changed; try again in some seconds, or send less than 64 KiB at once"
    RequestMalformed "request-malformed" User
        "The request does not look like one of the protocol."
        "the protocol says what a request looks like"
    SessionIdUnknown "session-id-unknown" User
        "The server knows no session of the protocol with that id."
        "begin anew with `initialize`"
    SessionIdMissing "session-id-missing" User
        "The request is of no session of the protocol."
        "begin with `initialize`, and send the session's id with each request"
    MethodNotAllowed "method-not-allowed" User
        "The method of the request is not served."
        "GET, POST and DELETE are served"
    NotAcceptable "not-acceptable" User
        "The client does not accept what the server answers with."
        "accept `application/json` and `text/event-stream`"
    MediaTypeUnsupported "media-type-unsupported" User
        "The body of the request is of another media type."
        "send `application/json`"
}

#[cfg(test)]
mod tests;
