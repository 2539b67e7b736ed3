//! A client of MCP that measures: it sends a message and waits for the answer.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::LIMIT;

/// A client, however it is connected.
pub trait Client {
    /// Sends a message and reads the answer to it.
    fn exchange(&mut self, message: &Value) -> anyhow::Result<Value>;

    /// Sends a message that has no answer.
    fn notify(&mut self, message: &Value) -> anyhow::Result<()>;

    /// Begins as the protocol says; what the server answers.
    fn greet(&mut self) -> anyhow::Result<Value> {
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "mnemic-bench", "version": env!("CARGO_PKG_VERSION")},
        }});
        let mut greeted = self.exchange(&hello)?;
        anyhow::ensure!(greeted["result"].is_object(), "the server does not greet: {greeted}");
        self.notify(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(greeted["result"].take())
    }

    /// Calls a tool; how long it took. An answer that is an error is one here.
    fn call(&mut self, tool: &str, arguments: Value) -> anyhow::Result<(Duration, Value)> {
        let params = json!({"name": tool, "arguments": arguments});
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let start = Instant::now();
        let mut answer = self.exchange(&message)?;
        let took = start.elapsed();
        let result = answer["result"].take();
        let is_fine = result.is_object() && result["isError"] != true;
        anyhow::ensure!(is_fine, "`{tool}` failed: {answer} {result}");
        Ok((took, result))
    }

    /// Asks a question; how long it took.
    fn query(&mut self, question: &str) -> anyhow::Result<Duration> {
        Ok(self.call("memory_query", json!({"query": question, "limit": LIMIT}))?.0)
    }
}
