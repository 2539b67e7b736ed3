//! The process of `mnemic serve`.

use std::{
    io::{BufRead, BufReader, Read},
    ops::Deref,
    process::{Child, ChildStdout, Command, Stdio},
};

use mnemic_testing::http::HttpServer;

use crate::harness::Vault;

/// A server of its own.
pub struct ServeProcess {
    process: Child,
    output: BufReader<ChildStdout>,
    /// What it printed first.
    pub first_line: String,
    server: HttpServer,
}

impl ServeProcess {
    /// Starts a server on a free port.
    pub fn start(vault: &Vault, arguments: &[&str]) -> Self {
        let fixed = ["serve", "--listen", "127.0.0.1:0"];
        let mut command = vault.command(&[&fixed[..], arguments].concat());
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut first_line = String::new();
        output.read_line(&mut first_line).unwrap();
        let (_, rest) = first_line.split_once("http://").unwrap();
        let (address, _) = rest.split_once("/mcp").unwrap();
        let token = vault.read("config/serve.token").trim().to_owned();
        let server = HttpServer { address: address.to_owned(), token };
        Self { process, output, first_line, server }
    }

    /// Sends SIGTERM; the process ends well.
    pub fn terminate(mut self) {
        let kill = ["-c", "kill -TERM \"$0\"", &self.process.id().to_string()];
        assert!(Command::new("sh").args(kill).status().unwrap().success());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        let status = self.process.wait().unwrap();
        assert!(status.success(), "{status}: {rest}");
    }
}

impl Deref for ServeProcess {
    type Target = HttpServer;

    fn deref(&self) -> &HttpServer {
        &self.server
    }
}

impl Drop for ServeProcess {
    /// A test that fails leaves no server behind.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
