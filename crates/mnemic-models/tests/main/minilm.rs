//! all-MiniLM-L6-v2 itself, against the numbers that were published with it. Runs only where `MNEMIC_MODELS` names a
//! folder that has the model, or `MNEMIC_ARCHIVES` one with the archives that package registries have of it; else these
//! tests are listed as skipped.

use std::{fs, path::PathBuf};

use mnemic_core::port::embedder::{Embedder, Role};
use mnemic_models::{Catalogue, LocalModel, Prompts};
use mnemic_testing::skip;
use tempfile::TempDir;

fn model(name: &str) -> Option<LocalModel> {
    let folder = PathBuf::from(std::env::var_os("MNEMIC_MODELS")?).join(name);
    folder.is_dir().then(|| LocalModel::open("minilm", &folder, Prompts::default()).unwrap())
}

async fn cosines(model: &LocalModel) -> Vec<f32> {
    let texts = [
        "That is a happy person",
        "That is a happy dog",
        "That is a very happy person",
        "Today is a sunny day",
    ];
    let embedded = model.embed(&texts, Role::Memory).await.unwrap();
    let product = |index: usize| {
        let pairs = embedded[0].vector.iter().zip(&embedded[index].vector);
        pairs.map(|(left, right)| left * right).sum()
    };
    (1..texts.len()).map(product).collect()
}

#[tokio::test]
async fn similarities_are_the_published_ones() {
    let Some(model) = model("all-MiniLM-L6-v2") else {
        return skip!("MNEMIC_MODELS names no folder with all-MiniLM-L6-v2");
    };
    for (cosine, published) in cosines(&model).await.iter().zip([0.6946, 0.9429, 0.2569]) {
        assert!((cosine - published).abs() < 1e-4, "{cosine} {published}");
    }
}

#[tokio::test]
async fn half_precision_makes_no_difference_that_matters() {
    let Some(model) = model("all-MiniLM-L6-v2-fp16") else {
        return skip!("MNEMIC_MODELS names no folder with all-MiniLM-L6-v2-fp16");
    };
    for (cosine, published) in cosines(&model).await.iter().zip([0.6946, 0.9429, 0.2569]) {
        assert!((cosine - published).abs() < 1e-3, "{cosine} {published}");
    }
}

#[tokio::test]
async fn the_archives_of_package_registries_are_imported() {
    let Some(archives) = std::env::var_os("MNEMIC_ARCHIVES") else {
        return skip!("MNEMIC_ARCHIVES names no folder with archives");
    };
    let models = TempDir::new().unwrap();
    let catalogue = Catalogue::new(models.path());
    for entry in fs::read_dir(archives).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let folder = catalogue.import(&path, None, &mut |_| {}).unwrap();
            let model = catalogue.open(&folder.file_name().unwrap().to_string_lossy()).unwrap();
            for (cosine, published) in cosines(&model).await.iter().zip([0.6946, 0.9429, 0.2569]) {
                assert!((cosine - published).abs() < 1e-3, "{cosine} {published}");
            }
        }
    }
    assert!(catalogue.best().unwrap().is_some());
}
