//! What the vectors of memories find.

use std::sync::Arc;

use mnemic_core::{
    port::{
        embedder::{Codes, Embedding, Identity, StoredVectors, WordVector},
        store::{Change, Store, StoreResult},
    },
    recall::VectorQuery,
    record::{
        filter::{Field, Filter},
        memory::{Memory, Status},
        scope::Reach,
        source::Origin,
    },
};

use super::numbers;
use crate::{
    backend::{Backend, Outcome, apply, put},
    memory, scope,
};

const DIMENSIONS: usize = 64;

fn identity(model: &str) -> Identity {
    Identity {
        provider: "test".to_owned(),
        model: model.to_owned(),
        revision: String::new(),
        dimensions: DIMENSIONS,
        prompt: String::new(),
    }
}

/// A vector that turns from one axis to others, the farther the greater the angle.
fn turned(angle: f32) -> Vec<f32> {
    let mut vector = vec![angle.sin() / ((DIMENSIONS - 1) as f32).sqrt(); DIMENSIONS];
    vector[0] = angle.cos();
    vector
}

fn vector(number: u64, model: &str, angle: f32) -> Change {
    let embedding = Embedding { vector: turned(angle), words: Vec::new() };
    Change::Vector {
        id: memory(number, "").id,
        identity: Arc::new(identity(model)),
        stored: Box::new(StoredVectors::of(&embedding)),
    }
}

fn asking(model: &str) -> VectorQuery {
    let (identity, filter) = (identity(model), Filter::none());
    VectorQuery { identity, vector: turned(0.0), filter, pool: 10 }
}

async fn near(store: &dyn Store, query: &VectorQuery) -> StoreResult<Vec<u64>> {
    let hits = store.nearest(&Reach::Vault, query).await?;
    Ok(numbers(hits.iter().map(|hit| &hit.memory)))
}

/// Memories 1 to 3, each a little farther off.
async fn store_of_three(backend: &Backend) -> StoreResult<Arc<dyn Store>> {
    let store = backend.store((1..=3).map(|number| memory(number, "text"))).await?;
    apply(&*store, [(1, 0.1), (2, 0.5), (3, 0.9)].map(|(n, angle)| vector(n, "a", angle))).await?;
    Ok(store)
}

pub async fn the_nearest_come_first(backend: &Backend) -> Outcome {
    let store = store_of_three(backend).await?;
    assert_eq!(near(&*store, &asking("a")).await?, [1, 2, 3]);
    assert_eq!(near(&*store, &VectorQuery { pool: 2, ..asking("a") }).await?, [1, 2]);
    let far = VectorQuery { vector: turned(0.9), ..asking("a") };
    assert_eq!(near(&*store, &far).await?, [3, 2, 1]);
    let hits = store.nearest(&Reach::Vault, &asking("a")).await?;
    assert!((hits[1].similarity - f64::from(0.5_f32.cos())).abs() < 0.02);
    Ok(())
}

pub async fn vectors_of_another_embedder_are_never_compared(backend: &Backend) -> Outcome {
    let store = store_of_three(backend).await?;
    apply(&*store, [vector(3, "b", 0.0)]).await?;
    assert_eq!(near(&*store, &asking("a")).await?, [1, 2, 3]);
    assert_eq!(near(&*store, &asking("b")).await?, [3]);
    assert!(near(&*store, &asking("c")).await?.is_empty());
    Ok(())
}

pub async fn a_filter_and_a_foreign_scope_never_starve_the_arm(backend: &Backend) -> Outcome {
    let near_by = (1..=500).map(|number| memory(number, "near"));
    let mut marked = memory(901, "far");
    marked.source.origin = Origin::Import;
    let foreign = Memory { scope: scope("project:b"), ..memory(902, "far") };
    let store = backend.store(near_by.chain([marked, foreign])).await?;
    let vectors = (1..=500).map(|number| vector(number, "a", 0.1));
    apply(&*store, vectors.chain([vector(901, "a", 1.5), vector(902, "a", 1.5)])).await?;
    let filter = Filter::none().and_text(Field::Origin, "import");
    assert_eq!(near(&*store, &VectorQuery { filter, pool: 3, ..asking("a") }).await?, [901]);
    let query = VectorQuery { pool: 3, ..asking("a") };
    let exactly_b = Reach::Scopes([scope("project:b")].into());
    let hits = store.nearest(&exactly_b, &query).await?;
    assert_eq!(numbers(hits.iter().map(|hit| &hit.memory)), [902]);
    Ok(())
}

pub async fn a_vector_that_says_nothing_finds_nothing(backend: &Backend) -> Outcome {
    let store = store_of_three(backend).await?;
    let nothing = VectorQuery { vector: vec![0.0; DIMENSIONS], ..asking("a") };
    assert!(near(&*store, &nothing).await?.is_empty());
    Ok(())
}

pub async fn a_vector_of_other_dimensions_is_not_kept(backend: &Backend) -> Outcome {
    let store = store_of_three(backend).await?;
    let embedding = Embedding { vector: vec![1.0, 0.0], words: Vec::new() };
    let stored = Box::new(StoredVectors::of(&embedding));
    let id = memory(1, "").id;
    apply(&*store, [Change::Vector { id, identity: Arc::new(identity("b")), stored }]).await?;
    assert_eq!(store.stored_vectors(&identity("b"), &[id]).await?, [None]);
    assert_eq!(store.lag(&identity("b")).await?, 3);
    Ok(())
}

pub async fn a_vector_goes_with_the_text_it_was_made_of(backend: &Backend) -> Outcome {
    let store = store_of_three(backend).await?;
    put(&*store, [Memory { version: 2, ..memory(1, "another text") }]).await?;
    assert_eq!(near(&*store, &asking("a")).await?, [2, 3]);
    apply(&*store, [vector(1, "a", 0.7)]).await?;
    assert_eq!(near(&*store, &asking("a")).await?, [2, 1, 3]);
    Ok(())
}

pub async fn a_vector_stays_when_something_else_changes(backend: &Backend) -> Outcome {
    let store = store_of_three(backend).await?;
    let pinned = Memory { version: 2, status: Status::Pinned, ..memory(1, "text") };
    put(&*store, [Memory { tags: vec!["new".to_owned()], ..pinned }]).await?;
    assert_eq!(near(&*store, &asking("a")).await?, [1, 2, 3]);
    Ok(())
}

pub async fn another_view_of_the_index_sees_new_vectors(backend: &Backend) -> Outcome {
    let store = store_of_three(backend).await?;
    let index = backend.index();
    let other = index.open().await?.ok_or("there is a generation")?;
    assert_eq!(near(&*other, &asking("a")).await?, [1, 2, 3]);
    put(&*store, [memory(4, "new")]).await?;
    apply(&*store, [vector(4, "a", 0.3), vector(1, "a", 0.8)]).await?;
    assert_eq!(near(&*other, &asking("a")).await?, [4, 2, 1, 3]);
    Ok(())
}

pub async fn vectors_read_back_as_they_were_written(backend: &Backend) -> Outcome {
    let store = store_of_three(backend).await?;
    let word = |angle| WordVector { word: "w".to_owned(), vector: turned(angle) };
    let embedding = Embedding { vector: turned(0.2), words: vec![word(0.1), word(2.0)] };
    let stored = StoredVectors::of(&embedding);
    let change = Change::Vector {
        id: memory(2, "").id,
        identity: Arc::new(identity("a")),
        stored: Box::new(stored.clone()),
    };
    apply(&*store, [change]).await?;
    let ids = [memory(2, "").id, memory(77, "").id];
    let found = store.stored_vectors(&identity("a"), &ids).await?;
    assert_ne!(stored.words, Codes::default());
    assert_eq!(found, [Some(stored), None]);
    Ok(())
}

pub async fn what_has_no_vector_is_told_newest_first(backend: &Backend) -> Outcome {
    let store = backend.store((1..=4).map(|number| memory(number, "text"))).await?;
    apply(&*store, [vector(3, "a", 0.1)]).await?;
    assert_eq!(numbers(&store.unembedded(&identity("a"), 2).await?), [4, 2]);
    assert_eq!(store.lag(&identity("a")).await?, 3);
    assert_eq!(store.lag(&identity("b")).await?, 4);
    Ok(())
}

pub async fn a_dropped_memory_has_no_vector(backend: &Backend) -> Outcome {
    let store = store_of_three(backend).await?;
    apply(&*store, [Change::Drop(memory(3, "").id)]).await?;
    put(&*store, [memory(5, "new")]).await?;
    assert_eq!(near(&*store, &asking("a")).await?, [1, 2]);
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}
