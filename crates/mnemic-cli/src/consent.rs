//! The addresses that the user of this machine agreed to. They stand in a file of the user's own, outside of every vault:
//! what comes with a vault can agree to nothing.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

use mnemic::{
    AgreedAddresses, Engine, NamedAddress, config::Key, models::address_of, named_addresses,
};

use crate::{failure::UserError, output};

/// Where the agreements stand.
#[derive(Debug, Clone)]
pub struct Consent {
    path: Option<PathBuf>,
}

impl Consent {
    /// In the user's folder for configuration.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let named = variable("XDG_CONFIG_HOME").map(PathBuf::from).filter(|it| it.is_absolute());
        let home = variable("HOME").or_else(|| variable("USERPROFILE"));
        let folder = named.or_else(|| Some(Path::new(&home?).join(".config")));
        Self { path: folder.map(|folder| folder.join("mnemic/agreed-addresses")) }
    }

    /// The addresses that the user agreed to. A file that cannot be read agrees to none.
    pub fn agreed(&self) -> AgreedAddresses {
        let text = self.path.as_ref().and_then(|path| fs::read_to_string(path).ok());
        let text = text.unwrap_or_default();
        let lines = text.lines().map(str::trim);
        AgreedAddresses::of(lines.filter(|line| !line.starts_with('#')).map(str::to_owned))
    }

    /// Agrees to an address.
    pub fn agree(&self, address: &str) -> anyhow::Result<()> {
        let path = self.path.as_ref().ok_or_else(|| {
            UserError::error("there is no folder for your agreement", "set HOME or XDG_CONFIG_HOME")
        })?;
        if self.agreed().has(address) {
            return Ok(());
        }
        append(path, address).map_err(|error| {
            UserError::error(
                format!("cannot write your agreement to `{}`: {error}", path.display()),
                "check that you can write to that folder, or set XDG_CONFIG_HOME",
            )
        })
    }

    /// Agrees to what the user has just typed: an address, or a provider whose address is the usual one. An address that
    /// stands in the file already is none of these.
    pub fn agree_to_typed(&self, engine: &Engine, key: &Key, value: &str) -> anyhow::Result<()> {
        let is_provider =
            |named: &NamedAddress| named.key == key.name && !named.key.ends_with(".url");
        let address = match key.name {
            "embedding.url" | "model.url" => address_of(value),
            _ => named_addresses(engine.configuration())
                .into_iter()
                .find(is_provider)
                .map(|named| named.address),
        };
        let Some(address) = address else { return Ok(()) };
        self.agree(&address)?;
        output::aside(format!("texts may be sent to {address}"));
        Ok(())
    }
}

fn append(path: &Path, address: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        mnemic_platform::create_private_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    let mut file = mnemic_platform::private(&mut options).create(true).append(true).open(path)?;
    file.write_all(format!("{address}\n").as_bytes())?;
    file.sync_all()
}
