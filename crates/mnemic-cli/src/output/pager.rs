//! A pager for answers that are longer than a screen.
//!
//! As with git: only on a terminal, `MNEMIC_PAGER` before `PAGER` before `less`, and none if the variable is empty or
//! `cat`. `less` ends at once when everything fits (`LESS=FRX` unless the user set another).

use std::{
    io::{IsTerminal, Write},
    process::{Child, Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The pager that runs, if any.
static PAGER: Mutex<Option<Child>> = Mutex::new(None);

fn pager() -> MutexGuard<'static, Option<Child>> {
    PAGER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From here to the end, a pager shows the answer; it ends when the value is dropped.
pub struct Paging(());

/// Which pager to start.
#[derive(Debug)]
pub struct PagerChoice {
    /// The command with its arguments; empty for none.
    pub command: String,
    /// Options for `less`, unless the user has some.
    pub less_options: Option<&'static str>,
}

/// Starts the pager, if standard output is a terminal.
pub fn page(choice: PagerChoice) -> Option<Paging> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    *pager() = start(&choice);
    Some(Paging(()))
}

/// Without a pager, or when it cannot be started, the answer is printed.
fn start(choice: &PagerChoice) -> Option<Child> {
    let mut words = choice.command.split_whitespace();
    let program = words.next().filter(|program| *program != "cat")?;
    let mut process = Command::new(program);
    process.args(words).stdin(Stdio::piped());
    process.envs(choice.less_options.map(|options| ("LESS", options)));
    process.spawn().ok()
}

/// Writes to the pager, else to standard output. A reader that has gone away is no failure.
pub fn write(bytes: &[u8]) {
    let _ = match pager().as_mut().and_then(|pager| pager.stdin.as_mut()) {
        Some(input) => input.write_all(bytes),
        None => std::io::stdout().lock().write_all(bytes),
    };
}

impl Drop for Paging {
    fn drop(&mut self) {
        if let Some(mut process) = pager().take() {
            drop(process.stdin.take());
            let _ = process.wait();
        }
    }
}
