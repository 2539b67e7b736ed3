//! Ids that are UUIDs: of memories, acts and runs.

use std::{fmt, str::FromStr};

use jiff::Timestamp;
use uuid::Uuid;

use super::IdError;
use crate::{port::clock::Randomness, record::serde_text::serde_as_text};

/// Defines an id that is a UUIDv7, so that ids sort by the time they were made.
macro_rules! uuid_id {
    ($(#[$attribute:meta])* $name:ident) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Uuid);

        impl $name {
            /// A new id, made at `now`.
            pub fn new(now: Timestamp, randomness: &dyn Randomness) -> Self {
                Self(version_7(now, randomness))
            }

            /// The sixteen bytes of the id; their order is the order of the ids.
            pub fn as_bytes(&self) -> &[u8; 16] {
                self.0.as_bytes()
            }

            /// The id with these sixteen bytes.
            pub fn from_bytes(bytes: [u8; 16]) -> Self {
                Self(Uuid::from_bytes(bytes))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, formatter)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                Uuid::try_parse(text).map(Self).map_err(|_| IdError::$name(text.to_owned()))
            }
        }

        serde_as_text!($name);
    };
}

uuid_id! {
    /// The internal id of a memory.
    MemoryId
}

uuid_id! {
    /// The id of an act: a line of the journal.
    ActId
}

uuid_id! {
    /// The id that all acts of one verb share, as the batches of an import do.
    RunId
}

fn version_7(now: Timestamp, randomness: &dyn Randomness) -> Uuid {
    let mut random = [0; 10];
    randomness.fill(&mut random);
    let millis = u64::try_from(now.as_millisecond()).unwrap_or(0);
    uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Repeating(u8);

    impl Randomness for Repeating {
        fn fill(&self, buffer: &mut [u8]) {
            buffer.fill(self.0);
        }
    }

    #[test]
    fn ids_sort_by_the_time_they_were_made() {
        let early = MemoryId::new("2026-11-15T10:00:00Z".parse().unwrap(), &Repeating(255));
        let late = MemoryId::new("2026-11-15T10:00:01Z".parse().unwrap(), &Repeating(0));
        assert!(early < late);
        assert!(early.to_string() < late.to_string());
        assert_eq!(early.to_string().parse::<MemoryId>().unwrap(), early);
    }

    #[test]
    fn an_error_names_the_kind_of_id() {
        assert_eq!("x".parse::<ActId>().unwrap_err().to_string(), "`x` is not the id of an act");
        assert_eq!("x".parse::<MemoryId>().unwrap_err().to_string(), "`x` is not a memory id");
    }
}
