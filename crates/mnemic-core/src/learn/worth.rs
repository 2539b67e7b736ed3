//! Which findings are worth a memory: what a colleague would write down, and no log of what happened.

use super::{finding::Finding, likeness::SentenceFeatures};

/// What matters less is left to the summary.
const LEAST_IMPORTANCE: f64 = 0.6;
/// What an error must matter that nothing was seen to resolve: more than a command that failed.
const LEAST_UNRESOLVED: f64 = 0.75;

/// The findings that are worth a memory, each once.
pub fn worth_keeping(findings: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<(Finding, SentenceFeatures)> = Vec::new();
    let weighty = |it: &Finding| it.asked_for || it.importance >= LEAST_IMPORTANCE;
    for finding in findings.into_iter().filter(|it| weighty(it) && !is_passing(it)) {
        let shape = SentenceFeatures::of(&without_names(&finding));
        if !kept.iter().any(|(_, known)| known.is_like(&shape)) {
            kept.push((finding, shape));
        }
    }
    kept.into_iter().map(|(finding, _)| finding).collect()
}

/// Whether a finding only tells what happened: a file was changed, a command failed and nobody knows why.
pub fn is_passing(finding: &Finding) -> bool {
    match finding.category.as_str() {
        "file_change" => true,
        "error" => finding.resolves.is_none() && finding.importance < LEAST_UNRESOLVED,
        _ => false,
    }
}

/// What an error says apart from where it was seen: the same in ten files is one lesson.
fn without_names(finding: &Finding) -> String {
    if finding.category.as_str() != "error" {
        return finding.text.clone();
    }
    let is_name =
        |it: &&str| it.contains(['`', '/', '_']) || it.bytes().any(|it| it.is_ascii_digit());
    let words = finding.text.split_whitespace().filter(|it| !is_name(it));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::fingerprint::Fingerprint;

    fn finding(text: &str, category: &str, importance: f64, resolves: bool) -> Finding {
        Finding {
            text: text.to_owned(),
            category: category.parse().unwrap(),
            importance,
            confidence: 0.8,
            fingerprint: Fingerprint::of(text).to_string(),
            turn: "t".to_owned(),
            file_paths: Vec::new(),
            resolves: resolves.then(|| "f".to_owned()),
            asked_for: false,
        }
    }

    #[test]
    fn a_log_of_what_happened_is_not_worth_keeping() {
        let found = vec![
            finding("Changed `src/a.rs`", "file_change", 0.8, false),
            finding("`cargo test` failed: no timer", "error", 0.7, false),
            finding("`cargo test` works again after a change of `a.rs`", "error", 0.5, true),
            finding("Never retry on a 403", "warning", 0.75, false),
            finding("The billing job is run by Dana", "discovery", 0.5, false),
            finding("The outage was caused by an expired certificate", "error", 0.8, false),
            finding("The test failed because the pool in `a_1.rs` was closed", "error", 0.8, false),
            finding("The test failed because the pool in `b_2.rs` was closed", "error", 0.8, false),
        ];
        let kept: Vec<String> = worth_keeping(found).into_iter().map(|it| it.text).collect();
        assert_eq!(
            kept,
            [
                "Never retry on a 403",
                "The outage was caused by an expired certificate",
                "The test failed because the pool in `a_1.rs` was closed",
            ]
        );
        let asked = Finding { asked_for: true, ..finding("Dana runs it", "discovery", 0.5, false) };
        assert_eq!(worth_keeping(vec![asked]).len(), 1);
    }
}
