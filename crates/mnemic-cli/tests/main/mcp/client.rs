//! A client that speaks the protocol by hand, so that every byte is seen.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};

use super::ask::Ask;
use crate::harness::Vault;

/// A client with a server of its own.
pub struct Client {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last_id: u64,
}

/// What a tool answered.
pub struct ToolReply {
    /// For the model.
    pub text: String,
    /// For programs.
    pub structured: Value,
}

impl Client {
    /// Starts a server.
    pub fn start(vault: &Vault, arguments: &[&str]) -> Self {
        Self::of(vault.command(&[&["mcp"], arguments].concat()))
    }

    /// Starts any server.
    pub fn of(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let input = server.stdin.take().unwrap();
        let output = BufReader::new(server.stdout.take().unwrap());
        Self { server, input, output, last_id: 0 }
    }

    /// Starts a server and greets it.
    pub fn ready(vault: &Vault, arguments: &[&str]) -> Self {
        let mut client = Self::start(vault, arguments);
        client.initialize();
        client
    }

    /// Greets the server; what it says of itself.
    pub fn initialize(&mut self) -> Value {
        self.greet(json!({}))
    }

    /// Greets the server, saying what the client can do.
    pub fn greet(&mut self, capabilities: Value) -> Value {
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": {"name": "test-client", "version": "1"},
        });
        let served = self.ask("initialize", hello)["result"].take();
        self.send_line(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        served
    }

    /// Asks something; the id of the question.
    pub fn send(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send_line(&request.to_string());
        id
    }

    /// Sends a line as it is.
    pub fn send_line(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Sends something that is no whole line.
    pub fn send_half(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
    }

    /// Calls a tool that is to succeed.
    pub fn call(&mut self, tool: &str, arguments: Value) -> ToolReply {
        let mut result = self.result(tool, arguments);
        assert_eq!(result["isError"], false, "{tool}: {result}");
        ToolReply { text: text(&result), structured: result["structuredContent"].take() }
    }

    /// Calls a tool that is to fail; what the model is told.
    pub fn tool_error(&mut self, tool: &str, arguments: Value) -> String {
        self.failure(tool, arguments).text
    }

    /// Calls a tool that is to fail; what model and program are told.
    pub fn failure(&mut self, tool: &str, arguments: Value) -> ToolReply {
        let mut result = self.result(tool, arguments);
        assert_eq!(result["isError"], true, "{tool}: {result}");
        ToolReply { text: text(&result), structured: result["structuredContent"].take() }
    }

    /// Calls a tool with an argument that it does not take; what the model is told.
    pub fn refusal(&mut self, tool: &str, arguments: Value) -> String {
        let ToolReply { text, structured } = self.failure(tool, arguments);
        assert!(text.starts_with("error: argument `") && text.contains("\nhint: "), "{text}");
        assert_eq!(structured["code"], "argument-invalid", "{tool}: {text}");
        text
    }

    /// Calls a tool that is not there; what the client is told.
    pub fn unknown_tool(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        assert_eq!(answer["error"]["code"], -32602, "{tool}: {answer}");
        answer["error"]["message"].as_str().unwrap().to_owned()
    }

    /// Closes the pipe; the server ends well. What it had still to say.
    pub fn leave(self) -> Vec<Value> {
        let Self { mut server, input, output, .. } = self;
        drop(input);
        let rest = output.lines().map(|line| parsed(&line.unwrap())).collect();
        let status = server.wait().unwrap();
        assert!(status.success(), "{status}");
        rest
    }

    /// Calls a tool; what comes back, whether it succeeds or not.
    pub fn result(&mut self, tool: &str, arguments: Value) -> Value {
        let mut answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        assert!(answer["error"].is_null(), "{tool}: {answer}");
        answer["result"].take()
    }

    /// The next message of the server.
    pub fn read(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).unwrap();
        (read > 0).then(|| parsed(&line))
    }
}

impl Ask for Client {
    /// Asks something and waits for the answer to it.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        loop {
            let answer = self.read().expect("the server answers");
            if answer["id"] == id {
                return answer;
            }
        }
    }
}

/// Nothing comes out but messages of the protocol, one on a line.
fn parsed(line: &str) -> Value {
    let message: Value =
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert_eq!(message["jsonrpc"], "2.0", "{line}");
    message
}

fn text(result: &Value) -> String {
    result["content"][0]["text"].as_str().unwrap().to_owned()
}
