//! What some models want to read before a text, so that they know what it is for.

use mnemic_core::port::embedder::Role;

/// What is put before questions and before memories. The default is nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prompts {
    /// Before a question.
    pub question: String,
    /// Before a memory. It is part of the identity, because it changes the vectors that are kept.
    pub memory: String,
}

impl Prompts {
    pub(crate) fn prepend_to(&self, text: &str, role: Role) -> String {
        let prompt = match role {
            Role::Question => &self.question,
            Role::Memory => &self.memory,
        };
        format!("{prompt}{text}")
    }
}
