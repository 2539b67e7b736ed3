//! Numbering: a memory whose number was another's, as after a merge of two machines, is given the next free one.

use mnemic_core::{
    journal::event::{Actor, Channel, Event, Numbered},
    record::memory::Memory,
};

use super::Ledger;
use crate::error::Error;

impl Ledger {
    /// Draws numbers for all memories that have none.
    pub(crate) async fn number_memories(&self) -> Result<(), Error> {
        if self.followed_store().await?.unnumbered().await?.is_empty() {
            return Ok(());
        }
        let mut writer = Box::pin(self.writer(Actor::through(Channel::Scribe))).await?;
        let unnumbered = writer.store().unnumbered().await?;
        let numbered: Vec<Event> = unnumbered
            .into_iter()
            .map(|id| Event::Numbered(Numbered { id, number: writer.draw_number() }))
            .collect();
        if numbered.is_empty() {
            return Ok(());
        }
        tracing::info!(memories = numbered.len(), "numbered");
        writer.commit(numbered).await
    }
}

/// How people call a memory: by its number, else by its anchor.
pub(crate) fn called(memory: &Memory) -> String {
    match memory.number {
        Some(number) => format!("[id:{number}]"),
        None => format!("^{}", memory.anchor),
    }
}
