//! What is in a wheel, a tarball or a folder, file by file.
//!
//! Files are known by their last name alone. Nothing is written where an archive says.

use std::{
    fs::{self, File},
    io::{self, BufReader, Read, Seek},
    path::Path,
};

use flate2::read::GzDecoder;
use zip::{ZipArchive, result::ZipError};

use super::FetchError;

const ZIP_MARK: [u8; 2] = *b"PK";
const GZIP_MARK: [u8; 2] = [0x1F, 0x8B];
/// How deep below a folder is looked: an unpacked wheel has its model two folders down.
const MAX_DEPTH: usize = 4;

/// What is done with a file, given its last name.
type Visit<'a> = dyn FnMut(&str, &mut dyn Read) -> Result<(), FetchError> + 'a;

/// Shows each file of an archive or a folder.
pub(super) fn each_file(source: &Path, visit: &mut Visit<'_>) -> Result<(), FetchError> {
    let fault = |error| unreadable(source, error);
    if source.is_dir() {
        return in_folder(source, MAX_DEPTH, visit);
    }
    let mut file = File::open(source).map_err(fault)?;
    let mut mark = [0; 2];
    file.read_exact(&mut mark).map_err(fault)?;
    file.rewind().map_err(fault)?;
    match mark {
        ZIP_MARK => in_zip(source, file, visit),
        GZIP_MARK => in_tarball(source, file, visit),
        _ => Err(FetchError::NoModel {
            path: source.display().to_string(),
            reason: "it is neither a wheel nor a tarball".to_owned(),
        }),
    }
}

fn in_zip(source: &Path, file: File, visit: &mut Visit<'_>) -> Result<(), FetchError> {
    let fault = |error: ZipError| unreadable(source, error.into());
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(fault)?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(fault)?;
        let name = last_name(Path::new(entry.name()));
        if entry.is_file() {
            visit(&name, &mut entry)?;
        }
    }
    Ok(())
}

fn in_tarball(source: &Path, file: File, visit: &mut Visit<'_>) -> Result<(), FetchError> {
    let fault = |error| unreadable(source, error);
    let mut archive = tar::Archive::new(GzDecoder::new(BufReader::new(file)));
    for entry in archive.entries().map_err(fault)? {
        let mut entry = entry.map_err(fault)?;
        let name = last_name(&entry.path().map_err(fault)?);
        if entry.header().entry_type().is_file() {
            visit(&name, &mut entry)?;
        }
    }
    Ok(())
}

/// Files may be links, as in the hub's own cache; folders may not, so that there is an end.
fn in_folder(folder: &Path, depth: usize, visit: &mut Visit<'_>) -> Result<(), FetchError> {
    let entries = fs::read_dir(folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
    for entry in entries.map_err(|error| unreadable(folder, error))? {
        let path = entry.path();
        let kind = entry.file_type().map_err(|error| unreadable(&path, error))?;
        if kind.is_dir() && depth > 0 {
            in_folder(&path, depth - 1, visit)?;
        } else if path.is_file() {
            let mut file = File::open(&path).map_err(|error| unreadable(&path, error))?;
            visit(&last_name(&path), &mut file)?;
        }
    }
    Ok(())
}

fn last_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn unreadable(path: &Path, source: io::Error) -> FetchError {
    FetchError::File { path: path.display().to_string(), source }
}
