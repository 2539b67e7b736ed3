//! A client over one connection of HTTP that stays open.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
};

use serde_json::Value;

use super::client::Client;

/// A client.
pub struct Wire {
    stream: BufReader<TcpStream>,
    address: String,
    token: String,
    session: Option<String>,
}

/// What is told before a body.
#[derive(Default)]
struct Head {
    status: u16,
    length: usize,
    is_chunked: bool,
    session: Option<String>,
}

impl Wire {
    /// Connects to a server and greets it.
    pub fn open(address: &str, token: &str) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let (address, token) = (address.to_owned(), token.to_owned());
        let mut wire = Self { stream: BufReader::new(stream), address, token, session: None };
        wire.greet()?;
        Ok(wire)
    }

    fn send(&mut self, message: &Value) -> anyhow::Result<String> {
        let body = message.to_string();
        let session = self.session.as_ref();
        let session = session.map_or_else(String::new, |id| format!("mcp-session-id: {id}\r\n"));
        let request = format!(
            "POST /mcp HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\
             content-type: application/json\r\naccept: application/json, text/event-stream\r\n\
             mcp-protocol-version: 2025-06-18\r\n{session}content-length: {}\r\n\r\n{body}",
            self.address,
            self.token,
            body.len(),
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let head = self.head()?;
        let body = if head.is_chunked { self.chunks()? } else { self.bytes(head.length)? };
        let body = String::from_utf8(body)?;
        anyhow::ensure!(head.status < 300, "status {}: {body}", head.status);
        self.session = head.session.or(self.session.take());
        Ok(body)
    }

    fn head(&mut self) -> anyhow::Result<Head> {
        let mut head = Head::default();
        let status = self.line()?.split(' ').nth(1).and_then(|status| status.parse().ok());
        head.status = status.ok_or_else(|| anyhow::anyhow!("this is not an answer"))?;
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(": ") else { return Ok(head) };
            match name.to_lowercase().as_str() {
                "content-length" => head.length = value.parse()?,
                "transfer-encoding" => head.is_chunked = true,
                "mcp-session-id" => head.session = Some(value.to_owned()),
                _ => {}
            }
        }
    }

    fn chunks(&mut self) -> anyhow::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let size = usize::from_str_radix(&self.line()?, 16)?;
            body.extend(self.bytes(size)?);
            self.line()?;
            if size == 0 {
                return Ok(body);
            }
        }
    }

    fn bytes(&mut self, count: usize) -> anyhow::Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn line(&mut self) -> anyhow::Result<String> {
        let mut line = String::new();
        anyhow::ensure!(self.stream.read_line(&mut line)? > 0, "the server closed the connection");
        Ok(line.trim_end().to_owned())
    }
}

impl Client for Wire {
    fn exchange(&mut self, message: &Value) -> anyhow::Result<Value> {
        let body = self.send(message)?;
        let events = body.lines().filter_map(|line| line.strip_prefix("data:"));
        let last = events.map(str::trim).rfind(|data| !data.is_empty());
        Ok(serde_json::from_str(last.unwrap_or(&body))?)
    }

    fn notify(&mut self, message: &Value) -> anyhow::Result<()> {
        self.send(message).map(drop)
    }
}
