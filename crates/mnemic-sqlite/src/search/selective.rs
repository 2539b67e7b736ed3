//! Which words of a question are looked up: all where that is quick, else the telling ones.
//!
//! FTS5 takes as long as there are memories to rank, and a word that very many memories hold hardly tells which of them
//! is meant. Such words count where two of them stand together.

use mnemic_core::{
    recall::{MAX_TERMS, Matching, Statistics},
    text::analyse::Term,
};
use rusqlite::Connection;

use super::{count, holding, quoted};
use crate::error::Result;

/// Terms in more memories than this count as equally common where there are too many terms.
const COMMON: i64 = 1_000;
/// At most so many memories are ranked for the words of a question.
const RANKED: u64 = 1_000;
/// When no word is rare enough for that, the rarest may still be in so many.
const RANKED_ALONE: u64 = 16_000;
/// So many of the words that are too common are looked up in pairs.
const PAIRED: usize = 3;

/// The terms to match: all, or the rarest when there are too many. One that does not occur tells something only
/// when every term must.
pub(super) fn rarest(
    connection: &Connection,
    terms: &[Term],
    matching: Matching,
) -> Result<Vec<String>> {
    if terms.len() <= MAX_TERMS {
        return Ok(terms.iter().map(quoted).collect());
    }
    let mut counted = Vec::new();
    for term in terms.iter().map(quoted) {
        let count = holding(connection, &term, COMMON)?;
        if count > 0 || matching == Matching::All {
            counted.push((count, term));
        }
    }
    counted.sort_by_key(|(count, _)| *count);
    Ok(counted.into_iter().take(MAX_TERMS).map(|(_, term)| term).collect())
}

/// Those of the terms, and of their pairs, that few enough memories hold to rank them all; nothing when that is so for
/// all terms together.
pub(super) fn selective_terms(
    connection: &Connection,
    terms: &[String],
) -> Result<Option<Vec<String>>> {
    let memories = count(connection)?;
    if memories <= RANKED {
        return Ok(None);
    }
    let most = Statistics::counted_to(memories);
    let mut common = Vec::new();
    for term in terms {
        common.push((holding(connection, term, most.cast_signed())?, term.as_str()));
    }
    common.sort_by_key(|(count, _)| *count);
    let mut room = Room { left: RANKED, terms: Vec::new() };
    common.retain(|(count, term)| !room.takes(*count, || (*term).to_owned()));
    if common.is_empty() {
        return Ok(None);
    }
    // Ranking by a word takes FTS5 through everything that holds it, in pairs too.
    common.retain(|(count, _)| *count < most);
    common.truncate(PAIRED);
    for (place, (_, one)) in common.iter().enumerate() {
        for (_, other) in &common[place + 1..] {
            let pair = format!("({one}) AND ({other})");
            let count = holding(connection, &pair, RANKED.cast_signed() + 1)?;
            room.takes(count, || pair);
        }
    }
    if room.terms.is_empty() {
        room.terms.extend(alone(connection, terms)?);
    }
    Ok(Some(room.terms))
}

/// The rarest of terms that are all common, unless very many hold that one too.
fn alone(connection: &Connection, terms: &[String]) -> Result<Option<String>> {
    let mut rarest = (RANKED_ALONE, None);
    for term in terms {
        let count = holding(connection, term, RANKED_ALONE.cast_signed())?;
        if count < rarest.0 {
            rarest = (count, Some(term));
        }
    }
    Ok(rarest.1.cloned())
}

/// What is looked up, and how many memories more may be ranked.
struct Room {
    left: u64,
    terms: Vec<String>,
}

impl Room {
    /// Takes what so many memories hold, if there is room for it.
    fn takes(&mut self, count: u64, expression: impl FnOnce() -> String) -> bool {
        let fits = count <= self.left;
        if fits {
            self.left -= count;
            self.terms.push(expression());
        }
        fits
    }
}
