//! A model from a folder: its numbers, its memory, and every way its files can be wrong.

use std::{fs, path::Path, time::Duration};

use jiff::Timestamp;
use mnemic_core::port::embedder::{EmbedError, Embedder, Embedding, Role};
use mnemic_models::{LocalModel, Prompts};
use mnemic_testing::tiny_model::{POSITIONS, SIZE, TOKENS, TinyModel, direction, put};
use tempfile::TempDir;

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    TinyModel::new().write(folder.path());
    folder
}

fn open(folder: &Path) -> Result<LocalModel, EmbedError> {
    LocalModel::open("local", folder, Prompts::default())
}

async fn embed(model: &LocalModel, texts: &[&str]) -> Vec<Embedding> {
    model.embed(texts, Role::Memory).await.unwrap()
}

fn assert_near(vector: &[f32], expected: &[f64]) {
    assert_eq!(vector.len(), expected.len());
    for (number, expected) in vector.iter().zip(expected) {
        assert!((f64::from(*number) - expected).abs() < 1e-5, "{vector:?} {expected:?}");
    }
}

fn tokens(text: &str) -> Vec<usize> {
    let find = |token| TOKENS.iter().position(|it| *it == token).unwrap();
    text.split(' ').map(find).collect()
}

#[tokio::test]
async fn vectors_are_those_of_a_plain_computation() {
    let folder = folder();
    let model = open(folder.path()).unwrap();
    let texts = ["We choose SQLite, over Postgres", "数 zebra", "chooses"];
    let plain = TinyModel::new();
    let embedded = embed(&model, &texts).await;
    let expected = [
        "[CLS] we choose sql ##ite , over post ##gres [SEP]",
        "[CLS] 数 [UNK] [SEP]",
        "[CLS] choose ##s [SEP]",
    ];
    for (embedding, expected) in embedded.iter().zip(expected) {
        assert_near(&embedding.vector, &direction(&plain.encode(&tokens(expected))));
    }
}

#[tokio::test]
async fn words_are_the_mean_of_their_pieces_and_marks_are_none() {
    let folder = folder();
    let model = open(folder.path()).unwrap();
    let words = embed(&model, &["SQLite, over"]).await.remove(0).words;
    let rows = TinyModel::new().encode(&tokens("[CLS] sql ##ite , over [SEP]"));
    assert_eq!(words.iter().map(|it| it.word.as_str()).collect::<Vec<_>>(), ["sqlite", "over"]);
    assert_near(&words[0].vector, &direction(&rows[1..3]));
    assert_near(&words[1].vector, &direction(&rows[4..5]));
}

#[tokio::test]
async fn a_text_has_the_same_vector_alone_and_among_others() {
    let folder = folder();
    let model = open(folder.path()).unwrap();
    let long = "we choose ".repeat(40);
    let many: Vec<&str> = ["we", &long, "", "sqlite over postgres"].repeat(30);
    let together = embed(&model, &many).await;
    for (text, embedding) in many.iter().zip(&together).take(4) {
        let alone = embed(&model, &[text]).await.remove(0);
        let difference = alone.vector.iter().zip(&embedding.vector).map(|(l, r)| (l - r).abs());
        assert!(difference.fold(0.0, f32::max) < 1e-6);
        assert_eq!(alone.words.len(), embedding.words.len());
    }
}

#[tokio::test]
async fn texts_of_any_kind_have_finite_vectors_of_unit_length() {
    let folder = folder();
    let model = open(folder.path()).unwrap();
    let huge = "sqlite 数 ".repeat(20_000);
    for embedding in embed(&model, &["", "  ", "?!", "\u{0}", "🦀", &huge]).await {
        let length: f32 = embedding.vector.iter().map(|x| x * x).sum();
        assert!((length - 1.0).abs() < 1e-5);
        assert!(embedding.words.len() <= POSITIONS - 2);
    }
    assert!(embed(&model, &[]).await.is_empty());
}

#[tokio::test]
async fn the_prompt_is_read_before_the_text() {
    let folder = folder();
    let prompts = Prompts { question: "we choose ".to_owned(), memory: String::new() };
    let prompted = LocalModel::open("local", folder.path(), prompts).unwrap();
    let plain = open(folder.path()).unwrap();
    let question = prompted.embed(&["sqlite"], Role::Question).await.unwrap();
    assert_eq!(question, embed(&plain, &["we choose sqlite"]).await);
    assert_eq!(prompted.identity(), plain.identity());
}

#[tokio::test]
async fn weights_are_loaded_at_the_first_text_and_let_go_when_idle() {
    let folder = folder();
    let model = open(folder.path()).unwrap();
    let minute = Duration::from_secs(60);
    let at = |seconds| Timestamp::from_second(seconds).unwrap();
    assert!(!model.is_loaded());
    assert!(!model.unload_idle(at(0), minute));
    let before = embed(&model, &["we"]).await;
    assert!(model.is_loaded());
    assert!(!model.unload_idle(at(100), minute));
    assert!(!model.unload_idle(at(159), minute));
    embed(&model, &["we"]).await;
    assert!(!model.unload_idle(at(170), minute));
    assert!(model.unload_idle(at(230), minute));
    assert!(!model.is_loaded());
    assert_eq!(embed(&model, &["we"]).await, before);
}

#[test]
fn other_weights_are_another_identity() {
    let folder = folder();
    let before = open(folder.path()).unwrap().identity().clone();
    assert_eq!(before.dimensions, SIZE);
    let mut model = TinyModel::new();
    model.set_first("embeddings.word_embeddings.weight", 0.25);
    model.write(folder.path());
    assert_ne!(open(folder.path()).unwrap().identity(), &before);
}

#[test]
fn whatever_changes_vectors_is_another_identity() {
    let folder = folder();
    let revision = || open(folder.path()).unwrap().identity().revision.clone();
    let vocabulary = std::fs::read_to_string(folder.path().join("vocab.txt")).unwrap();
    let mut seen = vec![revision()];
    assert_eq!(revision(), seen[0]);
    let mut shuffled: Vec<&str> = vocabulary.lines().collect();
    let last = shuffled.len() - 1;
    shuffled.swap(last, last - 1);
    put(&folder.path().join("vocab.txt"), shuffled.join("\n").as_bytes());
    seen.push(revision());
    replace(
        &folder.path().join("config.json"),
        "\"layer_norm_eps\":1e-12",
        "\"layer_norm_eps\":1e-6",
    );
    seen.push(revision());
    put(&folder.path().join("tokenizer_config.json"), br#"{"do_lower_case":false}"#);
    seen.push(revision());
    std::fs::create_dir(folder.path().join("1_Pooling")).unwrap();
    let pooling = br#"{"pooling_mode_cls_token":true}"#;
    put(&folder.path().join("1_Pooling/config.json"), pooling);
    seen.push(revision());
    let different: std::collections::HashSet<&String> = seen.iter().collect();
    assert_eq!(different.len(), 5, "{seen:?}");
}

#[tokio::test]
async fn weights_that_changed_under_a_running_process_are_refused() {
    let folder = folder();
    let model = open(folder.path()).unwrap();
    let mut other = TinyModel::new();
    other.set_first("embeddings.word_embeddings.weight", 0.25);
    other.write(folder.path());
    let error = model.embed(&["we"], Role::Memory).await.unwrap_err();
    assert!(error.to_string().contains("has changed"), "{error}");
}

#[tokio::test]
async fn weights_that_are_cut_off_after_loading_do_no_harm() {
    let folder = folder();
    let model = open(folder.path()).unwrap();
    let before = embed(&model, &["we"]).await;
    put(&folder.path().join("model.safetensors"), b"");
    assert_eq!(embed(&model, &["we"]).await, before);
    let idle = Duration::ZERO;
    assert!(model.unload_idle(Timestamp::UNIX_EPOCH, idle));
    assert!(matches!(model.embed(&["we"], Role::Memory).await, Err(EmbedError::Unusable { .. })));
}

#[tokio::test]
async fn weights_that_are_not_numbers_are_refused() {
    let folder = folder();
    let mut spoiled = TinyModel::new();
    spoiled.set_first("encoder.layer.1.output.dense.weight", f32::NAN);
    spoiled.write(folder.path());
    let error = open(folder.path()).unwrap().embed(&["we"], Role::Memory).await.unwrap_err();
    assert!(error.to_string().contains("not finite"), "{error}");
}

/// Opens the model after `spoil`, or embeds with it if it opens, and returns what was wrong.
async fn fault(spoil: impl FnOnce(&Path)) -> String {
    let folder = folder();
    spoil(folder.path());
    let error = match open(folder.path()) {
        Ok(model) => model.embed(&["we"], Role::Memory).await.unwrap_err(),
        Err(error) => error,
    };
    assert!(matches!(error, EmbedError::Unusable { .. }), "{error}");
    error.to_string()
}

fn replace(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from));
    put(path, text.replace(from, to).as_bytes());
}

#[tokio::test]
async fn every_fault_of_a_folder_is_told() {
    let weights = TinyModel::new().safetensors();
    let cut = weights[..weights.len() - 7].to_vec();
    let fault_of_config = |from: &'static str, to: &'static str| {
        fault(move |folder| replace(&folder.join("config.json"), from, to))
    };
    let faults = [
        (fault(|it| fs::remove_file(it.join("config.json")).unwrap()).await, "config.json"),
        (fault(|it| fs::remove_file(it.join("vocab.txt")).unwrap()).await, "neither `vocab.txt`"),
        (
            fault(|it| fs::remove_file(it.join("model.safetensors")).unwrap()).await,
            "no `.safetensors`",
        ),
        (fault(|it| put(&it.join("model.safetensors"), &cut)).await, "cut off"),
        (fault(|it| put(&it.join("model.safetensors"), &weights[..100])).await, "cut off"),
        (
            fault(|it| put(&it.join("model.safetensors"), b"<html>Not Found</html>")).await,
            "cut off",
        ),
        (fault(|it| put(&it.join("vocab.txt"), b"we\nchoose")).await, "no token `[CLS]`"),
        (fault(|it| put(&it.join("vocab.txt"), &b"[UNK]\n".repeat(99))).await, "more tokens"),
        (fault(|it| put(&it.join("vocab.txt"), &[0xFF, 0xFE])).await, "UTF-8"),
        (fault_of_config("\"hidden_size\":32", "\"hidden_size\":64").await, "should be [14, 64]"),
        (
            fault_of_config("\"num_hidden_layers\":2", "\"num_hidden_layers\":3").await,
            "encoder.layer.2",
        ),
        (fault_of_config("\"bert\"", "\"gpt2\"").await, "not a BERT model"),
    ];
    for (fault, expected) in faults {
        assert!(fault.contains(expected), "{fault} {expected}");
    }
}

#[test]
fn a_folder_that_is_not_there_is_a_missing_model() {
    let folder = TempDir::new().unwrap();
    assert!(
        matches!(open(&folder.path().join("none")), Err(EmbedError::Missing(name)) if name == "none")
    );
}
