//! A memory as a row and back.
//!
//! What is filtered or ordered by has a column; what is not lies together in `rest`. Each row carries the
//! hash of the memory it was made from, and no row is believed whose memory hashes differently.

use std::{collections::BTreeMap, fmt::Display, str::FromStr};

use jiff::Timestamp;
use mnemic_core::{
    analyse,
    fingerprint::Fingerprint,
    id::MemoryId,
    memory::{Body, Home, Lifecycle, Memory, Signals, Source, Status, Trust},
};
use rusqlite::{Connection, Row, params};
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IntoDeserializer, value::Error as NameError},
};
use serde_json::Value;

use crate::{
    error::{Failure, Result},
    time::Moment,
};

/// The columns that [`hydrate`] reads, of a table called `m`.
pub(crate) const COLUMNS: &str = "m.id, m.anchor, m.number, m.scope, m.lifecycle, m.kind, m.category,
    m.origin, m.author, m.session, m.agent, m.ref, m.trust, m.status, m.importance, m.confidence,
    m.score, m.version, m.created_at, m.updated_at, m.last_hit_at, m.home_document, m.home_section,
    m.row_hash, m.rest, m.tags, m.text";

/// The version shown at home is looked up here, so that it is right whether the block or the memory
/// was written first, and after every move.
const PUT: &str = "
INSERT INTO memories (id, anchor, number, scope, lifecycle, kind, category,
    origin, author, session, agent, ref, trust, status, importance, confidence,
    score, version, created_at, updated_at, last_hit_at, home_document, home_section,
    row_hash, rest, tags, text, fingerprint, text_terms, tag_terms, author_terms, rendered_version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
    ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31,
    (SELECT version FROM blocks WHERE anchor = ?2 AND document = ?22 AND until IS NULL))
ON CONFLICT (id) DO UPDATE SET
    anchor = excluded.anchor, number = excluded.number, scope = excluded.scope,
    lifecycle = excluded.lifecycle, kind = excluded.kind, category = excluded.category,
    origin = excluded.origin, author = excluded.author, session = excluded.session,
    agent = excluded.agent, ref = excluded.ref, trust = excluded.trust, status = excluded.status,
    importance = excluded.importance, confidence = excluded.confidence, score = excluded.score,
    version = excluded.version, created_at = excluded.created_at, updated_at = excluded.updated_at,
    last_hit_at = excluded.last_hit_at, home_document = excluded.home_document,
    home_section = excluded.home_section, row_hash = excluded.row_hash, rest = excluded.rest,
    tags = excluded.tags, text = excluded.text, fingerprint = excluded.fingerprint,
    text_terms = excluded.text_terms, tag_terms = excluded.tag_terms,
    author_terms = excluded.author_terms, rendered_version = excluded.rendered_version
RETURNING rowid";

/// Makes or replaces the row of a memory.
pub(crate) fn put(connection: &Connection, mut memory: Memory) -> Result<()> {
    // SQLite keeps no negative zero, so the hash must not see one.
    memory.importance += 0.0;
    memory.confidence += 0.0;
    let hash = hash_of(&memory)?;
    let rest = Rest::of(&memory).to_json()?;
    let tags = tags_json(&memory.tags)?;
    let home = memory.home.as_ref();
    let source = &memory.source;
    let mut statement = connection.prepare_cached(PUT)?;
    let rowid: i64 = statement.query_row(
        params![
            memory.id.as_bytes(),
            memory.anchor.as_str(),
            memory.number.map(u64::cast_signed),
            memory.scope.to_string(),
            memory.lifecycle.name(),
            memory.kind(),
            memory.category.as_ref().map(|category| category.as_str()),
            source.origin,
            source.author,
            source.session,
            source.agent,
            source.reference,
            trust_name(memory.trust),
            status_name(memory.status),
            memory.importance,
            memory.confidence,
            memory.signals.score,
            memory.version,
            Moment(memory.created_at),
            Moment(memory.updated_at),
            memory.signals.last_hit_at.map(Moment),
            home.map(|home| &home.document),
            home.map(|home| &home.section),
            hash,
            rest,
            tags,
            memory.text,
            Fingerprint::of(&memory.text).0,
            terms_of(&memory.text),
            tags.as_deref().and_then(terms_of),
            source.author.as_deref().and_then(terms_of),
        ],
        |row| row.get(0),
    )?;
    put_tags(connection, rowid, &memory.tags)
}

fn put_tags(connection: &Connection, rowid: i64, tags: &[String]) -> Result<()> {
    connection.prepare_cached("DELETE FROM memory_tags WHERE memory = ?1")?.execute([rowid])?;
    for tag in tags {
        connection
            .prepare_cached("INSERT OR IGNORE INTO memory_tags (memory, tag) VALUES (?1, ?2)")?
            .execute(params![rowid, folded(tag)])?;
    }
    Ok(())
}

/// A tag as tags are compared.
pub(crate) fn folded(tag: &str) -> String {
    tag.to_lowercase()
}

/// The words to index, where they are not the text's own.
fn terms_of(text: &str) -> Option<String> {
    match analyse::index_text(text) {
        std::borrow::Cow::Borrowed(_) => None,
        std::borrow::Cow::Owned(terms) => Some(terms),
    }
}

fn tags_json(tags: &[String]) -> Result<Option<String>> {
    if tags.is_empty() {
        return Ok(None);
    }
    Ok(Some(serde_json::to_string(tags)?))
}

/// The memory that a row of [`COLUMNS`] holds, if the row is what was written.
pub(crate) fn hydrate(row: &Row<'_>) -> Result<Memory> {
    let rest = Rest::from_json(row.get("rest")?)?;
    let kind: String = row.get("kind")?;
    let tags: Option<String> = row.get("tags")?;
    let memory = Memory {
        id: MemoryId::from_bytes(row.get("id")?),
        anchor: parsed(row, "anchor")?,
        number: row.get::<_, Option<i64>>("number")?.map(i64::cast_unsigned),
        scope: parsed(row, "scope")?,
        body: Body::from_parts(kind, rest.body),
        category: row.get::<_, Option<String>>("category")?.as_deref().map(named).transpose()?,
        text: row.get("text")?,
        tags: tags.map(|tags| serde_json::from_str(&tags)).transpose()?.unwrap_or_default(),
        source: Source {
            origin: row.get("origin")?,
            author: row.get("author")?,
            session: row.get("session")?,
            sequence: rest.sequence,
            agent: row.get("agent")?,
            message: rest.message,
            task: rest.task,
            narrative: rest.narrative,
            reference: row.get("ref")?,
            derived_from: rest.derived_from,
        },
        trust: named(row.get_ref("trust")?.as_str().map_err(undecodable)?)?,
        status: named(row.get_ref("status")?.as_str().map_err(undecodable)?)?,
        lifecycle: rest.lifecycle,
        importance: row.get("importance")?,
        confidence: row.get("confidence")?,
        version: row.get("version")?,
        file_paths: rest.file_paths,
        created_at: row.get::<_, Moment>("created_at")?.0,
        updated_at: row.get::<_, Moment>("updated_at")?.0,
        valid_from: rest.valid_from,
        valid_until: rest.valid_until,
        superseded_by: rest.superseded_by,
        home: home(row)?,
        signals: Signals {
            score: row.get("score")?,
            last_hit_at: row.get::<_, Option<Moment>>("last_hit_at")?.map(|moment| moment.0),
            access_count: rest.access_count,
            last_accessed_at: rest.last_accessed_at,
            injections: rest.injections,
        },
    };
    if row.get::<_, [u8; 16]>("row_hash")? != hash_of(&memory)? {
        return Err(Failure::damaged(format!("the row of memory {} was changed", memory.id)));
    }
    Ok(memory)
}

fn home(row: &Row<'_>) -> Result<Option<Home>> {
    let document: Option<String> = row.get("home_document")?;
    let Some(document) = document else { return Ok(None) };
    Ok(Some(Home { document, section: row.get("home_section")? }))
}

fn parsed<T: FromStr<Err: Display>>(row: &Row<'_>, column: &str) -> Result<T> {
    row.get_ref(column)?.as_str().map_err(undecodable)?.parse().map_err(undecodable)
}

fn named<T: DeserializeOwned>(name: &str) -> Result<T> {
    T::deserialize(name.into_deserializer()).map_err(|error: NameError| undecodable(error))
}

fn undecodable(error: impl Display) -> Failure {
    Failure::damaged(error.to_string())
}

fn trust_name(trust: Trust) -> &'static str {
    match trust {
        Trust::Low => "low",
        Trust::Medium => "medium",
        Trust::High => "high",
    }
}

fn status_name(status: Status) -> &'static str {
    match status {
        Status::Candidate => "candidate",
        Status::Confirmed => "confirmed",
        Status::Pinned => "pinned",
    }
}

fn hash_of(memory: &Memory) -> Result<[u8; 16]> {
    let hash = blake3::hash(&serde_json::to_vec(memory)?);
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.as_bytes()[..16]);
    Ok(bytes)
}

/// What of a memory has no column of its own; most memories have nothing of it.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Rest {
    #[serde(skip_serializing_if = "is_default")]
    sequence: Option<i64>,
    #[serde(skip_serializing_if = "is_default")]
    message: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    task: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    narrative: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    derived_from: Vec<MemoryId>,
    #[serde(skip_serializing_if = "is_default")]
    lifecycle: Lifecycle,
    #[serde(skip_serializing_if = "is_default")]
    file_paths: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    valid_from: Option<Timestamp>,
    #[serde(skip_serializing_if = "is_default")]
    valid_until: Option<Timestamp>,
    #[serde(skip_serializing_if = "is_default")]
    superseded_by: Option<MemoryId>,
    #[serde(skip_serializing_if = "is_default")]
    access_count: u64,
    #[serde(skip_serializing_if = "is_default")]
    last_accessed_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "is_default")]
    injections: u64,
    #[serde(skip_serializing_if = "is_default")]
    body: BTreeMap<String, Value>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Rest {
    fn of(memory: &Memory) -> Self {
        let (source, signals) = (&memory.source, &memory.signals);
        Self {
            sequence: source.sequence,
            message: source.message.clone(),
            task: source.task.clone(),
            narrative: source.narrative.clone(),
            derived_from: source.derived_from.clone(),
            lifecycle: memory.lifecycle.clone(),
            file_paths: memory.file_paths.clone(),
            valid_from: memory.valid_from,
            valid_until: memory.valid_until,
            superseded_by: memory.superseded_by,
            access_count: signals.access_count,
            last_accessed_at: signals.last_accessed_at,
            injections: signals.injections,
            body: memory.body.fields().cloned().unwrap_or_default(),
        }
    }

    fn to_json(&self) -> Result<Option<String>> {
        if *self == Self::default() {
            return Ok(None);
        }
        Ok(Some(serde_json::to_string(self)?))
    }

    fn from_json(json: Option<String>) -> Result<Self> {
        Ok(json.map(|json| serde_json::from_str(&json)).transpose()?.unwrap_or_default())
    }
}
