//! Receipts: kept in the vault's cache, a file for each day, for as long as someone may ask why.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use jiff::{Timestamp, ToSpan, tz::TimeZone};
use mnemic_core::{recall::receipt::Receipt, record::id::ReceiptId};

use crate::{
    error::Error,
    host::Host,
    ledger::redact,
    vault::disk::{self, blocking},
};

/// Receipts are kept for so many days. Chosen by hand, as is the next.
const KEPT_DAYS: i64 = 30;
/// With so many waiting they are written.
const WAITING_MOST: usize = 32;

/// Where receipts go, and those that are not written yet.
pub(crate) struct Receipts {
    host: Arc<Host>,
    /// None when nothing may be left on disk.
    folder: Option<PathBuf>,
    waiting: Mutex<Vec<Receipt>>,
}

impl Receipts {
    pub(crate) fn new(host: Arc<Host>, folder: Option<PathBuf>) -> Self {
        Self { host, folder, waiting: Mutex::default() }
    }

    /// A name for the next receipt.
    pub(crate) fn next_id(&self) -> ReceiptId {
        ReceiptId::new(self.host.randomness().as_ref())
    }

    /// Keeps a receipt, without making anyone wait.
    pub(crate) async fn keep(&self, mut receipt: Receipt) {
        if self.folder.is_none() {
            return;
        }
        if let Some(question) = &mut receipt.question {
            redact::text(self.host.redactor(), question);
        }
        let waiting = {
            let mut waiting = self.waiting.lock().expect("receipts are only noted");
            waiting.push(receipt);
            waiting.len()
        };
        if waiting >= WAITING_MOST {
            self.write_waiting().await;
        }
    }

    /// Writes the receipts that wait. One that cannot be written is missed by nobody but who asks why.
    pub(crate) async fn write_waiting(&self) {
        let Some(folder) = self.folder.clone() else { return };
        let waiting = std::mem::take(&mut *self.waiting.lock().expect("receipts are only noted"));
        if waiting.is_empty() {
            return;
        }
        let now = self.host.now();
        if let Err(error) = blocking(move || write(&folder, &waiting, now)).await {
            tracing::info!(%error, "receipts are lost");
        }
    }

    /// The receipt with this name.
    pub(crate) async fn find(&self, id: &ReceiptId) -> Result<Receipt, Error> {
        if let Some(receipt) = self.waiting_receipt(id) {
            return Ok(receipt);
        }
        let missing = || Error::NoReceipt(id.clone());
        let folder = self.folder.clone().ok_or_else(missing)?;
        let (sought, path) = (id.clone(), folder.clone());
        let found = blocking(move || find(&folder, &sought)).await;
        found.map_err(Error::file("read", path))?.ok_or_else(missing)
    }

    /// The receipt of the last context that was handed to an agent with something in it.
    pub(crate) async fn last_handed(&self) -> Option<Receipt> {
        let folder = self.folder.clone()?;
        blocking(move || last_handed(&folder)).await.ok().flatten()
    }

    fn waiting_receipt(&self, id: &ReceiptId) -> Option<Receipt> {
        let waiting = self.waiting.lock().expect("receipts are only noted");
        waiting.iter().find(|receipt| receipt.id == *id).cloned()
    }
}

fn write(folder: &Path, receipts: &[Receipt], now: Timestamp) -> std::io::Result<()> {
    let day = |at: Timestamp| format!("{}.jsonl", at.to_zoned(TimeZone::UTC).date());
    let path = folder.join(day(now));
    if !path.exists() {
        disk::make_folder(folder)?;
        let oldest = now.checked_sub((KEPT_DAYS * 24).hours()).map(day).unwrap_or_default();
        for name in disk::file_names(folder)?.into_iter().filter(|name| *name < oldest) {
            disk::remove_scratch(&folder.join(name))?;
        }
    }
    let line = |receipt: &Receipt| {
        serde_json::to_string(receipt).map(|line| line + "\n").map_err(std::io::Error::other)
    };
    let lines: String = receipts.iter().map(line).collect::<std::io::Result<_>>()?;
    disk::append(&path, &lines)
}

fn last_handed(folder: &Path) -> std::io::Result<Option<Receipt>> {
    let mut names = disk::file_names(folder)?;
    names.sort_unstable_by(|one, other| other.cmp(one));
    let is_handed = |receipt: &Receipt| receipt.context.as_ref().is_some_and(|it| it.tokens > 0);
    for name in names {
        let text = disk::read_text(&folder.join(name))?;
        let receipts = text.lines().rev().filter_map(|line| serde_json::from_str(line).ok());
        if let Some(receipt) = receipts.into_iter().find(is_handed) {
            return Ok(Some(receipt));
        }
    }
    Ok(None)
}

fn find(folder: &Path, id: &ReceiptId) -> std::io::Result<Option<Receipt>> {
    let mut names = disk::file_names(folder)?;
    names.sort_unstable_by(|one, other| other.cmp(one));
    let mention = format!("{{\"id\":\"{id}\"");
    for name in names {
        let text = disk::read_text(&folder.join(name))?;
        let found = text.lines().rev().filter(|line| line.starts_with(&mention));
        if let Some(receipt) = found.filter_map(|line| serde_json::from_str(line).ok()).next() {
            return Ok(Some(receipt));
        }
    }
    Ok(None)
}
