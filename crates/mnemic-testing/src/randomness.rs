//! Randomness that is the same in every run.

use std::sync::atomic::{AtomicU64, Ordering};

use mnemic_core::port::clock::Randomness;

/// A generator (SplitMix64) that always begins at its seed.
#[derive(Debug)]
pub struct FixedRandomness(AtomicU64);

impl FixedRandomness {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(AtomicU64::new(seed))
    }

    /// The next number.
    pub fn next(&self) -> u64 {
        let state = self.0.fetch_add(Self::STEP, Ordering::Relaxed).wrapping_add(Self::STEP);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of the choices.
    pub fn pick<'a, T>(&self, choices: &'a [T]) -> &'a T {
        let length = choices.len() as u64;
        &choices[(self.next() % length) as usize]
    }
}

impl Randomness for FixedRandomness {
    fn fill(&self, buffer: &mut [u8]) {
        for chunk in buffer.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_bytes_and_another_seed_others() {
        let bytes = |seed| {
            let mut buffer = [0; 19];
            FixedRandomness::new(seed).fill(&mut buffer);
            buffer
        };
        assert_eq!(bytes(7), bytes(7));
        assert_ne!(bytes(7), bytes(8));
        assert_eq!(FixedRandomness::new(0).next(), 0xe220_a839_7b1d_cdaf);
    }
}
