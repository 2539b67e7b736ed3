//! The hash of a block, by which a block somebody changed is told from one nobody touched.

use std::fmt;

use super::line;

/// The first 16 bytes of the BLAKE3 hash of a block's bytes.
///
/// Line endings count as `\n` and the last one does not count, so that a document hashes the same
/// whichever editor saved it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockHash(pub [u8; 16]);

impl BlockHash {
    /// The hash as 32 lower-case hexadecimal digits.
    pub fn to_hex(self) -> String {
        self.to_string()
    }

    /// Reads what [`BlockHash::to_hex`] wrote; `None` for anything else.
    pub fn from_hex(hex: &str) -> Option<BlockHash> {
        let digits: [u8; 32] = hex.as_bytes().try_into().ok()?;
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = (hex_digit(pair[0])? << 4) | hex_digit(pair[1])?;
        }
        Some(BlockHash(bytes))
    }
}

impl fmt::Display for BlockHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

/// The hash of a block as it was rendered or stands in a document.
pub fn block_hash(rendered: &str) -> BlockHash {
    let mut hasher = blake3::Hasher::new();
    for (index, raw) in rendered.split_inclusive('\n').enumerate() {
        if index > 0 {
            hasher.update(b"\n");
        }
        hasher.update(line::body(raw).as_bytes());
    }
    let mut bytes = [0; 16];
    hasher.finalize_xof().fill(&mut bytes);
    BlockHash(bytes)
}

fn hex_digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
