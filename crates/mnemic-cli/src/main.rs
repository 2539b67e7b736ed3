//! The `mnemic` binary: reads arguments, opens the vault, runs one verb, prints the answer.

mod arguments;
mod commands;
mod failure;
mod json;
mod output;
mod peak;
mod surroundings;
mod when;

use std::process::ExitCode;

use arguments::Arguments;
use clap::Parser;
use tokio::runtime::{Builder, Runtime};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    start_logging(arguments.verbose);
    let outcome = match runtime() {
        Ok(runtime) => runtime.block_on(commands::run(arguments)),
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

/// A runtime that waits for files on the main thread: a verb does one thing after the other, and whatever a
/// long-running command does besides has a thread of its own.
fn runtime() -> std::io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(1).enable_all().build()
}

fn start_logging(verbose: u8) {
    let level = match verbose {
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
        .without_time()
        .with_target(false)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .init();
}
