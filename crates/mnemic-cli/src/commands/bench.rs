//! `mnemic bench`

use std::process::ExitCode;

use crate::arguments::Bench;

pub async fn run(_bench: Bench) -> anyhow::Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}
