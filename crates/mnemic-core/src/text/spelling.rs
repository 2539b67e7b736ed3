//! Fuzzy matching: which words of a vocabulary a word that nothing was found for may be a misspelling of.
//!
//! Letters added, left out, changed, or swapped with their neighbour count one each; a fifth of a word's letters,
//! rounded, may be wrong. A word with a figure in it is never a misspelling: 2023 is not almost 2024.

mod slip;

use std::{cmp::Reverse, fmt};

use super::word;

pub use slip::{are_believable, may_begin, may_mean};

/// A word that no memory holds, and what it was taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The word, in lower case.
    pub said: String,
    /// What was looked for in its place.
    pub meant: CorrectionKind,
}

/// What a word was taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CorrectionKind {
    /// The beginning of a longer one.
    Beginning,
    /// A misspelling of this one.
    Word(String),
}

impl fmt::Display for Correction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "no memory says `{}`; looked for ", self.said)?;
        match &self.meant {
            CorrectionKind::Beginning => formatter.write_str("words that begin with it"),
            CorrectionKind::Word(word) => write!(formatter, "`{word}`"),
        }
    }
}

/// A question in lower case, with its misspelt words put right.
pub fn corrected(question: &str, corrections: &[Correction]) -> String {
    let question = question.to_lowercase();
    let meant = |word: &str| {
        let correction = corrections.iter().find(|correction| correction.said == word);
        match correction.map(|correction| &correction.meant) {
            Some(CorrectionKind::Word(meant)) => meant.clone(),
            Some(CorrectionKind::Beginning) | None => word.to_owned(),
        }
    };
    let mut text = String::with_capacity(question.len());
    let mut written = 0;
    for span in word::spans(&question) {
        text.push_str(&question[written..span.start]);
        text.push_str(&meant(&question[span.clone()]));
        written = span.end;
    }
    text.push_str(&question[written..]);
    text
}

/// The letters that what a misspelt word is meant to be may begin with: its first one, or its second when the first
/// was added or the two were swapped.
pub fn first_letters(word: &str) -> impl Iterator<Item = char> {
    let mut letters = word.chars();
    let (first, second) = (letters.next(), letters.next());
    first.into_iter().chain(second.filter(|second| Some(*second) != first))
}

/// A word of the vocabulary that is near.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearWord {
    /// The word.
    pub word: String,
    /// How many letters are wrong.
    pub distance: usize,
    /// How many documents have it.
    pub documents: u64,
}

/// The nearest words of a vocabulary, at most so many: fewer wrong letters first, then more documents.
pub fn nearest<'a>(
    word: &str,
    most: usize,
    vocabulary: impl IntoIterator<Item = (&'a str, u64)>,
) -> Vec<NearWord> {
    let mut comparison = Comparison::new(word);
    let mut found: Vec<(usize, Reverse<u64>, &str)> = Vec::new();
    for (candidate, documents) in vocabulary {
        let Some(distance) = comparison.distance(candidate) else { continue };
        let near = (distance, Reverse(documents), candidate);
        let place = found.partition_point(|known| *known <= near);
        if place < most {
            found.insert(place, near);
            found.truncate(most);
        }
    }
    let near = |(distance, Reverse(documents), word): (usize, Reverse<u64>, &str)| NearWord {
        word: word.to_owned(),
        distance,
        documents,
    };
    found.into_iter().map(near).collect()
}

/// How many letters are wrong, if no more than [`max_edits`].
pub fn within(word: &str, candidate: &str) -> Option<usize> {
    Comparison::new(word).distance(candidate)
}

/// How many letters of a word may be wrong: a fifth, rounded, as required; none if it has a figure.
pub fn max_edits(word: &str) -> usize {
    if word.chars().any(char::is_numeric) { 0 } else { (word.chars().count() * 2 + 5) / 10 }
}

/// A word and the room to compare it with many.
struct Comparison {
    word: Vec<char>,
    most: usize,
    candidate: Vec<char>,
    rows: [Vec<usize>; 3],
}

impl Comparison {
    fn new(word: &str) -> Self {
        let most = max_edits(word);
        let word = word.chars().collect();
        Self { word, most, candidate: Vec::new(), rows: Default::default() }
    }

    fn distance(&mut self, candidate: &str) -> Option<usize> {
        // A character has at most four bytes, so most candidates need not be decoded.
        let letters = self.word.len();
        if candidate.len() > (letters + self.most) * 4 || candidate.len() + self.most < letters {
            return None;
        }
        self.candidate.clear();
        self.candidate.extend(candidate.chars());
        if self.candidate.len().abs_diff(letters) > self.most {
            return None;
        }
        if self.most == 0 {
            return (self.candidate == self.word).then_some(0);
        }
        self.banded_distance()
    }

    /// Fills only the cells that are within reach of the diagonal, and stops when a whole row is out of reach.
    fn banded_distance(&mut self) -> Option<usize> {
        let Self { word, most, candidate, rows: [before_last, last, row] } = self;
        let (most, width) = (*most, candidate.len() + 1);
        let beyond = most + 1;
        for cells in [&mut *before_last, &mut *last, &mut *row] {
            cells.clear();
            cells.resize(width, beyond);
        }
        for (column, cell) in last.iter_mut().enumerate().take(beyond) {
            *cell = column;
        }
        for i in 1..=word.len() {
            row.fill(beyond);
            row[0] = i.min(beyond);
            let (from, to) = (i.saturating_sub(most).max(1), (i + most).min(candidate.len()));
            let mut best = row[0];
            for j in from..=to {
                let changed = usize::from(word[i - 1] != candidate[j - 1]);
                let mut cell = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + changed);
                if i > 1
                    && j > 1
                    && word[i - 1] == candidate[j - 2]
                    && word[i - 2] == candidate[j - 1]
                {
                    cell = cell.min(before_last[j - 2] + 1);
                }
                row[j] = cell.min(beyond);
                best = best.min(cell);
            }
            if best > most {
                return None;
            }
            std::mem::swap(before_last, last);
            std::mem::swap(last, row);
        }
        last.last().copied().filter(|distance| *distance <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The whole table, as the textbook has it.
    fn plain(a: &str, b: &str) -> usize {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                if i == 0 || j == 0 {
                    rows[i][j] = i + j;
                    continue;
                }
                let changed = usize::from(a[i - 1] != b[j - 1]);
                let mut cell =
                    (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + changed);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    cell = cell.min(rows[i - 2][j - 2] + 1);
                }
                rows[i][j] = cell;
            }
        }
        rows[a.len()][b.len()]
    }

    #[test]
    fn a_fifth_of_the_letters_may_be_wrong() {
        for (word, most) in [
            ("", 0),
            ("ab", 0),
            ("abc", 1),
            ("abcdefg", 1),
            ("abcdefgh", 2),
            ("abcdefghijklm", 3),
            ("v2", 0),
            ("2023", 0),
        ] {
            assert_eq!(max_edits(word), most, "{word}");
        }
    }

    #[test]
    fn slips_are_within_reach() {
        for (word, candidate, expected) in [
            ("storage", "storage", Some(0)),
            ("stroage", "storage", Some(1)),
            ("storag", "storage", Some(1)),
            ("storagee", "storage", Some(1)),
            ("stirage", "storage", Some(1)),
            ("torunament", "tournament", Some(1)),
            ("tornamnet", "tournament", Some(2)),
            ("storage", "forage", None),
            ("db", "dc", None),
            ("2023", "2024", None),
            ("naïve", "naive", Some(1)),
            ("", "", Some(0)),
        ] {
            assert_eq!(within(word, candidate), expected, "{word} {candidate}");
        }
    }

    #[test]
    fn the_nearest_words_come_first_and_the_frequent_among_them() {
        let vocabulary =
            [("cast", 9), ("cart", 5), ("carts", 2), ("card", 7), ("care", 7), ("dog", 99)];
        let found: Vec<String> =
            nearest("cart", 3, vocabulary).into_iter().map(|near| near.word).collect();
        assert_eq!(found, ["cart", "cast", "card"]);
        assert_eq!(nearest("zzz", 3, vocabulary), []);
    }

    #[test]
    fn a_question_is_put_right_word_by_word() {
        let correction = |said: &str, meant: &str| Correction {
            said: said.into(),
            meant: CorrectionKind::Word(meant.into()),
        };
        let beginning = Correction { said: "or".into(), meant: CorrectionKind::Beginning };
        let corrections =
            [correction("databse", "database"), correction("sever", "server"), beginning];
        assert_eq!(
            corrected("Which Databse, (sever) or several?", &corrections),
            "which database, (server) or several?"
        );
        assert_eq!(corrections[0].to_string(), "no memory says `databse`; looked for `database`");
        assert_eq!(
            corrections[2].to_string(),
            "no memory says `or`; looked for words that begin with it"
        );
    }

    #[test]
    fn a_slip_at_the_beginning_moves_the_second_letter_to_the_front() {
        let letters = |word| first_letters(word).collect::<String>();
        assert_eq!(
            [letters("adta"), letters("aa"), letters("é"), letters("")],
            ["ad", "a", "é", ""]
        );
    }

    proptest! {
        #[test]
        fn the_band_agrees_with_the_whole_table(word in "[abc]{0,24}", other in "[abc]{0,24}") {
            let distance = plain(&word, &other);
            let expected = (distance <= max_edits(&word)).then_some(distance);
            prop_assert_eq!(within(&word, &other), expected);
        }

        #[test]
        fn a_few_slips_are_measured_as_the_whole_table_does(
            word in "[a-zé]{8,24}",
            slips in prop::collection::vec((0usize..24, prop::char::range('a', 'e'), 0..3), 0..4),
        ) {
            let mut other: Vec<char> = word.chars().collect();
            for (place, letter, slip) in slips {
                let place = place % other.len();
                match slip {
                    0 => other[place] = letter,
                    1 => other.insert(place, letter),
                    _ => other.swap(place, place.saturating_sub(1)),
                }
            }
            let other: String = other.into_iter().collect();
            let distance = plain(&word, &other);
            let expected = (distance <= max_edits(&word)).then_some(distance);
            prop_assert_eq!(within(&word, &other), expected);
        }
    }
}
