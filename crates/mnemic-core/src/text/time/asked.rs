//! How a question asks for a time: in which tense, on whose behalf, and whether that is worth a filter.

use std::ops::Range;

use super::{Bound, Word, is_of_dates, lexicon};

/// What of a question decides what its times are good for.
pub(super) struct Asked {
    how_long: bool,
    names_a_date: bool,
    own_present: bool,
    tense: Tense,
}

/// What a question asks for, as its verbs tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tense {
    /// What was.
    Past,
    /// What is.
    Present,
    /// It has no verb that tells.
    Unsaid,
}

impl Asked {
    pub(super) fn of(words: &[Word], bounds: &[(Bound, Range<usize>)]) -> Self {
        let names_a_date =
            bounds.iter().flat_map(|(bound, _)| bound.mentions()).any(|date| date.is_absolute());
        let own = words.iter().any(|word| is_own(&word.lower));
        let other = words.iter().any(|word| word.is_name_like() && !is_of_dates(word));
        let is_date =
            |word: &Word| bounds.iter().any(|(_, dated)| dated.contains(&word.range.start));
        let tense = Tense::of(words.iter().filter(|word| !is_date(word)));
        Self { how_long: asks_how_long(words), names_a_date, own_present: own || !other, tense }
    }

    /// Whether memories from other times may be left out.
    pub(super) fn filters(&self, bound: &Bound, explicit: bool) -> bool {
        let own = self.own_present && !self.names_a_date;
        let clear = match bound {
            Bound::Since(_) | Bound::Between(..) => true,
            Bound::At(mention) if mention.is_lately() => own,
            Bound::At(mention) => own && mention.is_just_over() && self.tense == Tense::Past,
            Bound::After(_) | Bound::Before(_) | Bound::Until(_) => false,
        };
        clear && explicit && !self.how_long
    }

    /// Whether it asks how things stand.
    pub(super) fn is_standing(&self) -> bool {
        self.tense == Tense::Present
    }

    /// Whether a day of the week is every such day: "may we deploy on Friday".
    pub(super) fn is_recurring(&self, bound: &Bound) -> bool {
        self.is_standing() && matches!(bound, Bound::At(mention) if mention.is_any_weekday())
    }
}

impl Tense {
    fn of<'a>(words: impl Iterator<Item = &'a Word> + Clone) -> Self {
        if words.clone().any(|word| is_past(&word.lower)) {
            Self::Past
        } else if words.clone().any(|word| is_present(&word.lower)) {
            Self::Present
        } else {
            Self::Unsaid
        }
    }
}

fn is_past(word: &str) -> bool {
    matches!(
        word,
        "did" | "didn" | "was" | "wasn" | "were" | "weren" | "had" | "happened" | "changed"
    )
}

fn is_present(word: &str) -> bool {
    const PRESENT: [&str; 20] = [
        "am", "are", "aren", "can", "cannot", "could", "do", "does", "doesn", "don", "is", "isn",
        "may", "must", "need", "needs", "shall", "should", "will", "would",
    ];
    PRESENT.contains(&word)
}

fn asks_how_long(words: &[Word]) -> bool {
    let is_unit =
        |word: Option<&Word>| word.is_some_and(|word| lexicon::unit(&word.lower).is_some());
    words.windows(2).enumerate().any(|(at, pair)| {
        pair[0].lower == "how"
            && (pair[1].lower == "long" || (pair[1].lower == "many" && is_unit(words.get(at + 2))))
    })
}

fn is_own(word: &str) -> bool {
    matches!(word, "i" | "we" | "me" | "us" | "my" | "our" | "mine" | "ours" | "you" | "your")
}
