//! Dates in figures with the year last: `13.11.2026`, `11/13/2026`.
//!
//! With full stops the day stands first, wherever people write so. With slashes and dashes 5/8/2023 is May in one
//! country and August in another: it is left alone unless only one reading is a date.

use super::{super::positioned::Gap, lexicon, mention::Mention, phrase::Phrase};

/// The date that begins at a word, and the place after it.
pub(super) fn read(phrase: Phrase, at: usize) -> Option<(Mention, usize)> {
    let signs = [Gap::Stop, Gap::Slash, Gap::Dash];
    let sign = signs.into_iter().find(|sign| phrase.is_tight(at + 1, *sign))?;
    let part_of_more = phrase.is_tight(at, sign) || phrase.is_tight(at + 3, sign);
    if part_of_more || !phrase.is_tight(at + 2, sign) {
        return None;
    }
    let number = |at: usize| lexicon::number(&phrase.get(at)?.lower).filter(|number| *number > 0);
    let (first, second) = (number(at)?, number(at + 1)?);
    let year = lexicon::year(&phrase.get(at + 2)?.lower)?;
    let (day, month) = match sign {
        Gap::Stop => (first, second),
        _ if first > 12 || first == second => (first, second),
        _ if second > 12 => (second, first),
        _ => return None,
    };
    if day > 31 || month > 12 {
        return None;
    }
    let (day, month) = (i8::try_from(day).ok()?, i8::try_from(month).ok()?);
    let days = Mention::Days { year: Some(year), month: Some(month), first: day, last: day };
    Some((days, at + 3))
}
