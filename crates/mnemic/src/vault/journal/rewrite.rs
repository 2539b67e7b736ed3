//! Rewriting the journal without secrets, so that a process that dies in between loses nothing and can be followed by
//! another: every segment is replaced in one step, and the states that change are written down before the first is.

use std::{collections::BTreeMap, io, path::Path};

use mnemic_core::{
    journal::rewrite::{ChangedStates, Rewriting},
    safety::redaction::Redact,
};

use super::Journal;
use crate::vault::disk;

/// The states that change, while segments are being replaced.
const STATES: &str = "states.json";

impl Journal {
    /// Takes secrets out of every line. Called under the write lock. `scratch` is a folder for what can be thrown away once
    /// that is done. Which segments were replaced.
    pub fn rewrite(&self, scratch: &Path, redact: Redact<'_>) -> io::Result<Vec<String>> {
        let states = scratch.join(STATES);
        let mut rewriting = Rewriting::new(redact, noted(&states)?);
        let names = self.names()?;
        for name in &names {
            self.text(name)?.split_inclusive('\n').for_each(|line| rewriting.note(line));
        }
        if !rewriting.states().is_empty() {
            disk::replace(&states, scratch, &written(rewriting.states())?)?;
        }
        let mut replaced = Vec::new();
        for name in names {
            let text = self.text(&name)?;
            let mut is_changed = false;
            let mut after = String::with_capacity(text.len());
            for line in text.split_inclusive('\n') {
                let rewritten = rewriting.rewritten(line);
                is_changed |= rewritten.is_some();
                after.push_str(rewritten.as_deref().unwrap_or(line));
            }
            if is_changed {
                disk::replace(&self.folder.join(&name), scratch, &after)?;
                replaced.push(name);
            }
        }
        disk::remove_scratch(&states)?;
        Ok(replaced)
    }

    fn text(&self, name: &str) -> io::Result<String> {
        // A line that is not UTF-8 is a bad line before and after.
        Ok(String::from_utf8_lossy(&disk::read(&self.folder.join(name))?).into_owned())
    }
}

/// The states that an attempt changed which did not come to its end.
fn noted(path: &Path) -> io::Result<ChangedStates> {
    let text = disk::read_text(path)?;
    let noted: BTreeMap<String, String> = serde_json::from_str(&text).unwrap_or_default();
    let pairs = noted.iter();
    Ok(pairs.filter_map(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?))).collect())
}

fn written(states: &ChangedStates) -> io::Result<String> {
    let states: BTreeMap<String, String> =
        states.iter().map(|(one, other)| (one.to_string(), other.to_string())).collect();
    serde_json::to_string(&states).map_err(io::Error::other)
}
