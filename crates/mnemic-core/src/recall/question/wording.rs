//! Wording: what else counts as a word of a question, decided before anything is looked up.

use super::Question;
use crate::text::{
    alias::Aliases,
    analyse::{
        beginning,
        joined::{self, JoinedWords},
    },
    spelling::{Correction, CorrectionKind},
    word,
};

/// How the words of a question are taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    /// Synonyms that count as a word.
    pub aliases: Aliases,
    /// Whether longer words that begin with one count as it.
    pub beginnings: bool,
}

impl Question {
    /// The words side by side in its text that a memory may write as one, as far as it looks for them.
    pub fn joined_words(&self, text: &str) -> Vec<JoinedWords> {
        let mut scratch = Vec::new();
        let mut is_sought = |part: &String| self.term_of(part, &mut scratch).is_some();
        let mut joined = joined::joined_words(text);
        joined.retain(|joined| joined.parts.iter().any(&mut is_sought));
        joined
    }

    /// Lets words written as one count as each of them.
    pub fn join(&mut self, joined: &JoinedWords) {
        let mut scratch = Vec::new();
        let terms = joined.parts.iter().filter_map(|part| self.term_of(part, &mut scratch));
        for place in terms.collect::<Vec<usize>>() {
            self.also(place, joined.text.clone());
        }
    }

    /// Notes which of its words were taken for others.
    pub fn note_corrections(&mut self, corrections: &[Correction]) {
        self.is_guess = true;
        let begins = |text: &str| {
            let mut corrections =
                corrections.iter().filter(|it| it.meant == CorrectionKind::Beginning);
            corrections.any(|correction| correction.said == text)
        };
        for place in 0..self.terms.len() {
            if begins(&self.terms[place].term.text) {
                self.begin(place);
            }
        }
    }

    pub(super) fn take(&mut self, wording: &Wording) {
        self.expand(&wording.aliases);
        if wording.beginnings {
            (0..self.terms.len()).for_each(|place| self.begin(place));
        }
    }

    /// Lets longer words that begin with a term count as it.
    fn begin(&mut self, place: usize) {
        let term = &mut self.terms[place].term;
        if std::mem::replace(&mut term.prefix, true) {
            return;
        }
        let text = term.text.clone();
        if let [whole] = &word::folded_words(&text)[..] {
            self.prefixes.push((whole.clone().into_bytes(), place));
        }
        beginning::completed(&text).into_iter().for_each(|form| self.also(place, form));
    }

    /// Lets the synonyms of each term count as it.
    fn expand(&mut self, aliases: &Aliases) {
        for place in 0..self.terms.len() {
            let term = &self.terms[place].term;
            let synonyms: Vec<String> = aliases.of(&term.text).map(str::to_owned).collect();
            synonyms.into_iter().for_each(|synonym| self.also(place, synonym));
        }
    }

    /// Lets a word count as a term. It may be a term of its own, or count as several.
    fn also(&mut self, place: usize, form: String) {
        for stem in word::stems(&form) {
            self.beginnings.add(&stem);
            let places = self.by_stem.entry(stem).or_default();
            if !places.contains(&place) {
                places.push(place);
            }
        }
        self.terms[place].term.forms.push(form);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::alias::OwnAliases;

    fn asked(question: &str, word: &str, synonyms: &[&str]) -> Question {
        let synonyms = synonyms.iter().map(|synonym| (*synonym).to_owned()).collect();
        let own: OwnAliases = [(word.to_owned(), synonyms)].into();
        let aliases = Aliases::default().with(&own);
        Question::read(question, &Wording { aliases, ..Wording::default() })
    }

    #[test]
    fn a_synonym_is_the_word_that_was_asked() {
        let question = asked("who runs sso?", "sso", &["Keycloak"]);
        assert_eq!(question.terms[1].term.forms, ["keycloak"]);
        let mut scratch = Vec::new();
        assert_eq!(question.terms_of("keycloak", &mut scratch), [1]);
        assert_eq!(question.terms_of("sso", &mut scratch), [1]);
        assert_eq!(question.terms_of("runs", &mut scratch), [0]);
    }

    #[test]
    fn a_synonym_that_is_asked_for_too_counts_as_both() {
        for asked_for in ["db query", "query db"] {
            let question = asked(asked_for, "db", &["query"]);
            let mut scratch = Vec::new();
            assert_eq!(question.terms.len(), 2);
            assert_eq!(question.terms_of("queries", &mut scratch).len(), 2);
            assert_eq!(question.terms_of("db", &mut scratch).len(), 1);
        }
    }

    #[test]
    fn a_beginning_counts_as_the_words_it_begins() {
        let wording = Wording { beginnings: true, ..Wording::default() };
        let question = Question::read("kube certificat", &wording);
        let mut scratch = Vec::new();
        for (word, expected) in [
            ("kubernetes", &[0][..]),
            ("kube", &[0]),
            ("certificates", &[1]),
            ("certify", &[]),
            ("cube", &[]),
        ] {
            assert_eq!(question.terms_of(word, &mut scratch), expected, "{word}");
        }
        let terms = question.store_terms();
        assert!(terms.iter().all(|term| term.prefix), "{terms:?}");
        assert_eq!(terms[1].forms, ["certificate"]);
    }

    #[test]
    fn words_written_as_one_count_as_each_of_them() {
        let text = "who is on call for parse tariff table";
        let mut question = Question::of(text);
        for joined in question.joined_words(text) {
            question.join(&joined);
        }
        let mut scratch = Vec::new();
        assert_eq!(question.terms_of("oncall", &mut scratch), [0]);
        assert_eq!(question.terms_of("parsetarifftable", &mut scratch), [1, 2, 3]);
        assert!(question.terms_of("onto", &mut scratch).is_empty());
    }

    #[test]
    fn a_guess_is_noted_and_what_it_begins_is_found() {
        let mut question = Question::of("argon2 settings");
        let said = "argon2".to_owned();
        question.note_corrections(&[Correction { said, meant: CorrectionKind::Beginning }]);
        let mut scratch = Vec::new();
        assert!(question.is_guess);
        assert_eq!(question.terms_of("argon2id", &mut scratch), [0]);
    }
}
