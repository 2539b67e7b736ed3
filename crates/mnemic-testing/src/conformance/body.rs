//! Body values: what memories of a kind have in its fields, and that they go when the memory changes or goes.

use mnemic_core::{
    port::store::{Change, Store},
    recall::{KeywordQuery, Matching},
    record::{
        filter::{Field, Filter, Test, Value},
        kind::specimen::Specimen,
        memory::{ArchiveReason, Body, Lifecycle, Memory, Signals},
        scope::Reach,
    },
    text::analyse::query_terms,
};

use super::filter::{passing, passing_test};
use crate::{
    backend::{Backend, Outcome, apply, put},
    memory,
    sample::specimen,
};

fn field(name: &str) -> Field {
    Field::named(name).expect("a test names a field that can be filtered by")
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn found(number: u64, set: impl FnOnce(&mut Specimen)) -> Memory {
    let mut memory = memory(number, "a find");
    set(specimen(&mut memory));
    memory
}

fn weighing(number: u64, weight: f64) -> Memory {
    found(number, |specimen| specimen.weight = Some(weight))
}

/// The numbers of the memories that weigh so much.
async fn weigh(store: &dyn Store, weight: f64) -> Result<Vec<u64>, Box<dyn std::error::Error>> {
    Ok(passing_test(store, field("specimen.weight"), Test::Eq(Value::Number(weight))).await?)
}

pub async fn a_flag_is_true_or_false_or_absent(backend: &Backend) -> Outcome {
    let alive = |number, alive| found(number, |specimen| specimen.alive = alive);
    let memories = [alive(1, Some(true)), alive(2, Some(false)), alive(3, None), memory(4, "note")];
    let store = backend.store(memories).await?;
    for (json, expected) in [
        (serde_json::json!(true), vec![1]),
        (serde_json::json!(false), vec![2]),
        (serde_json::json!({"$ne": true}), vec![2, 3, 4]),
        (serde_json::json!({"$nin": [true, false]}), vec![3, 4]),
        (serde_json::json!([true, false]), vec![1, 2]),
        (serde_json::json!("true"), vec![1]),
    ] {
        let filter = Filter::from_json(&serde_json::json!({"specimen.alive": json}))?;
        assert_eq!(passing(&*store, filter).await?, expected, "{json}");
    }
    Ok(())
}

pub async fn a_list_passes_when_any_of_its_items_does(backend: &Backend) -> Outcome {
    let seen_with = |number, with: &[&str]| {
        found(number, |specimen| {
            specimen.seen_with = with.iter().map(|it| (*it).to_owned()).collect();
        })
    };
    let store = backend
        .store([
            seen_with(1, &["moss", "fern", "moss"]),
            seen_with(2, &["lichen"]),
            seen_with(3, &[]),
            memory(4, "note"),
        ])
        .await?;
    let field = field("specimen.seen_with");
    for (test, expected) in [
        (Test::Eq(text("moss")), vec![1]),
        (Test::Eq(text("Moss")), vec![]),
        (Test::Eq(text("mos")), vec![]),
        (Test::Ne(text("moss")), vec![2, 3, 4]),
        (Test::In(vec![text("fern"), text("lichen")]), vec![1, 2]),
        (Test::Nin(vec![text("fern"), text("oak")]), vec![2, 3, 4]),
        (Test::Gt(text("lichen")), vec![1]),
        (Test::Gte(text("lichen")), vec![1, 2]),
        (Test::Lt(text("lichen")), vec![1]),
        (Test::Lte(text("fern")), vec![1]),
    ] {
        assert_eq!(passing_test(&*store, field, test.clone()).await?, expected, "{test:?}");
    }
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

pub async fn a_body_value_of_another_type_is_never_equal_and_never_ordered(
    backend: &Backend,
) -> Outcome {
    let store = backend.store([weighing(1, 3.0)]).await?;
    for value in [text("3"), Value::Time(memory(1, "").created_at), Value::Number(f64::NAN)] {
        for test in [Test::Eq, Test::Gt, Test::Gte, Test::Lt, Test::Lte] {
            let test = test(value.clone());
            let passing = passing_test(&*store, field("specimen.weight"), test.clone()).await?;
            assert!(passing.is_empty(), "{test:?}");
        }
        let different = Test::Ne(value);
        assert_eq!(passing_test(&*store, field("specimen.weight"), different).await?, [1]);
    }
    Ok(())
}

pub async fn a_kind_of_another_version_has_no_body_values(backend: &Backend) -> Outcome {
    let of_kind = |kind: &str| {
        let fields = [("weight".to_owned(), 3.into()), ("mood".to_owned(), "glad".into())];
        Body::from_parts(kind.to_owned(), fields.into())
    };
    let (hologram, later) = (of_kind("hologram"), of_kind("specimen"));
    let other = |number, body| Memory { body, ..memory(number, "text") };
    let store = backend.store([other(1, hologram), other(2, later), weighing(3, 3.0)]).await?;
    assert_eq!(weigh(&*store, 3.0).await?, [3]);
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

pub async fn a_changed_body_is_found_by_its_present_values_only(backend: &Backend) -> Outcome {
    let store = backend.store([weighing(1, 3.0), weighing(2, 3.0)]).await?;
    put(&*store, [weighing(1, 4.0)]).await?;
    assert_eq!((weigh(&*store, 3.0).await?, weigh(&*store, 4.0).await?), (vec![2], vec![1]));
    put(&*store, [found(1, |_| ())]).await?;
    assert_eq!((weigh(&*store, 3.0).await?, weigh(&*store, 4.0).await?), (vec![2], vec![]));
    put(&*store, [weighing(1, -0.0)]).await?;
    assert_eq!(weigh(&*store, 0.0).await?, [1]);
    put(&*store, [memory(1, "a note now")]).await?;
    assert_eq!(weigh(&*store, 3.0).await?, [2]);
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

pub async fn usage_and_a_number_leave_body_values_as_they_are(backend: &Backend) -> Outcome {
    let store = backend.store([weighing(1, 3.0)]).await?;
    let id = memory(1, "").id;
    let signals = Signals { access_count: 2, ..Signals::default() };
    apply(
        &*store,
        [Change::Signals { id, signals, importance: 0.7 }, Change::Number { id, number: 9 }],
    )
    .await?;
    assert_eq!(weigh(&*store, 3.0).await?, [9]);
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

pub async fn a_memory_out_of_use_keeps_its_body_values(backend: &Backend) -> Outcome {
    let at = memory(1, "").created_at;
    let archived = Lifecycle::Archived { at, reason: ArchiveReason::Forgotten };
    let store = backend.store((1..=3).map(|number| weighing(number, 3.0))).await?;
    for (number, lifecycle) in [(1, archived), (2, Lifecycle::Erased { at })] {
        put(&*store, [Memory { lifecycle, ..weighing(number, 3.0) }]).await?;
    }
    assert_eq!(weigh(&*store, 3.0).await?, [1, 2, 3]);
    let three = Test::Eq(Value::Number(3.0));
    let active = Filter::active().and(field("specimen.weight"), three);
    assert_eq!(passing(&*store, active).await?, [3]);
    put(&*store, [Memory { lifecycle: Lifecycle::Erased { at }, ..memory(2, "") }]).await?;
    assert_eq!(weigh(&*store, 3.0).await?, [1, 3], "nothing of its body is left");
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

pub async fn a_dropped_memory_leaves_no_body_values(backend: &Backend) -> Outcome {
    let store = backend.store([weighing(1, 3.0), weighing(2, 3.0)]).await?;
    apply(&*store, [Change::Drop(memory(2, "").id)]).await?;
    // A note may get the row that is free now.
    put(&*store, [memory(3, "a note")]).await?;
    assert_eq!(weigh(&*store, 3.0).await?, [1]);
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

pub async fn a_search_passes_only_what_has_the_body_value(backend: &Backend) -> Outcome {
    let store = backend.store((1..=40).map(|number| weighing(number, number as f64))).await?;
    let filter = Filter::active().and(field("specimen.weight"), Test::Gt(Value::Number(38.0)));
    let query =
        KeywordQuery { terms: query_terms("find"), matching: Matching::Any, filter, pool: 5 };
    let mut found: Vec<_> =
        store.search(&Reach::Vault, &query).await?.into_iter().map(|hit| hit.memory.id).collect();
    found.sort();
    assert_eq!(found, [memory(39, "").id, memory(40, "").id]);
    Ok(())
}
