//! `mnemic-bench secrets`: how many secrets of a corpus are found, how many look-alikes are flagged, and how fast.
//!
//! A secret counts as found when findings cover all of it: half a redacted password is none.

mod pattern;

use std::{
    collections::BTreeMap,
    fs,
    ops::Range,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::Context;
use mnemic::secret::{self, SecretPolicy};
use serde::{Deserialize, Serialize};

use crate::{arguments::Secrets, invocation::Invocation, output};

/// A line of the corpus.
#[derive(Debug, Deserialize)]
struct Line {
    id: String,
    kind: String,
    class: String,
    text: String,
}

/// What was counted of one class.
#[derive(Debug, Default, Clone, Serialize)]
struct Count {
    /// Texts.
    texts: usize,
    /// Texts whose secrets were all found; of look-alikes, texts in which something was flagged.
    hits: usize,
    /// Secrets, or places that look like one.
    places: usize,
    /// Of these, found.
    found: usize,
}

#[derive(Debug, Serialize)]
struct Figures {
    classes: BTreeMap<String, Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    benign: Option<Benign>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
}

/// Documents that hold no secret.
#[derive(Debug, Default, Serialize)]
struct Benign {
    files: usize,
    bytes: usize,
    flagged: usize,
    findings: usize,
    megabytes_per_second: f64,
}

/// Measures.
pub fn run(invocation: &Invocation, secrets: &Secrets) -> anyhow::Result<()> {
    let policy = if secrets.personal { SecretPolicy::EVERYTHING } else { SecretPolicy::SECRETS };
    let mut figures = Figures { classes: BTreeMap::new(), benign: None, errors: Vec::new() };
    let text = fs::read_to_string(&secrets.file).context("cannot read the corpus")?;
    for (number, line) in text.lines().enumerate() {
        let line: Line =
            serde_json::from_str(line).with_context(|| format!("line {}", number + 1))?;
        for seed in 0..secrets.seeds {
            judge(&line, secrets.seed + seed, &policy, &mut figures)?;
        }
    }
    if let Some(folder) = &secrets.benign {
        figures.benign = Some(examine(folder, &policy, secrets.errors, &mut figures.errors)?);
    }
    if !secrets.errors {
        figures.errors.clear();
    }
    if invocation.json { output::json(&figures) } else { print(&figures) }
}

fn judge(
    line: &Line,
    seed: u64,
    policy: &SecretPolicy,
    figures: &mut Figures,
) -> anyhow::Result<()> {
    let expanded = pattern::expand(&line.text, seed ^ hash(&line.id))
        .with_context(|| format!("the pattern of {}", line.id))?;
    let found = secret::find(&expanded.text, policy);
    let is_benign = line.class == "benign";
    let covers = |place: &Range<usize>| {
        found.iter().any(|it| it.range.start <= place.start && place.end <= it.range.end)
    };
    let covered = expanded.places.iter().filter(|place| covers(place)).count();
    let is_hit = if is_benign { !found.is_empty() } else { covered == expanded.places.len() };
    let count = figures.classes.entry(line.class.clone()).or_default();
    count.texts += 1;
    count.hits += usize::from(is_hit);
    count.places += expanded.places.len();
    count.found += covered;
    if is_hit == is_benign {
        let shown: Vec<String> = found
            .iter()
            .map(|it| format!("{}={}", it.kind, &expanded.text[it.range.clone()]))
            .collect();
        let missed = expanded.places.iter().filter(|place| !covers(place));
        let missed: Vec<&str> = missed.map(|place| &expanded.text[place.clone()]).collect();
        let missed = if is_benign { String::new() } else { format!(" MISSED {missed:?}") };
        figures.errors.push(format!(
            "{} {} {}: {:?}{missed} FOUND {shown:?}",
            line.id, line.class, line.kind, expanded.text
        ));
    }
    Ok(())
}

fn hash(id: &str) -> u64 {
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Examines every Markdown file below a folder.
fn examine(
    folder: &Path,
    policy: &SecretPolicy,
    tells: bool,
    errors: &mut Vec<String>,
) -> anyhow::Result<Benign> {
    let mut benign = Benign::default();
    let mut folders = vec![folder.to_path_buf()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            match path.is_dir() {
                true => folders.push(path),
                false => files
                    .extend(Some(path).filter(|it| it.extension().is_some_and(|it| it == "md"))),
            }
        }
    }
    files.sort();
    let texts: Vec<String> =
        files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect();
    // The first text pays for what is built once.
    secret::find("password: x", policy);
    let begun = Instant::now();
    let found: Vec<_> = texts.iter().map(|text| secret::find(text, policy)).collect();
    let seconds = begun.elapsed().as_secs_f64();
    for ((file, text), found) in files.iter().zip(&texts).zip(&found) {
        benign.files += 1;
        benign.bytes += text.len();
        benign.flagged += usize::from(!found.is_empty());
        benign.findings += found.len();
        if tells {
            errors.extend(
                found.iter().map(|it| {
                    format!("{}: {}={}", file.display(), it.kind, &text[it.range.clone()])
                }),
            );
        }
    }
    benign.megabytes_per_second = benign.bytes as f64 / 1e6 / seconds.max(1e-9);
    Ok(benign)
}

fn print(figures: &Figures) -> anyhow::Result<()> {
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let mut all = Count::default();
    for (class, count) in &figures.classes {
        let Count { texts, hits, places, found } = count;
        let verb = if class == "benign" { "flagged" } else { "found whole" };
        output::line(format!(
            "{class:<12} {hits} of {texts} texts {verb} ({:.1} %), {found} of {places} places ({:.1} %)",
            share(*hits, *texts),
            share(*found, *places)
        ));
        if class != "benign" {
            all.texts += texts;
            all.hits += hits;
            all.places += places;
            all.found += found;
        }
    }
    output::line(format!(
        "all secrets  {} of {} texts ({:.1} %), {} of {} places ({:.1} %)",
        all.hits,
        all.texts,
        share(all.hits, all.texts),
        all.found,
        all.places,
        share(all.found, all.places)
    ));
    if let Some(benign) = &figures.benign {
        output::line(format!(
            "documents    {} of {} flagged ({:.2} %), {} findings in {:.1} MB, {:.0} MB/s",
            benign.flagged,
            benign.files,
            share(benign.flagged, benign.files),
            benign.findings,
            benign.bytes as f64 / 1e6,
            benign.megabytes_per_second
        ));
    }
    figures.errors.iter().for_each(output::line);
    Ok(())
}
