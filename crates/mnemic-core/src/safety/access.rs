//! The access token: what a client shows to be let in that comes over a connection anyone on the machine can make.

use std::fmt;

use thiserror::Error;

use crate::port::clock::Randomness;

/// Where a vault keeps its token.
pub const FILE: &str = "config/serve.token";

/// Tokens that are drawn have so many random bytes, two characters each.
const DRAWN_BYTES: usize = 32;
/// A person's own token has at least so many characters.
const LEAST_CHARS: usize = 16;

/// A token. Printing it prints dots.
#[derive(Clone)]
pub struct AccessToken(String);

/// Why a text is no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AccessTokenError {
    /// It can be guessed.
    #[error("it has fewer than {LEAST_CHARS} characters")]
    Short,
    /// It cannot be sent in a header.
    #[error("it has characters other than letters, digits and - . _ ~ + / =")]
    Characters,
    /// It is no secret.
    #[error("others may read or write the file")]
    Open,
}

impl AccessToken {
    /// A new token.
    pub fn draw(randomness: &dyn Randomness) -> Self {
        let mut bytes = [0; DRAWN_BYTES];
        randomness.fill(&mut bytes);
        Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The token that a file holds; space around it does not count.
    pub fn read(text: &str) -> Result<Self, AccessTokenError> {
        let token = text.trim();
        if token.len() < LEAST_CHARS {
            return Err(AccessTokenError::Short);
        }
        let is_sent = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        if !token.bytes().all(is_sent) {
            return Err(AccessTokenError::Characters);
        }
        Ok(Self(token.to_owned()))
    }

    /// Whether what a client shows is this token. Takes as long for a near miss as for a far one: digests are
    /// compared, and those in constant time.
    pub fn admits(&self, shown: &str) -> bool {
        blake3::hash(self.0.as_bytes()) == blake3::hash(shown.as_bytes())
    }

    /// The token itself, for its file and its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for AccessToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("AccessToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sevens;

    impl Randomness for Sevens {
        fn fill(&self, buffer: &mut [u8]) {
            buffer.fill(7);
        }
    }

    #[test]
    fn a_drawn_token_is_read_back_and_admits_itself_alone() {
        let token = AccessToken::draw(&Sevens);
        assert_eq!(token.reveal(), "07".repeat(32));
        let read = AccessToken::read(&format!(" {}\n", token.reveal())).unwrap();
        assert!(read.admits(token.reveal()));
        for shown in ["", "07", &"07".repeat(31), &format!("{}0", token.reveal())] {
            assert!(!read.admits(shown), "{shown}");
        }
        assert!(!format!("{token:?}").contains("07"));
    }

    #[test]
    fn what_can_be_guessed_or_cannot_be_sent_is_no_token() {
        for (text, why) in [
            ("", AccessTokenError::Short),
            ("fifteen-letters", AccessTokenError::Short),
            ("sixteen letters!", AccessTokenError::Characters),
            ("sixteen-lettersé", AccessTokenError::Characters),
            ("two-lines-of-it\nand another", AccessTokenError::Characters),
        ] {
            assert_eq!(AccessToken::read(text).unwrap_err(), why, "{text}");
        }
        assert!(AccessToken::read("my-own-token-1234").is_ok());
    }
}
