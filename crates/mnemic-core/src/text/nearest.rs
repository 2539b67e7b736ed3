//! Did you mean: the known name that is nearest to a misspelt one.

/// The name that a misspelt one may mean, if one is near enough.
pub(crate) fn nearest_of<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (distance, nearest) = known.map(|known| (distance(name, known), known)).min()?;
    (distance <= max_edits(name)).then_some(nearest)
}

/// What an error says of it.
pub(crate) fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default()
}

/// How many slips of the finger a name of this length may have.
pub(crate) fn max_edits(name: &str) -> usize {
    (name.chars().count() / 4).clamp(1, 4)
}

/// How many characters must be added, taken away, changed or swapped with their neighbour.
pub(crate) fn distance(a: &str, b: &str) -> usize {
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
    fn swapped_neighbours_count_once() {
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("abc", "abc"), 0);
        assert_eq!(distance("", "abc"), 3);
    }
}
