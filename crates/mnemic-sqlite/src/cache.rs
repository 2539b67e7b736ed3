//! Embeddings that were made before, in a file of their own: an index that is built anew does not pay for them again.
//!
//! Whatever is wrong with the file, it is thrown away and begun anew. Vectors are counted as they come: to count those
//! that are there would read all of them.

mod refusal;

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use mnemic_core::port::{
    embedder::{EmbeddingCache, Identity, StoredVectors, TextHash},
    store::{StoreError, StoreResult},
};
use rusqlite::{Connection, OptionalExtension, params};

use crate::{
    error::{Failure, Result},
    generation,
    store::blocking,
    vector::{bytes_of, bytes_of_words, space_of, stored},
};

/// What the file is, and in which format.
const APPLICATION: i32 = 0x6D6E_6563;
const FORMAT: i32 = 1;

const TABLES: &str = "
CREATE TABLE spaces (
    space INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE
);
CREATE TABLE embeddings (
    space INTEGER NOT NULL,
    text BLOB NOT NULL,
    whole BLOB NOT NULL,
    words BLOB,
    PRIMARY KEY (space, text)
) WITHOUT ROWID;
";

/// How many vectors came since the file was begun or looked through. Files of former versions are counted once.
const COUNT: &str = "
CREATE TABLE IF NOT EXISTS counted (vectors INTEGER NOT NULL);
INSERT INTO counted (vectors)
    SELECT (SELECT count(*) FROM embeddings) WHERE NOT EXISTS (SELECT 1 FROM counted);
";

/// A cache in one SQLite file.
pub struct SqliteEmbeddingCache {
    shared: Arc<Shared>,
}

struct Shared {
    path: PathBuf,
    connection: Mutex<Option<Connection>>,
}

impl SqliteEmbeddingCache {
    /// The cache in this file, which need not exist yet. Nothing is read before the first call.
    pub fn new(path: PathBuf) -> Self {
        Self { shared: Arc::new(Shared { path, connection: Mutex::default() }) }
    }
}

#[async_trait]
impl EmbeddingCache for SqliteEmbeddingCache {
    async fn get(
        &self,
        identity: &Identity,
        texts: &[TextHash],
    ) -> StoreResult<Vec<Option<StoredVectors>>> {
        let (shared, identity, texts) = (self.shared.clone(), identity.clone(), texts.to_vec());
        blocking(move || shared.with(|connection| get(connection, &identity, &texts))).await
    }

    async fn put(
        &self,
        identity: &Identity,
        made: Vec<(TextHash, StoredVectors)>,
    ) -> StoreResult<()> {
        let (shared, identity) = (self.shared.clone(), identity.clone());
        blocking(move || shared.with(|connection| put(connection, &identity, &made))).await
    }

    async fn refuse(&self, identity: &Identity, texts: Vec<TextHash>) -> StoreResult<()> {
        let (shared, identity) = (self.shared.clone(), identity.clone());
        blocking(move || shared.with(|connection| refusal::add(connection, &identity, &texts)))
            .await
    }

    async fn refused(&self, identity: &Identity, texts: &[TextHash]) -> StoreResult<Vec<TextHash>> {
        let (shared, identity, texts) = (self.shared.clone(), identity.clone(), texts.to_vec());
        blocking(move || shared.with(|connection| refusal::of(connection, &identity, &texts))).await
    }

    async fn forget_refusals(&self, identity: &Identity) -> StoreResult<()> {
        let (shared, identity) = (self.shared.clone(), identity.clone());
        blocking(move || shared.with(|connection| refusal::clear(connection, &identity))).await
    }

    async fn count(&self) -> StoreResult<u64> {
        let shared = self.shared.clone();
        blocking(move || shared.with(|connection| count(connection))).await
    }

    async fn keep(&self, identity: &Identity, texts: HashSet<TextHash>) -> StoreResult<()> {
        let (shared, identity) = (self.shared.clone(), identity.clone());
        blocking(move || shared.with(|connection| keep(connection, &identity, &texts))).await
    }
}

impl Shared {
    /// Runs `task` on the file; if that turns out to be damaged, on an empty one.
    fn with<T>(&self, task: impl Fn(&mut Connection) -> Result<T>) -> Result<T> {
        let mut connection = self.lock();
        let failure = match self.attempt(&mut connection, &task) {
            Err(failure) if failure.is_unjudged() => failure.0.to_string(),
            Err(Failure(StoreError::Damaged(reason))) => reason,
            answer => return answer,
        };
        tracing::warn!(reason = failure, "the cache of embeddings is damaged; started a new one");
        *connection = None;
        self.remove()?;
        self.attempt(&mut connection, &task)
    }

    fn attempt<T>(
        &self,
        connection: &mut Option<Connection>,
        task: &impl Fn(&mut Connection) -> Result<T>,
    ) -> Result<T> {
        if connection.is_none() {
            *connection = Some(open(&self.path)?);
        }
        task(connection.as_mut().expect("it was opened above"))
    }

    fn remove(&self) -> io::Result<()> {
        for suffix in ["", "-wal", "-shm"] {
            let mut name = self.path.as_os_str().to_owned();
            name.push(suffix);
            match fs::remove_file(name) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Option<Connection>> {
        // Whoever panicked left no transaction behind.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open(path: &Path) -> Result<Connection> {
    generation::create_private(path)?;
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    let transaction = rusqlite::Transaction::new_unchecked(
        &connection,
        rusqlite::TransactionBehavior::Immediate,
    )?;
    let number = |name| transaction.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    match (number("application_id")?, number("user_version")?) {
        (APPLICATION, FORMAT) => {}
        (0, 0) => {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", FORMAT)?;
        }
        _ => return Err(Failure::damaged("it is of another format")),
    }
    transaction.execute_batch(COUNT)?;
    transaction.execute_batch(refusal::TABLE)?;
    transaction.commit()?;
    Ok(connection)
}

fn get(
    connection: &mut Connection,
    identity: &Identity,
    texts: &[TextHash],
) -> Result<Vec<Option<StoredVectors>>> {
    let Some(space) = space_of(connection, identity)? else { return Ok(vec![None; texts.len()]) };
    let mut statement = connection
        .prepare_cached("SELECT whole, words FROM embeddings WHERE space = ?1 AND text = ?2")?;
    let mut found = Vec::with_capacity(texts.len());
    for text in texts {
        let stored =
            statement.query_row(params![space, text.0], |row| stored(row, identity)).optional()?;
        found.push(stored.filter(|it| it.whole.steps.len() == identity.dimensions));
    }
    Ok(found)
}

fn put(
    connection: &mut Connection,
    identity: &Identity,
    made: &[(TextHash, StoredVectors)],
) -> Result<()> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    transaction
        .prepare_cached("INSERT OR IGNORE INTO spaces (identity) VALUES (?1)")?
        .execute([serde_json::to_string(identity)?])?;
    let space = space_of(&transaction, identity)?
        .ok_or_else(|| Failure::damaged("a row that was added is not there"))?;
    let mut statement = transaction.prepare_cached(
        "INSERT OR REPLACE INTO embeddings (space, text, whole, words) VALUES (?1, ?2, ?3, ?4)",
    )?;
    for (text, stored) in made {
        let (whole, words) = (bytes_of(&stored.whole), bytes_of_words(&stored.words));
        statement.execute(params![space, text.0, whole, words])?;
    }
    drop(statement);
    let added = i64::try_from(made.len()).unwrap_or(i64::MAX);
    transaction.execute("UPDATE counted SET vectors = vectors + ?1", [added])?;
    transaction.commit()?;
    Ok(())
}

fn count(connection: &Connection) -> Result<u64> {
    let sql = "SELECT sum(vectors) FROM counted";
    let count: Option<i64> = connection.query_row(sql, [], |row| row.get(0))?;
    Ok(count.unwrap_or(0).cast_unsigned())
}

fn keep(connection: &mut Connection, identity: &Identity, texts: &HashSet<TextHash>) -> Result<()> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    transaction.execute_batch("CREATE TEMP TABLE needed (text BLOB PRIMARY KEY) WITHOUT ROWID")?;
    for text in texts {
        transaction.prepare_cached("INSERT INTO needed (text) VALUES (?1)")?.execute([text.0])?;
    }
    let own = space_of(&transaction, identity)?;
    transaction.execute(
        "DELETE FROM spaces WHERE space IS NOT ?1
             AND space < (SELECT max(space) FROM spaces WHERE space IS NOT ?1)",
        [own],
    )?;
    let kept = "text IN (SELECT text FROM needed) AND space IN (SELECT space FROM spaces)";
    transaction.execute(&format!("DELETE FROM embeddings WHERE NOT ({kept})"), [])?;
    transaction.execute("DELETE FROM refused WHERE text NOT IN (SELECT text FROM needed)", [])?;
    transaction.execute_batch(
        "DROP TABLE needed; UPDATE counted SET vectors = (SELECT count(*) FROM embeddings);",
    )?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use mnemic_core::port::embedder::{Codes, Quantised};

    use super::*;

    fn identity(model: &str) -> Identity {
        Identity {
            provider: "test".to_owned(),
            model: model.to_owned(),
            revision: String::new(),
            dimensions: 3,
            prompt: String::new(),
        }
    }

    fn stored(step: i8) -> StoredVectors {
        let whole = Quantised { scale: 0.5, steps: vec![step, 0, -step] };
        StoredVectors {
            whole,
            words: Codes::of([[1.0, -1.0, 1.0], [1.0; 3]].iter().map(|word| &word[..])),
        }
    }

    fn cache(folder: &tempfile::TempDir) -> SqliteEmbeddingCache {
        SqliteEmbeddingCache::new(folder.path().join("cache/embeddings.sqlite"))
    }

    #[tokio::test]
    async fn what_was_made_once_is_found_by_whoever_made_it_and_by_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(TextHash::of);
        cache(&folder).put(&identity("a"), vec![(one, stored(1))]).await.unwrap();
        let again = cache(&folder);
        again.put(&identity("b"), vec![(other, stored(2))]).await.unwrap();
        let found = again.get(&identity("a"), &[other, one]).await.unwrap();
        assert_eq!(found, [None, Some(stored(1))]);
        assert_eq!(again.get(&identity("b"), &[other]).await.unwrap(), [Some(stored(2))]);
        assert_eq!(again.get(&identity("c"), &[one]).await.unwrap(), [None]);
    }

    #[tokio::test]
    async fn a_damaged_file_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let one = TextHash::of("one");
        let made = || vec![(one, stored(1))];
        cache(&folder).put(&identity("a"), made()).await.unwrap();
        let path = folder.path().join("cache/embeddings.sqlite");
        let garbage = tempfile::NamedTempFile::new_in(folder.path()).unwrap();
        io::Write::write_all(&mut garbage.as_file(), &[7; 5_000]).unwrap();
        garbage.persist(&path).unwrap();
        let after = cache(&folder);
        assert_eq!(after.get(&identity("a"), &[one]).await.unwrap(), [None]);
        after.put(&identity("a"), made()).await.unwrap();
        assert_eq!(after.get(&identity("a"), &[one]).await.unwrap(), [Some(stored(1))]);
    }

    #[tokio::test]
    async fn only_what_is_needed_is_kept_of_two_embedders_at_most() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(&folder);
        let [one, other] = ["one", "other"].map(TextHash::of);
        for model in ["a", "b", "c", "d"] {
            let made = vec![(one, stored(1)), (other, stored(2))];
            cache.put(&identity(model), made).await.unwrap();
        }
        assert_eq!(cache.count().await.unwrap(), 8);
        cache.keep(&identity("b"), HashSet::from([one])).await.unwrap();
        assert_eq!(cache.count().await.unwrap(), 2);
        for (model, kept) in [("a", false), ("b", true), ("c", false), ("d", true)] {
            let found = cache.get(&identity(model), &[one, other]).await.unwrap();
            assert_eq!(found, [kept.then(|| stored(1)), None], "{model}");
        }
        cache.keep(&identity("e"), HashSet::from([one])).await.unwrap();
        assert_eq!(cache.count().await.unwrap(), 1);
        assert_eq!(cache.get(&identity("d"), &[one]).await.unwrap(), [Some(stored(1))]);
    }

    #[tokio::test]
    async fn what_is_refused_is_known_to_those_who_come_later_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(TextHash::of);
        cache(&folder).refuse(&identity("a"), vec![one]).await.unwrap();
        let again = cache(&folder);
        again.refuse(&identity("a"), vec![one, other]).await.unwrap();
        assert_eq!(again.refused(&identity("a"), &[other, one]).await.unwrap(), [other, one]);
        assert!(again.refused(&identity("b"), &[one]).await.unwrap().is_empty());
        again.keep(&identity("a"), HashSet::from([one])).await.unwrap();
        assert_eq!(again.refused(&identity("a"), &[other, one]).await.unwrap(), [one]);
        again.forget_refusals(&identity("a")).await.unwrap();
        assert!(again.refused(&identity("a"), &[one]).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn a_file_of_a_former_version_takes_refusals() {
        let folder = tempfile::tempdir().unwrap();
        let one = TextHash::of("one");
        cache(&folder).put(&identity("a"), vec![(one, stored(1))]).await.unwrap();
        let path = folder.path().join("cache/embeddings.sqlite");
        Connection::open(&path).unwrap().execute("DROP TABLE refused", []).unwrap();
        cache(&folder).refuse(&identity("a"), vec![one]).await.unwrap();
        assert_eq!(cache(&folder).get(&identity("a"), &[one]).await.unwrap(), [Some(stored(1))]);
    }

    #[tokio::test]
    async fn a_file_that_was_never_counted_is_counted_once() {
        let folder = tempfile::tempdir().unwrap();
        let made = ["one", "other"].map(|text| (TextHash::of(text), stored(1)));
        cache(&folder).put(&identity("a"), made.to_vec()).await.unwrap();
        let path = folder.path().join("cache/embeddings.sqlite");
        Connection::open(&path).unwrap().execute("DROP TABLE counted", []).unwrap();
        assert_eq!(cache(&folder).count().await.unwrap(), 2);
        assert_eq!(cache(&folder).count().await.unwrap(), 2);
    }
}
