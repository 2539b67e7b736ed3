//! Aliases: short words that stand for longer ones, by which a question is widened.
//!
//! They serve automatic retrieval, where nobody chose the words with care. What a caller asks in words of its own
//! is left as it is unless it asks for more: [`Expansion`] decides.

mod expansion;

use std::collections::BTreeMap;

use crate::text::analyse;

pub use expansion::{Expansion, Occasion};

/// Words, each with what is looked up with it, as a user wrote them.
pub type OwnAliases = BTreeMap<String, Vec<String>>;

/// Words and what else they may be called. A word leads to its synonyms, not a synonym to its word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aliases(OwnAliases);

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
    pub fn with(mut self, own: &OwnAliases) -> Self {
        for (word, synonyms) in own {
            let terms = synonyms.iter().flat_map(|synonym| analyse::query_terms(synonym));
            self.0.insert(word.to_lowercase(), terms.map(|term| term.text).collect());
        }
        self
    }

    /// What counts as a word in lower case. Only whole words have synonyms.
    pub fn of(&self, word: &str) -> impl Iterator<Item = &str> {
        self.0.get(word).into_iter().flatten().map(String::as_str)
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

    fn synonyms(aliases: &Aliases, word: &str) -> Vec<String> {
        aliases.of(word).map(str::to_owned).collect()
    }

    fn own(word: &str, synonyms: &[&str]) -> OwnAliases {
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
    fn synonyms_count_as_the_word_that_was_asked() {
        let aliases = Aliases::default().with(&own("DB", &["Database", "data store", "sqlite"]));
        assert_eq!(synonyms(&aliases, "db"), ["database", "data", "store", "sqlite"]);
    }

    #[test]
    fn only_whole_words_are_expanded_and_only_from_word_to_synonym() {
        for word in ["author", "database"] {
            assert!(synonyms(&Aliases::built_in(), word).is_empty(), "{word}");
        }
    }

    #[test]
    fn the_users_synonyms_replace_the_built_in_ones() {
        let aliases = Aliases::built_in().with(&own("auth", &["keycloak"]));
        assert_eq!(synonyms(&aliases, "auth"), ["keycloak"]);
        let silenced = Aliases::built_in().with(&own("auth", &[]));
        assert!(synonyms(&silenced, "auth").is_empty());
    }
}
