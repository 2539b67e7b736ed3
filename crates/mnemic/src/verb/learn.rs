//! What a conversation teaches, said by the language model where there is one, else by rules.

use std::collections::HashSet;

use mnemic_core::{
    learn::{
        claim::{Claims, TextContradiction},
        flush::FlushReply,
    },
    port::language::{Completion, LanguageError, ModelIdentity, Prompt},
    record::fingerprint::Fingerprint,
    session::Turn,
};

use crate::{engine::Engine, learn::Learnt};

impl Engine {
    /// A summary of a conversation in Markdown, within so many tokens.
    pub async fn summarise(&self, turns: &[Turn], tokens: usize) -> Learnt<String> {
        self.learner().summarise(turns, tokens).await
    }

    /// A name for a conversation, as part of a file's name.
    pub async fn name_session(&self, turns: &[Turn]) -> Learnt<String> {
        self.learner().name_session(turns).await
    }

    /// What of a conversation is worth saving before it is compacted, beyond what is known by its fingerprint.
    pub async fn extract(
        &self,
        turns: &[Turn],
        known: &HashSet<Fingerprint>,
    ) -> Learnt<FlushReply> {
        self.learner().extract(turns, known).await
    }

    /// How two texts contradict each other. Rules find it; a model may say that it is none.
    pub async fn contradiction(
        &self,
        one: &Claims,
        other: &Claims,
    ) -> Learnt<Option<TextContradiction>> {
        self.learner().contradiction(one, other).await
    }

    /// Which language model is asked, if any.
    pub fn language_model(&self) -> Option<&ModelIdentity> {
        self.learner().language().identity()
    }

    /// Asks the language model, if there is one and the day's tokens reach for it. Secrets are taken out of the prompt,
    /// and what makes a file unreadable out of the answer.
    pub async fn ask(&self, prompt: &Prompt) -> Result<Option<Completion>, LanguageError> {
        self.learner().language().ask(prompt).await
    }
}
