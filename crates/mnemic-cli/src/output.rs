//! The one module that writes to standard output.

use std::io::{IsTerminal, Write};

use serde::Serialize;

/// Prints a line; a reader that has gone away is no failure.
pub fn line(text: impl AsRef<str>) {
    let _ = writeln!(std::io::stdout().lock(), "{}", text.as_ref());
}

/// Prints an answer in JSON.
pub fn json(answer: &impl Serialize) -> anyhow::Result<()> {
    line(serde_json::to_string(answer)?);
    Ok(())
}

/// Prints text as it is.
pub fn raw(bytes: &[u8]) {
    let _ = std::io::stdout().lock().write_all(bytes);
}

/// Standard output for an answer that is too long to be held; whoever writes to it flushes it.
pub fn stream() -> impl Write {
    std::io::BufWriter::with_capacity(1 << 16, std::io::stdout())
}

/// Says something that is not part of the answer.
pub fn aside(text: impl AsRef<str>) {
    let _ = writeln!(std::io::stderr().lock(), "{}", text.as_ref());
}

/// Overwrites the last progress line, when someone is looking.
pub fn progress(text: &str) {
    if std::io::stderr().is_terminal() {
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K{text}");
    }
}

/// Whether someone can be asked.
pub fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}
