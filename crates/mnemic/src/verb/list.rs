//! List: memories by what they are, a page at a time.

use mnemic_core::{
    record::filter::{Page, Query},
    safety::caller::Caller,
};

use crate::{engine::Engine, error::Error};

/// A page of memories and how many there are in all.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing {
    /// The page.
    pub page: Page,
    /// How many memories pass the filter.
    pub total: u64,
}

impl Engine {
    /// Lists memories.
    pub async fn list(&self, caller: &Caller, query: &Query) -> Result<Listing, Error> {
        let reach = &caller.reach;
        self.read(|store| async move {
            let page = store.query(reach, query).await?;
            let total = store.count(reach, &query.filter).await?;
            Ok(Listing { page, total })
        })
        .await
    }
}
