//! The vault's configuration file: read when the vault is opened, set one key at a time.

use std::path::Path;

use mnemic_core::{
    safety::caller::{Caller, Right},
    settings,
    settings::{Configuration, FILE, Fault, Key, Override, Settings},
};

use crate::{
    engine::Engine,
    error::{Error, OpenError},
    vault::disk::{self, Content, Displaced, blocking},
};

/// How often a key is set anew when someone keeps saving the file meanwhile.
const ATTEMPTS: usize = 8;

/// Where an engine's settings come from.
#[derive(Debug, Clone)]
pub enum SettingsFrom {
    /// The vault's file, with these values above it. A file with a fault keeps the vault from being opened.
    File(Vec<Override>),
    /// The same, but of a file with faults what is sound is used. [`Engine::configuration`] has the faults.
    SoundPartOfFile(Vec<Override>),
    /// These, whatever the file says.
    Value(Box<Settings>),
}

/// Reads the configuration of the vault in a folder.
pub(crate) fn read(root: &Path, from: SettingsFrom) -> Result<Configuration, OpenError> {
    let configuration = match &from {
        SettingsFrom::Value(settings) => {
            return Ok(Configuration::of_settings(settings.as_ref().clone()));
        }
        SettingsFrom::File(overrides) | SettingsFrom::SoundPartOfFile(overrides) => {
            read_file(root, overrides)
        }
    };
    let refused = matches!(from, SettingsFrom::File(_)) && !configuration.faults.is_empty();
    if refused {
        return Err(OpenError::Configuration {
            path: root.join(FILE),
            faults: configuration.faults,
        });
    }
    Ok(configuration)
}

fn read_file(root: &Path, overrides: &[Override]) -> Configuration {
    match disk::read_document(root, FILE) {
        Content::Missing => settings::configure(None, overrides),
        Content::Text { text, .. } => settings::configure(Some(&text), overrides),
        Content::Unreadable { reason, .. } => {
            let mut configuration = settings::configure(None, overrides);
            configuration.faults.push(Fault::of_file(reason));
            configuration
        }
    }
}

impl Engine {
    /// Sets a key in the vault's file and leaves the rest of it as it is. Says the line the key stands on. It
    /// holds from when the vault is opened next.
    pub async fn configure(
        &self,
        caller: &Caller,
        key: &'static Key,
        value: &str,
    ) -> Result<usize, Error> {
        caller.require(Right::Administer)?;
        let path = self.vault().document(FILE);
        let _held = self.ledger().hold_write_lock().await?;
        self.sweep_configuration().await?;
        for _ in 0..ATTEMPTS {
            let source = match self.scribe().read_content(FILE).await {
                Content::Missing => None,
                Content::Text { text, .. } => Some(text),
                Content::Unreadable { reason, .. } => {
                    let fault = Fault::of_file(format!("`{FILE}` {reason}"));
                    return Err(settings::EditError::Unreadable(fault).into());
                }
            };
            let edited = settings::set(source.as_deref().unwrap_or_default(), key, value)?;
            if source.as_deref() == Some(edited.source.as_str()) {
                return Ok(edited.line);
            }
            if self.replace_configuration(source, &edited.source).await? {
                tracing::debug!(key = key.name, "configured");
                return Ok(edited.line);
            }
        }
        let error = std::io::Error::other("someone keeps saving it");
        Err(Error::file("write", path)(error))
    }

    /// Puts the file in its place, unless someone saved it meanwhile: then theirs stays.
    async fn replace_configuration(&self, old: Option<String>, new: &str) -> Result<bool, Error> {
        let pending = self.scribe().write_beside(FILE, new).await?;
        let replaced = blocking(move || {
            let mut displaced = pending.exchange()?;
            let is_as_read = match &displaced {
                Displaced::Nothing => old.is_none(),
                Displaced::Content { bytes, .. } => {
                    old.is_some_and(|old| old.as_bytes() == bytes.as_slice())
                }
            };
            if !is_as_read {
                displaced = pending.exchange()?;
            }
            pending.retire(&displaced)?;
            Ok(is_as_read)
        })
        .await;
        replaced.map_err(Error::file("write", self.vault().document(FILE)))
    }

    /// Removes what someone who died while setting a key left.
    async fn sweep_configuration(&self) -> Result<(), Error> {
        let folder = self.vault().root().join("config");
        let swept = blocking({
            let folder = folder.clone();
            move || disk::leftovers(&folder)?.into_iter().try_for_each(disk::Leftover::remove)
        });
        swept.await.map_err(Error::file("read", folder))
    }
}
