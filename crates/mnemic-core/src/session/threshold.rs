//! When a conversation is flushed and when it is compacted: the lowest of what is set, bounded by the window.

/// What presets say about the length of conversations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compacting {
    /// Whether what is worth keeping is remembered before a conversation grows too long.
    pub flush: bool,
    /// From how many tokens on; 0 leaves it to the window.
    pub flush_tokens: usize,
    /// How much room is left for the flush itself, in tokens.
    pub soft_tokens: usize,
    /// How much of the window is kept free, in tokens.
    pub reserve_tokens: usize,
    /// Whether conversations are to be compacted.
    pub compaction: bool,
    /// From how many tokens on; 0 leaves it to the window.
    pub compaction_tokens: usize,
    /// From which share of the window on; 0 is none.
    pub window_share: f64,
    /// How many of the newest turns stay as they are.
    pub keep_recent: usize,
    /// How many of the newest results of tools a reader sees whole.
    pub tool_results: usize,
}

/// From how many tokens on something is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thresholds {
    /// A flush; always below the other.
    pub flush: Option<usize>,
    /// A compaction.
    pub compaction: Option<usize>,
}

/// What is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// What is worth keeping should be remembered.
    Flush,
    /// The conversation should be compacted, which flushes it first.
    Compaction,
}

impl Due {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flush => "flush",
            Self::Compaction => "compaction",
        }
    }
}

impl Compacting {
    /// The thresholds for a window of so many tokens.
    pub fn thresholds(&self, window: usize) -> Thresholds {
        let compaction = self.compaction_at(window);
        let flush = match self.flush_at(window) {
            flush if flush < compaction => flush,
            _ => compaction * 9 / 10,
        };
        Thresholds {
            flush: self.flush.then_some(flush),
            compaction: self.compaction.then_some(compaction),
        }
    }

    /// A window that has no room for the reserve is used up to three quarters.
    fn compaction_at(&self, window: usize) -> usize {
        let ceiling = match self.has_room(window) {
            true => window - self.reserve_tokens,
            false => window * 3 / 4,
        };
        let share = (window as f64 * self.window_share) as usize;
        lowest(ceiling, [self.compaction_tokens, share])
    }

    fn flush_at(&self, window: usize) -> usize {
        let ceiling = match self.has_room(window) {
            true => window - self.reserve_tokens - self.soft_tokens,
            false => window * 3 / 5,
        };
        lowest(ceiling, [self.flush_tokens, 0])
    }

    fn has_room(&self, window: usize) -> bool {
        window > self.reserve_tokens + self.soft_tokens
    }
}

/// The ceiling, or what is lower among those that are set.
fn lowest(ceiling: usize, others: [usize; 2]) -> usize {
    others.into_iter().filter(|tokens| *tokens > 0).fold(ceiling, usize::min)
}

impl Thresholds {
    /// What a conversation of so many tokens needs. A flush is due once between two compactions.
    pub fn due(&self, tokens: usize, is_flushed: bool) -> Option<Due> {
        if self.compaction.is_some_and(|from| tokens >= from) {
            return Some(Due::Compaction);
        }
        let is_due = self.flush.is_some_and(|from| tokens >= from) && !is_flushed;
        is_due.then_some(Due::Flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::preset::Preset;

    fn thresholds(preset: Preset, window: usize) -> (Option<usize>, Option<usize>) {
        let Thresholds { flush, compaction } = preset.policies().compacting.thresholds(window);
        (flush, compaction)
    }

    #[test]
    fn each_preset_flushes_and_compacts_as_its_seed_says() {
        assert_eq!(thresholds(Preset::Openclaw, 200_000), (Some(176_000), Some(180_000)));
        assert_eq!(thresholds(Preset::Brain, 200_000), (Some(80_000), Some(100_000)));
        assert_eq!(thresholds(Preset::Koshi, 200_000), (Some(126_000), Some(140_000)));
        assert_eq!(thresholds(Preset::Default, 200_000), (Some(80_000), Some(100_000)));
        assert_eq!(thresholds(Preset::Praxis, 200_000), (None, None));
    }

    #[test]
    fn a_small_window_bounds_them_and_a_flush_always_comes_first() {
        assert_eq!(thresholds(Preset::Brain, 64_000), (Some(40_000), Some(44_000)));
        assert_eq!(thresholds(Preset::Openclaw, 24_000), (Some(14_400), Some(18_000)));
        for preset in Preset::ALL {
            for window in [1_000, 8_000, 24_000, 24_001, 64_000, 128_000, 200_000, 1_000_000] {
                if let (Some(flush), Some(compaction)) = thresholds(preset, window) {
                    assert!(0 < flush && flush < compaction, "{preset} {window}");
                    assert!(compaction < window, "{preset} {window}");
                }
            }
        }
    }

    #[test]
    fn a_flush_is_due_once_and_a_compaction_until_it_is_done() {
        let thresholds = Thresholds { flush: Some(80), compaction: Some(100) };
        assert_eq!(thresholds.due(79, false), None);
        assert_eq!(thresholds.due(80, false), Some(Due::Flush));
        assert_eq!(thresholds.due(99, true), None);
        assert_eq!(thresholds.due(100, true), Some(Due::Compaction));
    }
}
