//! Evidence: what can be told of how well a memory answers a question, as numbers that are comparable between
//! questions. All lie between 0 and 1, cosines between −1 and 1.
//!
//! What was said around a short memory tells of it, and so does the heading it stands under; a long one speaks for
//! itself.

pub mod kind;
mod label;
pub mod later;
mod meaning;
pub mod passage;
mod scene;
mod session;
mod table;
mod time;

pub use self::{
    kind::EvidenceKind,
    table::{Depth, Evidence},
};

use self::{scene::Scene, session::Sessions};
use super::{gather::material::Material, question::Question};
use crate::port::embedder::Lexicon;

/// Some of the evidence of one memory.
type EvidenceValues = Vec<(EvidenceKind, f64)>;

/// The evidence of each candidate.
pub fn evidence(
    question: &Question,
    material: &Material,
    lexicon: Option<&dyn Lexicon>,
) -> Vec<Evidence> {
    let scene = Scene::of(question, material, lexicon);
    let sessions = Sessions::of(&scene);
    let of_candidate = |place| {
        let mut evidence: Evidence = scene.of_words(place).into_iter().collect();
        evidence.extend([(EvidenceKind::Later, scene.later(place)), scene.of_labels(place)]);
        evidence.extend(scene.of_surroundings(place));
        evidence.extend(scene.of_itself(place));
        evidence.extend(scene.of_time(place));
        evidence.extend(sessions.evidence(&scene, place));
        if scene.has_lexicon {
            evidence.extend(scene.of_likeness(place));
        }
        evidence.extend(scene.of_plain_meaning(place));
        evidence.extend(scene.of_deep_meaning(place));
        evidence
    };
    (0..material.candidates.len()).map(of_candidate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::{Candidate, Statistics, Surrounding, tests::memory};

    /// A conversation: author and text of each turn.
    fn material(turns: &[(&str, &str)]) -> Material {
        let mut material = Material::default();
        for (place, (author, text)) in turns.iter().enumerate() {
            let mut turn = memory(place as u64 + 1);
            turn.text = (*text).to_owned();
            turn.source.author = Some((*author).to_owned());
            turn.source.session = Some("s".to_owned());
            material.candidates.push(Candidate::unranked(turn));
            let before = (0..place).rev().take(2).collect();
            let after = (place + 1..turns.len()).take(2).collect();
            material.around.push(Surrounding { before, after });
        }
        material
    }

    fn evidence_of(question: &str, turns: &[(&str, &str)]) -> Vec<Evidence> {
        let mut question = Question::of(question);
        let frequencies = vec![1; question.terms.len()];
        question.weigh(&Statistics { memories: turns.len() as u64, frequencies });
        evidence(&question, &material(turns), None)
    }

    fn value(evidence: &Evidence, kind: EvidenceKind) -> f64 {
        evidence.get(kind).unwrap_or(f64::NAN)
    }

    #[test]
    fn an_answer_is_told_by_the_question_before_it() {
        let turns = [("Ada", "Which database do you use?"), ("Bob", "SQLite, always.")];
        let found = evidence_of("What database does Bob use?", &turns);
        assert!(value(&found[1], EvidenceKind::Answers) > 0.2);
        assert_eq!(value(&found[0], EvidenceKind::Answers), 0.0);
        assert_eq!(
            (value(&found[0], EvidenceKind::Author), value(&found[1], EvidenceKind::Author)),
            (0.0, 1.0)
        );
    }

    #[test]
    fn around_a_long_text_nothing_counts() {
        let long = "padding ".repeat(150);
        let found = evidence_of("database", &[("Ada", "the database"), ("Bob", &long)]);
        assert_eq!(value(&found[1], EvidenceKind::Before), 0.0);
    }

    #[test]
    fn a_heading_and_tags_tell_of_what_is_short_and_of_no_session() {
        let mut question = Question::of("port of the staging database");
        let frequencies = vec![1; question.terms.len()];
        question.weigh(&Statistics { memories: 9, frequencies });
        let long = "padding ".repeat(150);
        let turns = [("", "Port: 5433"), ("", "Port: 6380"), ("", &long), ("", "Port: 1")];
        let mut material = material(&turns);
        for (candidate, heading) in material.candidates.iter_mut().zip([
            "Staging database",
            "Elsewhere",
            "Staging database",
            "Staging database",
        ]) {
            candidate.memory.source.session = None;
            candidate.memory.tags = vec![heading.replace(' ', "-")];
        }
        material.candidates[3].memory.source.session = Some("s".to_owned());
        let found = evidence(&question, &material, None);
        let labels = [0, 1, 2, 3].map(|place| value(&found[place], EvidenceKind::Label));
        assert!((labels[0] - 0.6).abs() < 1e-9, "two of three words by nine tenths: {labels:?}");
        assert_eq!(labels[1..], [0.0; 3]);
    }

    #[test]
    fn what_a_long_text_says_later_counts() {
        let padding = "padding ".repeat(100);
        let late = format!("{padding} the emergency contact is Ulrike");
        let early = format!("the emergency contact is Ulrike {padding} emergency contact");
        let turns = [("Ada", late.as_str()), ("Ada", &early), ("Ada", "short")];
        let mut material = material(&turns);
        let place = Some(crate::recall::ArmRank { rank: 1, relevance: 1.0 });
        material.candidates.iter_mut().for_each(|candidate| candidate.keyword = place);
        let mut question = Question::of("emergency contact");
        question.weigh(&Statistics { memories: 3, frequencies: vec![2, 2] });
        let found = evidence(&question, &material, None);
        let later = [0, 1, 2].map(|turn| value(&found[turn], EvidenceKind::Later));
        assert_eq!(later, [1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_name_counts_by_how_much_of_the_question_is_held() {
        let found =
            evidence_of("which port does redis use", &[("", "The frontend has React and Vite")]);
        assert_eq!(value(&found[0], EvidenceKind::Names), 0.0);
        let turns = [("", "we met Ada in Paris"), ("", "later we met in Rome")];
        let found = self::evidence_of("where did we meet Ada", &turns);
        assert!(value(&found[0], EvidenceKind::Names) > value(&found[1], EvidenceKind::Names));
    }

    #[test]
    fn a_name_that_everyone_has_tells_nothing() {
        let found = evidence_of("What did Ada say?", &[("Ada", "one"), ("Ada", "two")]);
        assert!(found.iter().all(|evidence| value(evidence, EvidenceKind::Author) == 0.0));
    }

    #[test]
    fn words_that_stand_together_in_the_question_count_where_they_stand_together() {
        let apart = "the disk is full and, as always after such a day, nobody backs anything up";
        let turns = [("Ada", "a full backup"), ("Ada", "backups are full"), ("Ada", apart)];
        let found = evidence_of("full backups?", &turns);
        let proximity = [0, 1, 2].map(|turn| value(&found[turn], EvidenceKind::Proximity));
        assert_eq!(proximity, [1.0, scene::TURNED_ROUND, 0.0]);
    }

    #[test]
    fn every_number_is_comparable() {
        let turns =
            [("user", "I moved 3 times?"), ("assistant", "Where to, and when?"), ("user", "")];
        for evidence in evidence_of("Where did you move, when and how often?", &turns) {
            for (kind, value) in evidence.iter() {
                assert!((0.0..=1.0 + 1e-9).contains(&value), "{kind:?} {value}");
            }
        }
    }
}
