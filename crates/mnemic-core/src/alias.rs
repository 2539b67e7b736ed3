//! Aliases: short words that stand for longer ones, by which a question is widened.
//!
//! They serve automatic retrieval, where nobody chose the words with care. What a caller asks in words of its own
//! is left as it is unless it asks for more.

use std::collections::{BTreeMap, HashSet};

use crate::analyse::{self, Term};

/// Words and what else they may be called. A word leads to its synonyms, not a synonym to its word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aliases(BTreeMap<String, Vec<Term>>);

/// Whether aliases widen a question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AliasPolicy {
    /// Only the words that were asked are looked up.
    #[default]
    Off,
    /// Their synonyms too: the built-in ones and the user's.
    On,
}

impl AliasPolicy {
    /// The aliases that hold, given the user's own.
    pub fn aliases(self, own: &BTreeMap<String, Vec<String>>) -> Aliases {
        match self {
            Self::Off => Aliases::default(),
            Self::On => Aliases::built_in().with(own),
        }
    }
}

/// A term to look up, and how it came into the question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expanded {
    /// The term.
    pub term: Term,
    /// The word that it is an alias of, when it was not asked for itself; a ranking may weigh it less.
    pub alias_of: Option<String>,
}

impl Aliases {
    /// The map that comes with Mnemic.
    pub fn built_in() -> Self {
        let own = |(word, synonyms): &(&str, &[&str])| {
            ((*word).to_owned(), synonyms.iter().map(|synonym| (*synonym).to_owned()).collect())
        };
        Self::default().with(&BUILT_IN.iter().map(own).collect())
    }

    /// These aliases and the user's, which replace those of the same word; a word without synonyms has none.
    #[must_use]
    pub fn with(mut self, own: &BTreeMap<String, Vec<String>>) -> Self {
        for (word, synonyms) in own {
            let terms = synonyms.iter().flat_map(|synonym| analyse::query_terms(synonym));
            self.0.insert(word.to_lowercase(), terms.collect());
        }
        self
    }

    /// The terms, and after them the synonyms of those that have any. Nothing is in the answer twice, and only
    /// whole words have synonyms.
    pub fn expand(&self, terms: &[Term]) -> Vec<Expanded> {
        let asked = terms.iter().map(|term| Expanded { term: term.clone(), alias_of: None });
        let synonyms = terms.iter().flat_map(|term| self.synonyms(term));
        let mut seen = HashSet::new();
        asked.chain(synonyms).filter(|expanded| seen.insert(expanded.term.clone())).collect()
    }

    fn synonyms(&self, term: &Term) -> impl Iterator<Item = Expanded> {
        let alias_of = term.text.clone();
        let synonyms = self.0.get(&term.text).into_iter().flatten().cloned();
        synonyms.map(move |term| Expanded { term, alias_of: Some(alias_of.clone()) })
    }
}

const BUILT_IN: [(&str, &[&str]); 12] = [
    (
        "auth",
        &[
            "authentication",
            "authorization",
            "login",
            "signin",
            "session",
            "token",
            "oauth",
            "password",
            "credential",
        ],
    ),
    ("db", &["database", "sql", "sqlite", "postgres", "mysql", "schema", "migration", "query"]),
    ("api", &["endpoint", "route", "rest", "graphql", "http", "request", "response", "handler"]),
    ("ui", &["interface", "frontend", "component", "view", "layout", "style", "css", "screen"]),
    ("test", &["tests", "testing", "spec", "unit", "integration", "assertion", "mock", "coverage"]),
    ("err", &["error", "exception", "failure", "crash", "bug", "panic", "issue"]),
    ("config", &["configuration", "settings", "options", "preferences", "environment", "env"]),
    ("state", &["store", "status", "context", "redux", "reducer", "cache"]),
    ("build", &["compile", "bundle", "package", "release", "pipeline", "ci", "deploy"]),
    (
        "security",
        &["vulnerability", "permission", "encryption", "secret", "sanitize", "injection", "xss"],
    ),
    (
        "perf",
        &[
            "performance",
            "speed",
            "slow",
            "latency",
            "optimization",
            "memory",
            "cache",
            "benchmark",
        ],
    ),
    ("ts", &["typescript", "type", "types", "tsx", "tsconfig", "interface", "generic"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(aliases: &Aliases, question: &str) -> Vec<String> {
        let expanded = aliases.expand(&analyse::query_terms(question));
        let written = |Expanded { term, alias_of }| match alias_of {
            Some(word) => format!("{word}>{}", term.text),
            None => term.text,
        };
        expanded.into_iter().map(written).collect()
    }

    fn own(word: &str, synonyms: &[&str]) -> BTreeMap<String, Vec<String>> {
        [(word.to_owned(), synonyms.iter().map(|synonym| (*synonym).to_owned()).collect())].into()
    }

    #[test]
    fn every_built_in_word_has_five_to_ten_synonyms() {
        for (word, synonyms) in BUILT_IN {
            assert!((5..=10).contains(&synonyms.len()), "{word}");
            assert!(!synonyms.contains(&word), "{word}");
            assert_eq!(Aliases::built_in().0[word].len(), synonyms.len(), "{word}");
        }
    }

    #[test]
    fn synonyms_follow_the_words_that_were_asked() {
        let aliases = Aliases::default().with(&own("DB", &["Database", "data store", "sqlite"]));
        assert_eq!(
            expanded(&aliases, "db sqlite lock"),
            ["db", "sqlite", "lock", "db>database", "db>data", "db>store"]
        );
    }

    #[test]
    fn only_whole_words_are_widened_and_only_from_word_to_synonym() {
        assert_eq!(expanded(&Aliases::built_in(), "author database"), ["author", "database"]);
    }

    #[test]
    fn the_users_synonyms_replace_the_built_in_ones() {
        let aliases = AliasPolicy::On.aliases(&own("auth", &["keycloak"]));
        assert_eq!(expanded(&aliases, "auth"), ["auth", "auth>keycloak"]);
        let silenced = AliasPolicy::On.aliases(&own("auth", &[]));
        assert_eq!(expanded(&silenced, "auth"), ["auth"]);
        let off = AliasPolicy::default().aliases(&own("auth", &["keycloak"]));
        assert_eq!(expanded(&off, "auth"), ["auth"]);
    }
}
