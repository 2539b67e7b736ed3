//! The doctor looks at memories: clashes that nobody has settled, and memories without a number.

use mnemic_core::{port::store::Store, record::scope::Reach};

use super::{Code, Finding, Health};
use crate::{engine::Engine, error::Error, ledger::number::called};

impl Engine {
    pub(super) async fn examine_memories(
        &self,
        store: &dyn Store,
        health: &mut Health,
    ) -> Result<(), Error> {
        for id in store.unnumbered().await? {
            if let Some(memory) = store.get(&Reach::Vault, id).await? {
                health.add(Code::MemoryUnnumbered, format!("^{} has no number", memory.anchor));
            }
        }
        for conflict in store.conflicts(&Reach::Vault, None).await? {
            let Some(memory) = store.get(&Reach::Vault, conflict.id).await? else { continue };
            let name = called(&memory);
            let typed = memory.number.map_or_else(|| memory.anchor.to_string(), |n| n.to_string());
            let (kept, other) = (conflict.kept, conflict.other);
            let what = format!("two changes of {name} clash (versions {kept} and {other})");
            let remedy = format!(
                "read both with `mnemic show {typed}` and settle it with `mnemic update {typed} TEXT`"
            );
            health.findings.push(Finding::new(Code::ConflictOpen, what).remedied_by(remedy));
        }
        Ok(())
    }
}
