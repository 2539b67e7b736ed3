//! Neighbours: what was said around a memory in its session.

use mnemic_core::{
    recall::{Neighbour, Neighbourhood, SessionPosition, Window},
    record::{filter::Filter, id::MemoryId, memory::Memory, scope::Reach},
};

use super::{contents::Contents, filter};

impl Contents {
    /// What was said around each of these spots.
    pub(super) fn neighbours(
        &self,
        reach: &Reach,
        filter: &Filter,
        spots: &[SessionPosition],
        window: Window,
    ) -> Vec<Neighbourhood> {
        spots.iter().map(|spot| self.around(reach, filter, spot, window)).collect()
    }

    fn around(
        &self,
        reach: &Reach,
        filter: &Filter,
        spot: &SessionPosition,
        window: Window,
    ) -> Neighbourhood {
        let is_beside = |other: &&Memory| {
            other.source.session.as_ref() == Some(&spot.session)
                && other.scope == spot.scope
                && reach.covers(&other.scope)
                && filter::passes(filter, other)
        };
        let beside = self.memories.values().filter(is_beside);
        let mut places: Vec<(i64, MemoryId)> =
            beside.filter_map(|other| Some((other.place()?, other.id))).collect();
        places.sort_unstable();
        let here = places.partition_point(|place| *place < spot.place);
        let before = places[..here].iter().rev();
        let after = places[here..].iter().filter(|place| **place != spot.place);
        let said = |(_, id): &(i64, MemoryId)| self.memories.get(id).map(neighbour);
        Neighbourhood {
            before: before.take(window.before).filter_map(said).collect(),
            after: after.take(window.after).filter_map(said).collect(),
        }
    }
}

fn neighbour(memory: &Memory) -> Neighbour {
    let author = memory.source.author.clone();
    Neighbour { id: memory.id, author, text: memory.text.clone() }
}
