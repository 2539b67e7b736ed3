//! A server that says what a test tells it to, and keeps what it was asked.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

/// What one request is answered with.
#[derive(Clone)]
pub enum Reply {
    Good(Vec<u8>),
    Status(u16, &'static str),
    /// Half of what the length in the head promises.
    CutOff(Vec<u8>),
    Close,
    Silence,
    /// A body without end, a byte at a time, for as long as the other side listens.
    Trickle,
}

/// A request as it came in.
#[derive(Debug, Clone)]
pub struct Request {
    pub line: String,
    pub headers: String,
    pub body: Vec<u8>,
}

impl Request {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

pub struct Server {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<Request>>>,
    closing: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Answers one connection after the other; the last reply is repeated.
    pub fn start(replies: Vec<Reply>) -> Self {
        let last = replies.last().cloned().unwrap_or(Reply::Close);
        let mut replies = replies.into_iter();
        Self::answering(move |_| replies.next().unwrap_or_else(|| last.clone()))
    }

    /// Answers each request with what `answer` makes of it.
    pub fn answering(mut answer: impl FnMut(&Request) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let closing = Arc::new(AtomicBool::new(false));
        let (kept, closed) = (Arc::clone(&requests), Arc::clone(&closing));
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if closed.load(Ordering::SeqCst) {
                    return;
                }
                let mut stream = stream.unwrap();
                let Some(request) = read(&stream) else { continue };
                kept.lock().unwrap().push(request.clone());
                send(&mut stream, answer(&request));
            }
        });
        Self { address, requests, closing, thread: Some(thread) }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::SeqCst);
        // Wakes the thread, which waits for a connection.
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|count| *count > 0)?;
    let mut headers = String::new();
    while !headers.ends_with("\r\n\r\n") && headers != "\r\n" {
        reader.read_line(&mut headers).ok().filter(|count| *count > 0)?;
    }
    let headers = headers.to_lowercase();
    let length = headers.lines().find_map(|it| it.strip_prefix("content-length: "));
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    reader.read_exact(&mut body).ok()?;
    Some(Request { line: line.trim_end().to_owned(), headers, body })
}

/// Whoever has gone away does not get the answer.
fn send(stream: &mut TcpStream, reply: Reply) {
    let head = |status, extra: &str, length| {
        format!(
            "HTTP/1.1 {status} So\r\nconnection: close\r\n{extra}content-length: {length}\r\n\r\n"
        )
    };
    let bytes = match reply {
        Reply::Good(body) => [head(200, "", body.len()).into_bytes(), body].concat(),
        Reply::Status(status, extra) => head(status, extra, 0).into_bytes(),
        Reply::CutOff(body) => {
            [head(200, "", body.len()).as_bytes(), &body[..body.len() / 2]].concat()
        }
        Reply::Close => return,
        Reply::Trickle => {
            let _ = stream.write_all(head(200, "", 1_000_000).as_bytes());
            while stream.write_all(b" ").is_ok() {
                thread::sleep(std::time::Duration::from_millis(2));
            }
            return;
        }
        Reply::Silence => {
            // Until the other side gives up.
            let _ = stream.read(&mut [0; 1]);
            return;
        }
    };
    let _ = stream.write_all(&bytes);
}
