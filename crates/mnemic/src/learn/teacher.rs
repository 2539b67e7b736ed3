//! What a conversation teaches: said by the language model where there is one, by rules where there is none or it fails.
//!
//! Whoever calls hears which of the two it was, and why not the model.

use std::collections::HashSet;

use mnemic_core::learn::{slug, summary};
use mnemic_core::{
    learn::{
        claim::{Claims, TextContradiction},
        finding::findings_beyond,
        flush::{self, FlushReply},
    },
    port::language::Prompt,
    record::fingerprint::Fingerprint,
    session::Turn,
    text::token::Estimator,
};

use super::Learner;

/// Something learnt, and from whom.
#[derive(Debug, Clone, PartialEq)]
pub struct Learnt<T> {
    /// What was learnt.
    pub value: T,
    /// From whom.
    pub teacher: Teacher,
}

/// Who said what was learnt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Teacher {
    /// The language model.
    Model,
    /// Rules.
    Rules {
        /// Why not the model, if there is one.
        instead: Option<String>,
    },
}

/// How long a model's answer to a flush may be.
const FLUSH_TOKENS: usize = 2_000;

impl Learner {
    /// A summary of a conversation in Markdown, within so many tokens.
    pub(crate) async fn summarise(&self, turns: &[Turn], tokens: usize) -> Learnt<String> {
        let prompt = summary::prompt(turns, tokens);
        let fits = |text: &str| summary::checked(text, turns, tokens, &Estimator);
        let rules = || summary::summary(turns, tokens, &Estimator);
        self.learn(prompt, fits, rules).await
    }

    /// A name for a conversation, as part of a file's name.
    pub(crate) async fn name_session(&self, turns: &[Turn]) -> Learnt<String> {
        let fits =
            |text: &str| slug::checked(text, turns).ok_or_else(|| "the name is none".to_owned());
        self.learn(slug::prompt(turns), fits, || slug::slug(turns)).await
    }

    /// What of a conversation is worth saving before it is compacted, beyond what is known by its fingerprint.
    pub(crate) async fn extract(
        &self,
        turns: &[Turn],
        known: &HashSet<Fingerprint>,
    ) -> Learnt<FlushReply> {
        let prompt = Prompt {
            system: flush::SYSTEM.to_owned(),
            user: flush::prompt(turns),
            max_tokens: FLUSH_TOKENS,
        };
        let fits = |text: &str| {
            let reply = flush::parse(text);
            let is_answer = reply.declined || !reply.extracts.is_empty();
            if is_answer { Ok(reply.without(known)) } else { Err(reply.notes.join("; ")) }
        };
        let rules = || FlushReply::from_findings(findings_beyond(turns, known));
        self.learn(prompt, fits, rules).await
    }

    /// How two texts contradict each other. Rules find it; a model may say that it is none.
    pub(crate) async fn contradiction(
        &self,
        one: &Claims,
        other: &Claims,
    ) -> Learnt<Option<TextContradiction>> {
        let found = one.contradict(other);
        let Some(contradiction) = found.clone() else {
            return Learnt { value: None, teacher: Teacher::Rules { instead: None } };
        };
        let prompt = contradiction.prompt();
        let fits = |text: &str| match contradiction.judged(text) {
            Some(true) => Ok(found.clone()),
            Some(false) => Ok(None),
            None => Err("the answer is neither yes nor no".to_owned()),
        };
        self.learn(prompt, fits, || found.clone()).await
    }

    /// What the model says if it is asked and its answer fits, else what rules say.
    async fn learn<T>(
        &self,
        prompt: Prompt,
        fits: impl Fn(&str) -> Result<T, String>,
        rules: impl FnOnce() -> T,
    ) -> Learnt<T> {
        let answered = match self.language.ask(&prompt).await {
            Ok(None) => {
                return Learnt { value: rules(), teacher: Teacher::Rules { instead: None } };
            }
            Ok(Some(completion)) => fits(&completion.text),
            Err(error) => Err(error.to_string()),
        };
        match answered {
            Ok(value) => Learnt { value, teacher: Teacher::Model },
            Err(reason) => {
                tracing::warn!(reason, "rules do what the language model was asked for");
                Learnt { value: rules(), teacher: Teacher::Rules { instead: Some(reason) } }
            }
        }
    }
}
