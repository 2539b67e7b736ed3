//! `mnemic` as a process of its own: how long it takes from its start, and how much RAM.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use super::percentile::percentile;
use crate::invocation::Invocation;

const STARTS: usize = 30;

/// What processes took.
pub struct Started {
    pub p50: f64,
    pub peak_mb: f64,
}

/// One `mnemic recall` after the other, each with one of the questions.
pub fn one_by_one(
    invocation: &Invocation,
    vault: &Path,
    questions: &[String],
) -> anyhow::Result<Started> {
    let mut samples = Vec::new();
    let mut peak_mb = 0f64;
    for question in questions.iter().take(STARTS) {
        let mut command = recall(invocation, vault)?;
        command.args(["--", question]).stdin(Stdio::null());
        let start = Instant::now();
        let output = command.output()?;
        samples.push(start.elapsed());
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        anyhow::ensure!(output.status.success(), "`mnemic recall` failed: {log}");
        peak_mb = peak_mb.max(peak_in(&log));
    }
    Ok(Started { p50: percentile(&mut samples, 50), peak_mb })
}

/// The most RAM that one process takes which answers all the questions, in MB.
pub fn peak_of_one_for_all(
    invocation: &Invocation,
    vault: &Path,
    questions: &[String],
) -> anyhow::Result<f64> {
    let mut command = recall(invocation, vault)?;
    command.arg("--stdin").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(questions.join("\n").as_bytes())?;
    }
    let output = child.wait_with_output()?;
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    anyhow::ensure!(output.status.success(), "`mnemic recall --stdin` failed: {log}");
    Ok(peak_in(&log))
}

fn recall(invocation: &Invocation, vault: &Path) -> anyhow::Result<Command> {
    let mut command = invocation.mnemic(vault)?;
    command.args(["-v", "recall", "--scope", "global"]);
    Ok(command)
}

/// What a process says of itself in its log, in MB.
fn peak_in(log: &str) -> f64 {
    let peak_kb = log.split("peak_kb=").nth(1).and_then(|rest| rest.split_whitespace().next());
    peak_kb.and_then(|peak_kb| peak_kb.parse::<f64>().ok()).unwrap_or_default() / 1_024.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_read_from_the_log() {
        assert_eq!(peak_in(" INFO done peak_kb=2048\n"), 2.0);
        assert_eq!(peak_in("nothing"), 0.0);
    }
}
