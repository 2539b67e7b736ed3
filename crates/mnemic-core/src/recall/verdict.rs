//! The verdict: whether a recall found an answer, only something near it, or nothing.
//!
//! An agent that is told "nothing" can say so instead of making the best of what happened to rank first.

use serde::Serialize;

use super::{
    evidence::{
        Depth,
        EvidenceKind::{self, *},
    },
    hit::Hit,
    question::Question,
    rank::{log_odds::logistic, profile::Base},
};
use crate::{record::memory::Memory, text::word};

/// How sure it is that a recall found an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Something answers the question.
    Strong,
    /// Something may.
    Weak,
    /// Nothing does.
    #[default]
    None,
}

/// From here on an answer is likely: more likely than not.
const STRONG: f64 = 0.5;
/// From here on it is possible. Chosen by hand: below it, at most one question in twenty has an answer.
const WEAK: f64 = 0.2;

/// So many of the best hits are looked at, and so many where nothing but words is compared. Both
/// were chosen by hand.
const LOOKED_AT: usize = 3;
const LOOKED_AT_FOR_WORDS: usize = 10;

/// How the chance of an answer comes from what the best hits say and mean.
///
/// Fitted on questions asked of the conversation they are about and of others, and on notes of a project with
/// questions that they answer and that they do not; `docs/benchmarks.md` has the reliability.
struct VerdictWeights {
    level: f64,
    said: (EvidenceKind, f64),
    meant: Option<(EvidenceKind, f64)>,
    /// What counts that is said as closely together as it is asked.
    close: f64,
}

/// When only words can be compared.
const WORDS: VerdictWeights =
    VerdictWeights { level: -3.7, said: (Coverage, 9.4), meant: None, close: 3.9 };
/// When words and texts have vectors without context.
const PLAIN: VerdictWeights = VerdictWeights {
    level: -7.7,
    said: (LikenessWindow, 9.4),
    meant: Some((Meaning, 8.6)),
    close: 0.0,
};
/// When they have vectors with context, too.
const DEEP: VerdictWeights = VerdictWeights {
    level: -7.4,
    said: (LikenessWindow, 4.9),
    meant: Some((Deep, 11.6)),
    close: 0.0,
};

/// Judges a recall by all its hits, best first, however many of them are asked for.
///
/// How likely the best memory is what was looked for depends on the others; whether it answers at all depends on how
/// much of the question it says and how near it comes to what the question means. What other rankings than the
/// measured one say compares memories with one another, so there it is the share of the question's words that a
/// memory holds. What is held of a question that tells nothing answers nothing surely.
///
/// A question for nothing but what there was at some time is answered by what lies in it, whatever it says.
pub fn verdict(hits: &[Hit], question: &Question, base: Base) -> Verdict {
    let first = |most: usize| &hits[..most.min(hits.len())];
    if question.is_only_about_time() {
        let timely = |hit: &Hit| hit.scoring.found.time.is_some();
        let found = first(LOOKED_AT).iter().any(timely);
        return if found { Verdict::Strong } else { Verdict::None };
    }
    let chance = match base {
        Base::Measured => VerdictWeights::among(first(LOOKED_AT)).chance(first(LOOKED_AT)),
        _ => first(LOOKED_AT_FOR_WORDS)
            .iter()
            .map(|hit| share_held(question, &hit.memory))
            .fold(0.0, f64::max),
    };
    match Verdict::of(chance) {
        // Nobody can be sure of what was not asked.
        Verdict::Strong if question.is_guess || !question.has_content_words() => Verdict::Weak,
        verdict => verdict,
    }
}

impl VerdictWeights {
    /// By what could be told of these hits.
    fn among(hits: &[Hit]) -> &'static Self {
        match Depth::among(hits.iter().map(|hit| &hit.scoring.evidence)) {
            Depth::Words => &WORDS,
            Depth::Plain => &PLAIN,
            Depth::Deep => &DEEP,
        }
    }

    fn chance(&self, hits: &[Hit]) -> f64 {
        if hits.is_empty() {
            return 0.0;
        }
        let value = |hit: &Hit, kind: EvidenceKind| hit.scoring.evidence.value(kind);
        let most = |tell: &dyn Fn(&Hit) -> f64| hits.iter().map(tell).fold(0.0, f64::max);
        // What a heading says is said, and so is what a long text says after its opening.
        let kinds = [self.said.0, Label, Later];
        let said = most(&|hit| kinds.iter().map(|kind| value(hit, *kind)).sum::<f64>().min(1.0));
        let meant = self.meant.map_or(0.0, |(kind, weight)| weight * most(&|hit| value(hit, kind)));
        let close = most(&|hit| value(hit, Proximity));
        logistic(self.level + self.said.1 * said + meant + self.close * close)
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Strong => "strong",
            Self::Weak => "weak",
            Self::None => "none",
        })
    }
}

impl Verdict {
    /// What is to be said of hits that do not surely answer.
    pub fn caution(self) -> Option<&'static str> {
        match self {
            Self::Strong => None,
            Self::Weak => Some("None of these surely answers it."),
            Self::None => Some("None of these seems to answer it."),
        }
    }

    fn of(chance: f64) -> Self {
        match chance {
            chance if chance >= STRONG => Self::Strong,
            chance if chance >= WEAK => Self::Weak,
            _ => Self::None,
        }
    }
}

/// The share of the question's words that a memory holds in its text, its body, its tags or its author.
fn share_held(question: &Question, memory: &Memory) -> f64 {
    if question.terms.is_empty() {
        return 0.0;
    }
    let mut held = vec![false; question.terms.len()];
    let mut scratch = Vec::new();
    let author = memory.source.author.iter();
    let body = memory.searched_words();
    for text in std::iter::once(&memory.text).chain(&memory.tags).chain(author).chain(&body) {
        word::each_folded_word(&crate::text::analyse::index_text(text), |word| {
            for place in question.terms_of(word, &mut scratch) {
                held[*place] = true;
            }
        });
    }
    held.iter().filter(|held| **held).count() as f64 / held.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::{
        hit::{Scoring, tests},
        tests::memory,
    };

    fn hit(text: &str, relevance: f64) -> Hit {
        let memory = Memory { text: text.to_owned(), ..memory(1) };
        tests::hit(memory, 1.0, Scoring { relevance, ..Scoring::default() })
    }

    #[test]
    fn what_the_best_hits_say_and_mean_decides_when_ranking_tells_it() {
        let question = Question::of("which database");
        for (values, expected) in [
            (vec![], Verdict::None),
            (vec![(Coverage, 0.2)], Verdict::None),
            (vec![(Coverage, 0.3)], Verdict::Weak),
            (vec![(Coverage, 0.38)], Verdict::Weak),
            (vec![(Coverage, 0.38), (Proximity, 0.5)], Verdict::Strong),
            (vec![(Coverage, 0.5)], Verdict::Strong),
            (vec![(Coverage, 0.2), (Label, 0.3)], Verdict::Strong),
            (vec![(Coverage, 0.2), (Later, 0.3)], Verdict::Strong),
            (vec![(LikenessWindow, 0.3), (Meaning, 0.3)], Verdict::None),
            (vec![(LikenessWindow, 0.3), (Meaning, 0.5)], Verdict::Weak),
            (vec![(LikenessWindow, 0.56), (Meaning, 0.44)], Verdict::Strong),
            (vec![(Meaning, f64::NAN)], Verdict::None),
        ] {
            let mut best = hit("x", 0.001);
            best.scoring.evidence.extend(values.iter().copied());
            assert_eq!(verdict(&[best], &question, Base::Measured), expected, "{values:?}");
        }
        assert_eq!(verdict(&[], &question, Base::Measured), Verdict::None);
    }

    #[test]
    fn what_was_guessed_is_never_sure() {
        let mut question = Question::of("database");
        question.note_corrections(&[]);
        let found = verdict(&[hit("a database", 0.0)], &question, Base::Keyword);
        assert_eq!(found, Verdict::Weak);
    }

    #[test]
    fn a_question_that_tells_nothing_is_never_surely_answered() {
        for (question, expected) in [("what is it", Verdict::Weak), ("the", Verdict::Weak)] {
            let question = Question::of(question);
            let mut best = hit("what it is", 0.5);
            best.scoring.evidence.extend([(Coverage, 1.0)]);
            assert_eq!(verdict(&[best], &question, Base::Measured), expected);
        }
    }

    #[test]
    fn what_comes_far_behind_does_not_count() {
        let question = Question::of("database");
        let with_coverage = |value: f64| {
            let mut hit = hit("x", 0.5);
            hit.scoring.evidence.extend([(Coverage, value)]);
            hit
        };
        let hits = [with_coverage(0.0), with_coverage(0.0), with_coverage(0.0), with_coverage(1.0)];
        assert_eq!(verdict(&hits, &question, Base::Measured), Verdict::None);
        assert_eq!(verdict(&hits[1..], &question, Base::Measured), Verdict::Strong);
    }

    #[test]
    fn the_share_of_words_decides_when_it_does_not() {
        for (question, text, expected) in [
            ("chosen databases", "we choose a database", Verdict::Strong),
            ("red green blue fast database", "a database", Verdict::Weak),
            ("database", "a vase", Verdict::None),
            ("猫", "我的猫很好", Verdict::Strong),
            ("🦀", "🦀", Verdict::None),
        ] {
            let question = Question::of(question);
            let found = verdict(&[hit(text, 0.0)], &question, Base::Keyword);
            assert_eq!(found, expected, "{text}");
        }
    }
}
