//! `mnemic serve` as a process of its own, watched from outside: its RAM, and how much it works.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

use super::wire::Wire;

/// How many ticks of a processor make a second, on every Linux there is.
const TICKS: f64 = 100.0;

/// A server of its own.
pub struct Serving {
    server: Child,
    _output: BufReader<ChildStdout>,
    vault: PathBuf,
    address: String,
    token: String,
}

impl Serving {
    /// Starts a server of a vault.
    pub fn start(vault: &Path, config: &[String]) -> anyhow::Result<Self> {
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--scope", "global"];
        let mut command = mnemic(vault, config, &arguments)?;
        let mut server = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let stdout = server.stdout.take().ok_or_else(|| anyhow::anyhow!("there is no pipe"))?;
        let mut output = BufReader::new(stdout);
        let mut line = String::new();
        output.read_line(&mut line)?;
        let address = line.trim().strip_prefix("http://").and_then(|rest| rest.split_once('/'));
        let (address, _) = address.ok_or_else(|| anyhow::anyhow!("the server does not start"))?;
        let address = address.to_owned();
        let token = std::fs::read_to_string(vault.join("config/serve.token"))?.trim().to_owned();
        Ok(Self { server, _output: output, vault: vault.to_owned(), address, token })
    }

    /// The vault that is served.
    pub fn vault(&self) -> &Path {
        &self.vault
    }

    /// A client with a connection of its own.
    pub fn client(&self) -> anyhow::Result<Wire> {
        Wire::open(&self.address, &self.token)
    }

    /// How much RAM the server takes now, in MB, where the system tells.
    pub fn resident_mb(&self) -> f64 {
        let status = self.proc("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kilobytes.unwrap_or_default() / 1_024.0
    }

    /// How long processors worked for the server, in seconds, where the system tells.
    pub fn worked(&self) -> f64 {
        let stat = self.proc("stat");
        let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
        let ticks = after_name.split(' ').skip(11).take(2).filter_map(|it| it.parse::<f64>().ok());
        ticks.sum::<f64>() / TICKS
    }

    /// Asks the server to end, and waits for it.
    pub fn leave(mut self) -> anyhow::Result<()> {
        let kill = ["-c", "kill -TERM \"$0\"", &self.server.id().to_string()];
        Command::new("sh").args(kill).status()?;
        anyhow::ensure!(self.server.wait()?.success(), "the server failed");
        Ok(())
    }

    fn proc(&self, name: &str) -> String {
        let path = format!("/proc/{}/{name}", self.server.id());
        std::fs::read_to_string(path).unwrap_or_default()
    }
}

/// `mnemic` on a vault, with these values of the configuration.
pub fn mnemic(vault: &Path, config: &[String], arguments: &[&str]) -> anyhow::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("--vault").arg(vault);
    for value in config {
        command.args(["--config", value]);
    }
    command.args(arguments);
    Ok(command)
}
