//! `mnemic hook`: an agent's client calls it. Whatever fails, the agent is not disturbed: nothing is printed, the exit
//! code is 0, and a note goes to the vault's cache.
//!
//! What the agent waits for is done at once and within a limit. What was said is kept by another process of ours that
//! nobody waits for, because clients end what takes longer than they like: whatever that one leaves undone when it is
//! killed, the next one makes up for.

use std::{
    io::{IsTerminal, Read, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    process::{Command, ExitCode, Stdio},
    task::Poll,
    thread,
    time::Duration,
};

use anyhow::{Context, anyhow};
use jiff::Timestamp;
use mnemic::{
    Actor, Caller, Channel,
    hook::{self, Call, Event},
};

use super::Opening;
use crate::{
    arguments::Hook,
    output,
    surroundings::{Surroundings, client_folder},
};

/// What a client says is never longer, even with a prompt that holds a file.
const MAX_BYTES: u64 = 32 * 1024 * 1024;
/// So long an agent waits for what it is handed; what usually takes some milliseconds may find the index being built.
const HANDING: Duration = Duration::from_secs(5);
/// So long someone who writes the vault is waited for when the agent has its answer; what usage says may be lost.
const SETTLING: Duration = Duration::from_secs(1);
/// So long what was said may take to be kept.
const KEEPING: Duration = Duration::from_secs(600);

pub async fn run(opening: &Opening, hook: Hook) -> ExitCode {
    if std::io::stdin().is_terminal() {
        output::aside("agents' clients call `mnemic hook`, with JSON on standard input");
        output::aside("hint: `mnemic install claude-code` sets that up; see docs/guide/agents.md");
        return ExitCode::SUCCESS;
    }
    std::panic::set_hook(Box::new(|_| {}));
    let said = read_input();
    let call = parse_call(&hook, said.as_deref().unwrap_or_default());
    let folder = client_folder(call.as_ref().ok().and_then(|call| call.folder.as_deref()));
    let Ok(surroundings) = opening.look(&folder) else { return ExitCode::SUCCESS };
    let log = Log {
        vault: surroundings.vault.clone(),
        now: surroundings.now(),
        event: hook.event.clone(),
    };
    let outcome = match (said, call) {
        (Ok(said), Ok(call)) => {
            catch_panic(answer(opening, &surroundings, &hook, &call, &said, &log)).await
        }
        (Err(error), _) | (_, Err(error)) => Err(error),
    };
    if let Err(error) = outcome {
        log.note(&format!("{error:#}"));
    }
    ExitCode::SUCCESS
}

/// Where failures are noted.
#[derive(Debug, Clone)]
struct Log {
    vault: PathBuf,
    now: Timestamp,
    event: String,
}

impl Log {
    fn note(&self, text: &str) {
        hook::note(&self.vault, self.now, &format!("{}: {text}", self.event));
    }

    /// Ends the program after some time, whatever it waits for. What it was about to write is as safe as when it is killed.
    fn watch(&self, limit: Duration) {
        let log = self.clone();
        thread::spawn(move || {
            thread::sleep(limit);
            log.note(&format!("it took longer than {limit:?}"));
            std::process::exit(0);
        });
    }
}

/// What comes of some work, also if it panics.
async fn catch_panic(work: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    let mut work = Box::pin(work);
    std::future::poll_fn(move |context| {
        let polled = AssertUnwindSafe(|| work.as_mut().poll(context));
        let fault = |_| Poll::Ready(Err(anyhow!("it failed by a fault of mnemic's")));
        catch_unwind(polled).unwrap_or_else(fault)
    })
    .await
}

fn read_input() -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(MAX_BYTES).read_to_end(&mut bytes).context("standard input")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn parse_call(hook: &Hook, said: &str) -> anyhow::Result<Call> {
    let event: Event = hook.event.parse()?;
    Ok(Call::read(event, hook.client, said)?)
}

async fn answer(
    opening: &Opening,
    surroundings: &Surroundings,
    hook: &Hook,
    call: &Call,
    said: &str,
    log: &Log,
) -> anyhow::Result<()> {
    if call.event.injects() {
        if call.client.takes_context(call.event) {
            log.watch(HANDING);
            print_context(surroundings, call, log).await?;
        }
        return Ok(());
    }
    if call.session.is_none() || call.transcript.is_none() {
        return Ok(());
    }
    if !hook.wait {
        return detach(opening, hook, said);
    }
    log.watch(KEEPING);
    keep(surroundings, call).await
}

/// Hands the agent what is worth knowing. Documents are left to others: the agent waits.
async fn print_context(surroundings: &Surroundings, call: &Call, log: &Log) -> anyhow::Result<()> {
    let engine = surroundings.open_for_clients().await?;
    let context = engine.hook_context(&client(surroundings)?, call).await?;
    if !context.is_empty() {
        output::json(&call.client.answer(&call.name, &context))?;
    }
    log.watch(SETTLING);
    engine.write_down().await;
    Ok(())
}

/// The agent's client, on whose behalf a hook runs.
fn client(surroundings: &Surroundings) -> anyhow::Result<Caller> {
    Ok(Caller::new(Actor::through(Channel::Hook), surroundings.reach(None)?))
}

async fn keep(surroundings: &Surroundings, call: &Call) -> anyhow::Result<()> {
    let engine = surroundings.open_for_clients().await?;
    let kept = engine.hook_capture(&client(surroundings)?, call, &surroundings.scope(None)?).await;
    engine.close().await?;
    match kept?.faults {
        0 => Ok(()),
        faults => Err(anyhow!("{faults} lines of the transcript could not be kept")),
    }
}

/// Has another process keep what was said: one that does not end with the client's group of processes.
fn detach(opening: &Opening, hook: &Hook, said: &str) -> anyhow::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(opening.arguments()).arg("hook").arg(&hook.event).arg("--wait");
    if let Some(client) = hook.client {
        command.arg("--client").arg(client.name());
    }
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child =
        mnemic_platform::detach(&mut command).spawn().context("another process of mnemic")?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(said.as_bytes()).context("another process of mnemic")?;
    }
    Ok(())
}
