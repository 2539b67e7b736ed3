//! What a benchmark tells: lines to read or JSON, and a Markdown file when one is asked for.

use std::{io, path::Path};

use serde::Serialize;

use super::table::Table;
use crate::{failure::user_error, invocation::Invocation, output};

/// What was measured, besides the figures themselves.
pub struct Report {
    pub title: String,
    /// What was measured on what.
    pub about: Vec<String>,
    pub table: Table,
    /// What else was measured.
    pub besides: Vec<String>,
}

impl Report {
    /// Answers with the figures, then writes the file: a file that cannot be written costs no figures.
    pub fn publish(
        &self,
        invocation: &Invocation,
        figures: &impl Serialize,
        file: Option<&Path>,
    ) -> anyhow::Result<()> {
        if invocation.json {
            output::json(figures)?;
        } else {
            self.lines().into_iter().for_each(output::line);
        }
        let Some(file) = file else { return Ok(()) };
        put_file(file, &self.markdown()).map_err(|error| {
            let message = format!("cannot write `{}`: {error}", file.display());
            user_error(message, "name a file in a folder that can be written with `--report`")
        })
    }

    fn lines(&self) -> Vec<String> {
        let title = std::iter::once(self.title.clone());
        let (about, besides) = (self.about.iter().cloned(), self.besides.iter().cloned());
        title.chain(about).chain(self.table.plain()).chain(besides).collect()
    }

    fn markdown(&self) -> String {
        let list = |lines: &[String]| lines.iter().map(|line| format!("- {line}\n")).collect();
        let (about, besides): (String, String) = (list(&self.about), list(&self.besides));
        let parts = [format!("# {}\n", self.title), about, self.table.markdown(), besides];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

#[expect(clippy::disallowed_methods, reason = "a file that the user asked for, not the vault's")]
fn put_file(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(file, text)
}

/// The settings that differ from the defaults, as a sentence.
pub fn settings(invocation: &Invocation) -> String {
    match invocation.config.as_slice() {
        [] => "settings: defaults".to_owned(),
        config => format!("settings: {}", config.join(", ")),
    }
}

/// Which embedder answered, as a sentence: which one that is with the default settings depends on the machine.
pub fn embedder(name: &str) -> String {
    format!("embedder: {name}")
}
