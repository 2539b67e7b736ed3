//! HTTP by hand, so that a test sees every byte, and a server to speak it to.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    time::Duration,
};

use serde_json::Value;

/// Nothing takes so long; a test that hangs fails.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A server that runs.
#[derive(Debug, Clone)]
pub struct HttpServer {
    /// Where it listens.
    pub address: String,
    /// The access token it wants.
    pub token: String,
}

impl HttpServer {
    /// Opens a connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// Sends a request on a connection of its own.
    pub fn send(&self, request: &Request) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(&request.bytes(&self.address)).unwrap();
        stream
    }

    /// Sends a request and reads the response.
    pub fn ask(&self, request: &Request) -> Response {
        Response::read(self.send(request))
    }

    /// The server answers as if nothing had happened before.
    pub fn is_alive(&self) {
        let response = self.ask(&Request::get("/nowhere").with_token(self));
        assert_eq!(response.status, 404, "{}", response.body);
    }

    /// Waits until the server accepts no connection any more.
    pub fn is_closed(&self) {
        while TcpStream::connect(&self.address).is_ok() {
            std::thread::yield_now();
        }
    }
}

/// A request.
#[derive(Debug, Clone)]
pub struct Request {
    line: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    fn new(method: &str, path: &str) -> Self {
        Self { line: format!("{method} {path} HTTP/1.1"), headers: Vec::new(), body: Vec::new() }
    }

    /// GET of a path.
    pub fn get(path: &str) -> Self {
        Self::new("GET", path)
    }

    /// Another method, at the path of MCP.
    pub fn method(method: &str) -> Self {
        Self::new(method, "/mcp")
    }

    /// A message of MCP, or what pretends to be one.
    pub fn post(body: impl Into<Vec<u8>>) -> Self {
        let mut request = Self::method("POST")
            .with("content-type", "application/json")
            .with("accept", "application/json, text/event-stream");
        request.body = body.into();
        request
    }

    /// With a header, in place of another of the same name.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(given, _)| given != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With the token of a server.
    pub fn with_token(self, server: &HttpServer) -> Self {
        self.with("authorization", &format!("Bearer {}", server.token))
    }

    /// As it is sent to an address; the connection ends with the response.
    pub fn bytes(&self, address: &str) -> Vec<u8> {
        let mut head = format!("{}\r\n", self.line);
        let has = |wanted: &str| self.headers.iter().any(|(name, _)| name == wanted);
        if !has("host") {
            write!(head, "host: {address}\r\n").unwrap();
        }
        if !self.body.is_empty() && !has("content-length") {
            write!(head, "content-length: {}\r\n", self.body.len()).unwrap();
        }
        for (name, value) in &self.headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        head.push_str("connection: close\r\n\r\n");
        [head.as_bytes(), &self.body].concat()
    }
}

/// A response.
#[derive(Debug)]
pub struct Response {
    /// Its status.
    pub status: u16,
    /// Its headers, names in lower case.
    headers: Vec<(String, String)>,
    /// Its body, chunks joined.
    pub body: String,
}

impl Response {
    /// Reads a response until the connection ends.
    pub fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, rest) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {text}"));
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        let is_chunked = headers.iter().any(|(name, _)| name == "transfer-encoding");
        let body = if is_chunked { join_chunks(rest) } else { rest.to_owned() };
        Self { status, headers, body }
    }

    /// A header.
    pub fn header(&self, wanted: &str) -> Option<&str> {
        self.headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The last message that the response carries, by itself or as an event.
    pub fn message(&self) -> Value {
        let events = self.body.lines().filter_map(|line| line.strip_prefix("data:"));
        match events.map(str::trim).rfind(|data| !data.is_empty()) {
            Some(data) => serde_json::from_str(data).unwrap(),
            None => self.json(),
        }
    }
}

/// The first line that comes back.
pub fn status_line(stream: &mut TcpStream) -> String {
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

fn join_chunks(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        if size == 0 {
            break;
        }
        body.push_str(&after[..size]);
        rest = &after[size + 2..];
    }
    body
}
