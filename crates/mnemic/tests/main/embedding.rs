//! Memories are embedded after they are written, by whichever embedder the engine was given.

use std::{path::Path, sync::Arc};

use mnemic::{
    Amendment, Answer, Draft, Embedders, EmbeddersFrom, Engine, Error, EvidenceKind, Filter, Hit,
    IndexKind, Options, RamIndex, Reach, RecallRequest, Reference, Scope,
};
use mnemic_core::port::embedder::{Embedder, Embedding, EmbeddingCache, StoredVectors, TextHash};
use mnemic_sqlite::SqliteEmbeddingCache;
use mnemic_testing::by;
use mnemic_testing::{FakeBehaviour, FakeEmbedder};
use tempfile::TempDir;

const TEXTS: [&str; 5] = [
    "Chose SQLite over Postgres",
    "The garden gate squeaks",
    "Anna prefers tea",
    "Deploys happen on Thursdays",
    "The password policy changed",
];

fn options(folder: &Path, deep: &Arc<FakeEmbedder>) -> Options {
    let embedders = Embedders { deep: Some(deep.clone()), ..Embedders::built_in() };
    Options {
        embedders: EmbeddersFrom::Value(embedders),
        ..Options::for_vault(folder.join("vault"))
    }
}

async fn open(folder: &TempDir, deep: &Arc<FakeEmbedder>) -> Engine {
    Engine::open(options(folder.path(), deep)).await.unwrap()
}

async fn remember(engine: &Engine) {
    for text in TEXTS {
        engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, text)).await.unwrap();
    }
}

fn question(asked: &str) -> RecallRequest {
    RecallRequest { question: asked.to_owned(), limit: 5, filter: Filter::active() }
}

async fn recall(engine: &Engine, asked: &str) -> Answer {
    engine.recall(&by(&Reach::of(Scope::Global)), question(asked)).await.unwrap()
}

async fn answers(engine: &Engine, asked: &str) -> usize {
    recall(engine, asked).await.hits.len()
}

fn fake(model: &str) -> Arc<FakeEmbedder> {
    Arc::new(FakeEmbedder::new(model))
}

#[tokio::test]
async fn memories_wait_until_they_are_embedded_and_are_embedded_once() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let engine = open(&folder, &deep).await;
    remember(&engine).await;
    assert_eq!((deep.embedded(), engine.pending().await.unwrap()), (0, 5));
    let some = engine.embed_pending(2).await.unwrap();
    assert_eq!((some.done, some.left), (2, 3));
    let rest = engine.embed_pending(usize::MAX).await.unwrap();
    assert_eq!((rest.done, rest.left), (3, 0));
    engine.embed_pending(usize::MAX).await.unwrap();
    assert_eq!(deep.embedded(), 5);
}

#[tokio::test]
async fn an_embedder_serves_once_it_has_seen_almost_everything_and_says_so_before() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let engine = open(&folder, &deep).await;
    remember(&engine).await;
    let serving = engine.serving().await.unwrap();
    assert!(serving.deep.is_none());
    let unused = serving.unused.unwrap();
    assert_eq!(unused, "5 of 5 memories still wait to be embedded by fake/a (64 dimensions)");
    assert_eq!(answers(&engine, "which database? sqlite").await.min(1), 1);
    engine.embed_pending(usize::MAX).await.unwrap();
    let serving = engine.serving().await.unwrap();
    assert!(serving.deep.is_some() && serving.unused.is_none());
    engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, "One more")).await.unwrap();
    assert!(engine.serving().await.unwrap().deep.is_some());
}

#[tokio::test]
async fn what_was_remembered_just_now_is_judged_by_its_meaning_before_it_is_embedded_for_good() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let engine = open(&folder, &deep).await;
    remember(&engine).await;
    engine.embed_pending(usize::MAX).await.unwrap();
    let text = "The cat of the office is called Schrödinger";
    engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, text)).await.unwrap();
    let before = deep.embedded();
    let answer = recall(&engine, "what is the office cat called").await;
    assert_eq!(answer.hits[0].memory.text, text);
    assert_eq!(answer.unused, Vec::<String>::new());
    let deep_value = |hit: &Hit| hit.scoring.evidence.get(EvidenceKind::Deep).unwrap();
    let others = answer.hits[1..].iter().map(deep_value);
    assert!(others.fold(0.0, f64::max) < deep_value(&answer.hits[0]), "{answer:?}");
    assert_eq!(deep.embedded() - before, 1, "for this question alone");
    assert_eq!(engine.pending().await.unwrap(), 1);
}

#[tokio::test]
async fn a_process_that_ends_makes_the_vectors_that_its_recall_lacked() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let engine = open(&folder, &deep).await;
    remember(&engine).await;
    engine.embed_for_a_moment(16).await.unwrap();
    assert_eq!(engine.pending().await.unwrap(), 5, "nobody asked");
    assert_eq!(recall(&engine, "which database?").await.unused.len(), 1);
    engine.embed_for_a_moment(2).await.unwrap();
    assert_eq!(engine.pending().await.unwrap(), 3);
    assert_eq!(recall(&engine, "which database?").await.unused, Vec::<String>::new());
}

#[tokio::test]
async fn memories_written_without_vectors_are_found_by_their_words_until_they_have_them() {
    let folder = tempfile::tempdir().unwrap();
    let with = |embedders: Embedders| Options {
        embedders: EmbeddersFrom::Value(embedders),
        ..Options::for_vault(folder.path().join("vault"))
    };
    let engine = Engine::open(with(Embedders::default())).await.unwrap();
    remember(&engine).await;
    drop(engine);
    let engine = Engine::open(with(Embedders::built_in())).await.unwrap();
    engine
        .remember(&by(&Reach::Vault), Draft::note(Scope::Global, "Penguins are black and white"))
        .await
        .unwrap();
    let answer = recall(&engine, "did we choose SQLite?").await;
    assert_eq!(answer.hits[0].memory.text, TEXTS[0]);
    assert!(answer.unused[0].contains("have no vector of static"), "{:?}", answer.unused);
    engine.embed_for_a_moment(0).await.unwrap();
    assert_eq!(engine.pending().await.unwrap(), 0);
    assert_eq!(recall(&engine, "did we choose SQLite?").await.unused, Vec::<String>::new());
}

#[tokio::test]
async fn an_index_that_is_built_anew_does_not_pay_again() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let engine = open(&folder, &deep).await;
    remember(&engine).await;
    engine.embed_pending(usize::MAX).await.unwrap();
    engine.reindex(&by(&Reach::Vault)).await.unwrap();
    assert_eq!((deep.embedded(), engine.pending().await.unwrap()), (5, 0));
    drop(engine);
    std::fs::remove_dir_all(folder.path().join("vault/index")).unwrap();
    let engine = open(&folder, &deep).await;
    assert_eq!((engine.pending().await.unwrap(), deep.embedded()), (0, 5));
}

#[tokio::test]
async fn a_cache_full_of_texts_that_no_memory_has_is_pruned_and_the_rest_stays() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let engine = open(&folder, &deep).await;
    let cache = SqliteEmbeddingCache::new(folder.path().join("vault/cache/embeddings.sqlite"));
    let gone = |count: usize| -> Vec<(TextHash, StoredVectors)> {
        (0..count).map(|text| (TextHash::of(&text.to_string()), StoredVectors::default())).collect()
    };
    cache.put(deep.identity(), gone(900)).await.unwrap();
    remember(&engine).await;
    engine.embed_pending(usize::MAX).await.unwrap();
    assert_eq!(cache.count().await.unwrap(), 905, "that is not much");
    cache.put(deep.identity(), gone(1_100)).await.unwrap();
    engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, "One more")).await.unwrap();
    engine.embed_pending(usize::MAX).await.unwrap();
    assert_eq!(cache.count().await.unwrap(), 6);
    engine.reindex(&by(&Reach::Vault)).await.unwrap();
    assert_eq!((deep.embedded(), engine.pending().await.unwrap()), (6, 0));
}

#[tokio::test]
async fn a_cache_that_is_damaged_or_gone_costs_time_and_nothing_else() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let engine = open(&folder, &deep).await;
    remember(&engine).await;
    engine.embed_pending(usize::MAX).await.unwrap();
    drop(engine);
    let cache = folder.path().join("vault/cache/embeddings.sqlite");
    for garbage in [&b"no database at all"[..], &[]] {
        std::fs::write(&cache, garbage).unwrap();
        for beside in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(cache.with_extension(format!("sqlite{beside}")));
        }
        let engine = open(&folder, &deep).await;
        engine.reindex(&by(&Reach::Vault)).await.unwrap();
        assert_eq!(engine.pending().await.unwrap(), 5);
        assert_eq!(engine.embed_pending(usize::MAX).await.unwrap().left, 0);
    }
    assert_eq!(deep.embedded(), 15);
}

#[tokio::test]
async fn another_embedder_begins_anew_and_the_former_finds_its_vectors_again() {
    let folder = tempfile::tempdir().unwrap();
    let (former, next) = (fake("a"), fake("b"));
    let engine = open(&folder, &former).await;
    remember(&engine).await;
    engine.embed_pending(usize::MAX).await.unwrap();
    drop(engine);
    let engine = open(&folder, &next).await;
    assert_eq!(engine.pending().await.unwrap(), 5);
    assert!(engine.serving().await.unwrap().deep.is_none());
    engine.embed_pending(2).await.unwrap();
    drop(engine);
    let engine = open(&folder, &former).await;
    assert_eq!(engine.pending().await.unwrap(), 0);
    assert!(engine.serving().await.unwrap().deep.is_some());
    assert_eq!((former.embedded(), next.embedded()), (5, 2));
}

#[tokio::test]
async fn a_text_that_changed_waits_again() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let engine = open(&folder, &deep).await;
    remember(&engine).await;
    engine.embed_pending(usize::MAX).await.unwrap();
    let amendment =
        Amendment { text: Some("The garden gate is quiet".to_owned()), ..Amendment::default() };
    let second: Reference = "2".parse().unwrap();
    engine.update(&by(&Reach::Vault), &second, amendment).await.unwrap();
    assert_eq!(engine.pending().await.unwrap(), 1);
    engine.embed_pending(usize::MAX).await.unwrap();
    assert_eq!((engine.pending().await.unwrap(), deep.embedded()), (0, 6));
}

#[tokio::test]
async fn an_embedder_that_fails_or_answers_nonsense_leaves_memories_waiting() {
    for mood in [
        FakeBehaviour::Refusing,
        FakeBehaviour::NotANumber,
        FakeBehaviour::TooShort,
        FakeBehaviour::Zero,
    ] {
        let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
        deep.turn(mood);
        let engine = open(&folder, &deep).await;
        remember(&engine).await;
        let failed = engine.embed_pending(usize::MAX).await;
        assert!(matches!(failed, Err(Error::Embedding(_))), "{mood:?} {failed:?}");
        assert_eq!(engine.pending().await.unwrap(), 5, "{mood:?}");
        assert!(answers(&engine, "sqlite").await > 0);
        deep.turn(FakeBehaviour::Good);
        assert_eq!(engine.embed_pending(usize::MAX).await.unwrap().left, 0, "{mood:?}");
    }
}

#[tokio::test]
async fn a_question_that_an_embedder_answers_with_zeros_is_answered_without_it() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let engine = open(&folder, &deep).await;
    remember(&engine).await;
    engine.embed_pending(usize::MAX).await.unwrap();
    deep.turn(FakeBehaviour::Zero);
    let answer = engine
        .recall(&by(&Reach::of(Scope::Global)), question("which database? sqlite"))
        .await
        .unwrap();
    assert_eq!(answer.hits[0].memory.text, TEXTS[0]);
    let reason = "the vectors of fake/a (64 dimensions): it knows nothing of the question";
    assert_eq!(answer.unused, [reason]);
}

#[tokio::test]
async fn zeros_that_were_kept_before_are_made_anew() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let engine = open(&folder, &deep).await;
    remember(&engine).await;
    let cache = SqliteEmbeddingCache::new(folder.path().join("vault/cache/embeddings.sqlite"));
    let nothing = Embedding { vector: vec![0.0; 64], words: Vec::new() };
    let kept = TEXTS.map(|text| (TextHash::of(text), StoredVectors::of(&nothing)));
    cache.put(deep.identity(), kept.into()).await.unwrap();
    engine.reindex(&by(&Reach::Vault)).await.unwrap();
    assert_eq!(engine.embed_pending(usize::MAX).await.unwrap().left, 0);
    assert_eq!(deep.embedded(), 5);
}

#[tokio::test]
async fn a_text_that_is_refused_keeps_no_other_waiting_and_is_not_asked_for_again() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    deep.turn(FakeBehaviour::Picky);
    let engine = open(&folder, &deep).await;
    remember(&engine).await;
    let embedded = engine.embed_pending(usize::MAX).await.unwrap();
    assert_eq!((embedded.done, embedded.left), (4, 0));
    let asked = deep.embedded();
    engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, "One more")).await.unwrap();
    let embedded = engine.embed_pending(usize::MAX).await.unwrap();
    assert_eq!((embedded.done, embedded.left), (1, 0));
    assert_eq!(deep.embedded(), asked + 1);
    assert!(answers(&engine, "password policy").await > 0);
}

#[tokio::test]
async fn a_text_that_is_refused_keeps_no_embedder_from_serving_in_whichever_process() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    deep.turn(FakeBehaviour::Picky);
    let engine = open(&folder, &deep).await;
    remember(&engine).await;
    engine.embed_pending(usize::MAX).await.unwrap();
    let asked = deep.embedded();
    drop(engine);
    let engine = open(&folder, &deep).await;
    assert!(engine.serving().await.unwrap().deep.is_some());
    assert_eq!(engine.status(&by(&Reach::Vault)).await.unwrap().embedding.lag, 0);
    engine.embed_pending(usize::MAX).await.unwrap();
    assert_eq!(deep.embedded(), asked);
    deep.turn(FakeBehaviour::Good);
    engine.forget_refusals().await.unwrap();
    assert_eq!(engine.pending().await.unwrap(), 1);
    let embedded = engine.embed_pending(usize::MAX).await.unwrap();
    assert_eq!((embedded.done, embedded.left), (1, 0));
}

#[tokio::test]
async fn what_was_remembered_without_vectors_gets_them_when_there_is_an_embedder() {
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    let without = EmbeddersFrom::Value(Embedders::default());
    let engine = Engine::open(Options { embedders: without, ..Options::for_vault(&vault) }).await;
    let engine = engine.unwrap();
    remember(&engine).await;
    assert_eq!(engine.pending().await.unwrap(), 0);
    assert!(answers(&engine, "sqlite").await > 0);
    drop(engine);
    let engine = Engine::open(Options::for_vault(&vault)).await.unwrap();
    assert_eq!(engine.pending().await.unwrap(), 5);
    assert_eq!(engine.embed_pending(usize::MAX).await.unwrap().left, 0);
}

#[tokio::test]
async fn an_index_in_ram_is_embedded_as_well_and_leaves_no_cache() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let index = IndexKind::Ram(RamIndex::new());
    let engine = Engine::open(Options { index, ..options(folder.path(), &deep) }).await.unwrap();
    remember(&engine).await;
    assert_eq!(engine.embed_pending(usize::MAX).await.unwrap().left, 0);
    assert!(engine.serving().await.unwrap().deep.is_some());
    assert!(!folder.path().join("vault/cache/embeddings.sqlite").exists());
}

#[tokio::test]
async fn a_long_running_process_embeds_what_is_remembered() {
    let (folder, deep) = (tempfile::tempdir().unwrap(), fake("a"));
    let engine = open(&folder, &deep).await;
    let remembered = async {
        remember(&engine).await;
        while engine.pending().await.unwrap() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = engine.keep_embedded() => unreachable!("it goes on as long as it is polled"),
        () = remembered => {}
    }
    assert_eq!(deep.embedded(), 5);
}
