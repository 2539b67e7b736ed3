//! Needles: a fixed list of words that a text is searched for in one pass, without building anything at run time.

/// Words to look for, by the byte with which each begins. Letters of ASCII match in either case.
#[derive(Debug)]
pub struct Needles<const COUNT: usize> {
    words: [&'static str; COUNT],
    /// One bit a word.
    by_first: [u128; 256],
}

impl<const COUNT: usize> Needles<COUNT> {
    /// Of words in small letters.
    pub const fn new(words: [&'static str; COUNT]) -> Self {
        assert!(COUNT <= 128, "a word has one bit");
        let mut by_first = [0_u128; 256];
        let mut place = 0;
        while place < COUNT {
            let first = words[place].as_bytes()[0];
            by_first[first as usize] |= 1 << place;
            by_first[first.to_ascii_uppercase() as usize] |= 1 << place;
            place += 1;
        }
        Self { words, by_first }
    }

    /// The longest word with which a text begins.
    pub fn prefix(&self, text: &[u8]) -> Option<&'static str> {
        let longest = |word: &&&str| {
            text.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word.as_bytes()))
        };
        self.beginning(text.first()).filter(longest).max_by_key(|word| word.len()).copied()
    }

    /// Whether a text begins with one of the words.
    pub fn begin(&self, text: &str) -> bool {
        self.prefix(text.as_bytes()).is_some()
    }

    /// Whether one of the words stands in a text.
    pub fn are_in(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        (0..bytes.len()).any(|place| self.prefix(&bytes[place..]).is_some())
    }

    /// Whether a text is one of the words.
    pub fn have(&self, text: &str) -> bool {
        self.beginning(text.as_bytes().first()).any(|word| text.eq_ignore_ascii_case(word))
    }

    /// The words that begin with a byte.
    fn beginning(&self, first: Option<&u8>) -> impl Iterator<Item = &&'static str> {
        let mut left = first.map_or(0, |first| self.by_first[usize::from(*first)]);
        std::iter::from_fn(move || {
            let place = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            self.words.get(place as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static WORDS: Needles<4> = Needles::new(["pass", "password", "…", "x-"]);

    #[test]
    fn words_are_found_at_the_beginning_inside_and_alone() {
        assert_eq!(WORDS.prefix(b"PassWords"), Some("password"));
        assert!(WORDS.begin("passing") && !WORDS.begin("a pass"));
        assert!(WORDS.are_in("a … b") && WORDS.are_in("trespass") && !WORDS.are_in("pas x"));
        assert!(WORDS.have("PASS") && !WORDS.have("passw") && !WORDS.have(""));
    }
}
