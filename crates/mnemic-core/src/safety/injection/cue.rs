//! Cues: phrases in English that speak to a model, or ask for what an attacker wants.
//!
//! A line is a weight and a pattern: ten is a phrase that nobody writes to people, five or more one that few do, less one
//! that many do. The weights began as judgement. They were then moved, one at a time and as little as could be, to where
//! the fewest of the development attacks are missed and the fewest of 6,109 notes, turns of conversations and Markdown
//! files have a sign; cues that only such texts have were dropped.

mod deed;
mod hostile;
mod reach;

/// What a cue does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// Takes away instructions.
    Override,
    /// Keeps something from people.
    Conceal,
    /// Gives the model a role or a mode.
    Role,
    /// Asks for the model's instructions, or for secrets.
    Disclose,
    /// Speaks to models.
    Address,
    /// Calls the model that is reading.
    Call,
    /// Speaks of models or of those whom they serve.
    Audience,
    /// Writes to the model's memory.
    Memory,
    /// Waits for what a user will say.
    Trigger,
    /// Claims that somebody agreed, or that nobody need to.
    Authority,
    /// Reaches beyond this conversation.
    Future,
    /// Asks for a deed that helps an attacker.
    Deed,
    /// Takes one thing for another.
    Redirect,
    /// Tells of a success that is to be repeated.
    Success,
}

impl Group {
    /// How many groups there are.
    pub const COUNT: usize = 14;

    /// Whether it does what people seldom ask of a model. Instructions for agents wait for a request and reach into the
    /// future, too.
    pub const fn is_hostile(self) -> bool {
        !matches!(
            self,
            Self::Address | Self::Audience | Self::Trigger | Self::Future | Self::Success
        )
    }
}

/// The cues of each group.
pub const CUES: [(Group, &str); Group::COUNT] = [
    (Group::Override, hostile::OVERRIDE),
    (Group::Conceal, hostile::CONCEAL),
    (Group::Role, hostile::ROLE),
    (Group::Disclose, hostile::DISCLOSE),
    (Group::Address, reach::ADDRESS),
    (Group::Call, ""),
    (Group::Audience, reach::AUDIENCE),
    (Group::Memory, reach::MEMORY),
    (Group::Trigger, reach::TRIGGER),
    (Group::Authority, reach::AUTHORITY),
    (Group::Future, reach::FUTURE),
    (Group::Deed, deed::DEED),
    (Group::Redirect, deed::REDIRECT),
    (Group::Success, deed::SUCCESS),
];
