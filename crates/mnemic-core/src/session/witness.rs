//! What speaks for a finding of a session: what the user asked for, and which other conversations found it too.

use crate::learn::{finding::Finding, promotion::Evidence, worth};

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
pub fn evidence(finding: &Finding, witnesses: &[Witness]) -> Evidence {
    let own = Evidence {
        text: finding.text.clone(),
        importance: finding.importance,
        asked_for: finding.asked_for,
        resolves: finding.resolves.is_some(),
        passing: worth::is_passing(finding),
        ..Evidence::default()
    };
    corroborated(own, &finding.fingerprint, witnesses)
}

/// What speaks for something when the sessions that found it are heard, too.
pub fn corroborated(mut own: Evidence, fingerprint: &String, witnesses: &[Witness]) -> Evidence {
    for witness in witnesses.iter().filter(|witness| witness.found(fingerprint)) {
        own.roots.insert(witness.root.clone());
        own.agents.extend(witness.agent.clone());
        own.resolves |= witness.resolving.contains(fingerprint);
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        learn::finding::findings,
        session::{Turn, TurnContent},
    };

    fn user(content: &str) -> Turn {
        let said = TurnContent::User { content: content.to_owned() };
        Turn { id: "t1".to_owned(), at: jiff::Timestamp::UNIX_EPOCH, said }
    }

    #[test]
    fn only_what_the_user_asks_for_is_asked_for() {
        for (said, asked) in [
            ("Remember: never push to main without running the tests.", true),
            ("Please remember that we always deploy on Fridays.", true),
            ("Can you also remember that staging runs on port 8443?", true),
            ("Keep in mind the API gateway only accepts TLS 1.3.", true),
            ("I cannot remember. Never push to main without running the tests.", false),
            ("Never push to main without running the tests.", false),
        ] {
            let turns = [user(said)];
            let finding = findings(&turns).remove(0);
            assert_eq!(evidence(&finding, &[]).asked_for, asked, "{said}");
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
        let roots = |witnesses: &[Witness]| evidence(&finding, witnesses).roots.len();
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
            let heard = corroborated(Evidence::default(), &fingerprint, &[witness]);
            assert_eq!((heard.resolves, heard.agents.len()), (resolves, 1));
        }
    }
}
