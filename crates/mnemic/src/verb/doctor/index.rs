//! The doctor looks at the index: whether it is there, whole and at the end of the journal.

use std::sync::Arc;

use mnemic_core::port::store::{Store, StoreError};

use super::{Code, Health};
use crate::{engine::Engine, error::Error};

impl Engine {
    /// Looks at every row and word; nothing when the index cannot be used by this version.
    pub(super) async fn examine_index(
        &self,
        health: &mut Health,
    ) -> Result<Option<Arc<dyn Store>>, Error> {
        let lengths = self.ledger().journal_lengths()?;
        match self.ledger().current_store().await {
            Ok(None) if lengths.values().all(|length| *length == 0) => {}
            Ok(None) => health.add(Code::IndexMissing, "there was no index"),
            Ok(Some(store)) if store.cursor().await?.lengths() != lengths => {
                health.add(Code::IndexBehind, "the index was not at the end of the journal");
            }
            Ok(Some(_)) => {}
            Err(newer @ StoreError::Newer { .. }) => {
                health.add(Code::IndexNewer, newer.to_string());
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        }
        let store = self.scribe().fresh_store().await?;
        for fault in store.check().await? {
            health.add(Code::IndexDamaged, fault);
        }
        self.examine_strays(health).await?;
        Ok(Some(store))
    }

    /// Files of an index that is being built are no strays.
    async fn examine_strays(&self, health: &mut Health) -> Result<(), Error> {
        let Some(_building) = self.ledger().try_hold_build_lock().await else { return Ok(()) };
        let strays = self.ledger().index().strays().await?;
        if !strays.is_empty() {
            let names = strays.join(", ");
            health.add(Code::IndexStray, format!("no process uses these index files: {names}"));
        }
        Ok(())
    }

    pub(super) async fn sweep_index(&self) -> Result<(), Error> {
        let _building = self.ledger().hold_build_lock().await?;
        Ok(self.ledger().index().sweep().await?)
    }
}
