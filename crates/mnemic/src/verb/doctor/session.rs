//! The doctor looks at the transcripts of sessions: whether each says which session it is of, and whether every line of
//! it can be read.

use mnemic_core::session::Transcript;

use super::{Code, Health};
use crate::{engine::Engine, error::Error};

impl Engine {
    pub(super) fn examine_sessions(&self, health: &mut Health) -> Result<(), Error> {
        let folders = self.vault().session_folders().map_err(Error::file("list", self.root()))?;
        for (_, folder) in folders {
            for files in self.sessions().transcripts(&folder)? {
                let path = files.transcript();
                match files.read() {
                    Ok(bytes) => examine(&path, &String::from_utf8_lossy(&bytes), health),
                    Err(error) => {
                        let what = format!("`{path}` cannot be read: {error}");
                        health.add(Code::TranscriptDamaged, what);
                    }
                }
            }
        }
        Ok(())
    }
}

fn examine(path: &str, text: &str, health: &mut Health) {
    if !Transcript::is_begun(text) {
        return health.add(Code::TranscriptUnbegun, format!("`{path}` has no whole first line"));
    }
    match Transcript::read(text) {
        Ok(transcript) => tell(path, &transcript, health),
        Err(fault) => {
            let what = format!("`{path}` line {}: {}", fault.line, fault.fault);
            health.add(Code::TranscriptDamaged, what);
        }
    }
}

fn tell(path: &str, transcript: &Transcript, health: &mut Health) {
    for fault in &transcript.faults {
        health.add(
            Code::TranscriptLineDamaged,
            format!("`{path}` line {}: {}", fault.line, fault.fault),
        );
    }
    if transcript.torn.is_some() {
        health.add(Code::TranscriptTorn, format!("`{path}` ends in an incomplete line"));
    }
}
