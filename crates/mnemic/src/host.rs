//! The host: what every component of an engine is given. The vault, its settings, time and randomness, how long to wait
//! for others, and whom to tell what happens.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use jiff::{Timestamp, tz::TimeZone};
use mnemic_core::{
    port::clock::{Clock, Randomness},
    settings::{Configuration, Settings},
};

use crate::{
    ledger::redact::Redactor,
    notice::{Listener, Notice},
    vault::Vault,
};

/// How long a writer waits for a document that someone is saving. Most saves take milliseconds.
const SAVE_TIMEOUT: Duration = Duration::from_millis(300);

/// What every component is given.
pub(crate) struct Host {
    vault: Arc<Vault>,
    configuration: Configuration,
    clock: Arc<dyn Clock>,
    randomness: Arc<dyn Randomness>,
    redactor: Arc<dyn Redactor>,
    listeners: Mutex<Vec<Listener>>,
    lock_timeout_ms: AtomicU64,
    save_timeout_ms: AtomicU64,
}

impl Host {
    pub(crate) fn new(
        vault: Vault,
        configuration: Configuration,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
        redactor: Arc<dyn Redactor>,
    ) -> Self {
        let lock_timeout = Duration::from_secs(configuration.settings.lock_wait_seconds as u64);
        Self {
            vault: Arc::new(vault),
            configuration,
            clock,
            randomness,
            redactor,
            listeners: Mutex::default(),
            lock_timeout_ms: AtomicU64::new(milliseconds(lock_timeout)),
            save_timeout_ms: AtomicU64::new(milliseconds(SAVE_TIMEOUT)),
        }
    }

    pub(crate) fn vault(&self) -> &Arc<Vault> {
        &self.vault
    }

    pub(crate) fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.configuration.settings
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn zone(&self) -> TimeZone {
        self.clock.zone()
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    pub(crate) fn randomness(&self) -> &Arc<dyn Randomness> {
        &self.randomness
    }

    pub(crate) fn redactor(&self) -> &dyn Redactor {
        self.redactor.as_ref()
    }

    /// The same, for work on another thread.
    pub(crate) fn shared_redactor(&self) -> Arc<dyn Redactor> {
        self.redactor.clone()
    }

    /// How long a verb waits for a lock.
    pub(crate) fn lock_timeout(&self) -> Duration {
        Duration::from_millis(self.lock_timeout_ms.load(Ordering::Relaxed))
    }

    /// How long a writer waits for a document that someone is saving.
    pub(crate) fn save_timeout(&self) -> Duration {
        Duration::from_millis(self.save_timeout_ms.load(Ordering::Relaxed))
    }

    /// Waits no longer than this for locks from now on.
    pub(crate) fn limit_lock_timeout(&self, longest: Duration) {
        self.lock_timeout_ms.fetch_min(milliseconds(longest), Ordering::Relaxed);
    }

    /// Waits for nobody's save from now on.
    pub(crate) fn skip_saves(&self) {
        self.save_timeout_ms.store(0, Ordering::Relaxed);
    }

    pub(crate) fn subscribe(&self, listener: Listener) {
        self.listeners.lock().expect("listeners do not panic").push(listener);
    }

    pub(crate) fn notify(&self, notice: &Notice) {
        for listener in self.listeners.lock().expect("listeners do not panic").iter() {
            listener(notice);
        }
    }
}

fn milliseconds(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
