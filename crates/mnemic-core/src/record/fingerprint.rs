//! What makes two texts the same memory.

use std::fmt;

use unicode_normalization::UnicodeNormalization;

/// BLAKE3 of a text's normalised form: NFKC, lower case, white space collapsed. Compare the
/// [`normalised`] texts too before merging: a fingerprint finds candidates, it does not decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub [u8; 16]);

impl Fingerprint {
    /// The fingerprint of a text.
    pub fn of(text: &str) -> Self {
        let hash = blake3::hash(normalised(text).as_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.as_bytes()[..16]);
        Self(bytes)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

/// Eight hexadecimal digits that tell one identity from another.
pub fn identity_digits(identity: &str) -> String {
    blake3::hash(identity.as_bytes()).to_hex()[..8].to_owned()
}

/// The form in which two texts are compared.
pub fn normalised(text: &str) -> String {
    let folded = if text.is_ascii() {
        text.to_ascii_lowercase()
    } else {
        text.nfkc().collect::<String>().to_lowercase()
    };
    let mut collapsed = String::with_capacity(folded.len());
    for word in folded.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_spacing_and_compatibility_forms_do_not_tell_texts_apart() {
        let original = Fingerprint::of("Use SQLite 3 for storage");
        for same in
            ["use  sqlite 3\nfor storage ", "Use SQLite ３ for storage", "USE SQLITE 3 FOR STORAGE"]
        {
            assert_eq!(Fingerprint::of(same), original, "{same:?}");
        }
        assert_ne!(Fingerprint::of("Use SQLite 3 for storage."), original);
    }
}
