//! What every half of the platform keeps, one test for each sentence of the contract.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs::{self, File, OpenOptions},
    io::ErrorKind,
    path::Path,
};

use mnemic_platform::{
    Links, close_to_others, create_private_dir, create_private_dir_all, exchange, fill_random,
    host_name, is_open_to_others, network_kind, open_plain, private, read_at, read_exact_at,
    rename_new, state_at, state_of, sync_dir, sync_file, write_all_at,
};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[expect(clippy::disallowed_methods, reason = "a file as other programs make one")]
fn file(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
}

#[test]
fn what_is_made_privately_is_closed_to_others() {
    let folder = folder();
    let (below, deep) = (folder.path().join("below"), folder.path().join("a/b"));
    create_private_dir(&below).unwrap();
    create_private_dir_all(&deep).unwrap();
    let path = below.join("file");
    private(OpenOptions::new().write(true).create_new(true)).open(&path).unwrap();
    for made in [below, deep.parent().unwrap().to_owned(), deep, path] {
        assert!(!is_open_to_others(&made).unwrap(), "{}", made.display());
    }
}

#[test]
fn a_folder_is_made_once_and_those_above_it_as_often_as_wanted() {
    let folder = folder();
    let below = folder.path().join("below");
    create_private_dir(&below).unwrap();
    assert_eq!(create_private_dir(&below).unwrap_err().kind(), ErrorKind::AlreadyExists);
    create_private_dir_all(&below).unwrap();
}

#[test]
fn what_is_no_plain_file_is_refused_and_named() {
    let folder = folder();
    let refused =
        open_plain(OpenOptions::new().read(true), folder.path(), Links::Follow).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::InvalidInput);
    assert_eq!(refused.to_string(), "it is a folder");
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_or_refused() {
    let folder = folder();
    let (target, link) = (folder.path().join("target"), folder.path().join("link"));
    file(&target, "text");
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert!(open_plain(OpenOptions::new().read(true), &link, Links::Follow).is_ok());
    assert!(open_plain(OpenOptions::new().read(true), &link, Links::Refuse).is_err());
}

#[test]
fn files_and_folders_are_exchanged_where_the_file_system_can() {
    let folder = folder();
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    file(&one, "1");
    file(&other, "2");
    match exchange(&one, &other) {
        Ok(()) => assert_eq!(fs::read(&one).unwrap(), b"2"),
        Err(error) => assert_eq!(error.kind(), ErrorKind::Unsupported),
    }
}

#[test]
fn an_exchange_with_what_is_missing_changes_nothing() {
    let folder = folder();
    let one = folder.path().join("one");
    file(&one, "1");
    let refused = exchange(&one, &folder.path().join("missing")).unwrap_err();
    assert!(matches!(refused.kind(), ErrorKind::NotFound | ErrorKind::Unsupported));
    assert_eq!(fs::read(&one).unwrap(), b"1");
}

#[test]
fn a_rename_to_a_new_name_overwrites_nothing() {
    let folder = folder();
    let (from, taken) = (folder.path().join("from"), folder.path().join("taken"));
    file(&from, "1");
    file(&taken, "2");
    let refused = rename_new(&from, &taken).unwrap_err();
    assert!(matches!(refused.kind(), ErrorKind::AlreadyExists | ErrorKind::Unsupported));
    assert_eq!(fs::read(&taken).unwrap(), b"2");
}

#[test]
fn files_and_folders_are_synced() {
    let folder = folder();
    let path = folder.path().join("file");
    file(&path, "text");
    sync_file(&path).unwrap();
    sync_dir(folder.path()).unwrap();
    assert_eq!(sync_file(&folder.path().join("missing")).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn a_file_keeps_its_identity_under_another_name_and_gets_another_when_it_is_replaced() {
    let folder = folder();
    let (path, moved) = (folder.path().join("file"), folder.path().join("moved"));
    file(&path, "text");
    let open = File::open(&path).unwrap();
    let before = state_at(&path).unwrap();
    assert_eq!(before, state_of(&open).unwrap());
    assert_eq!(before.size, 4);
    fs::rename(&path, &moved).unwrap();
    assert_eq!(state_at(&moved).unwrap().id, before.id);
    file(&path, "other");
    assert_ne!(state_at(&path).unwrap().id, before.id);
}

#[test]
fn places_in_a_file_are_read_and_written() {
    let folder = folder();
    let path = folder.path().join("file");
    file(&path, "abcdef");
    let open = OpenOptions::new().read(true).write(true).open(&path).unwrap();
    write_all_at(&open, b"X", 2).unwrap();
    let mut three = [0; 3];
    read_exact_at(&open, &mut three, 1).unwrap();
    assert_eq!(&three, b"bXd");
    assert_eq!(read_at(&open, &mut three, 5).unwrap(), 1);
    assert_eq!(read_exact_at(&open, &mut three, 5).unwrap_err().kind(), ErrorKind::UnexpectedEof);
}

#[test]
fn access_for_others_is_removed() {
    let folder = folder();
    let path = folder.path().join("file");
    file(&path, "text");
    close_to_others(&path).unwrap();
    assert!(!is_open_to_others(&path).unwrap());
}

#[test]
fn a_folder_that_is_not_there_yet_lies_where_the_one_above_does() {
    let folder = folder();
    assert_eq!(network_kind(&folder.path().join("a/b")), network_kind(folder.path()));
}

#[test]
fn randomness_is_not_the_same_twice_and_the_machine_has_a_name() {
    let (mut one, mut other) = ([0; 16], [0; 16]);
    fill_random(&mut one);
    fill_random(&mut other);
    assert_ne!(one, other);
    assert!(!host_name().is_empty());
}

/// Everything up to the tests of a file.
fn product_code(source: &str) -> &str {
    source.split("#[cfg(test)]").next().unwrap_or_default()
}

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_other_crate_names_an_operating_system() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut looked_at, mut found) = (0, Vec::new());
    for entry in fs::read_dir(own.parent().unwrap()).unwrap() {
        let krate = entry.unwrap().path();
        if krate == own || !krate.join("src").is_dir() {
            continue;
        }
        let mut files = Vec::new();
        sources(&krate.join("src"), &mut files);
        looked_at += files.len();
        let names = ["rustix", "libc::", "os::unix", "signal::unix", "cfg(unix)"];
        found.extend(files.into_iter().filter(|path| {
            let source = fs::read_to_string(path).unwrap();
            names.iter().any(|name| product_code(&source).contains(name))
        }));
    }
    assert!(looked_at > 100, "only {looked_at} files were looked at");
    assert!(found.is_empty(), "{found:#?}");
}
