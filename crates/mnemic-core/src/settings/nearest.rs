//! Did you mean: the key whose name is nearest to a misspelt one.

use super::{KEYS, key::Key};
use crate::text::nearest::{distance, max_edits};

/// The key that a name may mean, if one is near enough.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let last = |known: &'static str| known.rsplit('.').next().unwrap_or(known);
    let near = |key: &'static Key| {
        let names = key.names().flat_map(|known| [known, last(known)]);
        let closest = names.map(|known| distance(name, known)).min().unwrap_or(usize::MAX);
        (closest, key.name)
    };
    let (distance, key) = KEYS.iter().map(near).min()?;
    (distance <= max_edits(name)).then_some(key)
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
}
