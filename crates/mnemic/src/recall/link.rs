//! The link arm: what the best candidates name, and what names them.

use std::collections::{HashMap, HashSet};

use mnemic_core::{
    recall::Candidates,
    record::{
        filter::Filter,
        id::MemoryId,
        link::{Called, Link},
    },
};

use super::gather::{Gatherer, is_best};
use crate::error::Error;

/// At most so many memories that name the same one are looked at, the newest. Chosen by hand, for time, as is the next.
const NAMING: usize = 8;
/// At most so many memories become candidates by links, those of the best candidates first.
const LINKED: usize = 32;

impl Gatherer<'_> {
    /// Adds what the best candidates are linked to, and tells the links.
    pub(super) async fn by_link(
        &self,
        candidates: &mut Candidates,
        filter: &Filter,
    ) -> Result<Vec<Link>, Error> {
        let best = candidates.iter().filter(is_best);
        let called: Vec<Called> = best.map(|candidate| Called::of(&candidate.memory)).collect();
        let reach = self.reach;
        let links = self.store.links(reach, filter, &called, NAMING).await?;
        if !links.is_empty() {
            let new = newly_linked(candidates, &links);
            candidates.add(self.store.memories(reach, &new).await?);
        }
        Ok(links)
    }
}

/// The memories that only links lead to, those of the best candidates first.
fn newly_linked(candidates: &Candidates, links: &[Link]) -> Vec<MemoryId> {
    let ranks = candidates.iter().map(|it| (it.memory.id, it.best_rank().unwrap_or(usize::MAX)));
    let ranks: HashMap<MemoryId, usize> = ranks.collect();
    let ways = links.iter().flat_map(|link| [(link.from, link.to), (link.to, link.from)]);
    let new = ways.filter(|(_, other)| !candidates.hold(*other));
    let mut new: Vec<(usize, MemoryId)> =
        new.filter_map(|(known, other)| Some((*ranks.get(&known)?, other))).collect();
    new.sort_unstable();
    let mut seen = HashSet::new();
    new.retain(|(_, id)| seen.insert(*id));
    new.into_iter().map(|(_, id)| id).take(LINKED).collect()
}
