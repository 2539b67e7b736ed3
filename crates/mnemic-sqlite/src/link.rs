//! Links: which memories name which. Names are kept as texts write them, so that a name means whoever bears it now.

use std::collections::BTreeSet;

use mnemic_core::record::{
    filter::Filter,
    id::MemoryId,
    link::{self, Called, Link, Name},
    memory::Memory,
    scope::Reach,
};
use rusqlite::{Connection, Statement, params, params_from_iter, types::Value as SqlValue};

use crate::{
    error::{Failure, Result},
    filter::{Clause, Parameter},
};

/// The links of these memories, each once, in order.
pub(crate) fn links(
    connection: &Connection,
    reach: &Reach,
    filter: &Filter,
    of: &[Called],
    most: usize,
) -> Result<Vec<Link>> {
    if !connection.prepare_cached("SELECT 1 FROM links LIMIT 1")?.exists([])? {
        return Ok(Vec::new());
    }
    let search = Search { connection, passes: Clause::filtering(reach, filter)?, most };
    let mut links = BTreeSet::new();
    for Called { id, names } in of {
        let named = search.named_by(*id)?;
        links.extend(named.into_iter().map(|to| Link { from: *id, to }));
        for name in names {
            let naming = search.naming(name)?;
            links.extend(naming.into_iter().map(|from| Link { from, to: *id }));
        }
    }
    links.retain(|link| link.from != link.to);
    Ok(links.into_iter().collect())
}

/// Looks among the memories that pass.
struct Search<'a> {
    connection: &'a Connection,
    passes: Clause,
    most: usize,
}

impl Search<'_> {
    /// The memories that a memory names.
    fn named_by(&self, id: MemoryId) -> Result<Vec<MemoryId>> {
        let mut statement =
            self.connection.prepare_cached("SELECT name FROM links WHERE memory = ?1")?;
        let names = statement.query_map([id.as_bytes()], |row| row.get::<_, String>(0))?;
        let mut named = Vec::new();
        for name in names {
            named.extend(self.called(&name?)?);
        }
        Ok(named)
    }

    fn called(&self, name: &str) -> Result<Vec<MemoryId>> {
        let (column, value) = match name.parse() {
            Ok(Name::Number(number)) => ("number", SqlValue::from(i64::try_from(number).ok())),
            Ok(Name::Anchor(anchor)) => ("anchor", SqlValue::Text(anchor.as_str().to_owned())),
            Err(_) => return Err(Failure::damaged(format!("`{name}` is not a memory's name"))),
        };
        let sql =
            format!("SELECT m.id FROM memories m WHERE {} AND m.{column} = ?", self.passes.sql);
        self.ids(&mut *self.connection.prepare_cached(&sql)?, [value])
    }

    /// The newest memories that use a name.
    fn naming(&self, name: &Name) -> Result<Vec<MemoryId>> {
        let sql = format!(
            "SELECT m.id FROM links l CROSS JOIN memories m ON m.id = l.memory
             WHERE {} AND l.name = ? ORDER BY l.memory DESC LIMIT ?",
            self.passes.sql
        );
        let most = i64::try_from(self.most).unwrap_or(i64::MAX);
        let own = [SqlValue::Text(name.to_string()), SqlValue::Integer(most)];
        self.ids(&mut *self.connection.prepare_cached(&sql)?, own)
    }

    fn ids<const N: usize>(
        &self,
        statement: &mut Statement<'_>,
        own: [SqlValue; N],
    ) -> Result<Vec<MemoryId>> {
        let own = own.map(Parameter::from);
        let parameters = params_from_iter(self.passes.parameters.iter().chain(&own));
        let ids = statement.query_map(parameters, |row| row.get(0).map(MemoryId::from_bytes))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }
}

/// Adds the names that a memory uses.
pub(crate) fn add(connection: &Connection, memory: &Memory) -> Result<()> {
    for name in link::names_in(&memory.text) {
        let sql = "INSERT OR IGNORE INTO links (name, memory) VALUES (?1, ?2)";
        let parameters = params![name.to_string(), memory.id.as_bytes()];
        connection.prepare_cached(sql)?.execute(parameters)?;
    }
    Ok(())
}

/// Takes out the names that a memory uses.
pub(crate) fn forget(connection: &Connection, id: MemoryId) -> Result<()> {
    let sql = "DELETE FROM links WHERE memory = ?1";
    connection.prepare_cached(sql)?.execute([id.as_bytes()])?;
    Ok(())
}

/// Whether the names are those that the texts use.
pub(crate) fn check(connection: &Connection) -> Result<()> {
    let mut used = BTreeSet::new();
    let mut texts = connection.prepare("SELECT m.id, m.text FROM memories m")?;
    let mut rows = texts.query([])?;
    while let Some(row) = rows.next()? {
        let (id, text): ([u8; 16], String) = (row.get(0)?, row.get(1)?);
        used.extend(link::names_in(&text).into_iter().map(|name| (name.to_string(), id)));
    }
    let mut kept = connection.prepare("SELECT name, memory FROM links")?;
    let kept = kept.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if kept.collect::<Result<BTreeSet<_>, _>>()? != used {
        return Err(Failure::damaged("the links do not match the texts"));
    }
    Ok(())
}
