//! The budget: what is spent on a context, and each tier's share of it.

use super::{Injection, Tier};

/// The share of what is left of a model's window that memories may take, and the most they take of any window.
const OF_WINDOW: f64 = 0.08;
const CEILING: usize = 5_000;
/// What a working context may take, and a context for a task.
const WORKING: usize = 4_000;
const SPLIT: usize = 8_000;
/// A document of the greatest size is about so many tokens; of these, so many are handed out.
const DOCUMENT: usize = 5_000;

/// What a context may cost when nobody says: by how memories are handed out, and what is left of the window.
pub fn default_budget(injection: Injection, window: usize) -> usize {
    let of_window = (window as f64 * OF_WINDOW) as usize;
    match injection {
        Injection::None => 0,
        Injection::Tiered => of_window.min(CEILING),
        Injection::Document => window.min(DOCUMENT),
        Injection::Working => window.min(WORKING),
        Injection::Split => window.min(SPLIT),
    }
}

/// What all that is pinned may cost together, of a budget.
pub fn pinned_most(total: usize) -> usize {
    total / 2
}

/// Each tier's share, in the order in which they come. Together never more than the total: a floor that does not fit
/// takes what is left.
pub fn shares(injection: Injection, total: usize) -> Vec<(Tier, usize)> {
    let percent = |share: usize| total * share / 100;
    match injection {
        Injection::None => Vec::new(),
        Injection::Document => vec![(Tier::Document, total)],
        Injection::Tiered => tiered(total),
        Injection::Working => vec![
            (Tier::Pinned, percent(10)),
            (Tier::Conversation, percent(50)),
            (Tier::Relevant, percent(40)),
        ],
        Injection::Split => vec![
            (Tier::Task, percent(40)),
            (Tier::Project, percent(40)),
            (Tier::Global, percent(20)),
        ],
    }
}

fn tiered(total: usize) -> Vec<(Tier, usize)> {
    let mut left = total;
    let mut take = |wanted: usize| {
        let share = wanted.min(left);
        left -= share;
        (share, left)
    };
    let part = |of: usize, share: f64| (of as f64 * share) as usize;
    let (pinned, rest) = take(part(total, 0.08).clamp(200, 400));
    let (bridge, rest) = take(part(rest, 0.5).clamp(500, 3_000));
    let (relevant, rest) = take(part(rest, 0.65).clamp(300, 1_500));
    let (sessions, _) = take(rest.clamp(200, 600));
    vec![
        (Tier::Pinned, pinned),
        (Tier::Bridge, bridge),
        (Tier::Relevant, relevant),
        (Tier::Sessions, sessions),
    ]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shares_of_common_windows() {
        for (window, total, expected) in [
            (100_000, 5_000, [400, 2_300, 1_495, 600]),
            (50_000, 4_000, [320, 1_840, 1_196, 600]),
            (20_000, 1_600, [200, 700, 455, 245]),
            (8_000, 640, [200, 440, 0, 0]),
            (1_000, 80, [80, 0, 0, 0]),
            (0, 0, [0, 0, 0, 0]),
        ] {
            assert_eq!(default_budget(Injection::Tiered, window), total);
            let shares = shares(Injection::Tiered, total).into_iter().map(|(_, share)| share);
            assert_eq!(shares.collect::<Vec<_>>(), expected, "{window}");
        }
    }

    #[test]
    fn a_task_has_two_parts_of_five() {
        let shares = shares(Injection::Split, 1_000);
        assert_eq!(shares, [(Tier::Task, 400), (Tier::Project, 400), (Tier::Global, 200)]);
    }

    proptest! {
        #[test]
        fn shares_are_never_more_than_the_total(total in 0usize..100_000) {
            for injection in
                [Injection::Document, Injection::Tiered, Injection::Split, Injection::Working]
            {
                let sum: usize = shares(injection, total).iter().map(|(_, share)| share).sum();
                prop_assert!(sum <= total);
            }
        }
    }
}
