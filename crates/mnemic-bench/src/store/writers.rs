//! Several long-running processes that write to one vault at once.

use std::{
    io::Read,
    path::Path,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use mnemic::{Draft, Scope};

use super::{
    super::{percentile::percentile, sample::Sample},
    Figure,
    baseline::Baseline,
    open,
};
use crate::{arguments::Writer, invocation::Invocation, invocation::caller, output};

const WRITES: usize = 500;
const APPENDS: usize = 500;

pub async fn measure(
    invocation: &Invocation,
    folder: &Path,
    writers: usize,
) -> anyhow::Result<Vec<Figure>> {
    let mut baseline = Baseline::in_folder(folder)?;
    let start = Instant::now();
    for _ in 0..APPENDS {
        baseline.append("one fsync after another")?;
    }
    let serial = APPENDS as f64 / start.elapsed().as_secs_f64();
    let vault = folder.join("writers");
    open(invocation, &vault).await?.close().await?;
    let start = Instant::now();
    let children = (0..writers)
        .map(|number| spawn(invocation, &vault, number))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mut samples = Vec::new();
    for mut child in children {
        let mut answer = String::new();
        if let Some(stdout) = &mut child.stdout {
            stdout.read_to_string(&mut answer)?;
        }
        anyhow::ensure!(child.wait()?.success(), "a writer failed");
        samples
            .extend(answer.lines().filter_map(|line| line.parse().ok()).map(Duration::from_micros));
    }
    let rate = samples.len() as f64 / start.elapsed().as_secs_f64();
    Ok(vec![
        Figure::new("one fsync after another", serial, "/s"),
        Figure::new(format!("{writers} processes × {WRITES} writes"), rate, "/s"),
        Figure::new("writers / one fsync after another", rate / serial, "×").against("at least 5"),
        Figure::new("latency of a write, p50", percentile(&mut samples, 50), "ms"),
        Figure::new("latency of a write, p99", percentile(&mut samples, 99), "ms")
            .against("under 250"),
    ])
}

fn spawn(invocation: &Invocation, vault: &Path, number: usize) -> anyhow::Result<Child> {
    let mut command = invocation.again()?;
    command.args(["writer", &number.to_string()]).arg(vault);
    Ok(command.stdout(Stdio::piped()).spawn()?)
}

/// One of the processes: writes and prints each latency in microseconds.
pub async fn write(invocation: &Invocation, writer: &Writer) -> anyhow::Result<()> {
    let engine = open(invocation, &writer.vault).await?;
    let mut sample = Sample::seeded(writer.number as u64 + 100);
    let mut latencies = Vec::with_capacity(WRITES);
    let writing = async {
        for round in 0..WRITES {
            let text = format!("{} {} {round}", sample.text(), writer.number);
            let start = Instant::now();
            engine.remember(&caller(), Draft::note(Scope::Global, text)).await?;
            latencies.push(start.elapsed());
        }
        anyhow::Ok(())
    };
    tokio::select! {
        written = writing => written?,
        () = engine.keep_documents() => {}
    }
    for latency in latencies {
        output::line(latency.as_micros().to_string());
    }
    Ok(())
}
