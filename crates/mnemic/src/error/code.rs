//! Error codes: one table with the name of each error, what it means, what helps, and whose fault it is.
//!
//! Command line, MCP and HTTP read their hints here, and `docs/reference/errors.md` is made from it. A code is never renamed:
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
        "The text or a field of the memory breaks a rule, such as the maximum length."
        "nothing was changed; correct it and try again"
    Forbidden "forbidden" User
        "The caller's role does not allow what the verb does."
        "nothing was changed; ask someone with the role `admin`"
    MemoryNotFound "memory-not-found" User
        "No memory has that number, anchor or id."
        "`mnemic list` lists memories; `mnemic list --archived` includes forgotten ones"
        ("query memories to see their ids")
    WordsNotFound "words-not-found" User
        "No memory contains those words."
        "`mnemic recall` finds memories by some of the words"
        ("query some of the words, then name a memory by its id")
    ReferenceAmbiguous "reference-ambiguous" User
        "Several memories match."
        "name one of them by its number or anchor"
        ("name one of them by its id")
    MemoryWrongState "memory-wrong-state" User
        "The memory is in the wrong state for this command, such as already forgotten."
        "`mnemic list --archived` lists forgotten memories"
        ("show the memory first; a forgotten one can be restored")
    MemoryImmutable "memory-immutable" User
        "Narratives cannot be changed."
        "nothing was changed; `mnemic forget` archives it"
        ("nothing was changed; forget it and store another memory")
    FeedbackUnsupported "feedback-unsupported" User
        "Narratives take no feedback and no pin."
        "nothing was changed; reinforce or pin one of its memories, which `mnemic narrative show` lists"
        ("nothing was changed; reinforce or pin one of the memories that it names")
    VersionNotFound "version-not-found" User
        "The memory has no such version."
        "`mnemic show --history` lists its versions"
        ("show the memory to see its current version")
    ReceiptNotFound "receipt-not-found" User
        "There is no such receipt, or it has expired."
        "Mnemic keeps receipts for 30 days; `mnemic recall --explain` and `mnemic context` print theirs"
        ("Mnemic keeps receipts for 30 days; a query and a context name theirs")
    FilterTooLarge "filter-too-large" User
        "The filter has too many conditions."
        "use fewer conditions"

    // Acts and conflicts.
    NothingToUndo "nothing-to-undo" User
        "There is nothing to undo."
        "`mnemic audit` lists changes and their names; type more of the name"
        ("the audit lists changes and their names")
    NothingToUndoInScope "nothing-to-undo-in-scope" User
        "There is nothing to undo in this project or in global."
        "`mnemic undo --scope all` undoes the last change in any scope"
        ("the audit lists changes and their names")
    ActNotFound "act-not-found" User
        "No change has that name."
        "`mnemic audit` lists changes and their names; type more of the name"
        ("the audit lists changes and their names")
    ActAmbiguous "act-ambiguous" User
        "Several changes match."
        "`mnemic audit` lists changes and their names; type more of the name"
        ("the audit lists changes and their names; give more of the name")
    ActAlreadyUndone "act-already-undone" User
        "The change is already undone."
        "to redo it, undo the change that undid it; `mnemic audit` names that one"
        ("the audit names the change that undid it")
    ActNotUndoable "act-not-undoable" User
        "The change cannot be undone, for example because later changes depend on it."
        "nothing was changed; `mnemic show --history` lists every version, `mnemic update` sets one"
        ("nothing was changed; update the memory instead")
    ConflictNotFound "conflict-not-found" User
        "No open conflict has that name."
        "`mnemic conflicts` lists conflicts with both sides"
        ("list the conflicts to see their names and both sides")
    ConflictSideInvalid "conflict-side-invalid" User
        "The memory is not part of that conflict."
        "`mnemic conflicts` lists conflicts with both sides"
        ("list the conflicts to see both sides")

    // Scopes.
    ScopeUnchanged "scope-unchanged" User
        "The memory already belongs to that scope."
        "nothing was changed; `mnemic promote ID --yes` confirms a candidate where it is"
        ("nothing was changed; name a wider scope")
    ScopeNotWider "scope-not-wider" User
        "Memories move to wider scopes only."
        "nothing was changed; name a wider scope with `--to`"
        ("nothing was changed; name a wider scope")
    SecretRefused "secret-refused" User
        "The text contains a secret that the configuration blocks."
        "nothing was changed; leave the secret out, or see the keys `redaction.…` in `mnemic config show`"
        ("nothing was changed; leave the secret out")
    ConsentMissing "consent-missing" User
        "Every project would see the memory; that needs your consent."
        "nothing was changed; add `--yes` to agree that every project sees it"
        ("nothing was changed; the vault's owner can agree with `mnemic promote --yes`")
    ScopeWithoutSessions "scope-without-sessions" User
        "That scope cannot have sessions."
        "use `--scope global`, `--scope project:NAME` or `--scope agent:NAME`"
        ("use the scope `global`, `project:NAME` or `agent:NAME`")

    // Sessions.
    SessionNotFound "session-not-found" User
        "No session has that name."
        "`mnemic session list --scope all` lists sessions; `mnemic session start` starts one"
        ("list the sessions to see their names, or start one")
    SessionEnded "session-ended" User
        "The session has ended."
        "`mnemic session fork {session}` starts a session that continues it"
        ("fork the session `{session}` to continue it")
    SessionArchived "session-archived" User
        "The session is archived."
        "`mnemic session recover {session}` brings it back"
        ("the vault's owner can bring it back with `mnemic session recover {session}`")
    SessionExists "session-exists" User
        "A session of that name exists."
        "choose another name with `--id`"
        ("choose another name")
    SessionHeld "session-held" User
        "Another process is writing to the session."
        "nothing was changed; try again when it is done; a process that is silent for 15 minutes loses the session"
    SessionBusy "session-busy" User
        "Another process is opening or closing the session."
        "nothing was changed; try again"
    SessionTakenOver "session-taken-over" User
        "This writer was silent for too long, and another process took over the session."
        "`mnemic session show {session}` shows what it holds; append again to continue"
        ("show the session to see what it holds; append again to continue")
    TranscriptDamaged "transcript-damaged" User
        "The transcript has lost its first line, which names the session."
        "nothing was changed; restore its first line from a backup or from git"
        ("nothing was changed; the vault's owner can restore its first line from a backup")
    TurnInvalid "turn-invalid" User
        "The message cannot be stored, for example because it is empty or too long."
        "earlier messages are stored; correct this one and continue from there"
    AgentStateTooLarge "agent-state-too-large" User
        "The agent's state is larger than 1 MiB."
        "the conversation is stored; save less in tasks, loops, environment and scratchpad"
    NothingToCompact "nothing-to-compact" User
        "The session is too short to compact."
        "nothing was changed; `compaction.keep_recent` sets how many turns a compaction keeps"
    TranscriptFormatUnknown "transcript-format-unknown" User
        "Mnemic does not know this transcript format."
        "use a transcript of Claude Code, Codex, Cursor, Gemini CLI or OpenAI's chat API, or lines like {\"role\": \"user\", \"content\": \"…\"}"
    TranscriptEmpty "transcript-empty" User
        "The transcript has no messages."
        "nothing was changed; use another file, or correct this one"
    TranscriptInvalid "transcript-invalid" User
        "No message of the transcript can be stored."
        "nothing was changed; use another file, or correct this one"
    NarrativeNotFound "narrative-not-found" User
        "There is no narrative yet."
        "Mnemic writes one at the end of each session; `--scope all` searches every scope"
        ("Mnemic writes one at the end of each session")
    NotANarrative "not-a-narrative" User
        "The memory is not a narrative."
        "`mnemic narrative walk` lists narratives; `mnemic show` shows any memory"
        ("name a narrative, or show the memory")

    // The vault.
    VaultMissing "vault-missing" User
        "There is no vault in that folder."
        "check the path, or create a vault there with `mnemic init`"
    NotAVault "not-a-vault" User
        "The folder holds other files and is not a vault."
        "use `--vault` with another folder, or with an empty one to create a vault"
    VaultUnreachable "vault-unreachable" User
        "The folder of the vault cannot be read or created."
        "check the folder's permissions, or use another with `--vault`"
    VaultNewer "vault-newer" User
        "A newer version of Mnemic wrote the vault, in a format that this one cannot read."
        "use the version of Mnemic that wrote it"
    ConfigurationInvalid "configuration-invalid" User
        "config/memory.yaml has errors."
        "`mnemic config check` lists all errors; `mnemic config set KEY VALUE` corrects a value"
    SettingInvalid "setting-invalid" User
        "There is no such key, or the value is not allowed."
        "nothing was changed; `mnemic config show` lists the keys, `mnemic config check` the errors"
    DocumentNotFound "document-not-found" User
        "The vault has no document at that path."
        "`mnemic doctor` lists documents that need attention"
        ("list the resources to see the documents")
    DocumentUnreadable "document-unreadable" User
        "The document cannot be read, so Mnemic cannot accept it."
        "nothing was changed; correct the file and try again, or rewrite it with `mnemic doctor --rewrite DOCUMENT`, which keeps the file beside it"
    AccessTokenUnusable "access-token-unusable" User
        "The access token file holds no token, or other users can read it."
        "remove access for other users with `chmod 600`, or delete the file: `mnemic serve` creates another"
    LockBusy "lock-busy" User
        "Another process holds a lock of the vault."
        "nothing was changed; try again when that process is done; if it is suspended, `kill -CONT {process}` resumes it and `kill {process}` ends it"
        ("nothing was changed; try again in a few seconds")
    DiskFull "disk-full" User
        "The disk is full."
        "nothing was changed; free some space and try again"
        ("nothing was changed; the vault's owner must free some disk space")
    PermissionDenied "permission-denied" User
        "Mnemic may not write a file of the vault."
        "nothing was changed; check the permissions of the vault; reading still works"
    FileFailed "file-failed" User
        "A file of the vault could not be read or written."
        "nothing was changed; `mnemic doctor` checks the whole vault"
        ("the vault's owner can run `mnemic doctor`")
    OutcomeUnknown "outcome-unknown" Ours
        "The change was written, but the disk did not confirm it."
        "check with `mnemic recall` whether it is there; `mnemic doctor` checks the vault"
        ("query it to see whether it is there")
    ImportStopped "import-stopped" User
        "The import stopped before its last line; earlier lines are imported."
        "correct the cause and import again: nothing is imported twice"
    EmbeddingFailed "embedding-failed" User
        "The embedder did not respond; memories are safe, and recall finds them by their words."
        "memories are safe, and recall works without it; `mnemic models use NAME` tries again or switches"
        ("memories are safe, and recall works without it")
    FeatureMissing "feature-missing" User
        "This program was built without the provider that the configuration names."
        "build the program with the feature that the message names, or choose another provider with `mnemic config set`"
        ("memories are safe, and recall works without it")
    AddressNotAgreed "address-not-agreed" User
        "The vault's own configuration names a network address that you did not agree to on this machine."
        "nothing was sent; `mnemic config agree` lists the addresses, and agrees to those you name"
        ("memories are safe, and recall works without it; the vault's owner can run `mnemic config agree`")
    ProviderUnusable "provider-unusable" User
        "The configured provider cannot be used: a key, a model or the network is missing."
        "memories are safe, and recall works without it; `mnemic models list` lists models"
        ("memories are safe, and recall works without it")

    // The index.
    IndexFolderUnfit "index-folder-unfit" User
        "The folder that `index.path` names cannot hold an index."
        "nothing was written there; choose a new or empty folder with `mnemic config set index.path FOLDER`"
    IndexNewer "index-newer" User
        "A newer version of Mnemic built the index."
        "use the newer version, or rebuild the index with `mnemic reindex`"
        ("the vault's owner can run `mnemic doctor`")
    IndexUnwritable "index-unwritable" User
        "The index cannot be written, for example because the disk is full or read-only."
        "nothing was changed; check the disk and try again"
        ("the vault's owner can run `mnemic doctor`")
    IndexUnreadable "index-unreadable" User
        "A file of the index cannot be read or written."
        "nothing was changed; check the disk and try again"
        ("the vault's owner can run `mnemic doctor`")
    IndexDamaged "index-damaged" Ours
        "The index is damaged."
        "`mnemic reindex` rebuilds the index from the journal"
        ("the vault's owner can run `mnemic doctor`")
    IndexFailed "index-failed" Ours
        "The index failed."
        "`mnemic reindex` rebuilds the index from the journal"
        ("the vault's owner can run `mnemic doctor`")

    // Backups.
    BackupExists "backup-exists" User
        "The file exists."
        "choose another file, or remove this one first"
    BackupDamaged "backup-damaged" User
        "The file is not a backup, or it was changed."
        "nothing was changed; try another backup"
    BackupNewer "backup-newer" User
        "A newer version of Mnemic made the backup."
        "use the version of Mnemic that made it"
    RestoreTargetNotEmpty "restore-target-not-empty" User
        "The target folder is not empty."
        "use another folder with `--vault`, or replace the vault with `--yes`, which keeps the present one beside it"
    RestoreUnfinished "restore-unfinished" User
        "The backup is restored, but the former vault is not moved yet."
        "nothing is lost; the next command finishes it and prints where the former vault is"

    // Serving.
    AddressExposed "address-exposed" User
        "Other machines can reach the address; that needs `--expose`."
        "add `--expose` to allow it: anyone with the token can read and write the memory, and nothing is encrypted"
    AddressInUse "address-in-use" User
        "Another program listens on the address."
        "choose another port with `--listen`; port 0 takes any free one"
    AddressUnavailable "address-unavailable" User
        "Mnemic cannot listen on the address."
        "choose another address or port with `--listen`"
    HandshakeFailed "handshake-failed" User
        "The client did not begin with `initialize`."
        "`mnemic mcp` is for MCP clients; see docs/reference/mcp.md"
    ServerStopped "server-stopped" Ours
        "The server stopped."
        "`mnemic mcp` is for MCP clients; see docs/reference/mcp.md"

    // Calls of tools.
    ArgumentInvalid "argument-invalid" User
        "An argument of a tool is unknown, missing, of the wrong type or out of range."
        "nothing was changed; correct the argument and call the tool again"
    EntityNotFound "entity-not-found" User
        "The graph has no entity with that name."
        "create the entity first, or search the graph for its name"
    PathNotFound "path-not-found" User
        "No file or directory is at that path."
        "view `/memories` to see the files there are"
    PathExists "path-exists" User
        "A file exists at that path."
        "view the file, then edit it, or choose another path"
    PathInvalid "path-invalid" User
        "The path is not below `/memories`, or breaks a rule for paths."
        "use a path like `/memories/notes.md`"
    FileTooLong "file-too-long" User
        "The file has more lines than can be viewed."
        "split the file"
    LineOutOfRange "line-out-of-range" User
        "The file has no such line."
        "view the file to see its line numbers"
    TextNotFound "text-not-found" User
        "The text to be replaced is not in the file."
        "view the file and copy the text exactly"
    TextNotUnique "text-not-unique" User
        "The text to be replaced occurs several times in the file."
        "include more of the text around it"

    // Requests over HTTP.
    HostNotAllowed "host-not-allowed" User
        "The request's `Host` is not allowed."
        "allow it with `mnemic serve --allow-host`"
    OriginNotAllowed "origin-not-allowed" User
        "The request comes from a web page whose origin is not allowed."
        "allow it with `mnemic serve --allow-origin`"
    TokenMissing "token-missing" User
        "The request has no access token."
        "send `Authorization: Bearer …`; `mnemic serve --show-token` prints the token"
    TokenWrong "token-wrong" User
        "The access token is wrong."
        "`mnemic serve --show-token` prints the token"
    PageNotFound "page-not-found" User
        "Nothing is at that path of the server."
        "MCP is at /mcp"
    BodyTooLarge "body-too-large" User
        "The body of the request is too large."
        "one memory holds up to 1 MiB of text; send less at once"
    BodyTooSlow "body-too-slow" User
        "The body of the request did not arrive in time."
        "`mnemic serve --patience` sets the timeout"
    BodyIncomplete "body-incomplete" User
        "The body of the request broke off."
        "nothing was changed; send it again"
    TooManySessions "too-many-sessions" User
        "The server has too many sessions."
        "end one with DELETE, or try again in a few minutes"
    ServerBusy "server-busy" User
        "The server is handling too many long requests."
        "nothing was changed; try again in a few seconds, or send less than 64 KiB at once"
    RequestMalformed "request-malformed" User
        "The request is not a valid MCP request."
        "see the MCP specification"
    SessionIdUnknown "session-id-unknown" User
        "The server has no MCP session with that id."
        "start again with `initialize`"
    SessionIdMissing "session-id-missing" User
        "The request has no MCP session id."
        "start with `initialize`, and send the session id with each request"
    MethodNotAllowed "method-not-allowed" User
        "The server does not support this HTTP method."
        "use GET, POST or DELETE"
    NotAcceptable "not-acceptable" User
        "The client does not accept the server's media types."
        "accept `application/json` and `text/event-stream`"
    MediaTypeUnsupported "media-type-unsupported" User
        "The media type of the body is not supported."
        "send `application/json`"
}

#[cfg(test)]
mod tests;
