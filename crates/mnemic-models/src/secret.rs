//! A key that does not show itself.

use std::fmt;

/// A provider's key. Printing it prints dots; only a request to the provider has it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps a key, without the space and line breaks around it that come from a file or a terminal.
    pub fn new(key: impl AsRef<str>) -> Self {
        Self(key.as_ref().trim().to_owned())
    }

    #[cfg(any(feature = "remote", test))]
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_does_not_print_itself() {
        let secret = Secret::new(" sk-123\n");
        assert!(!format!("{secret:?} {:#?}", Some(&secret)).contains("123"));
        assert_eq!(secret.reveal(), "sk-123");
    }
}
