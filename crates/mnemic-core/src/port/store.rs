//! What a store of memories promises. The prose here is the contract: the conformance suite in
//! `mnemic-testing` has one test per sentence, and every store passes it.
//!
//! A store is derived from the vault and disposable. It decides nothing: the engine folds acts into
//! [`Change`]s and the store carries them out.

use std::{collections::HashMap, sync::Arc};

use async_trait::async_trait;
use thiserror::Error;

use crate::{
    document::{BlockHash, FileHash, PassageHash},
    journal::{
        event::{DocumentState, Landed, Put},
        line::Cursor,
        unjournalled::Unjournalled,
    },
    learn::contradiction::{Contradiction, Pair},
    port::embedder::{Identity, StoredVectors},
    recall::{
        KeywordHit, KeywordQuery, MaybeVectors, Neighbourhood, SessionPosition, Statistics,
        VectorHit, VectorQuery, Window,
    },
    record::{
        filter::{Filter, FilterError, Page, Query},
        fingerprint::Fingerprint,
        id::{Anchor, MemoryId, Reference},
        link::{Called, Link},
        memory::{Home, Memory, MergeConflict, Signals, Version},
        scope::{Reach, Scope},
        state::StateHash,
        vault_path::VaultPath,
    },
    text::analyse::Term,
};

/// Everything a store must do.
pub trait Store: MemoryStore + VectorStore + DocumentStore + CursorStore {}

impl<T: MemoryStore + VectorStore + DocumentStore + CursorStore> Store for T {}

/// Reading memories. No call returns a memory outside the reach it was given. Lists of values, ids and scopes may have
/// any length; a filter of more than [`Filter::MAX_CONDITIONS`] conditions is refused with [`StoreError::Filter`].
#[async_trait]
pub trait MemoryStore: Send + Sync {
    /// The memory with this id, whatever its lifecycle.
    async fn get(&self, reach: &Reach, id: MemoryId) -> StoreResult<Option<Memory>>;

    /// The memories a reference may mean, at most `limit`, by id. An exact number, anchor or id wins alone;
    /// only without one are prefixes of anchors and ids compared.
    async fn resolve(
        &self,
        reach: &Reach,
        reference: &Reference,
        limit: usize,
    ) -> StoreResult<Vec<Memory>>;

    /// The memories that pass a filter, in order. Pages joined together hold each memory once, as long as
    /// nothing is written in between.
    async fn query(&self, reach: &Reach, query: &Query) -> StoreResult<Page>;

    /// How many memories pass a filter.
    async fn count(&self, reach: &Reach, filter: &Filter) -> StoreResult<u64>;

    /// The memories that hold a term of the query, or all of them if its matching says so, best first, at most as
    /// many as its pool. Every term is taken literally; a query without terms finds nothing. The filter is part of the search: it never
    /// makes the pool smaller than the number of memories that match and pass. What very many memories hold tells
    /// little: of those that hold nothing else, any may be found, and they come last.
    async fn search(&self, reach: &Reach, query: &KeywordQuery) -> StoreResult<Vec<KeywordHit>>;

    /// How many memories there are and how many of them hold each term, whatever their scope and lifecycle, as far
    /// as it is counted.
    async fn statistics(&self, terms: &[Term]) -> StoreResult<Statistics>;

    /// The word that `word` is most likely a misspelling of, as a memory within reach that passes the filter writes
    /// it: the nearest, and of equally near ones the most frequent. Words that begin otherwise may be missed.
    async fn spelling(
        &self,
        reach: &Reach,
        filter: &Filter,
        word: &str,
    ) -> StoreResult<Option<String>>;

    /// The memories with these ids, whatever their lifecycle, in the order given. Those that are not there are left
    /// out.
    async fn memories(&self, reach: &Reach, ids: &[MemoryId]) -> StoreResult<Vec<Memory>>;

    /// Makes sure that these memories are as they were written, as far as they are there. What is found by
    /// [`MemoryStore::search`], [`MemoryStore::memories`] and [`VectorStore::nearest`] is many to look at and few to
    /// pass on: a caller that hands some of it out first calls [`MemoryStore::verify_rows`] for those.
    async fn verify_rows(&self, ids: &[MemoryId]) -> StoreResult<()>;

    /// What was said before and after each of these spots in its session and scope, the nearest first, as far as it
    /// passes the filter.
    async fn neighbours(
        &self,
        reach: &Reach,
        filter: &Filter,
        spots: &[SessionPosition],
        window: Window,
    ) -> StoreResult<Vec<Neighbourhood>>;

    /// The links of these memories: for each of them, the memories that it names and, at most `most` by each of its
    /// names, the newest that name it. Those at the other ends are within reach and pass the filter; no memory is
    /// linked to itself. Each link comes once, in order.
    async fn links(
        &self,
        reach: &Reach,
        filter: &Filter,
        of: &[Called],
        most: usize,
    ) -> StoreResult<Vec<Link>>;

    /// For each key, in order: the memories of exactly its scope that it stands for, whatever their
    /// lifecycle, by id.
    async fn matching(&self, keys: &[Key]) -> StoreResult<Vec<Vec<Memory>>>;

    /// The memories of exactly this scope with this fingerprint, whatever their lifecycle, by id.
    async fn with_fingerprint(
        &self,
        scope: &Scope,
        fingerprint: Fingerprint,
    ) -> StoreResult<Vec<Memory>> {
        let found = self.matching(&[Key::Fingerprint(scope.clone(), fingerprint)]).await?;
        Ok(found.into_iter().flatten().collect())
    }

    /// The memory of exactly this scope that the caller knows by this name of its own.
    async fn with_ref(&self, scope: &Scope, reference: &str) -> StoreResult<Option<Memory>> {
        let found = self.matching(&[Key::Ref(scope.clone(), reference.to_owned())]).await?;
        Ok(found.into_iter().flatten().next())
    }

    /// The states a memory was in before the present one, oldest first.
    async fn versions(&self, reach: &Reach, id: MemoryId) -> StoreResult<Vec<Version>>;

    /// The unresolved conflicts of one memory, or of all within reach.
    async fn conflicts(
        &self,
        reach: &Reach,
        id: Option<MemoryId>,
    ) -> StoreResult<Vec<MergeConflict>>;

    /// The contradictions of these memories, or all, oldest first, dismissed ones too. Both memories are active and within
    /// reach.
    async fn contradictions(
        &self,
        reach: &Reach,
        of: Option<&[MemoryId]>,
    ) -> StoreResult<Vec<Contradiction>>;

    /// The sessions that have repeated a memory, by name.
    async fn repeats(&self, reach: &Reach, id: MemoryId) -> StoreResult<Vec<String>>;

    /// How many memories there are by scope and lifecycle state.
    async fn census(&self, reach: &Reach) -> StoreResult<Vec<CensusRow>>;
}

/// Reading vectors. Those of one embedder are never compared with those of another.
#[async_trait]
pub trait VectorStore: Send + Sync {
    /// The memories whose vectors lie nearest to the query's, nearest first, at most as many as its pool. The filter
    /// is part of the search: it never makes the pool smaller than the number of memories that have a vector and
    /// pass. Near is judged by the bits of vectors first: of many, one that lies almost as near may be missing.
    async fn nearest(&self, reach: &Reach, query: &VectorQuery) -> StoreResult<Vec<VectorHit>>;

    /// The vectors that an embedder made of these memories, in order.
    async fn stored_vectors(
        &self,
        identity: &Identity,
        ids: &[MemoryId],
    ) -> StoreResult<MaybeVectors>;

    /// The active memories that an embedder has made no vector of, at most `limit`, newest first.
    async fn unembedded(&self, identity: &Identity, limit: usize) -> StoreResult<Vec<Memory>>;

    /// How many active memories an embedder has made no vector of.
    async fn lag(&self, identity: &Identity) -> StoreResult<u64>;
}

/// Reading what is known of documents. Documents are read on the vault's own behalf, by the scribe.
#[async_trait]
pub trait DocumentStore: Send + Sync {
    /// Every document known, by path.
    async fn documents(&self) -> StoreResult<Vec<KnownDocument>>;

    /// The recent states of one document, newest first, with all their blocks.
    async fn renderings(&self, document: &str) -> StoreResult<Vec<Rendering>>;

    /// The documents whose blocks are behind their memories, or that have log lines to come, by path.
    async fn stale_documents(&self) -> StoreResult<Vec<VaultPath>>;

    /// The memories whose block in `document` is missing or shows another version, at most `limit`,
    /// oldest first, then by number.
    async fn unrendered(&self, document: &str, limit: usize) -> StoreResult<Vec<Memory>>;

    /// The anchors in `document`'s last state whose memories live elsewhere now.
    async fn moved_away(&self, document: &str) -> StoreResult<Vec<Anchor>>;

    /// The lines that a daily log does not have yet, in order. Its next state takes those up to its `through`.
    async fn log_lines(&self, document: &str) -> StoreResult<Vec<LogLine>>;

    /// The memories with these anchors, whatever their scope and lifecycle.
    async fn anchored(&self, anchors: &[Anchor]) -> StoreResult<Vec<Memory>>;
}

/// How far the store has followed the journal, and the one way to write to it.
#[async_trait]
pub trait CursorStore: Send + Sync {
    /// How far the store has followed the journal.
    async fn cursor(&self) -> StoreResult<Cursor>;

    /// What folding needs to know of memories that acts touch.
    async fn load(&self, needs: &Needs) -> StoreResult<Loaded>;

    /// The memories without a running number, by id.
    async fn unnumbered(&self) -> StoreResult<Vec<MemoryId>>;

    /// Carries out all changes and moves the cursor, or does nothing.
    async fn commit(&self, transaction: Transaction) -> StoreResult<()>;

    /// Looks at every row and index entry; one sentence per fault found.
    async fn check(&self) -> StoreResult<Vec<String>>;
}

/// Where stores of one vault are kept: generations, of which one is current.
///
/// A generation is built under a name nobody opens and becomes current whole.
#[async_trait]
pub trait Index: Send + Sync {
    /// The current generation, if there is one that this version can read.
    async fn open(&self) -> Result<Option<Arc<dyn Store>>, StoreError>;

    /// Whether another generation than the one opened last is current, or none is.
    async fn has_changed(&self) -> Result<bool, StoreError>;

    /// Whether no other process keeps these stores up to date: then each answer waits until the journal has been
    /// followed to its end.
    fn is_private(&self) -> bool {
        false
    }

    /// An empty store that nobody else opens.
    async fn build(&self) -> Result<Arc<dyn Store>, StoreError>;

    /// Makes the store that is being built as quick to read as any: done when most is in it, so that the switch
    /// takes no time.
    async fn complete(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// What the current generation holds and no journal records, as far as it can be read: nothing when there is no
    /// current generation. Asked under the write lock, before the next generation replaces it.
    async fn unjournalled(&self) -> Result<Unjournalled, StoreError>;

    /// Makes the store that was built last the current generation. Called under the write lock.
    async fn switch(&self) -> Result<Arc<dyn Store>, StoreError>;

    /// The files of former generations and abandoned builds. Asked while nobody builds.
    async fn strays(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// Removes them. Called while nobody builds.
    async fn sweep(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// What tells whether something is remembered already.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    /// What it says.
    Fingerprint(Scope, Fingerprint),
    /// What its caller calls it.
    Ref(Scope, String),
}

/// Changes that are carried out together.
#[derive(Debug, Clone, Default)]
pub struct Transaction {
    /// What changes, in order.
    pub changes: Vec<Change>,
    /// How far the journal has been followed then; absent for what the journal does not record.
    pub cursor: Option<Cursor>,
}

/// One change of the store.
#[derive(Debug, Clone)]
pub enum Change {
    /// The memory is made or replaced, signals and all.
    Memory(Box<Memory>),
    /// A memory has a vector. One that was made of a former text is gone as soon as the memory has another.
    Vector {
        /// The memory.
        id: MemoryId,
        /// Who made it.
        identity: Arc<Identity>,
        /// The vector.
        stored: Box<StoredVectors>,
    },
    /// A memory's signals and importance are set.
    Signals {
        /// The memory.
        id: MemoryId,
        /// Its signals.
        signals: Signals,
        /// Its importance.
        importance: f64,
    },
    /// A memory gets another home.
    Home {
        /// The memory.
        id: MemoryId,
        /// Its home.
        home: Home,
    },
    /// A memory gets a running number.
    Number {
        /// The memory.
        id: MemoryId,
        /// Its number.
        number: u64,
    },
    /// A former state of a memory is kept.
    Version(Box<Version>),
    /// A session has repeated a memory.
    Repeated {
        /// The memory.
        id: MemoryId,
        /// The session.
        session: String,
    },
    /// Two changes clashed.
    MergeConflict(MergeConflict),
    /// A memory's conflicts are settled.
    Settled(MemoryId),
    /// Two memories contradict each other; what is known between them stays as it is.
    Contradicted(Contradiction),
    /// Two memories may both stand, if a contradiction between them is known.
    Dismissed(Pair),
    /// A memory says something else: its contradictions are over.
    ContradictionsEnded(MemoryId),
    /// A document has a new known state; blocks that show a memory's version count as rendered. Its file has not
    /// been compared with it yet.
    Document(DocumentState),
    /// A state of a document is on disk.
    Landed(Landed),
    /// The file of a document was looked at. Local to this machine and never journalled.
    Seen(SeenDocument),
    /// A daily log has a line to come.
    LogLine(LogLine),
    /// A memory that the journal does not record is dropped.
    Drop(MemoryId),
}

/// A line of a daily log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// The log's path below the vault.
    pub document: VaultPath,
    /// The time of the act it tells of.
    pub time: crate::port::clock::EventTime,
    /// The time of day, `14:32:07`.
    pub clock: String,
    /// What happened.
    pub text: String,
}

/// What the acts to be folded touch.
#[derive(Debug, Clone, Default)]
pub struct Needs {
    /// Memories by id.
    pub ids: Vec<MemoryId>,
    /// Running numbers that may be taken.
    pub numbers: Vec<u64>,
    /// Anchors that may be taken.
    pub anchors: Vec<Anchor>,
    /// Former states that changes are based on.
    pub versions: Vec<(MemoryId, u32)>,
    /// Former states by what they said; of several the latest.
    pub states: Vec<(MemoryId, StateHash)>,
    /// Sessions that may have repeated a memory before.
    pub repeats: Vec<(MemoryId, String)>,
}

impl Needs {
    /// Asks for the state that a change was based on, unless it made something new.
    pub fn base_of(&mut self, put: &Put) {
        match put.base_state {
            Some(state) => self.states.push((put.memory.id, state)),
            None if put.base > 0 => self.versions.push((put.memory.id, put.base)),
            None => {}
        }
    }
}

/// What a store knows of [`Needs`].
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// The memories there are.
    pub memories: HashMap<MemoryId, Memory>,
    /// Who has the numbers that are taken.
    pub numbers: HashMap<u64, MemoryId>,
    /// Who has the anchors that are taken.
    pub anchors: HashMap<Anchor, MemoryId>,
    /// The former states there are, whichever way they were asked for.
    pub versions: HashMap<(MemoryId, u32), Version>,
    /// The repeats there were.
    pub repeats: std::collections::HashSet<(MemoryId, String)>,
}

impl Loaded {
    /// The former state that a change was based on, if it is known. Of several that said the same it is the latest.
    pub fn base_of(&self, put: &Put) -> Option<&Memory> {
        let id = put.memory.id;
        let Some(state) = put.base_state else {
            return self.versions.get(&(id, put.base)).map(|version| &version.memory);
        };
        let former = self.versions.values().filter(|version| version.id == id);
        let same = former.filter(|version| StateHash::of(&version.memory) == state);
        same.max_by_key(|version| version.version).map(|version| &version.memory)
    }
}

/// A document and its file as it was last seen on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownDocument {
    /// Its path below the vault.
    pub path: VaultPath,
    /// The hash of its last known state.
    pub hash: Option<FileHash>,
    /// Whether that state reached the disk.
    pub landed: bool,
    /// The size of that state in characters.
    pub chars: usize,
    /// The file as it was when its content was last compared with that state.
    pub seen: Option<FileMark>,
    /// How the document ended when its content was last seen whole (see [`crate::document::save::ending`]).
    pub ending: Option<PassageHash>,
    /// Why it is left alone, if it is.
    pub damage: Option<String>,
    /// For daily logs: acts up to this time are in it.
    pub through: Option<crate::port::clock::EventTime>,
}

/// The file of a document was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenDocument {
    /// Its path below the vault.
    pub path: VaultPath,
    /// The file as it was; absent when it is not there.
    pub seen: Option<FileMark>,
    /// How it ended; absent when it was not seen whole, which leaves what is known as it is.
    pub ending: Option<PassageHash>,
    /// Why it is left alone, if it is.
    pub damage: Option<String>,
}

impl SeenDocument {
    /// A document that was seen whole and in order.
    pub fn whole(path: &str, text: &str, mark: FileMark) -> Self {
        let (seen, ending) = (Some(mark), Some(crate::document::save::ending(text)));
        Self { path: path.into(), seen, ending, damage: None }
    }

    /// A document without a file, which lacks nothing.
    pub fn absent(path: &str) -> Self {
        Self { path: path.into(), seen: None, ending: None, damage: None }
    }
}

/// What tells a changed file from an unchanged one without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileMark {
    /// Size in bytes.
    pub size: u64,
    /// Time of the last change of its content, in nanoseconds.
    pub modified_ns: i64,
    /// Time of the last change of its entry, in nanoseconds.
    pub changed_ns: i64,
    /// Number of its entry.
    pub inode: u64,
}

/// A known state of a document with all its blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct Rendering {
    /// The hash of the file.
    pub hash: FileHash,
    /// The value of its `Last updated` line.
    pub stamp: Option<String>,
    /// Whether it reached the disk.
    pub landed: bool,
    /// Its blocks: anchor, hash and the memory's version shown.
    pub blocks: HashMap<Anchor, (BlockHash, u32)>,
}

/// How many memories of one scope are in one lifecycle state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CensusRow {
    /// The scope.
    pub scope: Scope,
    /// The state's name.
    pub lifecycle: String,
    /// How many.
    pub count: u64,
}

/// How many states of a document a store remembers: an editor's buffer may be that old.
pub const RENDERINGS_KEPT: usize = 32;

/// The result of a store call.
pub type StoreResult<T> = Result<T, StoreError>;

/// Why a store could not answer.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The store is broken and must be built anew.
    #[error("the index is damaged: {0}")]
    Damaged(String),
    /// The store was made by a newer version.
    #[error("the index has schema {found}; this version knows {known}")]
    Newer {
        /// The schema found.
        found: i64,
        /// The newest schema known.
        known: i64,
    },
    /// The store cannot be written: a read-only or full disk.
    #[error("the index cannot be written")]
    Unwritable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The filter asks for more than any store carries out.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// Anything else that went wrong underneath.
    #[error("the index failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}
