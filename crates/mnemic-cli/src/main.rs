//! The `mnemic` binary: reads arguments, opens the vault, runs one verb, prints the answer.

mod arguments;
mod caller;
mod commands;
mod consent;
mod failure;
mod install;
mod json;
mod output;
mod peak;
mod surroundings;
mod when;

use std::{process::ExitCode, time::Duration};

use arguments::{Arguments, Command};
use clap::Parser;
use tokio::runtime::{Builder, Runtime};

/// How long what is left of the work is waited for at the end: long enough for a write that has begun, and not for a
/// provider that does not answer.
const LEAVE: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misread(&error),
    };
    start_logging(arguments.verbose, matches!(arguments.command, Some(Command::Hook(_))));
    let outcome = match runtime(arguments.command.as_ref()) {
        Ok(runtime) => {
            let outcome = runtime.block_on(commands::run(arguments));
            runtime.shutdown_timeout(LEAVE);
            outcome
        }
        Err(error) => Err(error.into()),
    };
    if let Some(peak_kb) = peak::kilobytes() {
        tracing::info!(peak_kb, "done");
    }
    match outcome {
        Ok(code) => code,
        Err(error) => failure::report(&error),
    }
}

/// The runtime. A verb does one thing after the other, on the main thread: one worker is enough for what it leaves to
/// others. A server runs the calls of its clients on the workers, so it has one for each core, and two at least: a call
/// that reads a file holds its worker for that long.
fn runtime(command: Option<&Command>) -> std::io::Result<Runtime> {
    let cores = || std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
    let is_server = matches!(command, Some(Command::Mcp(_) | Command::Serve(_)));
    let workers = if is_server { cores() } else { 1 };
    Builder::new_multi_thread().worker_threads(workers).enable_all().build()
}

/// Tells what is wrong with the command line. A hook that fails would keep an agent from its work, as one would that a
/// later version of a client calls in another way.
fn misread(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    match error.exit_code() {
        code if code != 0 && is_hook(std::env::args().skip(1)) => ExitCode::SUCCESS,
        code => ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX)),
    }
}

/// Whether the command that someone typed is a hook.
fn is_hook(mut arguments: impl Iterator<Item = String>) -> bool {
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--vault" | "--config" | "--setting" => drop(arguments.next()),
            option if option.starts_with('-') => {}
            command => return command == "hook",
        }
    }
    false
}

fn start_logging(verbose: u8, quiet: bool) {
    let level = match verbose {
        0 if quiet => "off",
        0 => "warn",
        1 => "info",
        2 => "debug",
        _ => "trace",
    };
    let filter =
        tracing_subscriber::EnvFilter::new(format!("mnemic={level},mnemic_sqlite={level}"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // When stderr is a closed pipe, the subscriber would report that with `eprintln!`, which panics.
        .log_internal_errors(false)
        .without_time()
        .with_target(false)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .init();
}
