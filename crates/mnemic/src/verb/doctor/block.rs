//! The doctor looks for blocks whose memories the journal does not know, as when a part of it was lost.

use mnemic_core::port::store::Store;

use super::{Code, Finding, Health};
use crate::{engine::Engine, error::Error, scribe::UnknownBlocks};

/// More names than this make a sentence nobody reads.
const NAMED: usize = 3;

impl Engine {
    pub(super) async fn examine_blocks(
        &self,
        store: &dyn Store,
        health: &mut Health,
    ) -> Result<(), Error> {
        for unknown in self.scribe().unknown_blocks(store).await? {
            let finding = Finding::new(Code::BlockUnknown, sentence(&unknown));
            health.findings.push(match unknown.can_be_taken_in {
                true => finding,
                false => finding.for_a_person().remedied_by(
                    "put the journal back from git or a backup; or copy the lines you want to have back into `MEMORY.md`",
                ),
            });
        }
        Ok(())
    }
}

fn sentence(unknown: &UnknownBlocks) -> String {
    let UnknownBlocks { path, anchors, .. } = unknown;
    let named: Vec<String> =
        anchors.iter().take(NAMED).map(|anchor| format!("^{anchor}")).collect();
    let more = anchors.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let memories = match anchors.len() {
        1 => "a memory".to_owned(),
        count => format!("{count} memories"),
    };
    format!("`{path}` shows {memories} that the journal does not know: {}{more}", named.join(", "))
}
