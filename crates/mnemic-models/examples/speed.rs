//! How fast the embedders are: `cargo run --release -p mnemic-models --example speed [FOLDER OF A MODEL]`.
//!
//! Figures are per text on one core, the median of many. They report and judge nothing.

#![expect(clippy::print_stdout, reason = "what it measures is its output")]

use std::{error::Error, fs, path::Path, time::Instant};

use mnemic_core::port::embedder::{Embedder, Role};
use mnemic_models::{LocalModel, Prompts, StaticEmbedder};

const QUERY: &str = "which database did we choose for the index";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let embedder = StaticEmbedder::new();
    println!("static: made in {:.1} µs", start.elapsed().as_secs_f64() * 1e6);
    let start = Instant::now();
    embedder.vector_of(QUERY);
    println!("static: first query in {:.1} µs", start.elapsed().as_secs_f64() * 1e6);
    let text = words(100);
    println!("static: query {:.1} µs", micros(5000, || drop(embedder.vector_of(QUERY))));
    println!("static: 100 words {:.1} µs", micros(5000, || drop(embedder.vector_of(&text))));
    match std::env::args().nth(1) {
        Some(folder) => local(Path::new(&folder)).await,
        None => Ok(()),
    }
}

async fn local(folder: &Path) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let model = LocalModel::open("local", folder, Prompts::default())?;
    println!("local: opened in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let start = Instant::now();
    model.embed(&[QUERY], Role::Question).await?;
    println!(
        "local: loaded, with the first query, in {:.1} ms",
        start.elapsed().as_secs_f64() * 1e3
    );
    let mut times = Vec::new();
    let before = cpu_seconds();
    for _ in 0..50 {
        let start = Instant::now();
        model.embed(&[QUERY], Role::Question).await?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let cpu = (cpu_seconds() - before) * 1e3 / times.len() as f64;
    println!("local: query {:.1} ms, of the CPU {cpu:.1} ms", times[times.len() / 2]);
    // Two tokens are the marks; each of these words is one token.
    for (count, batch) in [(30, 1), (30, 32), (126, 1), (126, 32)] {
        let text = words(count);
        let texts = vec![text.as_str(); batch];
        let (start, before) = (Instant::now(), cpu_seconds());
        let rounds = 256 / batch;
        for _ in 0..rounds {
            model.embed(&texts, Role::Memory).await?;
        }
        let wall = (rounds * batch) as f64 / start.elapsed().as_secs_f64();
        let cpu = (rounds * batch) as f64 / (cpu_seconds() - before);
        println!(
            "local: {} tokens, {batch} at once: {cpu:.0} a CPU second, {wall:.0} a second",
            count + 2
        );
    }
    let status = fs::read_to_string("/proc/self/status")?;
    status
        .lines()
        .filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"))
        .for_each(|line| println!("{line}"));
    Ok(())
}

fn words(count: usize) -> String {
    let words = [
        "the", "team", "chose", "a", "small", "database", "because", "it", "works", "without",
        "server",
    ];
    words.iter().cycle().take(count).copied().collect::<Vec<_>>().join(" ")
}

fn micros(rounds: usize, mut work: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The CPU time of this process so far, where the system tells; other programs on the machine do not count.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| {
        fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or_default()
    };
    (ticks(11) + ticks(12)) / 100.0
}
