//! What a filter selects.

use mnemic_core::{
    port::store::{Store, StoreError, StoreResult},
    record::{
        filter::{Field, Filter, Query, Test, Value},
        memory::{Memory, Signals},
        scope::Reach,
    },
};

use super::numbers;
use crate::{
    backend::{Backend, Outcome},
    memory,
};

/// More values than SQLite takes parameters.
const LONG_LIST: u32 = 40_000;

/// The numbers of the memories that pass, lowest first.
pub(super) async fn passing(store: &dyn Store, filter: Filter) -> StoreResult<Vec<u64>> {
    let query = Query { filter, ..Query::default() };
    let mut passing = numbers(&store.query(&Reach::Vault, &query).await?.memories);
    passing.sort_unstable();
    Ok(passing)
}

pub(super) async fn passing_test(
    store: &dyn Store,
    field: Field,
    test: Test,
) -> StoreResult<Vec<u64>> {
    passing(store, Filter::none().and(field, test)).await
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn scored(number: u64, score: i64) -> Memory {
    Memory { signals: Signals { score, ..Signals::default() }, ..memory(number, "text") }
}

fn written_by(number: u64, author: Option<&str>) -> Memory {
    let mut memory = memory(number, "text");
    memory.source.author = author.map(str::to_owned);
    memory
}

fn tagged(number: u64, tags: &[&str]) -> Memory {
    Memory { tags: tags.iter().map(|tag| (*tag).to_owned()).collect(), ..memory(number, "text") }
}

pub async fn every_operator_selects_what_it_says(backend: &Backend) -> Outcome {
    let store = backend.store([scored(1, -1), scored(2, 0), scored(3, 5)]).await?;
    let number = Value::Number;
    for (test, expected) in [
        (Test::Eq(number(0.0)), vec![2]),
        (Test::Ne(number(0.0)), vec![1, 3]),
        (Test::Gt(number(0.0)), vec![3]),
        (Test::Gte(number(0.0)), vec![2, 3]),
        (Test::Lt(number(0.0)), vec![1]),
        (Test::Lte(number(0.0)), vec![1, 2]),
        (Test::In(vec![number(-1.0), number(5.0), number(7.0)]), vec![1, 3]),
        (Test::In(vec![]), vec![]),
        (Test::Nin(vec![number(-1.0), number(5.0)]), vec![2]),
        (Test::Nin(vec![]), vec![1, 2, 3]),
        (Test::Eq(number(f64::NAN)), vec![]),
        (Test::Ne(number(f64::NAN)), vec![1, 2, 3]),
        (Test::Never, vec![]),
    ] {
        assert_eq!(passing_test(&*store, Field::Score, test.clone()).await?, expected, "{test:?}");
    }
    Ok(())
}

pub async fn a_piece_of_text_is_held_letter_for_letter(backend: &Backend) -> Outcome {
    let texts = ["Ada: sings", "ada → knows → Größe", "100% of it_all"];
    let store = backend.store((1..).zip(texts).map(|(number, text)| memory(number, text))).await?;
    for (pieces, expected) in [
        (vec![], vec![1, 2, 3]),
        (vec!["Ada"], vec![1]),
        (vec!["Ada", "Größe"], vec![1, 2]),
        (vec!["%"], vec![3]),
        (vec!["i__all"], vec![]),
        (vec![""], vec![1, 2, 3]),
    ] {
        let filter = Filter::none().and_piece(pieces.iter().map(|piece| (*piece).to_owned()));
        assert_eq!(passing(&*store, filter).await?, expected, "{pieces:?}");
    }
    Ok(())
}

pub async fn an_absent_field_passes_only_the_negations(backend: &Backend) -> Outcome {
    let store = backend.store([written_by(1, None), written_by(2, Some("ada"))]).await?;
    for (test, expected) in [
        (Test::Eq(text("ada")), vec![2]),
        (Test::Ne(text("ada")), vec![1]),
        (Test::Ne(text("bob")), vec![1, 2]),
        (Test::Gt(text("")), vec![2]),
        (Test::Gte(text("")), vec![2]),
        (Test::Lt(text("zoe")), vec![2]),
        (Test::Lte(text("zoe")), vec![2]),
        (Test::In(vec![text("ada"), text("bob")]), vec![2]),
        (Test::Nin(vec![text("ada"), text("bob")]), vec![1]),
    ] {
        assert_eq!(passing_test(&*store, Field::Author, test.clone()).await?, expected, "{test:?}");
    }
    Ok(())
}

pub async fn values_of_another_type_are_never_equal_and_never_ordered(
    backend: &Backend,
) -> Outcome {
    let store = backend.store([memory(1, "text")]).await?;
    let one = || text("1");
    for (field, value) in [
        (Field::Number, one()),
        (Field::CreatedAt, one()),
        (Field::Kind, Value::Number(1.0)),
        (Field::Tags, Value::Number(1.0)),
        (Field::Version, Value::Time(memory(1, "").created_at)),
    ] {
        for test in [Test::Eq, Test::Gt, Test::Gte, Test::Lt, Test::Lte] {
            let test = test(value.clone());
            assert!(
                passing_test(&*store, field, test.clone()).await?.is_empty(),
                "{field:?} {test:?}"
            );
        }
        assert_eq!(passing_test(&*store, field, Test::Ne(value)).await?, [1], "{field:?}");
    }
    Ok(())
}

pub async fn tags_are_compared_one_by_one_without_regard_to_case(backend: &Backend) -> Outcome {
    let memories = [tagged(1, &["Rust", "Käse"]), tagged(2, &["rust-lang"]), tagged(3, &[])];
    let store = backend.store(memories).await?;
    for (test, expected) in [
        (Test::Eq(text("RUST")), vec![1]),
        (Test::Eq(text("kÄSE")), vec![1]),
        (Test::Eq(text("rus")), vec![]),
        (Test::Eq(text("Rust,Käse")), vec![]),
        (Test::Ne(text("rust")), vec![2, 3]),
        (Test::In(vec![text("rust-lang"), text("rust")]), vec![1, 2]),
        (Test::Nin(vec![text("rust-lang"), text("käse")]), vec![3]),
        (Test::Gt(text("rust")), vec![2]),
    ] {
        assert_eq!(passing_test(&*store, Field::Tags, test.clone()).await?, expected, "{test:?}");
    }
    Ok(())
}

pub async fn times_are_compared_to_the_nanosecond(backend: &Backend) -> Outcome {
    let times = [
        "0001-01-01T00:00:00Z",
        "2026-11-15T10:00:00.123456788Z",
        "2026-11-15T10:00:00.123456789Z",
    ];
    let mut memories = Vec::new();
    for (number, time) in (1..).zip(times) {
        memories.push(Memory { created_at: time.parse()?, ..memory(number, "text") });
    }
    let store = backend.store(memories).await?;
    let time = Value::Time(times[1].parse()?);
    for (test, expected) in [
        (Test::Eq(time.clone()), vec![2]),
        (Test::Gt(time.clone()), vec![3]),
        (Test::Lt(time.clone()), vec![1]),
        (Test::Ne(time), vec![1, 3]),
    ] {
        assert_eq!(
            passing_test(&*store, Field::CreatedAt, test.clone()).await?,
            expected,
            "{test:?}"
        );
    }
    Ok(())
}

pub async fn what_was_changed_is_as_new_as_its_change(backend: &Backend) -> Outcome {
    let (old, new) = ("2026-09-01T10:00:00Z".parse()?, "2026-11-15T10:00:00Z".parse()?);
    let dated = |number| Memory { created_at: old, updated_at: new, ..memory(number, "text") };
    let taken_in = Memory { version: 1, ..dated(1) };
    let changed = Memory { version: 2, ..dated(2) };
    let store = backend.store([taken_in, changed]).await?;
    let test = Test::Gte(Value::Time(new));
    assert_eq!(passing_test(&*store, Field::ChangedAt, test).await?, [2]);
    Ok(())
}

pub async fn all_conditions_must_hold(backend: &Backend) -> Outcome {
    let store = backend.store([scored(1, 1), scored(2, 2), scored(3, 3)]).await?;
    let filter = Filter::active()
        .and(Field::Score, Test::Gte(Value::Number(2.0)))
        .and(Field::Number, Test::Ne(Value::Number(3.0)))
        .and_text(Field::Kind, "note")
        .and_text(Field::Origin, "human")
        .and_text(Field::Trust, "high")
        .and_text(Field::Status, "confirmed");
    assert_eq!(passing(&*store, filter).await?, [2]);
    Ok(())
}

pub async fn names_with_quotes_are_only_text(backend: &Backend) -> Outcome {
    let hostile = "'; DROP TABLE memories; --\"%_\\";
    let store = backend.store([written_by(1, Some(hostile)), tagged(2, &[hostile])]).await?;
    assert_eq!(passing_test(&*store, Field::Author, Test::Eq(text(hostile))).await?, [1]);
    assert_eq!(passing_test(&*store, Field::Tags, Test::Eq(text(hostile))).await?, [2]);
    Ok(())
}

pub async fn a_count_counts_what_a_query_returns(backend: &Backend) -> Outcome {
    let store =
        backend.store((1..=7).map(|number| scored(number, number.cast_signed() % 2))).await?;
    let odd = Filter::none().and(Field::Score, Test::Eq(Value::Number(1.0)));
    assert_eq!(store.count(&Reach::Vault, &odd).await?, 4);
    assert_eq!(store.count(&Reach::Vault, &Filter::none()).await?, 7);
    Ok(())
}

pub async fn a_list_of_values_may_have_any_length(backend: &Backend) -> Outcome {
    let store =
        backend.store([tagged(1, &["needle"]), tagged(2, &["other"]), tagged(3, &[])]).await?;
    let listed: Vec<Value> =
        (0..LONG_LIST).map(|number| text(&format!("t{number}"))).chain([text("Needle")]).collect();
    assert_eq!(passing_test(&*store, Field::Tags, Test::In(listed.clone())).await?, [1]);
    assert_eq!(passing_test(&*store, Field::Tags, Test::Nin(listed)).await?, [2, 3]);
    let numbers: Vec<Value> =
        (2..LONG_LIST).map(|number| Value::Number(f64::from(number))).collect();
    assert_eq!(passing_test(&*store, Field::Number, Test::In(numbers.clone())).await?, [2, 3]);
    assert_eq!(passing_test(&*store, Field::Number, Test::Nin(numbers)).await?, [1]);
    Ok(())
}

pub async fn any_number_of_pieces_of_text_is_looked_for(backend: &Backend) -> Outcome {
    let store = backend.store([memory(1, "a needle"), memory(2, "hay")]).await?;
    let pieces = (0..LONG_LIST).map(|number| format!("piece{number}"));
    let filter = Filter::none().and_piece(pieces.chain(["needle".to_owned()]));
    assert_eq!(passing(&*store, filter).await?, [1]);
    Ok(())
}

pub async fn a_reach_may_have_any_number_of_scopes(backend: &Backend) -> Outcome {
    let store = backend.store([memory(1, "a needle")]).await?;
    let scope = memory(1, "").scope;
    let foreign = (0..LONG_LIST).map(|number| crate::scope(&format!("project:s{number}")));
    let reach = Reach::Scopes(foreign.chain([scope]).collect());
    assert_eq!(store.count(&reach, &Filter::none()).await?, 1);
    assert_eq!(store.memories(&reach, &[memory(1, "").id]).await?.len(), 1);
    let ids: Vec<_> = (1..=u64::from(LONG_LIST)).map(|number| memory(number, "").id).collect();
    assert_eq!(store.memories(&reach, &ids).await?.len(), 1);
    assert!(store.contradictions(&reach, Some(&ids)).await?.is_empty());
    Ok(())
}

pub async fn as_many_conditions_as_allowed_are_carried_out(backend: &Backend) -> Outcome {
    let store = backend.store([scored(1, 1), scored(2, 5)]).await?;
    let status = Test::In(vec![text("confirmed"), text("pinned")]);
    let conditions = |count: usize| {
        let above = Filter::none().and(Field::Score, Test::Gt(Value::Number(2.0)));
        (1..count).fold(above, |filter, _| filter.and(Field::Status, status.clone()))
    };
    assert_eq!(passing(&*store, conditions(Filter::MAX_CONDITIONS)).await?, [2]);
    let refused = passing(&*store, conditions(Filter::MAX_CONDITIONS + 1)).await;
    assert!(matches!(refused, Err(StoreError::Filter(_))), "{refused:?}");
    Ok(())
}
