//! The time arm: what was remembered in the times that a question names.

use mnemic_core::{
    analyse::time::{self, TimeSpan},
    filter::{Direction, Field, Filter, Order, Query, Test, Value},
    memory::Memory,
    recall::{KeywordQuery, Matching, RecallRequest, question::Question},
    store::Store,
};

use crate::{engine::Engine, error::Error};

/// How many memories of each time become candidates, and of how many times.
const TIMELY: usize = 20;
const SPANS: usize = 4;

/// The times that a question names.
pub(super) struct Times {
    spans: Vec<TimeSpan>,
    /// Which memories are considered: those that may tell of these times.
    pub(super) filter: Filter,
}

impl Times {
    pub(super) fn of(engine: &Engine, request: &RecallRequest) -> Self {
        let spans = time::spans(&request.question, engine.now(), &engine.zone());
        let mut filter = request.filter.clone();
        // What happened may be told later, but not before.
        for span in spans.iter().filter(|span| span.filter) {
            filter = filter.and(Field::CreatedAt, Test::Gte(Value::Time(span.start)));
        }
        Self { spans, filter }
    }

    /// How well the time of a memory fits the one that fits it best.
    pub(super) fn fit(&self, memory: &Memory) -> f64 {
        let fits = self.spans.iter().map(|span| span.timeliness(memory.created_at));
        fits.fold(0.0, f64::max)
    }

    /// What was remembered in these times: what holds the words of the question, and the latest where that is little.
    pub(super) async fn gather(
        &self,
        store: &dyn Store,
        request: &RecallRequest,
        question: &Question,
    ) -> Result<Vec<Memory>, Error> {
        let mut found = Vec::new();
        for filter in self.within(&request.filter) {
            let (terms, pool) = (question.store_terms(), TIMELY);
            let matching = Matching::Any;
            let query = KeywordQuery { terms, matching, filter: filter.clone(), pool };
            let hits = store.search(&request.reach, &query).await?;
            if hits.len() < TIMELY {
                let order = Order { field: Field::CreatedAt, direction: Direction::Descending };
                let latest = Query { filter, order, limit: TIMELY, after: None };
                found.extend(store.query(&request.reach, &latest).await?.memories);
            }
            found.extend(hits.into_iter().map(|hit| hit.memory));
        }
        Ok(found)
    }

    /// A filter for each.
    fn within(&self, filter: &Filter) -> impl Iterator<Item = Filter> {
        self.spans.iter().take(SPANS).map(|span| {
            let from = Test::Gte(Value::Time(span.start));
            let before = Test::Lt(Value::Time(span.end));
            filter.clone().and(Field::CreatedAt, from).and(Field::CreatedAt, before)
        })
    }
}
