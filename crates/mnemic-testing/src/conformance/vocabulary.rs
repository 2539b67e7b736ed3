//! What a misspelt word may be meant to be.

use mnemic_core::{
    port::store::{Store, StoreResult},
    record::{
        filter::{Field, Filter},
        memory::Memory,
        scope::Reach,
    },
};

use crate::{
    backend::{Backend, Outcome},
    memory, scope,
};

async fn spelling(store: &dyn Store, word: &str) -> StoreResult<Option<String>> {
    store.spelling(&Reach::Vault, &Filter::none(), word).await
}

pub async fn a_misspelt_word_is_told_as_a_memory_writes_it(backend: &Backend) -> Outcome {
    let tagged = Memory { tags: vec!["Tournament".to_owned()], ..memory(2, "a game") };
    let store = backend.store([memory(1, "Our Database is small"), tagged]).await?;
    for (word, meant) in [
        ("databse", Some("database")),
        ("dtabase", Some("database")),
        ("adtabase", Some("database")),
        ("torunament", Some("tournament")),
        ("smlal", Some("small")),
        ("smal", None),
        ("uor", None),
        ("zebra", None),
        ("2023", None),
        ("", None),
        ("two words", None),
        ("\"*", None),
    ] {
        assert_eq!(spelling(&*store, word).await?.as_deref(), meant, "{word}");
    }
    Ok(())
}

pub async fn the_nearest_word_is_told_then_the_most_frequent(backend: &Backend) -> Outcome {
    let texts = ["kangaroo", "kangarow", "kangarow"];
    let store = backend.store((1..).zip(texts).map(|(number, text)| memory(number, text))).await?;
    assert_eq!(spelling(&*store, "kangarooz").await?.as_deref(), Some("kangaroo"));
    assert_eq!(spelling(&*store, "kangaro").await?.as_deref(), Some("kangarow"));
    Ok(())
}

pub async fn a_word_out_of_reach_is_never_told(backend: &Backend) -> Outcome {
    let foreign = Memory { scope: scope("project:foreign"), ..memory(1, "secret") };
    let store = backend.store([foreign, memory(2, "secrets kept"), memory(3, "sector")]).await?;
    let own = Reach::of(scope("global"));
    assert_eq!(store.spelling(&own, &Filter::none(), "secert").await?.as_deref(), Some("secrets"));
    let other = Filter::none().and_text(Field::Kind, "fact");
    assert_eq!(store.spelling(&Reach::Vault, &other, "secert").await?, None);
    let elsewhere = Reach::only(scope("project:elsewhere"));
    assert_eq!(store.spelling(&elsewhere, &Filter::none(), "secert").await?, None);
    Ok(())
}
