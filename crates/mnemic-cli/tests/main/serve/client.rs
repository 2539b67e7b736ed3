//! A client of MCP over HTTP.

use serde_json::{Value, json};

use super::http::{Request, Response, Serving};
use crate::mcp::ask::Ask;

/// A client with a session of its own.
pub struct HttpClient<'a> {
    serving: &'a Serving,
    session: String,
    last_id: u64,
}

impl<'a> HttpClient<'a> {
    /// Greets a server.
    pub fn ready(serving: &'a Serving) -> Self {
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "http-client", "version": "1"},
        }});
        let greeted = serving.ask(&Request::post(hello.to_string()).with_token(serving));
        assert_eq!(greeted.status, 200, "{}", greeted.body);
        assert_eq!(greeted.message()["result"]["serverInfo"]["name"], "mnemic");
        let session = greeted.header("mcp-session-id").unwrap().to_owned();
        let client = Self { serving, session, last_id: 0 };
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(client.send(&initialized).status, 202);
        client
    }

    /// A request of this session for something.
    pub fn asking(&mut self, method: &str, params: Value) -> Request {
        self.last_id += 1;
        let id = self.last_id;
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.signed(Request::post(message.to_string()))
    }

    /// A request to hear what the server has to say by itself.
    pub fn listening(&self) -> Request {
        self.signed(Request::get("/mcp")).with("accept", "text/event-stream")
    }

    /// A request to end the session.
    pub fn ending(&self) -> Request {
        self.signed(Request::method("DELETE"))
    }

    /// Calls a tool that is to succeed; what the model is told.
    pub fn call(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        assert_eq!(result["isError"], false, "{tool}: {answer}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// With what every request of this session has.
    pub fn signed(&self, request: Request) -> Request {
        request
            .with_token(self.serving)
            .with("mcp-session-id", &self.session)
            .with("mcp-protocol-version", "2025-06-18")
    }

    fn send(&self, message: &Value) -> Response {
        self.serving.ask(&self.signed(Request::post(message.to_string())))
    }
}

impl Ask for HttpClient<'_> {
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = self.asking(method, params);
        let answer = self.serving.ask(&request);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.message()
    }
}
