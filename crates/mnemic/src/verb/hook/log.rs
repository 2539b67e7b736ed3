//! Where failures of hooks are noted: nobody is there to be told, and the agent must not be disturbed.

use std::path::Path;

use jiff::Timestamp;

use crate::vault::{Vault, disk};

/// A log that has grown so long begins anew.
const MAX_BYTES: u64 = 1024 * 1024;

/// Notes a failure in the cache of the vault in a folder. Where there is no vault, or no room, nobody hears of it.
pub fn note(vault: &Path, now: Timestamp, text: &str) {
    if !Vault::is_at(vault) {
        return;
    }
    let path = vault.join("cache/hooks.log");
    let line = format!("{now} {}\n", text.replace(['\n', '\r'], " "));
    let is_long = disk::mark(&path).ok().flatten().is_some_and(|mark| mark.size > MAX_BYTES);
    let noted = match is_long {
        true => disk::write_scratch(&path, &line),
        false => disk::append(&path, &line),
    };
    if let Err(error) = noted {
        tracing::info!(%error, "a failure of a hook was not noted");
    }
}
