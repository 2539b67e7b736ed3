//! How good answers are: the measures of one question, and their means over many.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{
    metric::{hit_at, ndcg_at, recall_at, reciprocal_rank, session_recall_at, tokens},
    replay::Asked,
};

/// Over how many memories the tokens of an answer are counted.
const HITS_COUNTED: usize = 10;

/// The means over some questions; shares are from 0 to 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Score {
    pub questions: usize,
    pub recall_at_5: f64,
    pub recall_at_10: f64,
    pub recall_at_20: f64,
    pub hit_at_10: f64,
    pub ndcg_at_10: f64,
    pub mrr: f64,
    pub session_recall_at_5: f64,
    pub tokens_per_query: f64,
}

impl Score {
    /// The score of one answer.
    pub fn of(asked: &Asked<'_>) -> Self {
        let all = &asked.question.evidence;
        let sources: Vec<_> = asked.hits.iter().map(|hit| &hit.memory.source).collect();
        let refs = sources.iter().map(|source| source.reference.as_deref().unwrap_or_default());
        let marks: Vec<bool> = refs.map(|reference| all.contains(reference)).collect();
        let sessions: Vec<&str> =
            sources.iter().filter_map(|source| source.session.as_deref()).collect();
        let tokens_returned =
            asked.hits.iter().take(HITS_COUNTED).map(|hit| tokens(&hit.memory.text)).sum::<usize>();
        let evidence = all.len();
        Self {
            questions: 1,
            recall_at_5: recall_at(5, &marks, evidence),
            recall_at_10: recall_at(10, &marks, evidence),
            recall_at_20: recall_at(20, &marks, evidence),
            hit_at_10: hit_at(10, &marks),
            ndcg_at_10: ndcg_at(10, &marks, evidence),
            mrr: reciprocal_rank(&marks),
            session_recall_at_5: session_recall_at(5, &sessions, &sessions_of_evidence(asked)),
            tokens_per_query: tokens_returned as f64,
        }
    }

    /// The mean of scores, each counted by its questions.
    pub fn mean<'a>(scores: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut sum = Self::default();
        for score in scores {
            let weight = score.questions as f64;
            sum.questions += score.questions;
            for (total, value) in sum.measures_mut().into_iter().zip(score.measures()) {
                *total += weight * value;
            }
        }
        let questions = sum.questions.max(1) as f64;
        sum.measures_mut().into_iter().for_each(|total| *total /= questions);
        sum
    }

    fn measures(&self) -> [f64; 8] {
        self.clone().measures_mut().map(|value| *value)
    }

    fn measures_mut(&mut self) -> [&mut f64; 8] {
        [
            &mut self.recall_at_5,
            &mut self.recall_at_10,
            &mut self.recall_at_20,
            &mut self.hit_at_10,
            &mut self.ndcg_at_10,
            &mut self.mrr,
            &mut self.session_recall_at_5,
            &mut self.tokens_per_query,
        ]
    }
}

/// The scores of questions that are told together.
#[derive(Debug, Serialize)]
pub struct Group {
    pub all: Score,
    pub categories: BTreeMap<String, Score>,
}

impl Group {
    /// Groups scores by the categories of their questions; nothing when there are none.
    pub fn of(scores: Vec<(String, Score)>) -> Option<Self> {
        let mut by_category: BTreeMap<String, Vec<Score>> = BTreeMap::new();
        for (category, score) in scores {
            by_category.entry(category).or_default().push(score);
        }
        if by_category.is_empty() {
            return None;
        }
        let all = Score::mean(by_category.values().flatten());
        let mean = |(category, scores): (String, Vec<Score>)| (category, Score::mean(&scores));
        Some(Self { all, categories: by_category.into_iter().map(mean).collect() })
    }
}

fn sessions_of_evidence<'a>(asked: &Asked<'a>) -> BTreeSet<&'a str> {
    let evidence = &asked.question.evidence;
    let turns = asked.conversation.turns.iter();
    let answering = turns.filter(|turn| evidence.contains(&turn.reference));
    answering.map(|turn| turn.session.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_counts_each_question_once() {
        let one = Score { questions: 1, recall_at_5: 1.0, mrr: 0.5, ..Score::default() };
        let three = Score { questions: 3, recall_at_5: 0.0, mrr: 0.1, ..Score::default() };
        let mean = Score::mean([&one, &three]);
        assert_eq!((mean.questions, mean.recall_at_5), (4, 0.25));
        assert!((mean.mrr - 0.2).abs() < 1e-12);
        assert_eq!(Score::mean([]), Score::default());
    }

    #[test]
    fn groups_have_a_mean_of_all_and_one_by_category() {
        let score = |mrr| Score { questions: 1, mrr, ..Score::default() };
        let scores = [("a", 1.0), ("b", 0.0), ("b", 0.5)];
        let named = scores.map(|(category, mrr)| (category.to_owned(), score(mrr)));
        let group = Group::of(named.to_vec()).unwrap();
        assert_eq!((group.all.questions, group.all.mrr), (3, 0.5));
        assert_eq!((group.categories["b"].questions, group.categories["b"].mrr), (2, 0.25));
        assert!(Group::of(Vec::new()).is_none());
    }
}
