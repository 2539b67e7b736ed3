//! Fetching a model from a hub.

use std::{fs::File, io, path::PathBuf};

use sha2::{Digest, Sha256};

use super::{Catalogue, FetchError, KnownModel, Pin, Presence, Progress, staging::Staging};
use crate::http::HttpClient;

/// Where models are fetched from unless told otherwise.
pub const HUB: &str = "https://huggingface.co";

impl Catalogue {
    /// Fetches a model from a hub, [`HUB`] or one that is arranged like it. Does nothing if the model is here, to the bit.
    /// Blocks.
    pub fn fetch(
        &self,
        name: &str,
        client: &HttpClient,
        hub: &str,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<PathBuf, FetchError> {
        let model = self.known(name).ok_or_else(|| FetchError::Unknown(name.to_owned()))?;
        if matches!(self.presence(model), Presence::Present) && self.is_intact(model) {
            return Ok(self.folder.join(name));
        }
        let Some(repository) = &model.repository else {
            let command = model.archive_command.clone();
            return Err(FetchError::NotOnHub { name: name.to_owned(), command });
        };
        let mut staging = Staging::new(&self.folder)?;
        for pin in model.vocabularies.first().into_iter().chain([&model.weights]) {
            let url = format!("{hub}/{repository}/resolve/main/{}", pin.file);
            let reader = client.download(&url).map_err(|source| FetchError::Hub { url, source })?;
            let found = staging.take(&pin.file, reader, pin.bytes, progress)?;
            pin.check(&found)?;
        }
        staging.install(model, &self.folder)
    }

    /// Whether the files of a model that is here are the pinned ones.
    fn is_intact(&self, model: &KnownModel) -> bool {
        let folder = self.folder.join(&model.name);
        let is_pinned = |pin: &Pin| {
            let found = File::open(folder.join(&pin.file)).and_then(sha256);
            found.is_ok_and(|found| found == pin.sha256)
        };
        is_pinned(&model.weights) && model.vocabularies.iter().any(is_pinned)
    }
}

impl Pin {
    fn check(&self, found: &str) -> Result<(), FetchError> {
        if found == self.sha256 {
            return Ok(());
        }
        Err(FetchError::Wrong {
            file: self.file.clone(),
            expected: self.sha256.clone(),
            found: found.to_owned(),
        })
    }
}

fn sha256(mut file: File) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut file, &mut hasher)?;
    Ok(format!("{:x}", hasher.finalize()))
}
