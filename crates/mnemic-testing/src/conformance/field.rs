//! Fields: each is filtered by every operator and ordered in both directions.

use jiff::Timestamp;
use mnemic_core::{
    port::store::Store,
    record::{
        filter::{Direction, Field, Filter, Order, Query, Test, Value},
        memory::{Memory, Signals},
        scope::Reach,
    },
};

use super::{filter::passing_test, numbers, order::paged};
use crate::{
    backend::{Backend, Outcome},
    memory,
    sample::specimen,
};

/// The memories that each test looks at: 1 and 5 have the least value, 4 the middle one, 2 the greatest, 3 and 6 none.
const HELD: [(u64, Option<usize>); 6] =
    [(1, Some(0)), (2, Some(2)), (3, None), (4, Some(1)), (5, Some(0)), (6, None)];

/// What a field of three values holds, least first, and how a memory gets one.
struct Case {
    field: Field,
    values: [Value; 3],
    set: fn(&mut Memory, Value),
}

impl Case {
    fn new(name: &str, values: [Value; 3], set: fn(&mut Memory, Value)) -> Self {
        let field = Field::named(name).expect("a test names a field that can be filtered by");
        Self { field, values, set }
    }

    fn memories(&self, blank: fn(u64) -> Memory) -> impl Iterator<Item = Memory> {
        HELD.into_iter().map(move |(number, held)| {
            let mut memory = blank(number);
            if let Some(held) = held {
                (self.set)(&mut memory, self.values[held].clone());
            }
            memory
        })
    }

    async fn check(&self, store: &dyn Store) -> Outcome {
        let [least, middle, greatest] = self.values.clone();
        let ends = vec![least, greatest];
        let test = |test: fn(Value) -> Test| test(middle.clone());
        for (test, expected) in [
            (test(Test::Eq), vec![4]),
            (test(Test::Ne), vec![1, 2, 3, 5, 6]),
            (test(Test::Gt), vec![2]),
            (test(Test::Gte), vec![2, 4]),
            (test(Test::Lt), vec![1, 5]),
            (test(Test::Lte), vec![1, 4, 5]),
            (Test::In(ends.clone()), vec![1, 2, 5]),
            (Test::In(vec![]), vec![]),
            (Test::Nin(ends), vec![3, 4, 6]),
            (Test::Nin(vec![]), vec![1, 2, 3, 4, 5, 6]),
        ] {
            let found = passing_test(store, self.field, test.clone()).await?;
            assert_eq!(found, expected, "{} {test:?}", self.field.name());
        }
        self.check_order(store, Direction::Ascending, [1, 5, 4, 2, 3, 6]).await?;
        self.check_order(store, Direction::Descending, [2, 4, 5, 1, 6, 3]).await
    }

    async fn check_order(
        &self,
        store: &dyn Store,
        direction: Direction,
        expected: [u64; 6],
    ) -> Outcome {
        let order = Order { field: self.field, direction };
        for limit in 1..=7 {
            let query = Query { order, limit, ..Query::default() };
            let found = paged(store, query).await?;
            assert_eq!(found, expected, "{} {direction:?} by {limit}", self.field.name());
        }
        Ok(())
    }
}

fn texts() -> [Value; 3] {
    ["Zoe", "ada", "ada b"].map(|text| Value::Text(text.to_owned()))
}

fn numbers_held() -> [Value; 3] {
    [-2.5, 3.0, 10.0].map(Value::Number)
}

/// As text, the second would come before the first.
fn times() -> Result<[Value; 3], jiff::Error> {
    let time = |text: &str| text.parse().map(Value::Time);
    Ok([
        time("2026-11-15T10:00:00Z")?,
        time("2026-11-15T10:00:00.5Z")?,
        time("2026-11-15T10:00:00.500000001Z")?,
    ])
}

fn ids() -> [Value; 3] {
    [1, 9, 10].map(|number| Value::Text(memory(number, "").id.to_string()))
}

fn text(value: Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn number(value: Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(number),
        _ => None,
    }
}

fn time(value: Value) -> Option<Timestamp> {
    match value {
        Value::Time(time) => Some(time),
        _ => None,
    }
}

pub async fn every_header_field_is_filtered_and_ordered_by(backend: &Backend) -> Outcome {
    let cases = [
        Case::new("author", texts(), |memory, value| memory.source.author = text(value)),
        Case::new("user", texts(), |memory, value| memory.source.user = text(value)),
        Case::new("session", texts(), |memory, value| memory.source.session = text(value)),
        Case::new("agent", texts(), |memory, value| memory.source.agent = text(value)),
        Case::new("message", texts(), |memory, value| memory.source.message = text(value)),
        Case::new("task", texts(), |memory, value| memory.source.task = text(value)),
        Case::new("narrative", texts(), |memory, value| memory.source.narrative = text(value)),
        Case::new("ref", texts(), |memory, value| memory.source.reference = text(value)),
        Case::new("valid_from", times()?, |memory, value| memory.valid_from = time(value)),
        Case::new("valid_until", times()?, |memory, value| memory.valid_until = time(value)),
        Case::new("superseded_by", ids(), |memory, value| {
            memory.superseded_by = text(value).and_then(|id| id.parse().ok());
        }),
        Case::new("last_hit_at", times()?, |memory, value| {
            memory.signals.last_hit_at = time(value)
        }),
        Case::new("last_accessed_at", times()?, |memory, value| {
            memory.signals.last_accessed_at = time(value);
        }),
    ];
    for case in cases {
        let store = backend.store(case.memories(|number| memory(number, "text"))).await?;
        case.check(&*store).await?;
    }
    Ok(())
}

pub async fn accesses_are_counted_from_zero(backend: &Backend) -> Outcome {
    let accessed = |(number, access_count)| {
        let signals = Signals { access_count, ..Signals::default() };
        Memory { signals, ..memory(number, "text") }
    };
    let store = backend.store([(1, 0), (2, 10), (3, 9), (4, 0)].map(accessed)).await?;
    let nine = || Value::Number(9.0);
    for (test, expected) in [
        (Test::Eq(nine()), vec![3]),
        (Test::Eq(Value::Number(0.0)), vec![1, 4]),
        (Test::Ne(nine()), vec![1, 2, 4]),
        (Test::Gt(nine()), vec![2]),
        (Test::Gte(nine()), vec![2, 3]),
        (Test::Lt(nine()), vec![1, 4]),
        (Test::Lte(nine()), vec![1, 3, 4]),
        (Test::In(vec![nine(), Value::Number(10.0)]), vec![2, 3]),
        (Test::Nin(vec![nine()]), vec![1, 2, 4]),
    ] {
        let found = passing_test(&*store, Field::AccessCount, test.clone()).await?;
        assert_eq!(found, expected, "{test:?}");
    }
    let by = |direction| {
        let order = Order { field: Field::AccessCount, direction };
        Query { order, limit: 1, ..Query::default() }
    };
    assert_eq!(paged(&*store, by(Direction::Ascending)).await?, [1, 4, 3, 2]);
    assert_eq!(paged(&*store, by(Direction::Descending)).await?, [2, 3, 4, 1]);
    Ok(())
}

pub async fn every_body_field_is_filtered_and_ordered_by(backend: &Backend) -> Outcome {
    let cases = [
        Case::new("specimen.name", texts(), |memory, value| {
            specimen(memory).name = text(value).unwrap_or_default();
        }),
        Case::new("specimen.weight", numbers_held(), |memory, value| {
            specimen(memory).weight = number(value);
        }),
        Case::new("specimen.found_at", times()?, |memory, value| {
            specimen(memory).found_at = time(value);
        }),
    ];
    for case in cases {
        // One without a value is a note, the other a specimen.
        let blank = |number| {
            let mut memory = memory(number, "text");
            if number != 3 {
                specimen(&mut memory);
            }
            memory
        };
        let store = backend.store(case.memories(blank)).await?;
        case.check(&*store).await?;
        let page = store.query(&Reach::Vault, &Query::default()).await?;
        assert_eq!(numbers(&page.memories), [6, 5, 4, 3, 2, 1]);
        let specimens = Filter::none().and_text(Field::Kind, "specimen");
        assert_eq!(store.count(&Reach::Vault, &specimens).await?, 5);
    }
    Ok(())
}
