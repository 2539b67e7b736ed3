//! Rewriting lines of a journal that hold secrets: the one thing that ever changes a line.
//!
//! A change names the state it was based on by a hash of that state's text. When a state changes, its hash changes in all
//! lines that name it; otherwise every later change would look like one of another machine.

use std::collections::HashMap;

use crate::{
    journal::{
        event::{Act, Event},
        line,
    },
    record::{memory::Memory, state::StateHash},
    safety::{
        json,
        redaction::{Redact, redact_labelled},
    },
};

/// The field of a change that names the state it was based on.
const BASE_STATE: &str = "base_state";

/// The states that say something else than before, by the hash of what they said.
pub type ChangedStates = HashMap<StateHash, StateHash>;

/// Rewrites the lines of one journal.
pub struct Rewriting<'r> {
    redact: Redact<'r>,
    states: ChangedStates,
}

impl<'r> Rewriting<'r> {
    /// Begins with the states that an attempt before this one changed.
    pub fn new(redact: Redact<'r>, states: ChangedStates) -> Self {
        Self { redact, states }
    }

    /// Notes which states a line will set otherwise. All lines are noted before the first is rewritten.
    pub fn note(&mut self, line: &str) {
        let Some(after) = self.rewritten(line) else { return };
        let (Ok(before), Ok(after)) = (line::decode(line), line::decode(&after)) else { return };
        for (before, after) in states(&before).zip(states(&after)) {
            let (before, after) = (StateHash::of(before), StateHash::of(after));
            if before != after {
                self.states.insert(before, after);
            }
        }
    }

    /// The line without secrets, with a checksum that is true; nothing where it stays as it is. A line that cannot be read
    /// stays one, without its secrets.
    pub fn rewritten(&self, line: &str) -> Option<String> {
        let content = line::unsealed(line);
        let changed = json::with_strings(content.unwrap_or(line), |string| {
            if string.keys.last().is_some_and(|key| key == BASE_STATE) {
                let state = self.states.get(&string.text.parse().ok()?)?;
                return Some(state.to_string());
            }
            let labels: Vec<&str> = string.labels().iter().map(String::as_str).collect();
            redact_labelled(&string.text, &labels, self.redact)
        })?;
        match content {
            None => Some(changed),
            Some(_) => Some(line::sealed(changed)).filter(|line| line::decode(line).is_ok()),
        }
    }

    /// The states that say something else.
    pub fn states(&self) -> &ChangedStates {
        &self.states
    }
}

/// The states that an act sets.
fn states(act: &Act) -> impl Iterator<Item = &Memory> {
    act.events.iter().flat_map(|event| match event {
        Event::Put(put) => vec![&*put.memory],
        Event::Reinstated(whole) => std::iter::once(&whole.memory).chain(&whole.versions).collect(),
        _ => Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::{
        journal::event::{Actor, Cause, Channel, Put},
        port::clock::EventTime,
        recall::tests::memory,
        record::id::ActId,
    };

    fn redact(text: &str) -> Cow<'_, str> {
        match text.contains("hunter2") {
            true => text.replace("hunter2", "[R]").into(),
            false => text.into(),
        }
    }

    fn line(time: u64, base: Option<&Memory>, memory: &Memory) -> String {
        let put = Put {
            base_state: base.map(StateHash::of),
            ..Put::new(Cause::Updated, base.map_or(0, |base| base.version), memory.clone())
        };
        let act = Act {
            v: Act::FORMAT,
            id: ActId::from_bytes([time as u8; 16]),
            time: EventTime(time),
            actor: Actor::through(Channel::Cli),
            at: "2026-11-15T10:00:00Z".parse().unwrap(),
            run: None,
            events: vec![Event::Put(put)],
        };
        line::encode(&act).unwrap()
    }

    fn said(text: &str, version: u32) -> Memory {
        Memory { text: text.to_owned(), version, ..memory(1) }
    }

    #[test]
    fn a_secret_goes_and_later_changes_follow_what_is_left() {
        let (first, second, third) =
            (said("the key is hunter2", 1), said("key hunter2 again", 2), said("gone", 3));
        let lines =
            [line(1, None, &first), line(2, Some(&first), &second), line(3, Some(&second), &third)];
        let mut rewriting = Rewriting::new(&redact, ChangedStates::new());
        lines.iter().for_each(|line| rewriting.note(line));
        let acts: Vec<Act> = lines
            .iter()
            .map(|line| line::decode(&rewriting.rewritten(line).unwrap()).unwrap())
            .collect();
        let put = |place: usize| match &acts[place].events[..] {
            [Event::Put(put)] => put.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            (put(0).memory.text.as_str(), put(1).memory.text.as_str()),
            ("the key is [R]", "key [R] again")
        );
        assert_eq!(put(1).base_state, Some(StateHash::of(&put(0).memory)));
        assert_eq!(put(2).base_state, Some(StateHash::of(&put(1).memory)));
        assert_eq!(put(2).memory.text, "gone");
    }

    #[test]
    fn an_attempt_that_was_cut_off_is_finished_with_the_states_it_noted() {
        let (first, second) = (said("the key is hunter2", 1), said("gone", 2));
        let [one, two] = [line(1, None, &first), line(2, Some(&first), &second)];
        let mut rewriting = Rewriting::new(&redact, ChangedStates::new());
        [&one, &two].into_iter().for_each(|line| rewriting.note(line));
        let one = rewriting.rewritten(&one).unwrap();
        let noted = rewriting.states().clone();
        let mut again = Rewriting::new(&redact, noted);
        [&one, &two].into_iter().for_each(|line| again.note(line));
        assert_eq!(again.rewritten(&one), None);
        assert_eq!(again.rewritten(&two), rewriting.rewritten(&two));
    }

    #[test]
    fn a_line_that_cannot_be_read_stays_one_without_its_secrets() {
        let whole = line(1, None, &said("the key is hunter2", 1));
        let torn = &whole[..whole.len() - 20];
        let rewriting = Rewriting::new(&redact, ChangedStates::new());
        let rewritten = rewriting.rewritten(torn).unwrap();
        assert!(!rewritten.contains("hunter2") && line::decode(&rewritten).is_err(), "{rewritten}");
        assert_eq!(rewriting.rewritten(&line(1, None, &said("plain", 1))), None);
    }
}
