//! The client as a language model: where it offers sampling and nobody else is configured, it is asked.
//!
//! Which client that is depends on the call that is being worked on: it is known to whatever runs inside of
//! [`on_behalf_of`] and to nothing else. So a client is asked for what its own call is about, never for what the engine
//! does by the way.

#![expect(
    deprecated,
    reason = "later versions of the protocol have clients ask models themselves; those of today offer sampling"
)]

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use mnemic::{
    Completion, LanguageError, LanguageModel, ModelIdentity, Prompt,
    token::{Estimator, TokenCounter},
};
use rmcp::model::{CreateMessageRequestParams, SamplingMessage, SamplingMessageContentBlock};

use super::client::Client;

/// How long a client may take: a person may be asked first.
const PATIENCE: Duration = Duration::from_secs(120);
const PROVIDER: &str = "client";

tokio::task_local! {
    static CLIENT: Client;
}

/// Does what a client asked for; the language model is its own, if it offers one.
pub(super) async fn on_behalf_of<T>(client: &Client, work: impl Future<Output = T>) -> T {
    CLIENT.scope(client.clone(), work).await
}

/// The language model of whichever client is being served.
pub fn sampling() -> Arc<dyn LanguageModel> {
    let (provider, model) = (PROVIDER.to_owned(), "sampling".to_owned());
    Arc::new(Sampling { identity: ModelIdentity { provider, model } })
}

struct Sampling {
    identity: ModelIdentity,
}

#[async_trait]
impl LanguageModel for Sampling {
    fn identity(&self) -> &ModelIdentity {
        &self.identity
    }

    fn is_there(&self) -> bool {
        CLIENT.try_with(|client| client.samples).unwrap_or(false)
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, LanguageError> {
        let unreachable =
            |reason: String| LanguageError::Unreachable { provider: PROVIDER.to_owned(), reason };
        let client = CLIENT.try_with(Client::clone);
        let client = client.map_err(|error| unreachable(error.to_string()))?;
        let max_tokens = u32::try_from(prompt.max_tokens).unwrap_or(u32::MAX);
        let message = SamplingMessage::user_text(&prompt.user);
        let request = CreateMessageRequestParams::new(vec![message], max_tokens)
            .with_system_prompt(&prompt.system);
        let answered = tokio::time::timeout(PATIENCE, client.peer.create_message(request)).await;
        let answered = answered.map_err(|_| unreachable("it took too long".to_owned()))?;
        let message = answered.map_err(|error| unreachable(error.to_string()))?.message;
        let texts = message.content.into_vec().into_iter().filter_map(|block| match block {
            SamplingMessageContentBlock::Text(text) => Some(text.text),
            _ => None,
        });
        let text = texts.collect::<Vec<_>>().join("\n");
        if text.trim().is_empty() {
            let reason = "without a text".to_owned();
            return Err(LanguageError::Nonsense { provider: PROVIDER.to_owned(), reason });
        }
        let input_tokens = Estimator.count(&prompt.system) + Estimator.count(&prompt.user);
        Ok(Completion { input_tokens, output_tokens: Estimator.count(&text), text })
    }
}
