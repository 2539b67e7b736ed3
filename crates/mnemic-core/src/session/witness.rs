//! What speaks for a finding of a session: what the user asked for, and which other conversations found it too.

use super::{Said, Turn};
use crate::learn::{finding::Finding, promotion::Evidence};

/// Words by which a user asks to remember something.
const ASKING: [&str; 5] =
    ["remember", "don't forget", "do not forget", "keep in mind", "make a note"];

/// What another session found.
#[derive(Debug, Clone, PartialEq)]
pub struct Witness {
    /// The first session of its line.
    pub root: String,
    /// The agent that talked.
    pub agent: Option<String>,
    /// The fingerprints of what it found to be the cause or the remedy of an error.
    pub resolving: Vec<String>,
    /// The fingerprints of what else it found.
    pub others: Vec<String>,
}

impl Witness {
    fn found(&self, fingerprint: &String) -> bool {
        self.resolving.contains(fingerprint) || self.others.contains(fingerprint)
    }
}

/// All that speaks for a finding of a session, which is a witness itself.
pub fn evidence(finding: &Finding, turns: &[Turn], witnesses: &[Witness]) -> Evidence {
    let own = Evidence {
        text: finding.text.clone(),
        importance: finding.importance,
        asked_for: is_asked_for(finding, turns),
        resolves: finding.resolves.is_some(),
        ..Evidence::default()
    };
    borne_out(own, &finding.fingerprint, witnesses)
}

/// What speaks for something when the sessions that found it are heard, too.
pub fn borne_out(mut own: Evidence, fingerprint: &String, witnesses: &[Witness]) -> Evidence {
    for witness in witnesses.iter().filter(|witness| witness.found(fingerprint)) {
        own.roots.insert(witness.root.clone());
        own.agents.extend(witness.agent.clone());
        own.resolves |= witness.resolving.contains(fingerprint);
    }
    own
}

/// Whether the user asked to remember it, in the same breath.
fn is_asked_for(finding: &Finding, turns: &[Turn]) -> bool {
    let told = turns.iter().find_map(|turn| match &turn.said {
        Said::User { content } if turn.id == finding.turn => Some(content.to_lowercase()),
        _ => None,
    });
    let Some(told) = told else { return false };
    let before = told.split(&finding.text.to_lowercase()).next().unwrap_or_default();
    let sentence = before.rsplit(['.', '!', '?', '\n']).next().unwrap_or_default();
    ASKING.iter().any(|asking| sentence.contains(asking))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::finding::findings;

    fn user(content: &str) -> Turn {
        let said = Said::User { content: content.to_owned() };
        Turn { id: "t1".to_owned(), at: jiff::Timestamp::UNIX_EPOCH, said }
    }

    #[test]
    fn only_what_the_user_asks_for_is_asked_for() {
        for (said, asked) in [
            ("Remember: never push to main without running the tests.", true),
            ("Please remember that we always deploy on Fridays.", true),
            ("I cannot remember. Never push to main without running the tests.", false),
            ("Never push to main without running the tests.", false),
        ] {
            let turns = [user(said)];
            let finding = findings(&turns).remove(0);
            assert_eq!(evidence(&finding, &turns, &[]).asked_for, asked, "{said}");
        }
    }

    #[test]
    fn a_fork_is_no_second_witness() {
        let turns = [user("Never push to main without running the tests.")];
        let finding = findings(&turns).remove(0);
        let witness = |root: &str| Witness {
            root: root.to_owned(),
            agent: None,
            resolving: Vec::new(),
            others: vec![finding.fingerprint.clone()],
        };
        let roots = |witnesses: &[Witness]| evidence(&finding, &turns, witnesses).roots.len();
        assert_eq!(roots(&[witness("a"), witness("a")]), 1);
        assert_eq!(roots(&[witness("a"), witness("b")]), 2);
    }

    #[test]
    fn what_resolved_an_error_elsewhere_resolves_it() {
        let fingerprint = "f1".to_owned();
        let witness = |resolving: &[&str]| Witness {
            root: "a".to_owned(),
            agent: Some("codex".to_owned()),
            resolving: resolving.iter().map(|it| (*it).to_owned()).collect(),
            others: vec![fingerprint.clone()],
        };
        for (witness, resolves) in [(witness(&[]), false), (witness(&["f1"]), true)] {
            let heard = borne_out(Evidence::default(), &fingerprint, &[witness]);
            assert_eq!((heard.resolves, heard.agents.len()), (resolves, 1));
        }
    }
}
