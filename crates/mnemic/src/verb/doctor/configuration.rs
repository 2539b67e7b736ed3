//! The doctor looks at the configuration: what was wrong with it when the vault was opened, and what it asks for that
//! cannot be had. A model of this machine is tried out.

use mnemic_core::settings::FILE;

use super::{Code, Health};
use crate::engine::Engine;

impl Engine {
    pub(super) async fn examine_configuration(&self, health: &mut Health) {
        for fault in &self.configuration().faults {
            health.add(Code::ConfigurationFault, format!("{FILE} {fault}"));
        }
        if let Some(fault) = &self.embedding().embedders().fault {
            health.add(Code::EmbedderMissing, fault.to_string());
        }
        if let Err(fault) = self.embedding().try_own_model().await {
            health.add(Code::EmbedderMissing, fault.to_string());
        }
    }
}
