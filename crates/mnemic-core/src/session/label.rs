//! The names of sessions and of the lines of a transcript.

use jiff::{Timestamp, tz::TimeZone};

use super::Transcript;
use crate::{
    port::clock::Randomness,
    record::id::{Anchor, SessionId},
};

/// A name for a session that was given none: the day it began and something unlike all others.
pub fn session(now: Timestamp, zone: &TimeZone, randomness: &dyn Randomness) -> SessionId {
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

/// The name of something that its teller calls `name`: that, or `name.2` and so on while another has it. None when one
/// of them says the same: `repeats` tells for a name that is taken whether it does.
pub fn unique_name(name: &str, repeats: impl Fn(&str) -> Option<bool>) -> Option<String> {
    let mut number = 1_usize;
    loop {
        let named = if number == 1 { name.to_owned() } else { format!("{name}.{number}") };
        match repeats(&named) {
            None => return Some(named),
            Some(true) => return None,
            Some(false) => number += 1,
        }
    }
}

/// The name of a line that was taken over from elsewhere: the same however often it is taken over.
pub fn imported(origin: &str) -> String {
    let hash = blake3::hash(origin.as_bytes()).to_hex();
    format!("i{}", &hash[..15])
}

/// Whether a name is that of a line which was taken over from elsewhere.
pub fn is_imported(name: &str) -> bool {
    let hash = name.split('.').next().and_then(|hash| hash.strip_prefix('i'));
    let digits = hash.filter(|digits| digits.len() == 15);
    digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_another_has_is_numbered_and_what_is_there_gets_none() {
        let taken = |name: &str| match name {
            "a" => Some(false),
            "a.2" => Some(true),
            "b" | "b.2" => Some(false),
            _ => None,
        };
        for (name, expected) in [("a", None), ("b", Some("b.3")), ("c", Some("c"))] {
            assert_eq!(unique_name(name, taken).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn a_line_that_was_taken_over_is_known_by_its_name() {
        assert!(is_imported(&imported("x")) && is_imported(&format!("{}.2", imported("x"))));
        for name in ["i", "i0123456789abcdg", "k7f3q9ab", "0123456789abcdef"] {
            assert!(!is_imported(name), "{name}");
        }
    }
}
