//! A memory as a row and back.
//!
//! What is filtered or ordered by has a column; what is not lies together in `rest`. Each row
//! carries the hash of the memory it was made from, and no row is believed whose memory hashes
//! differently.

pub(crate) mod older;
mod rest;

use std::{collections::BTreeMap, fmt::Display, str::FromStr};

use jiff::Timestamp;
use mnemic_core::record::{
    fingerprint::Fingerprint,
    id::MemoryId,
    memory::{Body, Home, Lifecycle, Memory, Signals, Trust},
    source::Source,
};
use rusqlite::{Connection, Row, params, types::FromSql};
use serde::de::{DeserializeOwned, IntoDeserializer, value::Error as NameError};

use self::rest::ExtraFields;
use crate::{
    error::{Failure, Result},
    time::Moment,
    words::{self, Words},
};

/// The columns that a memory is read from, of a table called `m`.
pub(crate) const COLUMNS: &str = "m.id, m.anchor, m.number, m.scope, m.kind, m.category, m.origin,
    m.author, m.user, m.session, m.agent, m.message, m.task, m.narrative, m.ref, m.trust, m.status,
    m.importance, m.confidence, m.score, m.version, m.created_at, m.updated_at, m.valid_from,
    m.valid_until, m.superseded_by, m.last_hit_at, m.last_accessed_at, m.access_count,
    m.home_document, m.home_section, m.row_hash, m.lifecycle, m.rest, m.tags, m.text";
const HASH: usize = 31;
const LIFECYCLE: usize = 32;
const REST: usize = 33;

const PUT: &str = "
INSERT INTO memories (
    rowid, id, anchor, number, scope, lifecycle, kind, category, origin, author, user, session,
    place, agent, message, task, narrative, ref, trust, status, importance, confidence, score,
    version, created_at, updated_at, valid_from, valid_until, superseded_by, last_hit_at,
    last_accessed_at, access_count, home_document, home_section, row_hash, rest, tags, text,
    fingerprint, opening, text_terms, tag_terms, author_terms, file_terms, label_terms, date_terms,
    rendered_version
) VALUES (
    ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
    ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35, ?36, ?37, ?38, ?39, ?40,
    ?41, ?42, ?43, ?44, ?45, ?46, ?47
) ON CONFLICT (rowid) DO UPDATE SET
    anchor = excluded.anchor, number = excluded.number, scope = excluded.scope, lifecycle =
    excluded.lifecycle, kind = excluded.kind, category = excluded.category, origin =
    excluded.origin, author = excluded.author, user = excluded.user, session = excluded.session,
    place = excluded.place, agent = excluded.agent, message = excluded.message, task =
    excluded.task, narrative = excluded.narrative, ref = excluded.ref, trust = excluded.trust,
    status = excluded.status, importance = excluded.importance, confidence = excluded.confidence,
    score = excluded.score, version = excluded.version, created_at = excluded.created_at, updated_at
    = excluded.updated_at, valid_from = excluded.valid_from, valid_until = excluded.valid_until,
    superseded_by = excluded.superseded_by, last_hit_at = excluded.last_hit_at, last_accessed_at =
    excluded.last_accessed_at, access_count = excluded.access_count, home_document =
    excluded.home_document, home_section = excluded.home_section, row_hash = excluded.row_hash, rest
    = excluded.rest, tags = excluded.tags, text = excluded.text, fingerprint = excluded.fingerprint,
    opening = excluded.opening, text_terms = excluded.text_terms, tag_terms = excluded.tag_terms,
    author_terms = excluded.author_terms, file_terms = excluded.file_terms, label_terms =
    excluded.label_terms, date_terms = excluded.date_terms, rendered_version =
    excluded.rendered_version";

/// Writes a memory into the row it has, or a new one; `shown` is the version that its home document
/// shows. Says which row it is.
pub(crate) fn write(
    connection: &Connection,
    rowid: Option<i64>,
    memory: &Memory,
    words: &Words<'_>,
    shown: Option<u32>,
) -> Result<i64> {
    let (source, home) = (&memory.source, memory.home.as_ref());
    connection.prepare_cached(PUT)?.execute(params![
        rowid,
        memory.id.as_bytes(),
        memory.anchor.as_str(),
        memory.number.map(u64::cast_signed),
        memory.scope.to_string(),
        memory.lifecycle.name(),
        memory.kind(),
        memory.category.as_ref().map(|category| category.as_str()),
        source.origin.as_str(),
        source.author,
        source.user,
        source.session,
        memory.place(),
        source.agent,
        source.message,
        source.task,
        source.narrative,
        source.reference,
        trust_name(memory.trust),
        memory.status.name(),
        memory.importance,
        memory.confidence,
        memory.signals.score,
        memory.version,
        Moment(memory.created_at),
        Moment(memory.updated_at),
        memory.valid_from.map(Moment),
        memory.valid_until.map(Moment),
        memory.superseded_by.map(|id| id.to_string()),
        memory.signals.last_hit_at.map(Moment),
        memory.signals.last_accessed_at.map(Moment),
        memory.signals.access_count.cast_signed(),
        home.map(|home| home.document.as_str()),
        home.map(|home| &home.section),
        hash_of(memory)?,
        ExtraFields::of(memory).to_json()?,
        tags_json(&memory.tags)?,
        memory.text,
        Fingerprint::of(&memory.text).0,
        words.opening_chars(),
        words::differing(Some(&words.text)),
        words::differing(words.tags.as_ref()),
        words::differing(words.author.as_ref()),
        words.files,
        words.labels,
        words.dates,
        shown,
    ])?;
    Ok(rowid.unwrap_or_else(|| connection.last_insert_rowid()))
}

/// The tags as their column holds them, exactly as they were written.
pub(crate) fn tags_json(tags: &[String]) -> Result<Option<String>> {
    if tags.is_empty() {
        return Ok(None);
    }
    Ok(Some(serde_json::to_string(tags)?))
}

/// A tag as tags are compared.
pub(crate) fn folded(tag: &str) -> String {
    tag.to_lowercase()
}

/// The memory that a row of [`COLUMNS`] holds, if the row is what was written.
pub(crate) fn hydrate(row: &Row<'_>) -> Result<Memory> {
    verified(row, read(row)?)
}

fn verified(row: &Row<'_>, memory: Memory) -> Result<Memory> {
    let hash: [u8; 16] = row.get(HASH)?;
    let lifecycle: String = row.get(LIFECYCLE)?;
    if lifecycle != memory.lifecycle.name() || hash != hash_of(&memory)? {
        return Err(Failure::damaged(format!("the row of memory {} was changed", memory.id)));
    }
    Ok(memory)
}

/// The memory that a row of [`COLUMNS`] holds, whatever was written.
pub(crate) fn read(row: &Row<'_>) -> Result<Memory> {
    let mut columns = Columns { row, next: 0 };
    let mut memory = header(&mut columns)?;
    usage(&mut columns, &mut memory.signals)?;
    let document: Option<String> = columns.take()?;
    let section: Option<String> = columns.take()?;
    memory.home = document
        .zip(section)
        .map(|(document, section)| Home { document: document.into(), section });
    columns.next = REST;
    let rest: Option<String> = columns.take()?;
    ExtraFields::from_json(rest)?.restore_into(&mut memory);
    let tags: Option<String> = columns.take()?;
    memory.tags = tags.map(|tags| serde_json::from_str(&tags)).transpose()?.unwrap_or_default();
    memory.text = columns.take()?;
    Ok(memory)
}

/// The memory as far as the columns go that have a fixed size or nearly so.
fn header(columns: &mut Columns<'_>) -> Result<Memory> {
    Ok(Memory {
        id: MemoryId::from_bytes(columns.take()?),
        anchor: columns.parse()?,
        number: columns.take::<Option<i64>>()?.map(i64::cast_unsigned),
        scope: columns.parse()?,
        lifecycle: Lifecycle::Active,
        body: Body::from_parts(columns.take()?, BTreeMap::new()),
        category: columns.take::<Option<String>>()?.as_deref().map(named).transpose()?,
        source: source(columns)?,
        trust: named(&columns.take::<String>()?)?,
        status: named(&columns.take::<String>()?)?,
        importance: columns.take()?,
        confidence: columns.take()?,
        signals: Signals { score: columns.take()?, ..Signals::default() },
        version: columns.take()?,
        created_at: columns.take::<Moment>()?.0,
        updated_at: columns.take::<Moment>()?.0,
        valid_from: columns.moment()?,
        valid_until: columns.moment()?,
        superseded_by: columns.id()?,
        text: String::new(),
        tags: Vec::new(),
        file_paths: Vec::new(),
        reviewed_at: None,
        home: None,
    })
}

fn source(columns: &mut Columns<'_>) -> Result<Source> {
    Ok(Source {
        origin: columns.take::<String>()?.into(),
        author: columns.take()?,
        user: columns.take()?,
        session: columns.take()?,
        agent: columns.take()?,
        message: columns.take()?,
        task: columns.take()?,
        narrative: columns.take()?,
        reference: columns.take()?,
        ..Source::default()
    })
}

fn usage(columns: &mut Columns<'_>, signals: &mut Signals) -> Result<()> {
    signals.last_hit_at = columns.moment()?;
    signals.last_accessed_at = columns.moment()?;
    signals.access_count = columns.take::<Option<i64>>()?.unwrap_or_default().cast_unsigned();
    Ok(())
}

/// The columns of a row one after the other: looking each up by its name takes longer than reading
/// it.
struct Columns<'row> {
    row: &'row Row<'row>,
    next: usize,
}

impl Columns<'_> {
    fn take<T: FromSql>(&mut self) -> Result<T> {
        let column = self.next;
        self.next += 1;
        Ok(self.row.get(column)?)
    }

    fn moment(&mut self) -> Result<Option<Timestamp>> {
        Ok(self.take::<Option<Moment>>()?.map(|moment| moment.0))
    }

    fn id(&mut self) -> Result<Option<MemoryId>> {
        self.take::<Option<String>>()?.map(|id| id.parse().map_err(undecodable)).transpose()
    }

    fn parse<T: FromStr<Err: Display>>(&mut self) -> Result<T> {
        self.take::<String>()?.parse().map_err(undecodable)
    }
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

pub(crate) fn hash_of(memory: &Memory) -> Result<[u8; 16]> {
    let hash = blake3::hash(&serde_json::to_vec(memory)?);
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.as_bytes()[..16]);
    Ok(bytes)
}
