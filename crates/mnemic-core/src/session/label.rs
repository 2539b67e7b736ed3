//! The names of sessions and of the lines of a transcript.

use jiff::{Timestamp, tz::TimeZone};

use super::Transcript;
use crate::{clock::Randomness, id::Anchor, scope::Slug};

/// A name for a session that was given none: the day it began and something unlike all others.
pub fn session(now: Timestamp, zone: &TimeZone, randomness: &dyn Randomness) -> Slug {
    let date = now.to_zoned(zone.clone()).date();
    let name = format!("{date}-{}", Anchor::new(randomness));
    name.parse().expect("a date and an anchor are a slug")
}

/// A name for the next line of a transcript.
pub fn line(transcript: &Transcript, randomness: &dyn Randomness) -> String {
    loop {
        let id = Anchor::new(randomness).to_string();
        if !transcript.has(&id) {
            return id;
        }
    }
}

/// The name of a line that was taken over from elsewhere: the same however often it is taken over.
pub fn imported(origin: &str) -> String {
    let hash = blake3::hash(origin.as_bytes()).to_hex();
    format!("i{}", &hash[..15])
}
