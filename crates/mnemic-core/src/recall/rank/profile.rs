//! Ranking profiles: what relevance is made of, and the factors it is multiplied with. A profile has no code of
//! its own.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{factor::Rule, fuse::Fusion};

/// A way to rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// All that can be told of a memory, weighed as it measured best; feedback moves it.
    Default,
    /// Keyword relevance, feedback and how long nobody needed it.
    Koshi,
    /// Keyword relevance and six factors.
    Praxis,
    /// Keyword and vector ranks, and what is known of whoever asks.
    Openclaw,
    /// Keyword relevance and cosine, weighted.
    Brain,
    /// What is about as relevant by keyword, then what is important, then what is recent.
    Engine,
}

/// What relevance is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Base {
    /// All evidence, weighed as it measured best.
    Measured,
    /// What the keyword arm says.
    Keyword,
    /// What the keyword arm says, as a share of its best; never nothing.
    KeywordShare,
    /// The same in bands, so that factors decide between what is about as relevant, and never beyond.
    KeywordBands,
    /// Several arms made one.
    Fused(Fusion),
}

/// How candidates are ranked: what relevance is made of, and what it is multiplied with, in order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranking {
    /// What relevance is made of.
    pub base: Base,
    /// What it is multiplied with.
    pub rules: &'static [Rule],
}

impl Profile {
    /// Every profile.
    pub const ALL: [Self; 6] =
        [Self::Default, Self::Koshi, Self::Praxis, Self::Openclaw, Self::Brain, Self::Engine];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Koshi => "koshi",
            Self::Praxis => "praxis",
            Self::Openclaw => "openclaw",
            Self::Brain => "brain",
            Self::Engine => "engine",
        }
    }

    /// How it ranks, or how it would if what relevance is made of were several arms made one.
    pub fn ranking(self, fusion: Option<Fusion>) -> Ranking {
        Ranking { base: fusion.map_or(self.base(), Base::Fused), rules: self.rules() }
    }

    const fn base(self) -> Base {
        match self {
            Self::Default => Base::Measured,
            Self::Koshi => Base::Keyword,
            Self::Praxis => Base::KeywordShare,
            Self::Openclaw => Base::Fused(Fusion::RECIPROCAL),
            Self::Brain => Base::Fused(Fusion::WEIGHTED),
            Self::Engine => Base::KeywordBands,
        }
    }

    const fn rules(self) -> &'static [Rule] {
        match self {
            Self::Default => &[Rule::Feedback, Rule::RecencyOfHit],
            Self::Koshi => &[Rule::Feedback, Rule::RecencyOfHit],
            Self::Praxis => &[
                Rule::Category,
                Rule::RecencyBySteps,
                Rule::Access,
                Rule::Files,
                Rule::Status,
                Rule::Contradiction,
            ],
            Self::Openclaw => &[Rule::Time, Rule::User, Rule::RecencyByWeek, Rule::Topics],
            Self::Brain => &[],
            Self::Engine => &[Rule::Importance, Rule::Newness],
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = ProfileError;

    fn from_str(text: &str) -> Result<Self, ProfileError> {
        let named = |profile: &Self| profile.name().eq_ignore_ascii_case(text.trim());
        Self::ALL.into_iter().find(named).ok_or_else(|| ProfileError(text.to_owned()))
    }
}

/// No profile has that name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown ranking profile `{0}`; choose one of {names}", names = Profile::ALL.map(Profile::name).join(", "))]
pub struct ProfileError(String);
