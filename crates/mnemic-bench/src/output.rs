//! The one module that writes to standard output.

use std::io::{IsTerminal, Write};

use serde::Serialize;

/// Prints a line; a reader that has gone away is no failure.
pub fn line(text: impl AsRef<str>) {
    let _ = writeln!(std::io::stdout().lock(), "{}", text.as_ref());
}

/// Prints figures in JSON.
pub fn json(figures: &impl Serialize) -> anyhow::Result<()> {
    line(serde_json::to_string(figures)?);
    Ok(())
}

/// Says something that is not a figure.
pub fn aside(text: impl AsRef<str>) {
    let _ = writeln!(std::io::stderr().lock(), "{}", text.as_ref());
}

/// Overwrites the last progress line, when someone is looking.
pub fn progress(text: &str) {
    if std::io::stderr().is_terminal() {
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K{text}");
    }
}
