//! Texts that look like what agents remember: words of very different frequency, 8 to 30 of them.

/// A small generator; the same seed gives the same texts.
pub struct Sample(u64);

impl Sample {
    pub fn seeded(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A word of a vocabulary of 20,000 whose frequencies fall off as in language.
    pub fn word(&mut self) -> String {
        const SYLLABLES: [&str; 20] = [
            "ba", "co", "di", "fu", "ga", "he", "ji", "ko", "lu", "ma", "ne", "po", "qui", "ra",
            "so", "ta", "ve", "wi", "xo", "zu",
        ];
        let uniform = (self.number() % 1_000_000) as f64 / 1_000_000.0;
        let mut rank = (20_000f64.powf(uniform)) as usize;
        let mut word = String::new();
        for _ in 0..4 {
            word.push_str(SYLLABLES[rank % 20]);
            rank /= 20;
            if rank == 0 {
                break;
            }
        }
        word
    }

    pub fn text(&mut self) -> String {
        let words = 8 + self.number() % 23;
        (0..words).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    pub fn question(&mut self) -> String {
        (0..5).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }
}
