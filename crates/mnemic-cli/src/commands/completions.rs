//! `mnemic completions`

use std::process::ExitCode;

use clap::CommandFactory;

use crate::{
    arguments::{Arguments, Completions},
    output,
};

pub fn run(completions: &Completions) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut Arguments::command(), "mnemic", &mut script);
    output::raw(&script);
    Ok(ExitCode::SUCCESS)
}
