//! What a configuration says about sessions, beside what presets choose.

use crate::session::expiry::ExpiryPolicy;

/// What sessions need to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionSettings {
    /// How long sessions are waited for.
    pub patience: ExpiryPolicy,
}

impl Default for SessionSettings {
    fn default() -> Self {
        Self { patience: ExpiryPolicy { idle_hours: 24, retention_days: 30 } }
    }
}
