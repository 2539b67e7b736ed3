//! Explanations: how the rank of a hit came about, as `--explain`, JSON and receipts show it.
//!
//! Nothing is decided by what stands here: it is made from the values of a hit when someone asks.

use std::{collections::HashSet, ops::Range};

use serde::Serialize;

use super::{
    adjust::lift::Via,
    gather::candidate::ArmRank,
    hit::{FoundBy, Hit, LedBy, Scoring, Shift},
    rank::{factor::Factor, measured},
};
use crate::{
    record::memory::Memory,
    text::{
        analyse::{Term, is_content_word, query_terms},
        word::{Word, spans, stems},
    },
};

/// How the rank of a memory came about.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Explanation {
    /// What each arm says.
    pub arms: Vec<ArmExplanation>,
    /// What relevance was made of: each piece of evidence by its weight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<WeighedEvidence>,
    /// The relevance.
    pub relevance: f64,
    /// What the relevance was multiplied with, in order.
    pub factors: Vec<Factor>,
    /// Why the memory is among the hits.
    pub kept: String,
}

/// Every arm's name with what it finds, for the page about explanations.
pub const ARMS: [(&str, &str); 6] = [
    ("keyword", "memories that share words with the question"),
    ("vector", "memories of similar meaning, by the built-in word vectors"),
    ("deep", "memories of similar meaning, by the embedding model"),
    ("time", "memories from the time that the question names"),
    ("link", "memories that a good answer links to, or that link to it"),
    ("beside", "memories of the same part of a conversation"),
];

/// What the evidence contains beside its kinds.
pub const SHIFTS: [(&str, &str); 3] = [
    (
        "level",
        "The starting point: the same negative number for every memory. Evidence has to outweigh it.",
    ),
    ("link", "The relevance that a link to a good answer adds."),
    (
        "note",
        "A bonus for notes, which lack the evidence that messages of a conversation have. `value` is the share of notes among the best hits.",
    ),
];

/// What one arm says about a memory.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ArmExplanation {
    /// The arm.
    pub arm: &'static str,
    /// The memory's place in it, from 1.
    pub rank: usize,
    /// The relevance it gives.
    pub relevance: f64,
    /// Which memory led to it, where another did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<Via>,
}

/// A piece of evidence that counted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WeighedEvidence {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// What it added.
    pub adds: f64,
}

impl Hit {
    /// How its rank came about.
    pub fn explanation(&self) -> Explanation {
        let scoring = &self.scoring;
        Explanation {
            arms: arms(&scoring.found),
            evidence: evidence(scoring),
            relevance: scoring.relevance,
            factors: scoring.factors.clone(),
            kept: self.kept.clone(),
        }
    }

    /// The content words of a question that the memory has too, in whichever form.
    pub fn shared_words(&self, question: &str) -> Vec<String> {
        let Memory { text, tags, .. } = &self.memory;
        let fields = self.memory.searched_words();
        let own = std::iter::once(text).chain(tags).chain(&fields);
        let own: HashSet<Word> = own.flat_map(|text| stems(text)).collect();
        let is_shared =
            |term: &Term| forms(term).any(|form| stems(form).iter().any(|it| own.contains(it)));
        content_terms(question).filter(is_shared).map(|term| term.text).collect()
    }
}

/// Where a text has a content word of a question, in whichever form: the ranges in bytes, in order.
pub fn shared_words(text: &str, question: &str) -> Vec<Range<usize>> {
    let terms: Vec<Term> = content_terms(question).collect();
    let asked: HashSet<Word> = terms.iter().flat_map(forms).flat_map(|form| stems(form)).collect();
    let is_shared =
        |range: &Range<usize>| stems(&text[range.clone()]).iter().any(|it| asked.contains(it));
    spans(text).filter(is_shared).collect()
}

fn content_terms(question: &str) -> impl Iterator<Item = Term> {
    query_terms(question).into_iter().filter(|term| is_content_word(&term.text))
}

fn forms(term: &Term) -> impl Iterator<Item = &String> {
    std::iter::once(&term.text).chain(&term.forms)
}

fn arms(found: &FoundBy) -> Vec<ArmExplanation> {
    let FoundBy { keyword, vector, deep, time, link, beside } = found;
    let ranked = [("keyword", keyword), ("vector", vector), ("deep", deep), ("time", time)];
    let ranked = ranked.into_iter().filter_map(|(name, place)| Some(arm(name, (*place)?, None)));
    let led = [("link", link), ("beside", beside)].into_iter().filter_map(|(name, led)| {
        let LedBy { place, via } = led.as_ref()?;
        Some(arm(name, *place, via.clone()))
    });
    ranked.chain(led).collect()
}

fn arm(
    arm: &'static str,
    ArmRank { rank, relevance }: ArmRank,
    via: Option<Via>,
) -> ArmExplanation {
    ArmExplanation { arm, rank, relevance, via }
}

/// What each piece of evidence added, then the level, then what passes added: together the log-odds of the relevance.
fn evidence(scoring: &Scoring) -> Vec<WeighedEvidence> {
    let Scoring { evidence, link, note, .. } = scoring;
    let weighed = measured::weighed(evidence).map(|(kind, value, adds)| {
        let name = kind.as_str();
        WeighedEvidence { name, value, adds }
    });
    let level =
        measured::level(evidence).map(|adds| WeighedEvidence { name: "level", value: 1.0, adds });
    let shifts = [("link", link), ("note", note)].into_iter().filter_map(|(name, shift)| {
        let Shift { value, adds } = (*shift)?;
        Some(WeighedEvidence { name, value, adds })
    });
    weighed.chain(level).chain(shifts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::{EvidenceKind, hit::tests::hit, rank::log_odds::logistic, tests::memory};

    #[test]
    fn shared_words_are_found_in_whichever_form() {
        let mut invoice = memory(1);
        invoice.text = "Invoices are rounded half to even".to_owned();
        invoice.tags = vec!["billing".to_owned()];
        let hit = hit(invoice, 1.0, Scoring::default());
        let words = hit.shared_words("how does billing do the rounding of an invoice in Berlin?");
        assert_eq!(words, ["billing", "rounding", "invoice"]);
        let text = &hit.memory.text;
        let places = super::shared_words(text, "how was the rounding of an invoice in Berlin?");
        let words: Vec<&str> = places.into_iter().map(|place| &text[place]).collect();
        assert_eq!(words, ["Invoices", "rounded"]);
    }

    #[test]
    fn an_explanation_names_everything_that_led_to_a_hit_and_counted() {
        let place = |rank| ArmRank { rank, relevance: 0.5 };
        let beside = LedBy { place: place(3), via: Some(Via::Beside("[id:2]".to_owned())) };
        let found = FoundBy {
            deep: Some(place(1)),
            time: Some(place(2)),
            beside: Some(beside),
            ..FoundBy::default()
        };
        let values = [(EvidenceKind::Coverage, 0.5), (EvidenceKind::Opening, 0.0)];
        let scoring = Scoring {
            found,
            evidence: values.into_iter().collect(),
            link: Some(Shift { value: 0.4, adds: 2.0 }),
            note: Some(Shift { value: 1.0, adds: 8.0 }),
            relevance: 0.3,
            factors: vec![Factor { name: "score", value: 2.0 }],
        };
        let mut hit = hit(memory(1), 0.6, scoring);
        hit.kept = "place 1 of 1 candidates".to_owned();
        insta::assert_snapshot!(serde_json::to_string(&hit.explanation()).unwrap(), @r#"{"arms":[{"arm":"deep","rank":1,"relevance":0.5},{"arm":"time","rank":2,"relevance":0.5},{"arm":"beside","rank":3,"relevance":0.5,"via":{"beside":"[id:2]"}}],"evidence":[{"name":"coverage","value":0.5,"adds":2.0},{"name":"level","value":1.0,"adds":-11.4},{"name":"link","value":0.4,"adds":2.0},{"name":"note","value":1.0,"adds":8.0}],"relevance":0.3,"factors":[{"name":"score","value":2.0}],"kept":"place 1 of 1 candidates"}"#);
    }

    #[test]
    fn every_arm_is_described() {
        let place = Some(ArmRank { rank: 1, relevance: 0.5 });
        let led = || place.map(|place| LedBy { place, via: None });
        let found = FoundBy {
            keyword: place,
            vector: place,
            deep: place,
            time: place,
            link: led(),
            beside: led(),
        };
        let named: Vec<&str> = arms(&found).iter().map(|arm| arm.arm).collect();
        assert_eq!(named, ARMS.map(|(name, _)| name));
    }

    #[test]
    fn what_is_shown_adds_up_to_the_relevance() {
        let values = [
            (EvidenceKind::Coverage, 0.7),
            (EvidenceKind::Opening, 0.5),
            (EvidenceKind::Time, 1.0),
            (EvidenceKind::Likeness, 9.0),
        ];
        let scoring = Scoring { evidence: values.into_iter().collect(), ..Scoring::default() };
        let sum: f64 = evidence(&scoring).iter().map(|weighed| weighed.adds).sum();
        assert!((logistic(sum) - measured::relevance(&scoring.evidence)).abs() < 1e-12);
        assert_eq!(evidence(&Scoring::default()), []);
    }
}
