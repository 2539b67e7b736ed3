//! What is known of documents: their recent states, their files, the log lines to come.

mod state;

use std::collections::{BTreeMap, HashMap};

use mnemic_core::{
    journal::event::{DocumentState, Landed},
    port::store::{KnownDocument, LogLine, Rendering, SeenDocument},
    record::id::Anchor,
};
use state::States;

/// All documents by path.
#[derive(Debug, Default)]
pub(super) struct Documents {
    by_path: BTreeMap<String, Document>,
    /// Which documents show an anchor at present, and in which version.
    shown: HashMap<Anchor, BTreeMap<String, u32>>,
    log_lines: BTreeMap<String, Vec<LogLine>>,
}

#[derive(Debug)]
struct Document {
    states: States,
    known: KnownDocument,
}

impl Documents {
    /// Every document known, by path.
    pub(super) fn known(&self) -> Vec<KnownDocument> {
        let known = |document: &Document| KnownDocument {
            hash: document.states.latest().map(|state| state.hash),
            landed: document.states.latest().is_some_and(|state| state.landed),
            ..document.known.clone()
        };
        self.by_path.values().map(known).collect()
    }

    /// The recent states of one document, newest first.
    pub(super) fn renderings(&self, path: &str) -> Vec<Rendering> {
        self.by_path.get(path).map(|document| document.states.renderings()).unwrap_or_default()
    }

    /// The documents that show an anchor at present, and the version each shows.
    pub(super) fn showing(&self, anchor: &Anchor) -> BTreeMap<&str, u32> {
        let shown = self.shown.get(anchor).into_iter().flatten();
        shown.map(|(path, version)| (path.as_str(), *version)).collect()
    }

    /// The lines that a daily log does not have yet, in order.
    pub(super) fn log_lines(&self, path: &str) -> &[LogLine] {
        self.log_lines.get(path).map_or(&[], Vec::as_slice)
    }

    /// The documents with log lines to come.
    pub(super) fn with_log_lines(&self) -> impl Iterator<Item = &String> {
        self.log_lines.keys()
    }

    /// A document has a new state. Says which anchors it shows differently now.
    pub(super) fn put_state(&mut self, state: DocumentState) -> Vec<Anchor> {
        if let Some(through) = state.through {
            self.take_log_lines(&state.document, |line| line.time > through);
        }
        let path = state.document.clone();
        let document = self.document(&path);
        document.known.chars = state.chars;
        document.known.seen = None;
        document.known.through = state.through.or(document.known.through);
        let changed = document.states.push(state);
        for (anchor, version) in &changed {
            self.show(&path, anchor, *version);
        }
        changed.into_iter().map(|(anchor, _)| anchor).collect()
    }

    /// A state of a document is on disk.
    pub(super) fn mark_landed(&mut self, landed: &Landed) {
        if let Some(document) = self.by_path.get_mut(landed.document.as_str()) {
            document.states.mark_landed(landed.hash);
        }
    }

    /// The file of a document was looked at.
    pub(super) fn mark_seen(&mut self, seen: SeenDocument) {
        let document = self.document(&seen.path);
        document.known.seen = seen.seen;
        document.known.ending = seen.ending.or(document.known.ending);
        document.known.damage = seen.damage;
    }

    /// A daily log has a line to come; lines of one act keep the order they were given in.
    pub(super) fn put_log_line(&mut self, line: LogLine) {
        let lines = self.log_lines.entry(line.document.to_string()).or_default();
        let place = lines.partition_point(|other| other.time <= line.time);
        lines.insert(place, line);
    }

    fn take_log_lines(&mut self, path: &str, stays: impl Fn(&LogLine) -> bool) {
        if let Some(lines) = self.log_lines.get_mut(path) {
            lines.retain(stays);
            if lines.is_empty() {
                self.log_lines.remove(path);
            }
        }
    }

    fn document(&mut self, path: &str) -> &mut Document {
        self.by_path.entry(path.to_owned()).or_insert_with(|| Document {
            states: States::default(),
            known: KnownDocument {
                path: path.into(),
                hash: None,
                landed: false,
                chars: 0,
                seen: None,
                ending: None,
                damage: None,
                through: None,
            },
        })
    }

    fn show(&mut self, path: &str, anchor: &Anchor, version: Option<u32>) {
        let shown = self.shown.entry(anchor.clone()).or_default();
        match version {
            Some(version) => shown.insert(path.to_owned(), version),
            None => shown.remove(path),
        };
        if shown.is_empty() {
            self.shown.remove(anchor);
        }
    }
}
