//! The `mnemic-bench` binary: reads arguments, measures one thing, prints the figures.
//!
//! It is a separate binary, so that `mnemic` does not contain it.

mod arguments;
mod attacks;
mod command;
mod compare;
mod context;
mod conversation;
mod evidence;
mod failure;
mod figure;
mod invocation;
mod locomo;
mod mcp;
mod metric;
mod notes;
mod output;
mod percentile;
mod process;
mod program;
mod quality;
mod raw;
mod replay;
mod report;
mod sample;
mod scale;
mod score;
mod secrets;
mod size;
mod start;
mod store;
mod table;
mod throwaway;

use std::process::ExitCode;

use arguments::Arguments;
use clap::Parser;
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    start_logging(arguments.verbose);
    match measure(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}

/// Runs as `mnemic` does, with one worker thread: figures are those of its runtime.
fn measure(arguments: Arguments) -> anyhow::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(command::run(arguments))
}

fn start_logging(verbose: u8) {
    let level = match verbose {
        0 => "warn",
        1 => "info",
        2 => "debug",
        _ => "trace",
    };
    let filter = EnvFilter::new(format!("mnemic={level},mnemic_sqlite={level}"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .without_time()
        .with_target(false)
        .init();
}
