//! What is done with the secrets of each class.

use std::{fmt, str::FromStr};

/// A sort of secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SecretClass {
    /// What someone put between `<private>` and `</private>`.
    Private,
    /// A private key.
    PrivateKey,
    /// A token that is recognised by its own form.
    Token,
    /// A password or signature in an address, a header or a connection string.
    Credential,
    /// What stands behind a word such as `password` or `api_key`.
    Labelled,
    /// A number of a payment card.
    Card,
    /// An account number.
    Iban,
    /// An e-mail address.
    Email,
    /// A phone number.
    Phone,
}

impl SecretClass {
    /// Every class.
    pub const ALL: [Self; 9] = [
        Self::Private,
        Self::PrivateKey,
        Self::Token,
        Self::Credential,
        Self::Labelled,
        Self::Card,
        Self::Iban,
        Self::Email,
        Self::Phone,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::PrivateKey => "private-key",
            Self::Token => "token",
            Self::Credential => "credential",
            Self::Labelled => "labelled",
            Self::Card => "card",
            Self::Iban => "iban",
            Self::Email => "email",
            Self::Phone => "phone",
        }
    }

    /// Whether its kind says more of a secret than that of another class.
    pub(super) fn is_more_precise_than(self, other: Self) -> bool {
        self < other
    }
}

/// What is done with a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretAction {
    /// A placeholder takes its place.
    Redact,
    /// Mnemic refuses the text.
    Block,
    /// It stays.
    Allow,
}

impl SecretAction {
    /// Every action.
    pub const ALL: [Self; 3] = [Self::Redact, Self::Block, Self::Allow];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Redact => "redact",
            Self::Block => "block",
            Self::Allow => "allow",
        }
    }
}

impl fmt::Display for SecretAction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for SecretAction {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let named = |action: &Self| action.name().eq_ignore_ascii_case(text.trim());
        Self::ALL.into_iter().find(named).ok_or(())
    }
}

/// What is done with the secrets of each class. Text between `<private>` tags is never kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretPolicy {
    /// Private keys.
    pub private_keys: SecretAction,
    /// Tokens of known forms.
    pub tokens: SecretAction,
    /// Passwords in addresses, headers and connection strings.
    pub credentials: SecretAction,
    /// What stands behind a word such as `password`.
    pub labelled: SecretAction,
    /// Numbers of payment cards.
    pub cards: SecretAction,
    /// Account numbers.
    pub ibans: SecretAction,
    /// E-mail addresses.
    pub emails: SecretAction,
    /// Phone numbers.
    pub phones: SecretAction,
}

impl SecretPolicy {
    /// Secrets are redacted, personal data stays.
    pub const SECRETS: Self = Self {
        private_keys: SecretAction::Redact,
        tokens: SecretAction::Redact,
        credentials: SecretAction::Redact,
        labelled: SecretAction::Redact,
        cards: SecretAction::Allow,
        ibans: SecretAction::Allow,
        emails: SecretAction::Allow,
        phones: SecretAction::Allow,
    };

    /// Personal data is redacted, too.
    pub const EVERYTHING: Self = Self {
        cards: SecretAction::Redact,
        ibans: SecretAction::Redact,
        emails: SecretAction::Redact,
        phones: SecretAction::Redact,
        ..Self::SECRETS
    };

    /// Whether any class is blocked.
    pub fn blocks_any(&self) -> bool {
        SecretClass::ALL.iter().any(|class| self.action(*class) == SecretAction::Block)
    }

    /// What is done with a class.
    pub const fn action(&self, class: SecretClass) -> SecretAction {
        match class {
            SecretClass::Private => SecretAction::Redact,
            SecretClass::PrivateKey => self.private_keys,
            SecretClass::Token => self.tokens,
            SecretClass::Credential => self.credentials,
            SecretClass::Labelled => self.labelled,
            SecretClass::Card => self.cards,
            SecretClass::Iban => self.ibans,
            SecretClass::Email => self.emails,
            SecretClass::Phone => self.phones,
        }
    }
}
