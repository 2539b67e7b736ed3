//! Review: candidates whose time is up are confirmed by use, or doubted once.

use mnemic_core::safety::caller::Caller;

use crate::{engine::Engine, error::Error, learn::review::Reviewed};

impl Engine {
    /// Judges the candidates within reach whose time is up; tells what became of those that changed.
    pub async fn review(&self, caller: &Caller) -> Result<Vec<Reviewed>, Error> {
        let reach = &caller.reach;
        self.learner().review(reach, &self.sessions().lineage()?).await
    }
}
