//! Embed: vectors for the memories that wait for one, and what is known of the embedders.

use mnemic_core::port::embedder::EmbedError;

use crate::{
    embed::{Embedded, Queue, Serving},
    engine::Engine,
    error::Error,
    provider::ProviderFault,
};

impl Engine {
    /// Embeds up to `limit` memories that wait, the newest first. What was embedded before a failure stays.
    pub async fn embed_pending(&self, limit: usize) -> Result<Embedded, Error> {
        self.waiting_for_vectors().embed_pending(limit).await
    }

    /// How many memories wait to be embedded.
    pub async fn pending(&self) -> Result<u64, Error> {
        self.waiting_for_vectors().pending().await
    }

    /// Embeds memories after the last answer of a process, if the embedder has just answered a question or a recall
    /// lacked vectors: with a deep embedder up to `limit`, and all of it for a moment at most.
    pub async fn embed_for_a_moment(&self, limit: usize) -> Result<(), Error> {
        self.waiting_for_vectors().embed_for_a_moment(limit).await
    }

    /// Embeds memories soon after they are written, by whichever process, and lets go of a model that nobody needs,
    /// for as long as it is polled.
    pub async fn keep_embedded(&self) {
        self.waiting_for_vectors().keep_embedded().await;
    }

    /// Has texts that the deep embedder refused before asked for again.
    pub async fn forget_refusals(&self) -> Result<(), Error> {
        self.embedding().forget_refusals().await
    }

    /// Embeds a word by the deep embedder, if there is one, and says what is wrong with it. A provider is asked.
    pub async fn try_embedder(&self) -> Result<(), EmbedError> {
        self.embedding().try_embedder().await
    }

    /// Why the embedder that the settings ask for cannot be used.
    pub fn embedder_fault(&self) -> Option<&ProviderFault> {
        self.embedding().embedders().fault.as_ref()
    }

    /// What recall may use now.
    pub async fn serving(&self) -> Result<Serving, Error> {
        let read =
            self.scribe().read(|store| async move { self.embedding().serving_from(&*store).await });
        read.await
    }

    fn waiting_for_vectors(&self) -> Queue<'_> {
        Queue { embedding: self.embedding(), ledger: self.ledger(), scribe: self.scribe() }
    }
}
