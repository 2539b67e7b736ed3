//! What every benchmark works with: the settings of its vaults, where `mnemic` is, and how figures are printed. The one
//! module that reads the environment.

use std::{path::Path, process, sync::Arc};

use mnemic::{
    Actor, Caller, EmbedderSources, EmbeddersFrom, Options, Reach, Scope, SettingsFrom,
    config::Override,
    models::{Catalogue, Connection, Network, Proxies, Secret},
};

use crate::{
    arguments::{Arguments, Command},
    failure::user_error,
    program::Program,
};

/// What the command line says to every benchmark.
#[derive(Clone)]
pub struct Invocation {
    /// Values of the configuration, as they were typed.
    pub config: Vec<String>,
    /// Whether figures are printed in JSON.
    pub json: bool,
    overrides: Vec<Override>,
    network: Network,
    program: Program,
}

#[expect(
    clippy::disallowed_methods,
    reason = "models, proxies and keys are where `mnemic` finds them"
)]
fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

impl Invocation {
    /// Checks the values of the configuration; answers the benchmark to run, too.
    pub fn new(arguments: Arguments) -> anyhow::Result<(Self, Command)> {
        let Arguments { config, offline, json, mnemic, command, .. } = arguments;
        let overrides = config.iter().map(|text| given(text)).collect::<anyhow::Result<_>>()?;
        let network = if offline { Network::Off } else { Network::On };
        let program = Program::new(mnemic);
        Ok((Self { config, json, overrides, network, program }, command))
    }

    /// The same with another value of the configuration.
    pub fn with(&self, value: &str) -> anyhow::Result<Self> {
        let mut other = self.clone();
        other.overrides.push(given(value)?);
        other.config.push(value.to_owned());
        Ok(other)
    }

    /// How a throw-away vault is opened: with the values of the command line in place of a configuration.
    pub fn options(&self, vault: &Path) -> Options {
        let proxies = Proxies::of(environment);
        let sources = EmbedderSources {
            models: Catalogue::usual_folder(environment),
            connection: Connection { network: self.network, proxies, ..Connection::default() },
            key: Arc::new(|variable| environment(variable).map(Secret::new)),
        };
        Options {
            settings: SettingsFrom::File(self.overrides.clone()),
            embedders: EmbeddersFrom::Settings(sources),
            ..Options::for_vault(vault)
        }
    }

    /// Fails unless `mnemic` can be started: better now than after a vault was filled.
    pub fn needs_mnemic(&self) -> anyhow::Result<()> {
        self.program.path().map(drop)
    }

    /// `mnemic` on a vault, with the same settings.
    pub fn mnemic(&self, vault: &Path) -> anyhow::Result<process::Command> {
        let mut command = process::Command::new(self.program.path()?);
        command.arg("--vault").arg(vault);
        self.configure(&mut command);
        Ok(command)
    }

    /// This program as another process, with the same settings.
    pub fn again(&self) -> anyhow::Result<process::Command> {
        let mut command = process::Command::new(std::env::current_exe()?);
        self.configure(&mut command);
        Ok(command)
    }

    fn configure(&self, command: &mut process::Command) {
        for value in &self.config {
            command.args(["--config", value]);
        }
        if matches!(self.network, Network::Off) {
            command.arg("--offline");
        }
    }
}

fn given(text: &str) -> anyhow::Result<Override> {
    let hint = "`mnemic config show` lists the keys and what they take";
    Override::parse(text).map_err(|error| user_error(error.to_string(), hint))
}

/// The caller of every benchmark. All of them keep their memories in `global`.
pub fn caller() -> Caller {
    Caller::new(Actor::through("bench"), Reach::of(Scope::Global))
}
