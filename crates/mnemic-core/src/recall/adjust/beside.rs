//! Standing beside: what was said around the best candidates becomes one itself. A hit that nothing else led to says
//! beside what it stands.

use std::collections::HashMap;

use crate::{
    recall::{ArmRank, Candidate, Hit, Material, Via, hit::LedBy},
    record::{id::MemoryId, link::Called},
};

/// Which of the candidates each that no arm found stands beside, the best of them.
pub fn beside(material: &Material) -> HashMap<MemoryId, LedBy> {
    let mut found: HashMap<MemoryId, LedBy> = HashMap::new();
    let candidates = &material.candidates;
    let mut tell = |of: &Candidate, other: &Candidate| {
        let (None, Some(rank)) = (of.best_rank(), other.best_rank()) else { return };
        if found.get(&of.memory.id).is_none_or(|known| rank < known.place.rank) {
            found.insert(of.memory.id, led(other, rank));
        }
    };
    for (one, around) in candidates.iter().zip(&material.around) {
        let beside = around.before.iter().chain(&around.after);
        for other in beside.filter_map(|place| candidates.get(*place)) {
            tell(one, other);
            tell(other, one);
        }
    }
    found
}

/// Tells it of the hits that nothing else led to.
pub fn note_beside(hits: &mut [Hit], beside: &HashMap<MemoryId, LedBy>) {
    for hit in hits.iter_mut().filter(|hit| hit.scoring.found.is_empty()) {
        hit.scoring.found.beside = beside.get(&hit.memory.id).cloned();
    }
}

/// The place and relevance are those of the memory it stands beside, in the arm that has it first.
fn led(other: &Candidate, rank: usize) -> LedBy {
    let places = [other.keyword, other.vector, other.deep].into_iter().flatten();
    let relevance = places.filter(|place| place.rank == rank).map(|place| place.relevance).next();
    let name = Called::of(&other.memory).names.first().map(ToString::to_string);
    let place = ArmRank { rank, relevance: relevance.unwrap_or_default() };
    LedBy { place, via: name.map(Via::Beside) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::{
        Candidates, KeywordHit, Surrounding,
        hit::{Scoring, tests},
        tests::memory,
    };

    #[test]
    fn a_hit_that_nothing_found_says_what_it_stands_beside() {
        let mut candidates = Candidates::default();
        let found = [1, 4].map(|number| KeywordHit { memory: memory(number), relevance: 3.0 });
        candidates.add_keyword(found.to_vec());
        candidates.add([memory(2), memory(3), memory(9)]);
        let around = |before: &[usize], after: &[usize]| Surrounding {
            before: before.to_vec(),
            after: after.to_vec(),
        };
        // 1, 2, 3, 4 in a row: places 0, 2, 3, 1.
        let rows = [
            around(&[], &[2]),
            around(&[3, 2], &[]),
            around(&[0], &[3]),
            around(&[2, 0], &[1]),
            around(&[], &[]),
        ];
        let material = Material {
            candidates: candidates.into_vec(),
            around: rows.to_vec(),
            ..Material::default()
        };
        let beside = beside(&material);
        let hit = |number| tests::hit(memory(number), 1.0, Scoring::default());
        let mut hits = [2, 3, 9].map(hit);
        note_beside(&mut hits, &beside);
        let led = hits.each_ref().map(|hit| hit.scoring.found.beside.clone());
        assert_eq!(
            led.each_ref().map(|led| led.as_ref().map(|led| led.place.rank)),
            [Some(1), Some(1), None]
        );
        let [Some(LedBy { via: Some(via), .. }), ..] = &led else { panic!("{led:?}") };
        assert_eq!(via.to_string(), "beside [id:1]");
    }
}
