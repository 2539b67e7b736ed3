//! `mnemic serve` as a process of its own.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

use super::wire::Wire;
use crate::invocation::Invocation;

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
    pub fn start(invocation: &Invocation, vault: &Path) -> anyhow::Result<Self> {
        let mut command = invocation.mnemic(vault)?;
        command.args(["serve", "--listen", "127.0.0.1:0", "--scope", "global"]);
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

    /// The server's process.
    pub fn process(&self) -> u32 {
        self.server.id()
    }

    /// Asks the server to end, and waits for it.
    pub fn leave(mut self) -> anyhow::Result<()> {
        let kill = ["-c", "kill -TERM \"$0\"", &self.server.id().to_string()];
        Command::new("sh").args(kill).status()?;
        anyhow::ensure!(self.server.wait()?.success(), "the server failed");
        Ok(())
    }
}
