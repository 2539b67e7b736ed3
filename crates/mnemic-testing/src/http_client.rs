//! A client of MCP over HTTP.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use serde_json::{Value, json};

use crate::{
    http::{HttpServer, Request, Response},
    mcp::Ask,
};

/// A client with a session of its own.
#[derive(Debug)]
pub struct HttpClient<'a> {
    server: &'a HttpServer,
    session: String,
    last_id: u64,
}

impl<'a> HttpClient<'a> {
    /// Opens a session.
    pub fn ready(server: &'a HttpServer) -> Self {
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "http-client", "version": "1"},
        }});
        let response = server.ask(&Request::post(hello.to_string()).with_token(server));
        assert_eq!(response.status, 200, "{}", response.body);
        assert_eq!(response.message()["result"]["serverInfo"]["name"], "mnemic");
        let session = response.header("mcp-session-id").unwrap().to_owned();
        let client = Self { server, session, last_id: 0 };
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(client.send(&initialized).status, 202);
        client
    }

    /// A request of this session.
    pub fn asking(&mut self, method: &str, params: Value) -> Request {
        self.last_id += 1;
        let id = self.last_id;
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.signed(Request::post(message.to_string()))
    }

    /// A request for the stream of what the server says by itself.
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

    /// With the headers of every request of this session.
    pub fn signed(&self, request: Request) -> Request {
        request
            .with_token(self.server)
            .with("mcp-session-id", &self.session)
            .with("mcp-protocol-version", "2025-06-18")
    }

    fn send(&self, message: &Value) -> Response {
        self.server.ask(&self.signed(Request::post(message.to_string())))
    }
}

impl Ask for HttpClient<'_> {
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = self.asking(method, params);
        let answer = self.server.ask(&request);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.message()
    }
}
