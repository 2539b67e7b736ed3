//! A client over the standard input and output of a server that it starts.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

use super::client::Client;

/// How long a server may take to end.
const PATIENCE: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(5);

/// A client with a server of its own.
pub struct Pipe {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Pipe {
    /// Starts the server.
    pub fn open(mut command: Command) -> anyhow::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = command.spawn()?;
        let (input, output) = (server.stdin.take(), server.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            anyhow::bail!("the server has no pipes");
        };
        Ok(Self { server, input, output: BufReader::new(output) })
    }

    /// The process that was started.
    pub fn process(&self) -> u32 {
        self.server.id()
    }

    /// Ends the server by closing the pipe; one that does not heed it is made to.
    pub fn leave(self) -> anyhow::Result<()> {
        let Self { mut server, input, .. } = self;
        drop(input);
        let told_at = Instant::now();
        while server.try_wait()?.is_none() {
            if told_at.elapsed() > PATIENCE {
                server.kill()?;
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }
}

impl Client for Pipe {
    fn exchange(&mut self, message: &Value) -> anyhow::Result<Value> {
        self.notify(message)?;
        loop {
            let mut line = String::new();
            anyhow::ensure!(self.output.read_line(&mut line)? > 0, "the server ended");
            // Some servers print what is no message, and some ask their client something.
            let answer: Value = serde_json::from_str(&line).unwrap_or_default();
            if answer["id"] == message["id"] && answer["method"].is_null() {
                return Ok(answer);
            }
        }
    }

    fn notify(&mut self, message: &Value) -> anyhow::Result<()> {
        Ok(self.input.write_all(format!("{message}\n").as_bytes())?)
    }
}
