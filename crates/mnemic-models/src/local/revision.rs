//! Which weights these are: a hash of the file, so that vectors of two states of a model are never compared.
//!
//! A folder that the catalogue wrote carries a stamp, so that opening it reads a few bytes and not the whole file. The
//! stamp is not trusted further: the weights are hashed when they are loaded.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

use mnemic_core::port::embedder::EmbedError;
use serde::{Deserialize, Serialize};

use super::description::unusable;

/// How many digits of the hash are kept: enough to tell models apart.
const DIGITS: usize = 16;

/// What the catalogue leaves beside the weights.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    pub bytes: u64,
    pub revision: String,
}

impl Stamp {
    /// The file's name in the model's folder.
    pub(crate) const FILE: &str = "mnemic.json";

    /// The stamp of a weights file.
    pub(crate) fn of(weights: &Path) -> io::Result<Self> {
        let mut reader = HashingReader::new(File::open(weights)?);
        let bytes = io::copy(&mut reader, &mut io::sink())?;
        Ok(Self { bytes, revision: reader.revision() })
    }

    fn beside(weights: &Path) -> Option<Self> {
        let text = fs::read_to_string(weights.with_file_name(Self::FILE)).ok()?;
        serde_json::from_str(&text).ok()
    }
}

/// The revision of a weights file: by its stamp if that is of the same length, else by reading the file.
pub(super) fn of(weights: &Path) -> Result<String, EmbedError> {
    let bytes = fs::metadata(weights).map_err(|error| unusable(weights, error))?.len();
    if let Some(stamp) = Stamp::beside(weights).filter(|stamp| stamp.bytes == bytes) {
        return Ok(stamp.revision);
    }
    Ok(Stamp::of(weights).map_err(|error| unusable(weights, error))?.revision)
}

/// Hashes what is read through it.
pub(super) struct HashingReader<Source> {
    source: Source,
    hasher: blake3::Hasher,
}

impl<Source: Read> HashingReader<Source> {
    pub(super) fn new(source: Source) -> Self {
        Self { source, hasher: blake3::Hasher::new() }
    }

    /// The revision of what was read so far.
    pub(super) fn revision(&self) -> String {
        self.hasher.finalize().to_hex()[..DIGITS].to_owned()
    }
}

impl<Source: Read> Read for HashingReader<Source> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.hasher.update(&buffer[..count]);
        Ok(count)
    }
}
