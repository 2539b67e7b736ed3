//! Expansion: which aliases count, and for whose questions.
//!
//! Whoever adds an alias asks for it, so those of one's own count wherever any do. Those that come with Mnemic serve
//! what nobody chose words for, and rewrite a question that someone put only where the vault says so.

use super::{Aliases, OwnAliases};

/// Which aliases expand a question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Expansion {
    /// None: who asks brings the synonyms along.
    None,
    /// The user's own.
    #[default]
    Own,
    /// The user's own; in automatic retrieval those that come with Mnemic, too.
    Automatic,
    /// The user's own and those that come with Mnemic.
    Always,
}

/// Who looks something up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// Someone asks in words of their own.
    Asked,
    /// Automatic retrieval, for a context: what is looked up was said for another purpose.
    Automatic,
}

impl Expansion {
    /// Every way.
    pub const ALL: [Self; 4] = [Self::None, Self::Own, Self::Automatic, Self::Always];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Own => "own",
            Self::Automatic => "automatic",
            Self::Always => "always",
        }
    }

    /// What switching aliases on or off stands for.
    pub const fn switched(on: bool) -> Self {
        if on { Self::Always } else { Self::Own }
    }

    /// The aliases that count on an occasion.
    pub fn aliases(self, occasion: Occasion, own: &OwnAliases) -> Aliases {
        match (self, occasion) {
            (Self::None, _) => Aliases::default(),
            (Self::Own, _) | (Self::Automatic, Occasion::Asked) => Aliases::default().with(own),
            (Self::Automatic, Occasion::Automatic) | (Self::Always, _) => {
                Aliases::built_in().with(own)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_aliases_rewrite_a_question_only_where_that_is_wanted() {
        let own: OwnAliases = [("sso".to_owned(), vec!["keycloak".to_owned()])].into();
        for (expansion, asked, automatic) in [
            (Expansion::None, [0, 0], [0, 0]),
            (Expansion::Own, [1, 0], [1, 0]),
            (Expansion::Automatic, [1, 0], [1, 8]),
            (Expansion::Always, [1, 8], [1, 8]),
        ] {
            for (occasion, expected) in [(Occasion::Asked, asked), (Occasion::Automatic, automatic)]
            {
                let aliases = expansion.aliases(occasion, &own);
                let counted = ["sso", "db"].map(|word| aliases.of(word).count());
                assert_eq!(counted, expected, "{expansion:?} {occasion:?}");
            }
        }
    }
}
