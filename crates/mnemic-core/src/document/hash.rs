//! Hashes of text in documents. They show what somebody changed.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::line;
use crate::record::serde_text::serde_as_text;

/// A text that is no hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a hash")]
pub struct NotAHash;

/// Defines a hash of one sort of text: the first 16 bytes of BLAKE3.
///
/// Line endings count as `\n` and the last one does not count, so that a document hashes the same
/// whichever editor saved it.
macro_rules! text_hash {
    ($(#[$attribute:meta])* $name:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub [u8; 16]);

        impl $name {
            /// The hash of this text.
            pub fn of(text: &str) -> Self {
                Self(hash(text))
            }

            /// The hash as 32 lower-case hexadecimal digits.
            pub fn to_hex(self) -> String {
                self.to_string()
            }

            /// Reads what [`Self::to_hex`] wrote; `None` for anything else.
            pub fn from_hex(hex: &str) -> Option<Self> {
                from_hex(hex).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
            }
        }

        impl FromStr for $name {
            type Err = NotAHash;

            fn from_str(hex: &str) -> Result<Self, NotAHash> {
                Self::from_hex(hex).ok_or(NotAHash)
            }
        }

        serde_as_text!($name);
    };
}

text_hash! {
    /// The hash of a block as it was rendered or stands in a document.
    BlockHash
}

text_hash! {
    /// The hash of a whole file.
    FileHash
}

text_hash! {
    /// The hash of a part of a document that is no block: its prose, or how it ends.
    PassageHash
}

fn hash(text: &str) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    for (index, raw) in text.split_inclusive('\n').enumerate() {
        if index > 0 {
            hasher.update(b"\n");
        }
        hasher.update(line::body(raw).as_bytes());
    }
    let mut bytes = [0; 16];
    hasher.finalize_xof().fill(&mut bytes);
    bytes
}

fn from_hex(hex: &str) -> Option<[u8; 16]> {
    let digits: [u8; 32] = hex.as_bytes().try_into().ok()?;
    let mut bytes = [0; 16];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = (hex_digit(pair[0])? << 4) | hex_digit(pair[1])?;
    }
    Some(bytes)
}

fn hex_digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
