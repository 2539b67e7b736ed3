//! Walls that the compiler does not see to: where verbs lie, and that the map of the code is true.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Files and folders below a folder, as paths with slashes. Folders end in one.
fn below(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.to_string_lossy().replace('\\', "/");
        if path.is_dir() {
            below(&path, found);
            found.push(format!("{name}/"));
        } else {
            found.push(name);
        }
    }
}

#[test]
fn verbs_lie_in_one_folder_and_reach_into_no_field() {
    let source = crates().join("mnemic/src");
    let mut files = Vec::new();
    below(&source, &mut files);
    files.retain(|file| file.ends_with(".rs"));
    let has_verbs = |file: &&String| fs::read_to_string(file).unwrap().contains("\nimpl Engine {");
    let elsewhere: Vec<&String> = files
        .iter()
        .filter(has_verbs)
        .filter(|file| !file.contains("/src/verb/"))
        .filter(|file| !file.ends_with("/src/engine.rs") && !file.ends_with("/src/open.rs"))
        .collect();
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
    let engine = fs::read_to_string(source.join("engine.rs")).unwrap();
    let fields = engine.split("pub struct Engine {").nth(1).unwrap().split("\n}").next().unwrap();
    assert!(!fields.contains("pub"), "{fields}");
}

#[test]
fn every_path_that_the_map_of_the_code_names_is_there() {
    let mut there = Vec::new();
    for krate in fs::read_dir(crates()).unwrap() {
        below(&krate.unwrap().path(), &mut there);
    }
    let map = fs::read_to_string(crates().join("../ARCHITECTURE.md")).unwrap();
    let named: Vec<&str> = map
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|named| named.ends_with(".rs") && !named.contains(' '))
        .collect();
    assert!(named.len() > 80, "only {} paths are named", named.len());
    let is_missing = |named: &&&str| !there.iter().any(|path| path.ends_with(&format!("/{named}")));
    let missing: Vec<&&str> = named.iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
