//! How the rank of a hit came about, as a table.

use mnemic::{ArmExplanation, Explanation, Factor, Hit, WeighedEvidence};

/// The lines of the table: what the arms say, what relevance is made of, the factors, and why the hit was kept.
pub fn table(hit: &Hit) -> Vec<String> {
    let Explanation { arms, evidence, relevance, factors, kept } = hit.explanation();
    let mut lines = section(["arm", "place", "relevance"], arms.iter().map(arm));
    for (line, arm) in lines.iter_mut().skip(1).zip(&arms) {
        line.extend(arm.via.iter().map(|via| format!("  {via}")));
    }
    let mut evidence: Vec<&WeighedEvidence> = evidence.iter().collect();
    evidence.sort_by(|a, b| b.adds.abs().total_cmp(&a.adds.abs()));
    lines.extend(section(["evidence", "value", "adds"], evidence.into_iter().map(piece)));
    let whole = |name: &str, value| [name.to_owned(), String::new(), number(value)];
    let product = std::iter::once(whole("relevance", relevance))
        .chain(factors.iter().map(factor))
        .chain([whole("= rank", hit.score)]);
    lines.extend(section(["made of", "", "value"], product));
    lines.push(format!("    kept: {kept}"));
    lines
}

/// A head and rows in three columns; nothing without rows.
fn section(head: [&str; 3], rows: impl Iterator<Item = [String; 3]>) -> Vec<String> {
    let rows: Vec<[String; 3]> = rows.collect();
    if rows.is_empty() {
        return Vec::new();
    }
    std::iter::once(head.map(str::to_owned)).chain(rows).map(row).collect()
}

fn row([name, middle, last]: [String; 3]) -> String {
    format!("    {name:<16}{middle:>12}{last:>12}")
}

fn arm(arm: &ArmExplanation) -> [String; 3] {
    [arm.arm.to_owned(), arm.rank.to_string(), number(arm.relevance)]
}

fn piece(weighed: &WeighedEvidence) -> [String; 3] {
    let sign = if weighed.adds < 0.0 { "" } else { "+" };
    [weighed.name.to_owned(), number(weighed.value), format!("{sign}{}", number(weighed.adds))]
}

fn factor(factor: &Factor) -> [String; 3] {
    [format!("× {}", factor.name), String::new(), number(factor.value)]
}

/// Four decimals; what would look like nothing is written by its magnitude.
fn number(value: f64) -> String {
    if value != 0.0 && value.abs() < 0.001 { format!("{value:.2e}") } else { format!("{value:.4}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_do_not_look_like_nothing() {
        for (value, written) in
            [(0.0, "0.0000"), (1.5, "1.5000"), (-0.25, "-0.2500"), (0.000_001, "1.00e-6")]
        {
            assert_eq!(number(value), written);
        }
    }
}
