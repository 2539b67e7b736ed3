//! A BERT-type model that runs here: all-MiniLM-L6-v2, or any other whose folder is named.
//!
//! The weights are read into memory at the first text, not mapped: a file that is cut off under a running process is
//! an error that way, and not the end of the process. They are let go when nothing was embedded for a while.

mod bert;
mod config;
mod description;
mod numeric;
mod revision;
mod sequence;
mod shape;
mod weights;

use std::{
    mem,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use jiff::Timestamp;
use mnemic_core::port::embedder::{EmbedError, Embedder, Embedding, Identity, Role};
use tokio::task::spawn_blocking;

use crate::prompt::Prompts;
use bert::Bert;
use description::Description;
pub(crate) use revision::Stamp;
pub(crate) use shape::Pinned;

/// Where the files of a model are and what they say about it, with the model itself once it was needed.
#[derive(Debug)]
pub struct LocalModel {
    identity: Identity,
    prompts: Prompts,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    description: Description,
    revision: String,
    residence: Mutex<LoadState>,
}

/// Whether the model is in memory, and for how long it has not been needed.
#[derive(Debug, Default)]
struct LoadState {
    bert: Option<Arc<Bert>>,
    used: bool,
    idle_since_at: Option<Timestamp>,
}

/// Whether the folder describes a model that can be run; its weights are not read.
pub(crate) fn check(folder: &Path) -> Result<(), EmbedError> {
    Description::read(folder).map(|_| ())
}

impl LocalModel {
    /// The model in a folder with `config.json`, weights in a `.safetensors` file, and `vocab.txt` or `tokenizer.json`.
    ///
    /// What the folder says about the model is checked; the weights are read at the first text. A folder that was not
    /// written by a [`Catalogue`](crate::Catalogue) has its weights hashed here, which takes some 50 ms for 90 MB.
    pub fn open(provider: &str, folder: &Path, prompts: Prompts) -> Result<Self, EmbedError> {
        Self::open_as(provider, folder, prompts, None)
    }

    /// The same for a model that may be one that is known.
    pub(crate) fn open_as(
        provider: &str,
        folder: &Path,
        prompts: Prompts,
        pinned: Option<&Pinned<'_>>,
    ) -> Result<Self, EmbedError> {
        let description = Description::read(folder)?;
        let revision = revision::of(&description.weights)?;
        let identity = Identity {
            provider: provider.to_owned(),
            model: description.name.clone(),
            revision: description.revision(&revision, pinned)?,
            dimensions: description.config.hidden_size,
            prompt: prompts.memory.clone(),
        };
        let residence = Mutex::default();
        Ok(Self {
            identity,
            prompts,
            shared: Arc::new(Shared { description, revision, residence }),
        })
    }

    /// Whether the weights are in memory.
    pub fn is_loaded(&self) -> bool {
        self.shared.lock().bert.is_some()
    }

    /// Lets the weights go if nothing was embedded for `idle`, and says whether it did. To be called from time to
    /// time: what counts is when it was first seen that nothing had been embedded since the call before.
    pub fn unload_idle(&self, now: Timestamp, idle: Duration) -> bool {
        let mut residence = self.shared.lock();
        if mem::take(&mut residence.used) {
            residence.idle_since_at = Some(now);
        }
        let rested = residence.idle_since_at.map(|since| now.duration_since(since).unsigned_abs());
        if residence.bert.is_none() || rested.is_none_or(|rested| rested < idle) {
            return false;
        }
        residence.bert = None;
        residence.idle_since_at = None;
        tracing::debug!(model = self.identity.model, "model unloaded");
        true
    }
}

impl Shared {
    /// The model, loaded if it is not. Whoever comes while it is being loaded waits for it.
    fn bert(&self) -> Result<Arc<Bert>, EmbedError> {
        let mut residence = self.lock();
        residence.used = true;
        if let Some(bert) = &residence.bert {
            return Ok(Arc::clone(bert));
        }
        let bert = Arc::new(Bert::load(&self.description, &self.revision)?);
        residence.bert = Some(Arc::clone(&bert));
        tracing::debug!(model = self.description.name, "model loaded");
        Ok(bert)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, LoadState> {
        // Whoever panicked had not changed it yet.
        self.residence.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Embedder for LocalModel {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn is_ready(&self) -> bool {
        self.is_loaded()
    }

    fn unload_idle(&self, now: Timestamp, idle: Duration) -> bool {
        Self::unload_idle(self, now, idle)
    }

    /// Runs beside the runtime, on one core. Two calls at once use two.
    async fn embed(&self, texts: &[&str], role: Role) -> Result<Vec<Embedding>, EmbedError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let texts: Vec<String> =
            texts.iter().map(|text| self.prompts.prepend_to(text, role)).collect();
        let shared = Arc::clone(&self.shared);
        let path = self.shared.description.weights.display().to_string();
        let work = spawn_blocking(move || shared.bert()?.embed(&texts));
        work.await.unwrap_or_else(|failure| {
            Err(EmbedError::Unusable { path, reason: format!("the computation failed: {failure}") })
        })
    }
}
