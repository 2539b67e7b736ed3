//! The codes of all vectors of one embedder in RAM, a bit per dimension, to be compared one after the other.
//!
//! Whatever other processes wrote is read before each use, from where reading stopped last.

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::{BuildHasherDefault, Hasher},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use mnemic_core::port::embedder::{Code, CodeReader};
use rusqlite::Connection;

use super::pack;
use crate::error::Result;

/// The codes of every embedder asked for so far.
#[derive(Debug, Default)]
pub(crate) struct CodeTables(Mutex<HashMap<i64, Arc<RwLock<CodeTable>>>>);

/// A row and in how many dimensions its code differs.
pub(crate) type Distance = (u32, i64);

impl CodeTables {
    /// Runs `task` on the codes of one space as they are in the database now.
    pub(crate) fn with<T>(
        &self,
        connection: &Connection,
        space: i64,
        task: impl FnOnce(&CodeTable) -> T,
    ) -> Result<T> {
        let table = {
            let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(tables.entry(space).or_default())
        };
        let last = last_change(connection)?;
        if table.read().unwrap_or_else(PoisonError::into_inner).read_to < last {
            let mut table = table.write().unwrap_or_else(PoisonError::into_inner);
            table.read_on(connection, space)?;
            table.read_to = table.read_to.max(last);
        }
        Ok(task(&table.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn last_change(connection: &Connection) -> Result<i64> {
    let last = connection.prepare_cached("SELECT coalesce(max(change), 0) FROM codes")?;
    { last }.query_row([], |row| row.get(0)).map_err(Into::into)
}

/// A row and its code.
pub(super) type RowCode<'a> = (i64, &'a [u8]);

/// Calls `each` for every code of a space with changes from `since` on, in order.
pub(super) fn each_code(
    connection: &Connection,
    space: i64,
    since: i64,
    mut each: impl FnMut(RowCode<'_>),
) -> Result<()> {
    pack::each_packed(connection, space, since, &mut each)?;
    let mut statement = connection.prepare_cached(
        "SELECT memory, code FROM codes WHERE change >= ?1 AND space = ?2 ORDER BY change",
    )?;
    let mut rows = statement.query([since, space])?;
    while let Some(row) = rows.next()? {
        each((row.get(0)?, row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?));
    }
    Ok(())
}

/// The codes of one embedder.
#[derive(Debug, Default)]
pub(crate) struct CodeTable {
    read_to: i64,
    width: usize,
    codes: Vec<u64>,
    rowids: Vec<i64>,
    slots: HashMap<i64, usize, BuildHasherDefault<RowHasher>>,
}

/// Hashes row ids, which are counted up by SQLite: nobody can choose them to collide.
#[derive(Default)]
struct RowHasher(u64);

impl Hasher for RowHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_i64(i64::from(*byte)));
    }

    fn write_i64(&mut self, rowid: i64) {
        self.0 = (self.0 ^ rowid.cast_unsigned()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl CodeTable {
    fn read_on(&mut self, connection: &Connection, space: i64) -> Result<()> {
        each_code(connection, space, self.read_to + 1, |(rowid, code)| self.put(rowid, code))
    }

    fn put(&mut self, rowid: i64, code: &[u8]) {
        let (words, _) = code.as_chunks::<8>();
        if self.width == 0 {
            self.width = words.len();
        }
        if words.len() != self.width || self.width == 0 {
            return;
        }
        let words = words.iter().map(|word| u64::from_le_bytes(*word));
        match self.slots.entry(rowid) {
            Entry::Occupied(slot) => {
                let known = &mut self.codes[slot.get() * self.width..][..self.width];
                known.iter_mut().zip(words).for_each(|(known, word)| *known = word);
            }
            Entry::Vacant(slot) => {
                slot.insert(self.rowids.len());
                self.rowids.push(rowid);
                self.codes.extend(words);
            }
        }
    }

    /// How many codes there are.
    pub(crate) fn len(&self) -> usize {
        self.rowids.len()
    }

    /// The rows whose codes are nearest to a question, at most `count`, and of `considered` that differ least from its
    /// own code those that it points to most.
    pub(crate) fn nearest_to(
        &self,
        question: &[f32],
        considered: usize,
        count: usize,
    ) -> Vec<Distance> {
        let mut near = self.nearest(&Code::of(question), considered);
        if near.len() > count {
            let reader = CodeReader::new(question);
            let code = |rowid: &i64| self.slots.get(rowid).map(|slot| self.code_in(*slot));
            let cosine = |(_, rowid): &Distance| {
                code(rowid).map_or(0, |code| (reader.cosine(code) * -1e6) as i64)
            };
            near.sort_by_cached_key(cosine);
            near.truncate(count);
        }
        near
    }

    /// The rows whose codes differ least, at most about `count`, those that differ least first.
    fn nearest(&self, code: &Code, count: usize) -> Vec<Distance> {
        if self.width == 0 || code.0.len() != self.width {
            return Vec::new();
        }
        let distances = self.distances(code);
        let mut near: Vec<Distance> = within(&distances, count)
            .map(|slot| (u32::from(distances[slot]), self.rowids[slot]))
            .collect();
        near.sort_unstable();
        near.truncate(count);
        near
    }

    fn code_in(&self, slot: usize) -> &[u64] {
        &self.codes[slot * self.width..][..self.width]
    }

    /// How far the code of one row is.
    pub(crate) fn distance(&self, code: &Code, rowid: i64) -> Option<u32> {
        let slot = *self.slots.get(&rowid)?;
        Some(
            self.code_in(slot)
                .iter()
                .zip(&code.0)
                .map(|(one, other)| (one ^ other).count_ones())
                .sum(),
        )
    }

    /// For each code in how many dimensions it differs. The processor's own counting is used where it has one.
    fn distances(&self, code: &Code) -> Vec<u16> {
        pulp::Arch::new().dispatch(|| match self.width {
            4 => compare::<4>(&self.codes, &code.0),
            6 => compare::<6>(&self.codes, &code.0),
            width => compare_any(&self.codes, &code.0, width),
        })
    }
}

#[inline(always)]
fn compare<const WIDTH: usize>(codes: &[u64], code: &[u64]) -> Vec<u16> {
    let (chunks, _) = codes.as_chunks::<WIDTH>();
    let mut wanted = [0; WIDTH];
    wanted.copy_from_slice(code);
    let distance = |own: &[u64; WIDTH]| {
        let differing = (0..WIDTH).map(|word| (own[word] ^ wanted[word]).count_ones());
        differing.sum::<u32>() as u16
    };
    chunks.iter().map(distance).collect()
}

#[inline(always)]
fn compare_any(codes: &[u64], code: &[u64], width: usize) -> Vec<u16> {
    let distance = |own: &[u64]| {
        let differing = own.iter().zip(code).map(|(one, other)| (one ^ other).count_ones());
        u16::try_from(differing.sum::<u32>()).unwrap_or(u16::MAX)
    };
    codes.chunks_exact(width).map(distance).collect()
}

/// The places of the `count` smallest, and of all that are as small as the last of them.
fn within(distances: &[u16], count: usize) -> impl Iterator<Item = usize> {
    let mut histogram =
        vec![0_usize; distances.iter().max().map_or(0, |most| usize::from(*most) + 1)];
    for distance in distances {
        histogram[usize::from(*distance)] += 1;
    }
    let mut seen = 0;
    let bound = histogram.iter().position(|number| {
        seen += number;
        seen >= count
    });
    let bound = bound.map_or(u16::MAX, |bound| u16::try_from(bound).unwrap_or(u16::MAX));
    distances
        .iter()
        .enumerate()
        .filter(move |(_, distance)| **distance <= bound)
        .map(|(slot, _)| slot)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(codes: &[u64]) -> CodeTable {
        let mut table = CodeTable::default();
        for (rowid, code) in (1..).zip(codes) {
            table.put(rowid, &Code(vec![*code; 4]).to_bytes());
        }
        table
    }

    #[test]
    fn the_nearest_come_first_and_a_later_code_replaces_an_earlier_one() {
        let mut table = table(&[0b1111, 0b0001, 0b0111, 0b0000]);
        let asked = Code(vec![0; 4]);
        assert_eq!(table.nearest(&asked, 2), [(0, 4), (4, 2)]);
        table.put(4, &Code(vec![u64::MAX; 4]).to_bytes());
        assert_eq!(table.nearest(&asked, 2), [(4, 2), (12, 3)]);
        assert_eq!(table.nearest(&asked, 99).len(), 4);
        assert_eq!(table.distance(&asked, 1), Some(16));
    }

    #[test]
    fn of_codes_that_differ_as_much_those_come_first_that_a_question_points_to_most() {
        let table = table(&[0b0110, 0b1010, 0b0011]);
        let question: Vec<f32> = (0..256)
            .map(|bit| [0.15, 0.2, 0.1, 0.9].get(bit % 64).map_or(-0.1, |it| *it))
            .collect();
        let near = table.nearest_to(&question, 3, 2);
        assert_eq!(near.iter().map(|(_, rowid)| *rowid).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(table.nearest_to(&question, 3, 3).len(), 3);
    }

    #[test]
    fn codes_of_another_length_are_not_compared() {
        let table = table(&[1, 2]);
        assert!(table.nearest(&Code(vec![0; 6]), 5).is_empty());
        assert!(CodeTable::default().nearest(&Code(vec![0; 4]), 5).is_empty());
    }

    #[test]
    fn every_width_counts_the_same() {
        let codes: Vec<u64> = (0..24).map(|n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
        let asked = [1, 2, 3, 4, 5, 6];
        assert_eq!(compare::<4>(&codes, &asked[..4]), compare_any(&codes, &asked[..4], 4));
        assert_eq!(compare::<6>(&codes, &asked), compare_any(&codes, &asked, 6));
    }
}
