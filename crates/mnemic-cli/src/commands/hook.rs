//! `mnemic hook`: an agent's client calls it. Whatever fails, the agent is not disturbed: nothing is printed, the exit
//! code is 0, and a note goes to the vault's cache.
//!
//! What the agent waits for is done at once and within a limit. What was said is kept by another process of ours that
//! nobody waits for, because clients end what takes longer than they like: whatever that one leaves undone when it is
//! killed, the next one makes up for.

use std::{
    io::{IsTerminal, Read, Write},
    os::unix::process::CommandExt,
    process::{Command, ExitCode, Stdio},
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use anyhow::{Context, anyhow};
use mnemic::{
    Actor,
    hook::{self, Call, Event},
};
use tokio::runtime::Handle;

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
/// So long what was said may take to be kept.
const KEEPING: Duration = Duration::from_secs(600);

pub fn run(opening: &Opening, hook: Hook) -> ExitCode {
    if std::io::stdin().is_terminal() {
        output::aside("an agent's client calls `mnemic hook` and tells it more on standard input");
        output::aside("hint: `mnemic install claude-code` has it called; docs/agents.md says more");
        return ExitCode::SUCCESS;
    }
    std::panic::set_hook(Box::new(|_| {}));
    let said = read_input();
    let call = understood(&hook, said.as_deref().unwrap_or_default());
    let folder = client_folder(call.as_ref().ok().and_then(|call| call.folder.as_deref()));
    let Ok(surroundings) = opening.look(&folder) else { return ExitCode::SUCCESS };
    let surroundings = Arc::new(surroundings);
    let outcome = match (said, call) {
        (Ok(said), Ok(call)) => answer(opening, &surroundings, &hook, call, &said),
        (Err(error), _) | (_, Err(error)) => Err(error),
    };
    if let Err(error) = outcome {
        let text = format!("{}: {error:#}", hook.event);
        hook::note(&surroundings.vault, surroundings.now(), &text);
        // A thread of ours may be left that the end of the program would wait for.
        std::process::exit(0);
    }
    ExitCode::SUCCESS
}

fn read_input() -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(MAX_BYTES).read_to_end(&mut bytes).context("standard input")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn understood(hook: &Hook, said: &str) -> anyhow::Result<Call> {
    let event: Event = hook.event.parse()?;
    Ok(Call::read(event, hook.client, said)?)
}

fn answer(
    opening: &Opening,
    surroundings: &Arc<Surroundings>,
    hook: &Hook,
    call: Call,
    said: &str,
) -> anyhow::Result<()> {
    let surroundings = surroundings.clone();
    if call.event.injects() {
        return match call.client.takes_context(call.event) {
            true => attended(HANDING, |told| hand_over(surroundings, call, told)),
            false => Ok(()),
        };
    }
    if call.session.is_none() || call.transcript.is_none() {
        return Ok(());
    }
    match hook.wait {
        true => attended(KEEPING, |_| keep(surroundings, call)),
        false => detach(opening, hook, said),
    }
}

/// Hands the agent what is worth knowing. Documents are left to others: the agent waits.
async fn hand_over(
    surroundings: Arc<Surroundings>,
    call: Call,
    told: mpsc::Sender<String>,
) -> anyhow::Result<()> {
    let engine = surroundings.open_as(Actor::through("hook")).await?;
    let context = engine.hook_context(&call, surroundings.reach(None)?).await?;
    if !context.is_empty() {
        told.send(call.client.answer(&call.name, &context).to_string()).ok();
    }
    engine.write_down().await;
    Ok(())
}

async fn keep(surroundings: Arc<Surroundings>, call: Call) -> anyhow::Result<()> {
    let engine = surroundings.open_as(Actor::through("hook")).await?;
    let kept = engine.hook_capture(&call, &surroundings.scope(None)?).await;
    engine.close().await?;
    let captured = kept?;
    if captured.faults > 0 {
        return Err(anyhow!("{} lines of the transcript could not be kept", captured.faults));
    }
    Ok(())
}

/// Does some work on a thread of its own, prints what it tells, and waits no longer than the limit: what hangs or
/// panics there ends here.
fn attended<W>(
    limit: Duration,
    work: impl FnOnce(mpsc::Sender<String>) -> W + Send + 'static,
) -> anyhow::Result<()>
where
    W: Future<Output = anyhow::Result<()>>,
{
    let (teller, told) = mpsc::channel();
    let (ender, ended) = mpsc::channel();
    let runtime = Handle::current();
    thread::Builder::new().spawn(move || {
        let outcome = runtime.block_on(work(teller));
        ender.send(outcome).ok();
    })?;
    let outcome = match told.recv_timeout(limit) {
        Ok(answer) => {
            output::line(answer);
            ended.recv_timeout(limit)
        }
        Err(RecvTimeoutError::Timeout) => Err(RecvTimeoutError::Timeout),
        Err(RecvTimeoutError::Disconnected) => ended.recv_timeout(limit),
    };
    match outcome {
        Ok(outcome) => outcome,
        Err(RecvTimeoutError::Timeout) => Err(anyhow!("it took longer than {limit:?}")),
        Err(RecvTimeoutError::Disconnected) => Err(anyhow!("it failed by a fault of mnemic's")),
    }
}

/// Has another process keep what was said: one that does not end with the client's group of processes.
fn detach(opening: &Opening, hook: &Hook, said: &str) -> anyhow::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(opening.arguments()).arg("hook").arg(&hook.event).arg("--wait");
    if let Some(client) = hook.client {
        command.arg("--client").arg(client.name());
    }
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    let mut child = command.spawn().context("another process of mnemic")?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(said.as_bytes()).context("another process of mnemic")?;
    }
    Ok(())
}
