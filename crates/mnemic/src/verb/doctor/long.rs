//! The doctor looks at the files of long texts: one whose memory does not live in it any more is a leftover.

use mnemic_core::port::store::Store;

use super::{Code, Finding, Health};
use crate::{engine::Engine, error::Error};

impl Engine {
    pub(super) async fn examine_long_texts(
        &self,
        store: &dyn Store,
        health: &mut Health,
    ) -> Result<(), Error> {
        for leftover in self.scribe().long_leftovers(store).await? {
            let what = format!("`{}` is no longer the text of a memory", leftover.path);
            let finding = Finding::new(Code::LongLeftover, what);
            health.findings.push(if leftover.is_kept {
                finding
            } else {
                let remedy = "no version of the memory has this text: check the file and remove it";
                finding.for_a_person().remedied_by(remedy)
            });
        }
        Ok(())
    }
}
