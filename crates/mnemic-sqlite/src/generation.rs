//! The files of an index: `memory-<number>.sqlite`, of which the highest number is current.

use std::{
    fs::{self, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use mnemic_platform::FileId;

const PREFIX: &str = "memory-";
const BUILDING_PREFIX: &str = "building-";
const SUFFIX: &str = ".sqlite";

/// One generation, told from any other that ever had its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Generation {
    /// Its file.
    pub(crate) path: PathBuf,
    id: FileId,
}

impl Generation {
    /// The highest generation in the directory, if there is one. One that vanishes while it is looked
    /// at has a successor.
    pub(crate) fn current(dir: &Path) -> io::Result<Option<Self>> {
        while let Some(number) = numbers(dir)?.into_iter().max() {
            let path = path_of(dir, number);
            match mnemic_platform::state_at(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                state => return Ok(Some(Self { id: state?.id, path })),
            }
        }
        Ok(None)
    }

    /// Makes a finished build the current generation and removes the ones before it. Says its number.
    pub(crate) fn activate(dir: &Path, built: &Path) -> io::Result<u64> {
        let older = numbers(dir)?;
        let next = older.iter().max().map_or(1, |highest| highest + 1);
        mnemic_platform::sync_file(built)?;
        fs::rename(built, path_of(dir, next))?;
        mnemic_platform::sync_dir(dir)?;
        older.into_iter().for_each(|number| remove(&path_of(dir, number)));
        Ok(next)
    }
}

/// Makes an empty file to build in, readable by its owner alone.
pub(crate) fn create_building(dir: &Path, name: &str) -> io::Result<PathBuf> {
    mnemic_platform::create_private_dir_all(dir)?;
    let path = dir.join(format!("{BUILDING_PREFIX}{name}{SUFFIX}"));
    private().create_new(true).open(&path)?;
    Ok(path)
}

/// Makes a file that its owner alone can read, and the directory it lies in, unless they are there.
pub(crate) fn create_private(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), mnemic_platform::create_private_dir_all)?;
    if !is_plain(path) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    private().create(true).truncate(false).open(path).map(drop)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    mnemic_platform::private(&mut options);
    options
}

/// Removes what builds that were cut off have left. Only one process builds at a time.
pub(crate) fn sweep_buildings(dir: &Path) -> io::Result<()> {
    for name in names(dir)? {
        if name.starts_with(BUILDING_PREFIX) {
            fs::remove_file(dir.join(name))?;
        }
    }
    Ok(())
}

/// The names of files of former generations and abandoned builds, by name.
pub(crate) fn strays(dir: &Path) -> io::Result<Vec<String>> {
    let current = numbers(dir)?.into_iter().max();
    let mut strays = names(dir)?;
    strays.retain(|name| {
        let is_former = || number_of(name).is_some_and(|number| Some(number) != current);
        name.starts_with(BUILDING_PREFIX) || is_former()
    });
    strays.sort();
    Ok(strays)
}

/// Removes them.
pub(crate) fn sweep(dir: &Path) -> io::Result<()> {
    strays(dir)?.into_iter().try_for_each(|name| remove_anything(&dir.join(name)))
}

/// Removes what has the name of a file of an index, whatever it is.
fn remove_anything(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path)?.is_dir() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    }
}

/// Whether there is a plain file, or nothing, at a path. SQLite would wait for ever to open a FIFO.
pub(crate) fn is_plain(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |metadata| metadata.is_file())
}

/// The generation that a file belongs to, whether it is its own or one that SQLite keeps beside it.
fn number_of(name: &str) -> Option<u64> {
    let (number, _) = name.strip_prefix(PREFIX)?.split_once(SUFFIX)?;
    number.parse().ok()
}

fn path_of(dir: &Path, number: u64) -> PathBuf {
    dir.join(format!("{PREFIX}{number}{SUFFIX}"))
}

fn numbers(dir: &Path) -> io::Result<Vec<u64>> {
    let number = |name: &str| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.parse().ok();
    let mut names = names(dir)?;
    names.retain(|name| name.ends_with(SUFFIX) && is_plain(&dir.join(name)));
    Ok(names.iter().filter_map(|name| number(name)).collect())
}

fn names(dir: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let name = |entry: io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name().into_string());
    entries.map(name).filter_map(|name| name.map(Result::ok).transpose()).collect()
}

/// Another process may still hold an old generation; where that keeps it from being removed it
/// stays, until the next switch.
fn remove(path: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        if let Err(error) = fs::remove_file(&name)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::debug!(%error, path = %path.display(), "an old generation stays");
        }
    }
}
