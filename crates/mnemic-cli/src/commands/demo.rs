//! `mnemic demo`

use std::process::ExitCode;

pub async fn run() -> anyhow::Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}
