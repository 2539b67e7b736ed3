//! Many clients of one server at once: questions only, then requests of every kind, whose writes are counted after.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{
    super::{figure::Figure, percentile::percentile, process, sample::Sample},
    client::Client,
    serving::Serving,
    wire::Wire,
};
use crate::invocation::Invocation;

/// Of so many requests in ten, memories are stored.
const STORED_IN_TEN: u64 = 2;
/// The server is warm after one of so many parts of the requests.
const PARTS: u64 = 4;

/// All questions, by each client.
pub fn asked_by_many(
    serving: &Serving,
    clients: u64,
    questions: &[String],
) -> anyhow::Result<Vec<Figure>> {
    let (start, worked) = (Instant::now(), process::cpu_seconds(serving.process()));
    let asking = |_: u64, mut wire: Wire| {
        questions.iter().map(|question| wire.query(question)).collect::<anyhow::Result<Vec<_>>>()
    };
    let mut samples = at_once(serving, clients, asking)?;
    let seconds = start.elapsed().as_secs_f64();
    let cores = (process::cpu_seconds(serving.process()) - worked) / seconds;
    Ok(vec![
        Figure::new(format!("{clients} connections: rate"), samples.len() as f64 / seconds, "/s"),
        Figure::new(format!("{clients} connections: p50"), percentile(&mut samples, 50), "ms"),
        Figure::new(format!("{clients} connections: p99"), percentile(&mut samples, 99), "ms"),
        Figure::new(format!("{clients} connections: processors at work"), cores, "")
            .against("all there are, with what clients take"),
    ])
}

/// Requests of every kind, and whether all that was stored is there.
pub fn of_every_kind(
    invocation: &Invocation,
    serving: &Serving,
    clients: u64,
    requests: u64,
) -> anyhow::Result<Vec<Figure>> {
    let stored = AtomicU64::new(0);
    let work = |from: u64, to: u64| {
        at_once(serving, clients, |client, mut wire| {
            let turns = (from..to).filter(|turn| turn % clients == client);
            turns.map(|turn| one(&mut wire, turn, &stored)).collect()
        })
    };
    let resident_mb = || process::resident_mb(serving.process());
    let before = memories(invocation, serving)?;
    let (warm, late) = (requests / PARTS, requests - requests / PARTS);
    work(0, warm)?;
    let (start, warm_mb) = (Instant::now(), resident_mb());
    let mut samples = work(warm, late)?;
    let late_mb = resident_mb();
    samples.extend(work(late, requests)?);
    let (seconds, end_mb) = (start.elapsed().as_secs_f64(), resident_mb());
    let lost = before + stored.into_inner() as f64 - memories(invocation, serving)?;
    Ok(vec![
        Figure::new(
            format!("{requests} mixed requests: rate"),
            samples.len() as f64 / seconds,
            "/s",
        ),
        Figure::new("mixed requests: p99", percentile(&mut samples, 99), "ms"),
        Figure::new("writes lost", lost, "").against("0"),
        Figure::new("resident when warm", warm_mb, "MB"),
        Figure::new("grown since", end_mb - warm_mb, "MB").against("about 0"),
        Figure::new("grown over the last quarter", end_mb - late_mb, "MB").against("about 0"),
    ])
}

/// One request: which kind is told by its turn.
fn one(wire: &mut Wire, turn: u64, stored: &AtomicU64) -> anyhow::Result<Duration> {
    let mut sample = Sample::seeded(turn + 1_000);
    let (took, _) = match turn % 10 {
        kind if kind < STORED_IN_TEN => {
            let content = format!("{} {turn}", sample.text());
            let answered = wire.call("memory_store", json!({"content": content}))?;
            stored.fetch_add(1, Ordering::Relaxed);
            answered
        }
        2 => wire.call("memory_context", json!({"query": sample.question()}))?,
        3 => wire.call("memory_reinforce", json!({"id": 1 + turn % 100}))?,
        _ => wire.call("memory_query", json!({"query": sample.question()}))?,
    };
    Ok(took)
}

/// What each client does, all at once, each with a connection of its own. The first failure is the answer.
fn at_once(
    serving: &Serving,
    clients: u64,
    act: impl Fn(u64, Wire) -> anyhow::Result<Vec<Duration>> + Sync,
) -> anyhow::Result<Vec<Duration>> {
    let wires = (0..clients).map(|_| serving.client()).collect::<anyhow::Result<Vec<_>>>()?;
    let act = &act;
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..).zip(wires).map(|(client, wire)| scope.spawn(move || act(client, wire))).collect();
        let mut samples = Vec::new();
        for thread in threads {
            let acted = thread.join().map_err(|_| anyhow::anyhow!("a client failed"))?;
            samples.extend(acted?);
        }
        Ok(samples)
    })
}

/// How many memories the vault has.
fn memories(invocation: &Invocation, serving: &Serving) -> anyhow::Result<f64> {
    let output = invocation.mnemic(serving.vault())?.args(["status", "--json"]).output()?;
    let status: Value = serde_json::from_slice(&output.stdout)?;
    let counts = status["memories"].as_array().into_iter().flatten();
    Ok(counts.filter_map(|row| row["count"].as_f64()).sum())
}
