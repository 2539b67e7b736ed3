//! Did you mean: the key whose name is nearest to a misspelt one.

use super::{KEYS, key::Key};

/// The key that a name may mean, if one is near enough.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let last = |known: &'static str| known.rsplit('.').next().unwrap_or(known);
    let near = |key: &'static Key| {
        let names = key.names().flat_map(|known| [known, last(known)]);
        let closest = names.map(|known| distance(name, known)).min().unwrap_or(usize::MAX);
        (closest, key.name)
    };
    let (distance, key) = KEYS.iter().map(near).min()?;
    (distance <= tolerated(name)).then_some(key)
}

fn tolerated(name: &str) -> usize {
    (name.chars().count() / 4).clamp(1, 4)
}

/// How many characters must be added, taken away, changed or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(80).collect(), b.chars().collect());
    let first = |i: usize| (0..=b.len()).map(|j| if i == 0 { j } else { i }).collect::<Vec<_>>();
    let mut rows: Vec<Vec<usize>> = (0..=a.len()).map(first).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let changed = usize::from(a[i - 1] != b[j - 1]);
            let mut best =
                (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + changed);
            let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if swapped {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_near() {
        for (name, key) in [
            ("prest", Some("preset")),
            ("max_results", Some("search.max_results")),
            ("serach.max_results", Some("search.max_results")),
            ("search.max_result", Some("search.max_results")),
            ("rienforce_weight", Some("signal.reinforce_weight")),
            ("index.pth", Some("index.path")),
            ("graph.enabled", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(name), key, "{name}");
        }
    }

    #[test]
    fn swapped_neighbours_count_once() {
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("abc", "abc"), 0);
        assert_eq!(distance("", "abc"), 3);
    }
}
