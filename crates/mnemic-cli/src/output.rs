//! The one module that writes to standard output.
//!
//! Text comes from documents, transcripts and agents, so a terminal never gets its control characters: it gets a form
//! that people can see.

mod pager;
mod tone;

use std::io::{IsTerminal, Write};

use serde::Serialize;

pub use self::{
    pager::{PagerChoice, page},
    tone::{Line, Tone},
};

/// Prints a line; a reader that has gone away is no failure.
pub fn line(text: impl AsRef<str>) {
    styled(Line::new().text(text));
}

/// Prints a line that has colours where a terminal shows them.
pub fn styled(line: Line) {
    let text = line.for_output(tone::has_colours(&std::io::stdout()));
    pager::write(text.as_bytes());
    pager::write(b"\n");
}

/// Prints an answer in JSON.
pub fn json(answer: &impl Serialize) -> anyhow::Result<()> {
    let mut text = tone::visible_json(serde_json::to_string(answer)?);
    text.push('\n');
    pager::write(text.as_bytes());
    Ok(())
}

/// Prints text as it is; to a terminal, as people can see it.
pub fn raw(bytes: &[u8]) {
    let text = std::io::stdout().is_terminal().then(|| std::str::from_utf8(bytes).ok()).flatten();
    match text {
        Some(text) => pager::write(tone::visible(text).as_bytes()),
        None => pager::write(bytes),
    }
}

/// Standard output for text that is too long to be held; the caller flushes it.
pub fn stream() -> impl Write {
    Stream::new(|text| tone::visible(text).into_owned())
}

/// The same for lines of JSON.
pub fn json_stream() -> impl Write {
    Stream::new(|text| tone::visible_json(text.to_owned()))
}

/// Standard output, behind a filter where it is a terminal.
struct Stream {
    out: std::io::BufWriter<std::io::Stdout>,
    filter: Option<fn(&str) -> String>,
}

impl Stream {
    fn new(filter: fn(&str) -> String) -> Self {
        let stdout = std::io::stdout();
        let filter = stdout.is_terminal().then_some(filter);
        Self { out: std::io::BufWriter::with_capacity(1 << 16, stdout), filter }
    }
}

impl Write for Stream {
    /// Takes all of it, so that no character is cut in two.
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match (self.filter, std::str::from_utf8(bytes)) {
            (Some(filter), Ok(text)) => self.out.write_all(filter(text).as_bytes())?,
            _ => self.out.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// Says something that is not part of the answer.
pub fn aside(text: impl AsRef<str>) {
    let line = tone::remark(text.as_ref());
    let text = line.for_output(tone::has_colours(&std::io::stderr()));
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Overwrites the last progress line, when someone is looking.
pub fn progress(text: &str) {
    if std::io::stderr().is_terminal() {
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K{}", tone::visible(text));
    }
}

/// Whether someone can be asked.
pub fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}
