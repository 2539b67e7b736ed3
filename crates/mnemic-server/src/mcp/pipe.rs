//! A client at the other end of two pipes: one message on each line.
//!
//! Whatever a client sends is answered. A line that cannot be read, or is longer than is borne, is an error of the
//! protocol under the id that was read in it, so that nobody waits for an answer that never comes.

use std::{io, sync::Arc};

use mnemic::surrogate::replace_lone_surrogates;
use rmcp::{
    ErrorData, RoleServer,
    model::{ClientJsonRpcMessage, RequestId, ServerJsonRpcMessage},
    transport::Transport,
};
use serde_json::{Value, error::Category};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    sync::Mutex,
};

use super::request_id::{self, ENOUGH};

/// The longest line. A memory's text may be 1 MiB, and JSON may write a character with six.
const MOST_BYTES: usize = 16 << 20;

/// Both pipes.
pub(super) struct Pipe<R, W> {
    input: BufReader<R>,
    /// What has come of a line so far; of one that is too long, its beginning and its end.
    line: Vec<u8>,
    is_too_long: bool,
    output: Arc<Mutex<Option<W>>>,
}

/// What a line is.
enum Read {
    Message(Box<ClientJsonRpcMessage>),
    /// Nothing that is to be answered.
    Nothing,
    Wrong(ErrorData, Option<RequestId>),
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Pipe<R, W> {
    pub(super) fn new(input: R, output: W) -> Self {
        let output = Arc::new(Mutex::new(Some(output)));
        Self { input: BufReader::new(input), line: Vec::new(), is_too_long: false, output }
    }

    /// The next line, if there is one; the last one may end without a line feed. Whoever stops waiting loses nothing.
    async fn next(&mut self) -> io::Result<Option<Read>> {
        loop {
            let come = self.input.fill_buf().await?;
            let is_over = come.is_empty();
            if is_over && self.line.is_empty() {
                return Ok(None);
            }
            let end = come.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(come.len(), |end| end + 1);
            self.is_too_long |= self.line.len() + taken > MOST_BYTES;
            self.line.extend_from_slice(&come[..taken]);
            self.input.consume(taken);
            if self.is_too_long && self.line.len() > 2 * ENOUGH {
                self.line.drain(ENOUGH..self.line.len() - ENOUGH);
            }
            if end.is_some() || is_over {
                let mut line = std::mem::take(&mut self.line);
                let is_too_long = std::mem::take(&mut self.is_too_long);
                return Ok(Some(if is_too_long { too_long(&line) } else { read(&mut line) }));
            }
        }
    }
}

impl<R, W> Transport<RoleServer> for Pipe<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let output = self.output.clone();
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            match output.lock().await.as_mut() {
                Some(output) => {
                    output.write_all(&line).await?;
                    output.flush().await
                }
                None => Err(io::ErrorKind::NotConnected.into()),
            }
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let read = self.next().await.unwrap_or_else(|error| {
                tracing::error!(%error, "the client cannot be read from");
                None
            });
            match read? {
                Read::Message(message) => return Some(*message),
                Read::Nothing => {}
                Read::Wrong(error, id) => {
                    let answer = ServerJsonRpcMessage::error(error, id);
                    tokio::spawn(self.send(answer)).await.ok()?.ok()?;
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output.lock().await.take();
        Ok(())
    }
}

fn read(line: &mut [u8]) -> Read {
    replace_lone_surrogates(line);
    let line = line.strip_prefix(b"\xEF\xBB\xBF".as_slice()).unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Read::Nothing;
    }
    let error = match serde_json::from_slice(line) {
        Ok(message) => return Read::Message(Box::new(message)),
        Err(error) => error,
    };
    match (error.classify(), serde_json::from_slice::<Value>(line)) {
        (Category::Data, Ok(message)) => not_understood(&message),
        _ => {
            let why = format!("the line is not JSON that can be read: {error}");
            Read::Wrong(ErrorData::parse_error(why, None), request_id::within(line))
        }
    }
}

fn too_long(line: &[u8]) -> Read {
    let why = format!("the line is longer than {} MiB; send less at once", MOST_BYTES >> 20);
    Read::Wrong(ErrorData::parse_error(why, None), request_id::around(line))
}

/// JSON that is no message of the protocol. What nobody waits for is passed over.
fn not_understood(message: &Value) -> Read {
    let id = message.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
    if id.is_none() && message.get("method").is_some_and(Value::is_string) {
        return Read::Nothing;
    }
    let why = "the line is JSON, but no message of the protocol";
    Read::Wrong(ErrorData::invalid_request(why, None), id)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    async fn all(sent: &[u8]) -> Vec<String> {
        let mut pipe = Pipe::new(sent, tokio::io::sink());
        let mut read_so_far = Vec::new();
        while let Some(read) = pipe.next().await.unwrap() {
            read_so_far.push(match read {
                Read::Message(message) => serde_json::to_string(&message).unwrap(),
                Read::Nothing => "nothing".to_owned(),
                Read::Wrong(error, id) => format!("{} {}", error.code.0, json!(id)),
            });
        }
        read_so_far
    }

    #[tokio::test]
    async fn every_line_is_a_message_or_an_error_under_its_id() {
        for (line, expected) in [
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
                r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            ),
            (r#"{"jsonrpc":"2.0","id":"a","method":"#, r#"-32700 "a""#),
            (r#"{"jsonrpc":"2.0","params":{"id":3},"id" : 7,"method":x}"#, "-32700 7"),
            (r#"{"text":"\"id\":9"#, "-32700 null"),
            ("not json", "-32700 null"),
            (r#"{"id":4,"colour":"red"}"#, "-32600 4"),
            (r#"{"jsonrpc":"2.0","method":5,"id":"x"}"#, r#"-32600 "x""#),
            (" \r", "nothing"),
        ] {
            assert_eq!(all(line.as_bytes()).await, [expected], "{line}");
        }
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_costs_itself() {
        let long = "x".repeat(MOST_BYTES);
        let ping = r#"{"jsonrpc":"2.0","id":13,"method":"ping"}"#;
        for (first, last, expected) in [
            (r#"{"jsonrpc":"2.0","id":12,"method":"a","params":{"b":""#, r#""}}"#, "-32700 12"),
            (
                r#"{"method":"a","params":{"b":""#,
                r#""},"jsonrpc":"2.0","id":"12"}"#,
                r#"-32700 "12""#,
            ),
            (r#"{"method":"a","params":{"b":""#, r#"","id":12}}"#, "-32700 null"),
        ] {
            let sent = format!("{first}{long}{last}\n{ping}");
            assert_eq!(all(sent.as_bytes()).await, [expected, ping], "{first}…{last}");
        }
    }
}
