//! Fuzzing: whatever is read from outside, for as long as `MNEMIC_FUZZ_SECONDS` says, two seconds else.
//!
//! Inputs grow from the seeds in `tests/corpus` by random changes that are the same in every run. An input that fails
//! is printed; made a seed, it is tried first from then on.

mod configuration;
mod document;
mod import;
mod journal;
mod query;

use std::{
    fs,
    io::Write,
    path::Path,
    time::{Duration, Instant},
};

use mnemic_testing::FixedRandomness;

const SECONDS: u64 = 2;
const LONGEST: usize = 8_192;
/// Inputs that are kept to grow others from.
const KEPT: usize = 512;

/// Gives inputs to `check` until the time is over: the seeds of `target`, then what grows from them with `words` put
/// in here and there.
fn fuzz(target: &str, words: &[&str], mut check: impl FnMut(&[u8])) {
    let mut inputs = seeds(target);
    for input in &inputs {
        give(input, &mut check);
    }
    let randomness = FixedRandomness::new(target.len() as u64);
    let end = Instant::now() + time();
    while Instant::now() < end {
        let input = grown(&inputs, words, &randomness);
        give(&input, &mut check);
        if inputs.len() < KEPT {
            inputs.push(input);
        } else if randomness.next().is_multiple_of(8) {
            let place = (randomness.next() % KEPT as u64) as usize;
            inputs[place] = input;
        }
    }
}

fn time() -> Duration {
    let seconds = std::env::var("MNEMIC_FUZZ_SECONDS").ok();
    let seconds = seconds.map(|seconds| seconds.parse().expect("a number of seconds"));
    Duration::from_secs(seconds.unwrap_or(SECONDS))
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target);
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let seeds: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(!seeds.is_empty(), "there is no seed for {target}");
    seeds
}

fn give(input: &[u8], check: &mut impl FnMut(&[u8])) {
    let print_on_panic = PrintInputOnPanic(input);
    check(input);
    drop(print_on_panic);
}

/// Prints the input when the check panics.
struct PrintInputOnPanic<'a>(&'a [u8]);

impl Drop for PrintInputOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let input = self.0.escape_ascii();
            let _ = writeln!(std::io::stderr(), "the input that failed: \"{input}\"");
        }
    }
}

/// An input made of one or two others, changed in a few places.
fn grown(inputs: &[Vec<u8>], words: &[&str], randomness: &FixedRandomness) -> Vec<u8> {
    let mut input = randomness.pick(inputs).clone();
    for _ in 0..=randomness.next() % 4 {
        let (start, end) = span(input.len(), randomness);
        let piece: Vec<u8> = match randomness.next() % 8 {
            0 => Vec::new(),
            1 => input[start..end].repeat(2),
            2 => vec![randomness.next() as u8],
            3 => character(randomness).to_string().into_bytes(),
            4 => {
                let other = randomness.pick(inputs);
                let (start, end) = span(other.len(), randomness);
                other[start..end].to_vec()
            }
            _ => randomness.pick(words).as_bytes().to_vec(),
        };
        let end = if randomness.next().is_multiple_of(2) { start } else { end };
        input.splice(start..end, piece);
        input.truncate(LONGEST);
    }
    input
}

/// A part of so many bytes, short more often than long.
fn span(length: usize, randomness: &FixedRandomness) -> (usize, usize) {
    let start = (randomness.next() % (length as u64 + 1)) as usize;
    let most = if randomness.next().is_multiple_of(4) { length } else { 16 };
    let end = start + (randomness.next() % (most as u64 + 1)) as usize;
    (start, end.min(length))
}

fn character(randomness: &FixedRandomness) -> char {
    let number = (randomness.next() % u64::from(u32::from(char::MAX))) as u32;
    char::from_u32(number).unwrap_or('\u{fffd}')
}
