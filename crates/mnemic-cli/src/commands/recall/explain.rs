//! Why a hit was found: in words, and as a table of numbers.

use mnemic::{ArmExplanation, EvidenceKind, Explanation, Factor, Hit, WeighedEvidence};

/// Why a memory was found, in one line.
pub fn sentence(hit: &Hit, question: &str) -> String {
    let found = &hit.scoring.found;
    let evidence = &hit.scoring.evidence;
    let mut reasons = Vec::new();
    let words = hit.shared_words(question);
    if !words.is_empty() {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let noun = if words.len() == 1 { "word" } else { "words" };
        reasons.push(format!("the {noun} {}", words.join(", ")));
    }
    let meaning = [EvidenceKind::Deep, EvidenceKind::Meaning].map(|kind| evidence.value(kind));
    if let Some(similarity) = meaning.into_iter().find(|value| *value > 0.0) {
        reasons.push(format!("similar meaning {similarity:.2}"));
    }
    if found.time.is_some() {
        reasons.push("its time".to_owned());
    }
    for led in found.link.iter().chain(&found.beside) {
        reasons.extend(led.via.as_ref().map(ToString::to_string));
    }
    if reasons.is_empty() {
        reasons.push("a weak match".to_owned());
    }
    let changed = hit.scoring.factors.iter().filter(|factor| (factor.value - 1.0).abs() > 0.005);
    let changed: Vec<String> = changed.filter_map(effect).collect();
    let changed =
        if changed.is_empty() { String::new() } else { format!("; {}", changed.join(", ")) };
    format!("    found by {}{changed}; rank {:.2}", reasons.join(", "), hit.score)
}

/// What a factor did to the rank; nothing where it only makes kinds of memories comparable.
fn effect(factor: &Factor) -> Option<String> {
    let cause = match factor.name {
        "score" => "feedback",
        "recency" | "newness" => "its age",
        "conflict" => "a contradiction",
        "note" => return None,
        name => name,
    };
    let direction = if factor.value > 1.0 { "raised" } else { "lowered" };
    Some(format!("{direction} by {cause}"))
}

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
