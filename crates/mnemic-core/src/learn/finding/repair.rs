//! What failed in a session, and what put it right.
//!
//! An explanation counts only when what failed has worked since: until then it is a guess, however sure it sounds. What
//! is said in the few turns after that counts, too, because that is when an agent sums up.

use std::collections::HashSet;

use super::{super::cue::Explains, Finding, learnt};
use crate::session::Turn;

/// For how many messages after it works again an explanation is waited for.
const WAITED_MESSAGES: usize = 4;
/// For how many messages an explanation can be taken back.
const REVOCABLE_MESSAGES: usize = 2;
/// How many failures are followed at once.
const FOLLOWED_MOST: usize = 8;
/// How many changed files are told.
const FILES_MOST: usize = 3;

/// The failures of a session, the one that something happened to last at the end. Findings are told by their place.
#[derive(Default)]
pub(super) struct Repairs {
    followed: Vec<Failure>,
    /// The place of the explanation that was given last, and how many messages ago.
    last: Option<(usize, usize)>,
    done: RepairReport,
}

/// What came of all failures.
#[derive(Default)]
pub(super) struct RepairReport {
    pub righted: Vec<ResolvedFailure>,
    /// Explanations of what was not put right, or that another explanation took the place of.
    pub doubtful: HashSet<usize>,
    /// Explanations that were taken back.
    pub taken_back: HashSet<usize>,
}

/// A failure that was put right.
pub(super) struct ResolvedFailure {
    /// Its fingerprint.
    pub failure: String,
    /// What it said.
    pub failed: String,
    /// The explanation of it.
    pub by: Option<usize>,
    /// What was changed meanwhile.
    pub change: Option<Change>,
}

/// Files that were changed between a failure and its end.
pub(super) struct Change {
    action: String,
    files: Vec<String>,
    turn: Turn,
}

struct Failure {
    action: String,
    fingerprint: String,
    text: String,
    explained: Vec<(usize, Explains)>,
    changed: Vec<String>,
    mended: Option<Resolution>,
}

struct Resolution {
    at: Turn,
    messages_left: usize,
}

impl Repairs {
    /// Something failed. What explained its last failure was not the whole truth.
    pub(super) fn failed(&mut self, action: String, finding: &Finding) {
        if let Some(place) = self.followed.iter().position(|it| it.action == action) {
            let failure = self.followed.remove(place);
            self.doubt(failure);
        } else if self.followed.len() == FOLLOWED_MOST {
            let oldest = self.followed.remove(0);
            self.close_failure(oldest);
        }
        self.followed.push(Failure {
            action,
            fingerprint: finding.fingerprint.clone(),
            text: finding.text.clone(),
            explained: Vec::new(),
            changed: Vec::new(),
            mended: None,
        });
    }

    pub(super) fn changed(&mut self, path: String) {
        for failure in self.followed.iter_mut().filter(|it| it.mended.is_none()) {
            if !failure.changed.contains(&path) {
                failure.changed.push(path.clone());
            }
        }
    }

    /// Something works; with it everything that is a part of it.
    pub(super) fn note_success(&mut self, action: &str, turn: &Turn) {
        let covers = |failed: &str| {
            failed.strip_prefix(action).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        for failure in self.followed.iter_mut().filter(|it| it.mended.is_none()) {
            if covers(&failure.action) {
                failure.mended =
                    Some(Resolution { at: turn.clone(), messages_left: WAITED_MESSAGES });
            }
        }
    }

    /// A finding explains the failure that is talked about.
    pub(super) fn explained(&mut self, place: usize, explains: Explains) {
        self.last = Some((place, 0));
        if let Some(failure) = self.followed.last_mut() {
            failure.explained.push((place, explains));
        }
    }

    /// The explanation that was given last was wrong.
    pub(super) fn take_back(&mut self) {
        let Some((place, _)) = self.last.take() else { return };
        self.done.taken_back.insert(place);
        for failure in &mut self.followed {
            failure.explained.retain(|(explanation, _)| *explanation != place);
        }
    }

    /// Another message was said.
    pub(super) fn note_message(&mut self) {
        let aged = self.last.map(|(place, messages)| (place, messages + 1));
        self.last = aged.filter(|(_, messages)| *messages <= REVOCABLE_MESSAGES);
        let mut followed = Vec::new();
        for mut failure in std::mem::take(&mut self.followed) {
            match &mut failure.mended {
                Some(Resolution { messages_left: 0, .. }) => self.close_failure(failure),
                mended => {
                    if let Some(mended) = mended {
                        mended.messages_left -= 1;
                    }
                    followed.push(failure);
                }
            }
        }
        self.followed = followed;
    }

    pub(super) fn finish(mut self) -> RepairReport {
        for failure in std::mem::take(&mut self.followed) {
            self.close_failure(failure);
        }
        self.done
    }

    fn close_failure(&mut self, failure: Failure) {
        let Some(mended) = failure.mended else { return self.doubt(failure) };
        let remedy = |(_, explains): &&(usize, Explains)| *explains == Explains::Remedy;
        let explanations = failure.explained.iter().rev();
        let by = explanations
            .clone()
            .find(remedy)
            .or_else(|| explanations.clone().next())
            .map(|(place, _)| *place);
        let others = explanations.map(|(place, _)| *place).filter(|place| Some(*place) != by);
        self.done.doubtful.extend(others);
        let (action, files) = (failure.action, failure.changed);
        let change = (!files.is_empty()).then_some(Change { action, files, turn: mended.at });
        let (failed, failure) = (failure.text, failure.fingerprint);
        self.done.righted.push(ResolvedFailure { failure, failed, by, change });
    }

    fn doubt(&mut self, failure: Failure) {
        self.done.doubtful.extend(failure.explained.into_iter().map(|(place, _)| place));
    }
}

impl Change {
    /// That it works again is told; it matters little, because nobody said why.
    pub(super) fn finding(self, failure: String) -> Finding {
        let named: Vec<String> =
            self.files.iter().take(FILES_MOST).map(|it| format!("`{it}`")).collect();
        let text = format!("`{}` works again after a change of {}", self.action, named.join(", "));
        Finding { resolves: Some(failure), ..learnt(&self.turn, text, "error", 0.5, 0.8) }
    }
}
