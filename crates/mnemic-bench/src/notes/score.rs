//! Scores of queries over notes: of the order that recall gives, of the verdict, and of what a context hands over.

use std::collections::{BTreeMap, HashSet};

use mnemic::Answer;
use serde::Serialize;

use super::{reference, vault::Query};

/// What came of a query.
#[derive(Debug)]
pub struct Outcome {
    sort: String,
    has_evidence: bool,
    /// The best score; 0 where nothing was found.
    best: f64,
    verdict: String,
    handed: usize,
    /// Each is measured only where it means something.
    hit_at_1: Option<f64>,
    recall_at_3: Option<f64>,
    recall_at_5: Option<f64>,
    reciprocal_rank: Option<f64>,
    stale_first: Option<f64>,
    handed_any: Option<f64>,
    handed_recall: Option<f64>,
    handed_precision: Option<f64>,
    quiet: Option<f64>,
}

impl Outcome {
    pub fn of(query: &Query, answer: &Answer, handed: &[String]) -> Self {
        let hits: Vec<&str> = answer.hits.iter().map(reference).collect();
        let order: Vec<&str> = hits
            .iter()
            .copied()
            .filter(|hit| query.answers(hit) || !query.also_fine.iter().any(|it| it == hit))
            .collect();
        let first = order.iter().position(|hit| query.answers(hit));
        let count = query.evidence.len() as f64;
        let has_evidence = !query.evidence.is_empty();
        let where_answered = |value: f64| has_evidence.then_some(value);
        let recall_at = |most: usize| {
            let found: HashSet<&&str> =
                order.iter().take(most).filter(|hit| query.answers(hit)).collect();
            where_answered(found.len() as f64 / count)
        };
        let found = handed.iter().filter(|it| query.answers(it)).collect::<HashSet<_>>().len();
        let wanted = handed.iter().filter(|it| query.wants(it)).collect::<HashSet<_>>().len();
        let decides =
            hits.iter().find(|hit| query.answers(hit) || query.stale.iter().any(|it| it == *hit));
        let is_stale = decides.is_some_and(|hit| query.stale.iter().any(|it| it == hit));
        Self {
            sort: query.sort.clone(),
            has_evidence,
            best: answer.hits.first().map_or(0.0, |hit| hit.score),
            verdict: answer.verdict.to_string(),
            handed: handed.len(),
            hit_at_1: where_answered(share(first == Some(0))),
            recall_at_3: recall_at(3),
            recall_at_5: recall_at(5),
            reciprocal_rank: where_answered(first.map_or(0.0, |at| 1.0 / (at as f64 + 1.0))),
            stale_first: where_answered(share(is_stale)).filter(|_| !query.stale.is_empty()),
            handed_any: where_answered(share(found > 0)),
            handed_recall: where_answered(found as f64 / count),
            handed_precision: (!handed.is_empty()).then(|| wanted as f64 / handed.len() as f64),
            quiet: (!has_evidence).then(|| share(handed.is_empty())),
        }
    }
}

fn share(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

/// The figures of queries of one sort, in percent.
#[derive(Debug, Default, Serialize)]
pub struct Group {
    pub queries: usize,
    hit1: Option<f64>,
    r3: Option<f64>,
    r5: Option<f64>,
    mrr: Option<f64>,
    stale_first: Option<f64>,
    handed_any: Option<f64>,
    handed_recall: Option<f64>,
    handed_precision: Option<f64>,
    quiet: Option<f64>,
}

impl Group {
    fn of<'o>(outcomes: impl Iterator<Item = &'o Outcome> + Clone) -> Self {
        let mean = |value: fn(&Outcome) -> Option<f64>| {
            let values: Vec<f64> = outcomes.clone().filter_map(value).collect();
            let sum: f64 = values.iter().sum();
            (!values.is_empty()).then(|| rounded(100.0 * sum / values.len() as f64, 10.0))
        };
        Self {
            queries: outcomes.clone().count(),
            hit1: mean(|it| it.hit_at_1),
            r3: mean(|it| it.recall_at_3),
            r5: mean(|it| it.recall_at_5),
            mrr: mean(|it| it.reciprocal_rank),
            stale_first: mean(|it| it.stale_first),
            handed_any: mean(|it| it.handed_any),
            handed_recall: mean(|it| it.handed_recall),
            handed_precision: mean(|it| it.handed_precision),
            quiet: mean(|it| it.quiet),
        }
    }

    /// The figures in the order of the table.
    pub fn cells(&self) -> Vec<String> {
        let Self { hit1, r3, r5, mrr, stale_first, .. } = self;
        let Self { handed_any, handed_recall, handed_precision, quiet, .. } = self;
        [hit1, r3, r5, mrr, stale_first, handed_any, handed_recall, handed_precision, quiet]
            .map(|value| value.map_or_else(String::new, |value| format!("{value:.1}")))
            .to_vec()
    }
}

/// The figures of all queries.
#[derive(Debug, Serialize)]
pub struct Figures {
    overall: Group,
    types: BTreeMap<String, Group>,
    /// How many notes are handed over where any are, on average.
    handed_mean: f64,
    /// The chance that a query with evidence has a higher best score than one without, in percent.
    verdict_auc: f64,
    /// How many queries with and without evidence got which verdict.
    verdicts: BTreeMap<String, usize>,
}

impl Figures {
    pub fn of(outcomes: &[Outcome]) -> Self {
        let sorts: HashSet<&str> = outcomes.iter().map(|it| it.sort.as_str()).collect();
        let group = |sort: &str| Group::of(outcomes.iter().filter(|it| it.sort == sort));
        let mut verdicts = BTreeMap::new();
        for Outcome { has_evidence, verdict, .. } in outcomes {
            let has = if *has_evidence { "has" } else { "no" };
            *verdicts.entry(format!("{has}:{verdict}")).or_default() += 1;
        }
        let handed: Vec<usize> =
            outcomes.iter().map(|it| it.handed).filter(|count| *count > 0).collect();
        let sum: usize = handed.iter().sum();
        Self {
            overall: Group::of(outcomes.iter()),
            types: sorts.into_iter().map(|sort| (sort.to_owned(), group(sort))).collect(),
            handed_mean: rounded(sum as f64 / handed.len().max(1) as f64, 100.0),
            verdict_auc: rounded(100.0 * auc(outcomes), 10.0),
            verdicts,
        }
    }

    /// All queries, then those of each type.
    pub fn groups(&self) -> impl Iterator<Item = (&str, &Group)> {
        let types = self.types.iter().map(|(sort, group)| (sort.as_str(), group));
        std::iter::once(("overall", &self.overall)).chain(types)
    }

    pub fn besides(&self) -> Vec<String> {
        let verdicts: Vec<String> =
            self.verdicts.iter().map(|(name, count)| format!("{name} {count}")).collect();
        vec![
            format!("{:.2} notes are handed over where any are", self.handed_mean),
            format!(
                "{:.1} % chance that a query with an answer has the higher best score",
                self.verdict_auc
            ),
            format!(
                "verdicts of queries that have an answer and of those that do not: {}",
                verdicts.join(", ")
            ),
        ]
    }
}

/// How often, of a query with evidence and one without, the one with it has the higher best score.
fn auc(outcomes: &[Outcome]) -> f64 {
    let best =
        |has: bool| outcomes.iter().filter(move |it| it.has_evidence == has).map(|it| it.best);
    let pairs = best(true).flat_map(|one| best(false).map(move |other| (one, other)));
    let (mut won, mut count) = (0.0, 0.0);
    for (one, other) in pairs {
        won += share(one > other) + 0.5 * share(one == other);
        count += 1.0;
    }
    won / f64::max(count, 1.0)
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
