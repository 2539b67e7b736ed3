//! Memories by filter: pages in order, counts, the census.

use std::{cmp::Ordering, collections::BTreeMap};

use mnemic_core::{
    port::store::CensusRow,
    record::{
        filter::{Direction, Filter, Order, Page, PageKey, Query},
        id::MemoryId,
        memory::Memory,
        scope::Reach,
    },
};

use super::{
    contents::Contents,
    filter::{self, FieldValue},
};

/// Where a memory stands in an order.
type Place<'a> = (Option<FieldValue<'a>>, MemoryId);

impl Contents {
    /// The memories within reach, by id.
    pub(super) fn within(&self, reach: &Reach) -> impl Iterator<Item = &Memory> {
        self.memories.values().filter(|memory| reach.covers(&memory.scope))
    }

    fn passing(&self, reach: &Reach, filter: &Filter) -> impl Iterator<Item = &Memory> {
        self.within(reach).filter(|memory| filter::passes(filter, memory))
    }

    /// One page of the memories that pass a filter.
    pub(super) fn page(&self, reach: &Reach, query: &Query) -> Page {
        let order = query.order;
        let after =
            query.after.as_ref().map(|key| (key.value.as_ref().map(FieldValue::from), key.id));
        // Each place is worked out once: one that lies in a body is not there for the taking.
        let mut placed: Vec<(Place<'_>, &Memory)> = self
            .passing(reach, &query.filter)
            .map(|memory| (place(order, memory), memory))
            .filter(|(place, _)| {
                after.as_ref().is_none_or(|after| compare(order, after, place).is_lt())
            })
            .collect();
        placed.sort_by(|(one, _), (other, _)| compare(order, one, other));
        let has_next = placed.len() > query.limit;
        placed.truncate(query.limit);
        let next = placed
            .last()
            .filter(|_| has_next)
            .map(|((value, id), _)| PageKey { value: value.clone().map(Into::into), id: *id });
        Page { memories: placed.into_iter().map(|(_, memory)| memory.clone()).collect(), next }
    }

    /// How many memories pass a filter.
    pub(super) fn count(&self, reach: &Reach, filter: &Filter) -> u64 {
        self.passing(reach, filter).count() as u64
    }

    /// How many memories there are by scope and lifecycle state.
    pub(super) fn census(&self, reach: &Reach) -> Vec<CensusRow> {
        let mut counts = BTreeMap::new();
        for memory in self.within(reach) {
            let key = (memory.scope.to_string(), memory.lifecycle.name());
            counts.entry(key).or_insert((&memory.scope, 0)).1 += 1;
        }
        let row = |((_, lifecycle), (scope, count)): ((_, &str), (&_, _))| CensusRow {
            scope: Clone::clone(scope),
            lifecycle: lifecycle.to_owned(),
            count,
        };
        counts.into_iter().map(row).collect()
    }
}

fn place(order: Order, memory: &Memory) -> Place<'_> {
    (FieldValue::of(memory, order.field), memory.id)
}

/// Absent values come last in both directions.
fn compare(order: Order, one: &Place<'_>, other: &Place<'_>) -> Ordering {
    let directed = |ordering: Ordering| match order.direction {
        Direction::Ascending => ordering,
        Direction::Descending => ordering.reverse(),
    };
    let values = match (&one.0, &other.0) {
        (Some(one), Some(other)) => directed(one.compare(other).unwrap_or(Ordering::Equal)),
        (one, other) => one.is_none().cmp(&other.is_none()),
    };
    values.then_with(|| directed(one.1.cmp(&other.1)))
}
