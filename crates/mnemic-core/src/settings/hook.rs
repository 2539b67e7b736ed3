//! What a configuration says about hooks.

/// What is done when an agent's client tells of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HookSettings {
    /// Whether the agent is handed what is remembered.
    pub inject: bool,
    /// Whether what is said is kept.
    pub capture: bool,
}

impl Default for HookSettings {
    fn default() -> Self {
        Self { inject: true, capture: true }
    }
}
