//! Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980) with the two changes he
//! made to it later (`bli`, `logi`), on bytes: any that is no vowel is a consonant.
//!
//! A suffix is taken off only if something is left of the word.

/// Shorter words are left as they are; FTS5's number, as is the next.
const MIN_BYTES: usize = 3;
/// Longer words are left as they are.
const MAX_BYTES: usize = 64;

/// Takes the endings off a word.
pub(super) fn stem(word: &mut Vec<u8>) {
    if !(MIN_BYTES..=MAX_BYTES).contains(&word.len()) {
        return;
    }
    replace(word, &PLURALS, |_, _| true);
    strip_past(word);
    if word.ends_with(b"y") && has_vowel(&word[..word.len() - 1]) {
        replace_end(word, 1, b"i");
    }
    replace(word, &DOUBLE_SUFFIXES, |stem, _| measure(stem) > 0);
    replace(word, &SUFFIXES, |stem, _| measure(stem) > 0);
    replace(word, &LAST_SUFFIXES, |stem, suffix| {
        measure(stem) > 1 && (suffix != b"ion" || stem.ends_with(b"s") || stem.ends_with(b"t"))
    });
    strip_final_e(word);
    if word.ends_with(b"ll") && measure(&word[..word.len() - 1]) > 1 {
        word.pop();
    }
}

/// A suffix and what takes its place.
type Rule = (&'static [u8], &'static [u8]);

/// Step 1a.
const PLURALS: [Rule; 4] = [(b"sses", b"ss"), (b"ies", b"i"), (b"ss", b"ss"), (b"s", b"")];

/// What step 1b completes.
const CUT_SHORT: [Rule; 3] = [(b"at", b"ate"), (b"bl", b"ble"), (b"iz", b"ize")];

/// Step 2.
const DOUBLE_SUFFIXES: [Rule; 21] = [
    (b"ational", b"ate"),
    (b"tional", b"tion"),
    (b"enci", b"ence"),
    (b"anci", b"ance"),
    (b"izer", b"ize"),
    (b"logi", b"log"),
    (b"bli", b"ble"),
    (b"alli", b"al"),
    (b"entli", b"ent"),
    (b"eli", b"e"),
    (b"ousli", b"ous"),
    (b"ization", b"ize"),
    (b"ation", b"ate"),
    (b"ator", b"ate"),
    (b"alism", b"al"),
    (b"iveness", b"ive"),
    (b"fulness", b"ful"),
    (b"ousness", b"ous"),
    (b"aliti", b"al"),
    (b"iviti", b"ive"),
    (b"biliti", b"ble"),
];

/// Step 3.
const SUFFIXES: [Rule; 7] = [
    (b"icate", b"ic"),
    (b"ative", b""),
    (b"alize", b"al"),
    (b"iciti", b"ic"),
    (b"ical", b"ic"),
    (b"ful", b""),
    (b"ness", b""),
];

/// Step 4.
const LAST_SUFFIXES: [Rule; 19] = [
    (b"al", b""),
    (b"ance", b""),
    (b"ence", b""),
    (b"er", b""),
    (b"ic", b""),
    (b"able", b""),
    (b"ible", b""),
    (b"ant", b""),
    (b"ement", b""),
    (b"ment", b""),
    (b"ent", b""),
    (b"ion", b""),
    (b"ou", b""),
    (b"ism", b""),
    (b"ate", b""),
    (b"iti", b""),
    (b"ous", b""),
    (b"ive", b""),
    (b"ize", b""),
];

/// Step 1b.
fn strip_past(word: &mut Vec<u8>) {
    if let Some(stem) = stem_before(word, b"eed") {
        if measure(stem) > 0 {
            word.pop();
        }
        return;
    }
    if replace(word, &[(b"ed", b""), (b"ing", b"")], |stem, _| has_vowel(stem)) {
        complete(word);
    }
}

/// Gives a stem that lost `ed` or `ing` the ending that the bare word has.
fn complete(word: &mut Vec<u8>) {
    if replace(word, &CUT_SHORT, |_, _| true) {
        return;
    }
    if ends_in_double_consonant(word)
        && !word.ends_with(b"l")
        && !word.ends_with(b"s")
        && !word.ends_with(b"z")
    {
        word.pop();
    } else if measure(word) == 1 && ends_in_short_syllable(word) {
        word.push(b'e');
    }
}

/// Step 5a.
fn strip_final_e(word: &mut Vec<u8>) {
    let Some(stem) = word.strip_suffix(b"e") else { return };
    let measure = measure(stem);
    if measure > 1 || measure == 1 && !ends_in_short_syllable(stem) {
        word.pop();
    }
}

/// Replaces the first suffix of the list that the word has, if its stem meets the condition.
fn replace(word: &mut Vec<u8>, rules: &[Rule], condition: impl Fn(&[u8], &[u8]) -> bool) -> bool {
    let found = rules
        .iter()
        .find_map(|(suffix, end)| stem_before(word, suffix).map(|stem| (stem, *suffix, end)));
    let Some((stem, suffix, end)) = found else { return false };
    let met = condition(stem, suffix);
    if met {
        replace_end(word, suffix.len(), end);
    }
    met
}

/// What stands before the suffix, if that is something.
fn stem_before<'a>(word: &'a [u8], suffix: &[u8]) -> Option<&'a [u8]> {
    word.strip_suffix(suffix).filter(|stem| !stem.is_empty())
}

fn replace_end(word: &mut Vec<u8>, length: usize, end: &[u8]) {
    word.truncate(word.len() - length);
    word.extend_from_slice(end);
}

/// Which letters are vowels: `y` is one after a consonant.
fn vowels(stem: &[u8]) -> impl Iterator<Item = bool> {
    stem.iter().scan(false, |after_consonant, letter| {
        let vowel = is_vowel(*letter) || *letter == b'y' && *after_consonant;
        *after_consonant = !vowel;
        Some(vowel)
    })
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u')
}

fn has_vowel(stem: &[u8]) -> bool {
    vowels(stem).any(|vowel| vowel)
}

/// How often a consonant follows a vowel.
fn measure(stem: &[u8]) -> usize {
    let following = vowels(stem).skip(1);
    vowels(stem).zip(following).filter(|(vowel, next)| *vowel && !next).count()
}

fn ends_in_double_consonant(stem: &[u8]) -> bool {
    matches!(stem, [.., first, last] if first == last && !is_vowel(*last))
}

/// Consonant, vowel, consonant; the last is not `w`, `x` or `y`.
fn ends_in_short_syllable(stem: &[u8]) -> bool {
    let shape: Vec<bool> = vowels(stem).collect();
    shape.ends_with(&[false, true, false]) && !matches!(stem, [.., b'w' | b'x' | b'y'])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words and what is left of them.
    const STEMMED: &str = "
        caresses:caress ponies:poni cats:cat feed:feed agreed:agre plastered:plaster bled:bled
        motoring:motor sing:sing conflated:conflat troubling:troubl sized:size hopping:hop
        falling:fall hissing:hiss fizzed:fizz failing:fail filing:file happy:happi sky:sky
        relational:relat conditional:condit digitizer:digit conformabli:conform
        archaeology:archaeolog vietnamization:vietnam hopefulness:hope sensibiliti:sensibl
        triplicate:triplic formative:form electrical:electr goodness:good allowance:allow
        replacement:replac adoption:adopt homologou:homolog effective:effect probate:probat
        rate:rate cease:ceas controll:control roll:roll aing:a is:is naïveté's:naïveté'";

    #[test]
    fn words_lose_their_endings_as_porter_says() {
        for (word, expected) in STEMMED.split_whitespace().filter_map(|pair| pair.split_once(':')) {
            let mut stemmed = word.as_bytes().to_vec();
            stem(&mut stemmed);
            assert_eq!(String::from_utf8(stemmed).unwrap(), expected, "{word}");
        }
    }

    #[test]
    fn a_word_longer_than_any_is_left_as_it_is() {
        let mut word = [b"ab".repeat(31).as_slice(), b"ing"].concat();
        stem(&mut word);
        assert_eq!(word.len(), 65);
    }
}
