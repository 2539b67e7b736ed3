//! Settings as a program that embeds the library gives them.

use std::path::Path;

use mnemic::{
    Draft, Engine, Error, OpenError, Options, Preset, Reach, Scope, SettingsFrom,
    config::{self, Override, Settings},
};
use mnemic_testing::by;
use tempfile::TempDir;

fn vault(configuration: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("vault/journal")).unwrap();
    std::fs::create_dir(folder.path().join("vault/config")).unwrap();
    std::fs::write(folder.path().join("vault/config/memory.yaml"), configuration).unwrap();
    folder
}

async fn open(folder: &Path, settings: SettingsFrom) -> Result<Engine, OpenError> {
    let mut options = Options::for_vault(folder.join("vault"));
    options.settings = settings;
    Engine::open(options).await
}

#[tokio::test]
async fn settings_that_a_program_gives_stand_in_place_of_the_file() {
    let folder = vault("text: {max_chars: 2}\npreset: [\n");
    let settings = Settings::of(Preset::Praxis);
    let engine =
        open(folder.path(), SettingsFrom::Value(Box::new(settings.clone()))).await.unwrap();
    assert_eq!(*engine.settings(), settings);
    let long =
        engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, "x".repeat(501))).await;
    assert!(matches!(long, Err(Error::Invalid(_))));
    engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, "x".repeat(500))).await.unwrap();
}

#[tokio::test]
async fn a_file_with_faults_is_refused_unless_its_sound_part_is_asked_for() {
    let folder = vault("text:\n  max_chars: 2\n  colour: blue\n");
    let refused = open(folder.path(), SettingsFrom::File(Vec::new())).await.unwrap_err();
    let OpenError::Configuration { faults, .. } = &refused else { panic!("{refused}") };
    assert_eq!((faults.len(), faults[0].line), (1, Some(3)));
    let engine = open(folder.path(), SettingsFrom::SoundPartOfFile(Vec::new())).await.unwrap();
    assert_eq!(engine.settings().policies.rules.max_chars, 2);
    assert_eq!(engine.configuration().faults.len(), 1);
}

#[tokio::test]
async fn a_key_that_is_set_holds_from_the_next_opening() {
    let folder = vault("# mine\n");
    let limits = |engine: &Engine| engine.settings().policies.max_results;
    let engine = open(folder.path(), SettingsFrom::File(Vec::new())).await.unwrap();
    let key = config::find("search.max_results").unwrap();
    assert_eq!(engine.configure(&by(&Reach::Vault), key, "4").await.unwrap(), 3);
    assert_eq!(limits(&engine), 10);
    let engine = open(folder.path(), SettingsFrom::File(Vec::new())).await.unwrap();
    assert_eq!(limits(&engine), 4);
    let once = vec![Override::parse("search.max_results=6").unwrap()];
    assert_eq!(limits(&open(folder.path(), SettingsFrom::File(once)).await.unwrap()), 6);
    let wrong = engine.configure(&by(&Reach::Vault), key, "none").await.unwrap_err();
    assert!(matches!(wrong, Error::Configuration(_)), "{wrong}");
}
